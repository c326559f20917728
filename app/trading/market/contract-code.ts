/** Finds the contract that a file of prices is for, by the code in its name. */
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import { POWER_HUBS, getContract } from '../domain/contract';
import { type ContractRow, MONTH_LETTERS } from '../domain/contract-row';
import { type Outcome, createRefusal, rejectWith, succeedWith } from '../domain/outcome';
import { DAY_MS, HOUR_MS, getMidnight } from '../domain/time';
import type { EpochMs } from '../domain/units';
import { getWeekday } from './calendar';
import { formatMonthId } from './contract-month';
import { guessCommodity, guessHub } from './csv-commodity';
import { computeLastTradeDay, findFrontMonth, formatContractCode, isListedMonth } from './expiry';
import { getWallTime } from './local-time';

/** A contract month, or a weekly power strip. */
export interface NamedContract {
  readonly commodity: CommodityKey;
  /** Such as `NG.F27` or `ET-NYISO.20261204`. */
  readonly instrumentId: string;
  /** Such as `NGF27` or `ETNYISO-20261204`. */
  readonly code: string;
}

/** Chain of a root symbol, and its contract. */
interface Root {
  readonly chain: string;
  readonly contract: ContractRow;
}

/** By venue code and by the symbol of this project; `L1` is peak power of PJM's Western Hub. */
const ROOTS: ReadonlyMap<string, Root> = new Map(
  COMMODITY_KEYS.flatMap((key) => {
    const { symbolPrefix } = COMMODITIES[key];
    const contract = getContract(key);
    return key === 'electricity'
      ? [[contract.venueCode, { chain: `${symbolPrefix}-PJM`, contract }] as const]
      : [contract.venueCode, symbolPrefix].map(
          (root) => [root, { chain: symbolPrefix, contract }] as const,
        );
  }),
);

const VENUE_CODES = COMMODITY_KEYS.map((key) => getContract(key).venueCode);

/** Code of an instrument id that `findContractCode` returns. */
export function getContractCode(instrumentId: string): string {
  const [chain = '', month = ''] = instrumentId.split('.');
  if (month.length > 3) return `${chain.replace('-', '')}-${month}`;
  const found = [...ROOTS].find(([, root]) => root.chain === chain);
  return `${found?.[1].contract.venueCode ?? chain}${month}`;
}

/** Contracts are listed at most about this many years ahead. */
const YEARS_AHEAD_MAX = 13;
/** A one-digit year is the one from two years back to seven ahead. */
const YEARS_BACK = 2;

const FRIDAY = 5;
/** From midnight UTC to midnight of the westernmost hub, where a strip begins. */
const STRIP_LAG_MS = 8 * HOUR_MS;

const rejectName = (fault: string): Outcome<never> => rejectWith(createRefusal('INVALID', fault));

