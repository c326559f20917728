/** Vendor symbols of listed contract months. */
import { COMMODITIES, COMMODITY_KEYS } from '../../../domain/commodity';
import { getContract } from '../../../domain/contract';
import { type ContractRow, MONTH_LETTERS, type Venue } from '../../../domain/contract-row';
import type { Instrument } from '../../../domain/instrument';
import { DAY_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { findMonthInstrument } from '../../contract-month';
import { findFrontMonth, formatContractCode, isListedMonth } from '../../expiry';
import { getWallTime } from '../../local-time';

const SUFFIXES: Readonly<Record<Venue, string>> = { NYMEX: 'NYM', CBOT: 'CBT', 'ICE US': 'NYB' };

/** Contracts that the vendor lists by month: all but electricity. */
const VENDOR_CONTRACTS: readonly ContractRow[] = COMMODITY_KEYS.map(getContract).filter(
  ({ yahooCode }) => yahooCode !== null,
);

export interface ListedMonth {
  readonly symbol: string;
  readonly contract: ContractRow;
}

/** Symbols of the two nearest months of each contract that still trade, such as `NGF27.NYM`. */
export const listNearMonths = (nowMs: EpochMs): readonly ListedMonth[] =>
  VENDOR_CONTRACTS.flatMap((contract) => {
    const { dayMs } = getWallTime(nowMs, contract.session.zone);
    const front = findFrontMonth(contract, dayMs);
    const next = findFrontMonth(contract, front.lastTradeDay + DAY_MS);
    return [front, next].map((month) => ({
      symbol: `${formatContractCode(contract, month)}.${SUFFIXES[contract.venue]}`,
      contract,
    }));
  });

/** Contract of a symbol of a listed month; null for others, such as continuations. */
export function findContract(symbol: string): ContractRow | null {
  const [, code, letter, suffix] = /^([A-Z]{2})([A-Z])\d{2}\.([A-Z]{3})$/.exec(symbol) ?? [];
  const month = letter === undefined ? 0 : MONTH_LETTERS.indexOf(letter) + 1;
  const found = VENDOR_CONTRACTS.find(
    ({ venueCode, venue }) => venueCode === code && SUFFIXES[venue] === suffix,
  );
  return found && month > 0 && isListedMonth(found, { year: 0, month }) ? found : null;
}

/** Instrument of a symbol of a listed month, such as `NG.F27` of `NGF27.NYM`; null for others. */
export function findListedInstrument(symbol: string): Instrument | null {
  const contract = findContract(symbol);
  if (!contract) return null;
  const month = symbol.slice(contract.venueCode.length, symbol.indexOf('.'));
  return findMonthInstrument(`${COMMODITIES[contract.commodity].symbolPrefix}.${month}`);
}
