/** Which month of a chain is traded now. */
import type { LoggedDesk } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import type { Instrument } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import type { InstrumentMarket, MarketState } from './state';

/**
 * From here on a month takes no entry, and what is held in it is rolled; a price that never expires
 * is never there.
 */
export const isRolling = ({ contract }: Pick<Instrument, 'contract'>, nowMs: EpochMs): boolean =>
  contract !== undefined && contract.rollMs <= nowMs;

/**
 * The active month of a chain: of those listed the one that is rolled next. Null when none is left.
 */
export function findActiveMonth(
  market: MarketState | undefined,
  chain: string,
  nowMs: EpochMs,
): InstrumentMarket | null {
  let active: InstrumentMarket | null = null;
  for (const seen of Object.values(market?.instruments ?? {})) {
    const { contract } = seen.instrument;
    if (contract?.chain !== chain || contract.rollMs <= nowMs) continue;
    if (contract.rollMs < (active?.instrument.contract?.rollMs ?? Infinity)) active = seen;
  }
  return active;
}

/**
 * What is traded of a chain now: its active month, or the price that never expires and bears its
 * name. Null when there is none.
 */
export const findTradedMarket = (
  market: MarketState | undefined,
  chain: string,
  nowMs: EpochMs,
): InstrumentMarket | null => {
  const own = market?.instruments[chain];
  return own && own.instrument.contract === undefined ? own : findActiveMonth(market, chain, nowMs);
};

/**
 * Whether an instrument may be entered now: a price that never expires, or the active month of its
 * chain.
 */
export const isActive = (
  market: MarketState | undefined,
  instrument: Instrument,
  nowMs: EpochMs,
): boolean =>
  instrument.contract === undefined ||
  findActiveMonth(market, instrument.contract.chain, nowMs)?.instrument.id === instrument.id;

/**
 * What may be entered of a commodity, or of all: one instrument for each chain, and every price
 * that never expires, in the order of listing.
 */
export function listTradedContracts(
  market: MarketState | undefined,
  commodity: CommodityKey | null,
  nowMs: EpochMs,
): readonly InstrumentMarket[] {
  const seen = Object.values(market?.instruments ?? {}).filter(
    ({ instrument }) => commodity === null || instrument.commodity === commodity,
  );
  const months = new Map(
    seen
      .flatMap(({ instrument }) => (instrument.contract ? [instrument.contract.chain] : []))
      .map((chain) => [chain, findActiveMonth(market, chain, nowMs)]),
  );
  return seen.filter(
    (one) =>
      one.instrument.contract === undefined || months.get(one.instrument.contract.chain) === one,
  );
}

/**
 * Contracts of a market in which some book has a position or a working order. A feed goes on
 * quoting them, also after their end, and the worth of their ticks may not change.
 */
export function listContractsInUse(state: LoggedDesk, market: string): readonly Instrument[] {
  const ids = new Set<string>();
  for (const book of Object.values(state.books)) {
    if (book.market === market)
      for (const row of [...Object.values(book.positions), ...Object.values(book.orders)])
        ids.add(row.instrumentId);
  }
  return [...ids].flatMap((id) => state.listings[market]?.[id] ?? []);
}

/**
 * Contracts of a market of which a signal waits for its score: a feed goes on quoting them, also
 * when others are in force.
 */
export function listWatchedContracts(state: LoggedDesk, market: string): readonly string[] {
  return [
    ...new Set(
      state.signals.pending
        .filter((signal) => signal.market === market)
        .map(({ instrumentId }) => instrumentId),
    ),
  ];
}

/**
 * The ids of contracts whose terms may not change: those in use, those of which a signal waits for
 * its score, and those that twins hold.
 */
export const listContractsHeldToTerms = (
  state: LoggedDesk,
  market: string,
  heldByTwins: readonly string[] = [],
): ReadonlySet<string> =>
  new Set([
    ...listContractsInUse(state, market).map(({ id }) => id),
    ...listWatchedContracts(state, market),
    ...heldByTwins,
  ]);

/**
 * A market without the months that have expired and that nobody holds: they are never quoted again.
 */
export function withoutExpired(
  market: MarketState,
  inUse: ReadonlySet<string>,
  nowMs: EpochMs,
): MarketState {
  const kept = Object.entries(market.instruments).filter(
    ([id, { instrument }]) => (instrument.contract?.expiresMs ?? Infinity) > nowMs || inUse.has(id),
  );
  return { ...market, instruments: Object.fromEntries(kept) };
}
