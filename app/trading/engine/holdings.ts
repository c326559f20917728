/** Compares what an account holds with what its remote broker holds. */
import type { Book } from '../domain/book';
import { formatMoney, formatSize } from '../domain/format';
import { type Lots, absMills, addMills, fromDollars, subtractMills, toLots } from '../domain/units';
import type { BrokerHoldings } from '../ports';
import type { DeskState } from './state';

/** Balances may differ by one percent, or by this if it is more: fees come later. */
const BALANCE_PERCENT_MAX = 1;
const BALANCE_DOLLARS_MAX = 100;

/** Lots of one contract on both sides, negative when short. */
export interface ContractHoldings {
  readonly instrumentId: string;
  readonly ownLots: number;
  readonly brokerLots: number;
}

/** Contracts in which account and broker differ, by id. */
export function listDifferingContracts(
  { positions }: Pick<Book, 'positions'>,
  atBroker: Pick<BrokerHoldings, 'positions'>,
): readonly ContractHoldings[] {
  const own = new Map<string, number>();
  for (const { instrumentId, direction, lots } of Object.values(positions))
    own.set(instrumentId, (own.get(instrumentId) ?? 0) + (direction === 'LONG' ? lots : -lots));
  const broker = new Map<string, number>();
  for (const { instrumentId, signedLots } of atBroker.positions)
    broker.set(instrumentId, (broker.get(instrumentId) ?? 0) + signedLots);
  return [...new Set([...own.keys(), ...broker.keys()])]
    .sort()
    .map((instrumentId) => ({
      instrumentId,
      ownLots: own.get(instrumentId) ?? 0,
      brokerLots: broker.get(instrumentId) ?? 0,
    }))
    .filter(({ ownLots, brokerLots }) => ownLots !== brokerLots);
}

/** Lots of the account that the broker no longer holds: those beyond what it holds on the same side. */
export function countMissingLots({ ownLots, brokerLots }: ContractHoldings): Lots {
  const heldOnSameSide = Math.max(0, Math.sign(ownLots) * brokerLots);
  return toLots(Math.max(0, Math.abs(ownLots) - heldOnSameSide));
}

/** Both sides of a difference, in plain words. */
export function formatDifference(
  state: Pick<DeskState, 'listings'>,
  book: Book,
  { instrumentId, ownLots, brokerLots }: ContractHoldings,
): string {
  const format = (lots: number): string => formatHeld(state, book, instrumentId, lots);
  return `${instrumentId}: the broker holds ${format(brokerLots)}, this account ${format(ownLots)}`;
}

function formatHeld(
  state: Pick<DeskState, 'listings'>,
  book: Book,
  instrumentId: string,
  signedLots: number,
): string {
  if (signedLots === 0) return 'nothing';
  const instrument = state.listings[book.market]?.[instrumentId];
  const lots = toLots(Math.abs(signedLots));
  const size = instrument ? formatSize(instrument, lots) : `${lots} lots`;
  return `${signedLots > 0 ? 'long' : 'short'} ${size}`;
}

/**
 * How the balances differ, or null. Compared while nothing is held: then no price can explain a
 * difference.
 */
export function explainBalance(
  { positions, balances }: Pick<Book, 'positions' | 'balances'>,
  { cashMills }: Pick<BrokerHoldings, 'cashMills'>,
): string | null {
  if (Object.keys(positions).length > 0) return null;
  const own = addMills(balances.available, balances.reserved);
  const difference = absMills(subtractMills(cashMills, own));
  const allowed = Math.max(
    fromDollars(BALANCE_DOLLARS_MAX),
    (absMills(own) * BALANCE_PERCENT_MAX) / 100,
  );
  return difference <= allowed
    ? null
    : `the broker states a balance of ${formatMoney(cashMills)}, this account ${formatMoney(own)}`;
}