const splitName = (fileName: string): readonly string[] =>
  fileName
    .replace(/\.csv$/i, '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((part) => part !== '');

/**
 * The contract that a file name states by one code, such as `NGF27.csv` or `nymex_zch2027 daily.csv`.
 * Refused with a remedy: no code, two codes, a month that is not listed or no longer trades.
 */
export function findContractCode(fileName: string, nowMs: EpochMs): Outcome<NamedContract> {
  const parts = splitName(fileName);
  const found = [
    ...parts.flatMap((part) => readMonthCode(part, nowMs)),
    ...listStrips(parts, nowMs),
  ];
  const refused = found.find((each) => !each.ok);
  if (refused) return refused;
  const contracts = found.flatMap((each) => (each.ok ? [each.value] : []));
  const codes = [...new Set(contracts.map(({ code }) => code))];
  const [contract] = contracts;
  if (contract === undefined) return rejectUnnamed(fileName, parts, nowMs);
  if (codes.length === 1) return succeedWith(contract);
  return rejectName(
    `The name holds ${codes.length} contracts, ${codes.join(' and ')}. A file is for one contract: leave only its code in the name.`,
  );
}

const MONTH_AND_YEAR = /^([A-Z])(\d{4}|\d{1,2})$/;

/** The contract of a part such as `NGF27`; nothing for other words. */
function readMonthCode(part: string, nowMs: EpochMs): readonly Outcome<NamedContract>[] {
  for (const [symbol, root] of ROOTS) {
    const [, letter, digits] = part.startsWith(symbol)
      ? (MONTH_AND_YEAR.exec(part.slice(symbol.length)) ?? [])
      : [];
    if (letter !== undefined && digits !== undefined)
      return [checkMonth(root, letter, computeYear(digits, nowMs), nowMs)];
  }
  return [];
}

function computeYear(digits: string, nowMs: EpochMs): number {
  if (digits.length === 4) return Number(digits);
  if (digits.length === 2) return 2000 + Number(digits);
  const firstYear = new Date(nowMs).getUTCFullYear() - YEARS_BACK;
  return firstYear + ((((Number(digits) - firstYear) % 10) + 10) % 10);
}

function checkMonth(
  { chain, contract }: Root,
  letter: string,
  year: number,
  nowMs: EpochMs,
): Outcome<NamedContract> {
  const month = { year, month: MONTH_LETTERS.indexOf(letter) + 1 };
  const { venueCode, listedMonths } = contract;
  if (month.month === 0 || !isListedMonth(contract, month))
    return rejectName(
      `${venueCode} has no month ${letter}. Its months are ${[...listedMonths].join(', ')}.`,
    );
  const code = formatContractCode(contract, month);
  if (year > new Date(nowMs).getUTCFullYear() + YEARS_AHEAD_MAX)
    return rejectName(
      `${venueCode}${letter} ${year} is more than ${YEARS_AHEAD_MAX} years ahead. Check the year in the name.`,
    );
  const today = getWallTime(nowMs, contract.session.zone).dayMs;
  const lastDay = computeLastTradeDay(contract.lastTrade, month);
  if (lastDay < today)
    return rejectName(
      `${venueCode}${letter} ${year} last traded on ${formatDay(lastDay)}. Only prices of a contract that still trades are imported, such as ${getFrontCode(contract, today)}.`,
    );
  return succeedWith({
    commodity: contract.commodity,
    instrumentId: formatMonthId({ chain, commodity: contract.commodity, ...month }),
    code,
  });
}

const formatDay = (dayMs: EpochMs): string => new Date(dayMs).toISOString().slice(0, 10);

const getFrontCode = (contract: ContractRow, today: EpochMs): string =>
  formatContractCode(contract, findFrontMonth(contract, today));

const STRIP = new RegExp(`\\bET ?(${POWER_HUBS.join('|')}) (\\d{4})(\\d{2})(\\d{2})\\b`, 'g');

/** Weekly power strips, such as `ETNYISO-20261204`. */
const listStrips = (parts: readonly string[], nowMs: EpochMs): readonly Outcome<NamedContract>[] =>
  [...parts.join(' ').matchAll(STRIP)].map(([, hub = '', year = '', month = '', day = '']) =>
    checkStrip(hub, `${year}-${month}-${day}`, nowMs),
  );

function checkStrip(hub: string, delivery: string, nowMs: EpochMs): Outcome<NamedContract> {
  const startMs = Date.parse(delivery);
  if (Number.isNaN(startMs) || formatDay(startMs) !== delivery)
    return rejectName(`${delivery} is no date. Name the Friday on which the strip begins.`);
  if (getWeekday(startMs) !== FRIDAY)
    return rejectName(
      `A power strip begins on a Friday, and ${delivery} is none. Name the Friday on which it begins.`,
    );
  if (startMs + STRIP_LAG_MS <= nowMs)
    return rejectName(
      `The strip of ${delivery} no longer trades. Only prices of a contract that still trades are imported, such as ${formatStrip(hub, findNextFriday(nowMs))}.`,
    );
  return succeedWith({
    commodity: 'electricity',
    instrumentId: `ET-${hub}.${delivery.replaceAll('-', '')}`,
    code: formatStrip(hub, startMs),
  });
}

const formatStrip = (hub: string, startMs: EpochMs): string =>
  `ET${hub}-${formatDay(startMs).replaceAll('-', '')}`;

function findNextFriday(nowMs: EpochMs): EpochMs {
  const tomorrow = getMidnight(nowMs) + DAY_MS;
  return tomorrow + ((FRIDAY - getWeekday(tomorrow) + 7) % 7) * DAY_MS;
}

/** Code of another venue or product, such as `QGF27`. */
const FOREIGN_CODE = new RegExp(`^([A-Z][A-Z0-9]{0,2})[${MONTH_LETTERS}](\\d{4}|\\d{2})$`);

/** Explains a name without a code of a contract that is listed here. */
function rejectUnnamed(fileName: string, parts: readonly string[], nowMs: EpochMs): Outcome<never> {
  const foreign = parts.map((part) => FOREIGN_CODE.exec(part)).find((match) => match !== null);
  if (foreign)
    return rejectName(
      `${foreign[0]} is no contract of this server. Its contracts begin with ${VENUE_CODES.join(', ')}.`,
    );
  const guess = guessCommodity(fileName, '', []);
  if (!guess.ok)
    return rejectName(
      `The name holds no contract. Rename the file to its contract month, for example ${getExample('natural-gas', fileName, nowMs)}.csv.`,
    );
  const { commodity } = guess.value;
  return rejectName(
    `The name holds no contract month of ${COMMODITIES[commodity].displayName}, and a continuous series opens nothing. Rename the file to its month, for example ${getExample(commodity, fileName, nowMs)}.csv.`,
  );
}

function getExample(commodity: CommodityKey, fileName: string, nowMs: EpochMs): string {
  if (commodity === 'electricity')
    return formatStrip(guessHub(fileName, '', []) ?? 'NYISO', findNextFriday(nowMs));
  const contract = getContract(commodity);
  return getFrontCode(contract, getWallTime(nowMs, contract.session.zone).dayMs);
}
