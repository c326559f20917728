/** Finds the contract month of a chain that is traded now. */
import type { LoggedState } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import type { Instrument } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import type { InstrumentMarket, MarketState } from './state';

/**
 * True from the roll date on: no entries, and positions are rolled. False for contracts that never
 * expire.
 */
export const isRolling = ({ contract }: Pick<Instrument, 'contract'>, nowMs: EpochMs): boolean =>
  contract !== undefined && contract.rollMs <= nowMs;

/** The listed month with the next roll date; null when none is left. */
export function findActiveMonth(
  market: MarketState | undefined,
  chain: string,
  nowMs: EpochMs,
): InstrumentMarket | null {
  let active: InstrumentMarket | null = null;
  let activeRollMs = Infinity;
  const instruments = market?.instruments ?? {};
  // Without a list of the values, because every bar asks.
  for (const id in instruments) {
    const candidate = instruments[id] as InstrumentMarket;
    const { contract } = candidate.instrument;
    if (contract?.chain !== chain || contract.rollMs <= nowMs || contract.rollMs >= activeRollMs)
      continue;
    active = candidate;
    activeRollMs = contract.rollMs;
  }
  return active;
}

/**
 * The active month, or the contract without expiry that has the chain's name. Null if there is
 * none.
 */
export const findTradedContract = (
  market: MarketState | undefined,
  chain: string,
  nowMs: EpochMs,
): InstrumentMarket | null => {
  const perpetual = market?.instruments[chain];
  return perpetual && perpetual.instrument.contract === undefined
    ? perpetual
    : findActiveMonth(market, chain, nowMs);
};

/** True for a contract without expiry or the active month of its chain. */
export const isActiveContract = (
  market: MarketState | undefined,
  instrument: Instrument,
  nowMs: EpochMs,
): boolean =>
  instrument.contract === undefined ||
  findActiveMonth(market, instrument.contract.chain, nowMs)?.instrument.id === instrument.id;

/** Contracts open for entries, one per chain, in listing order. Null lists all commodities. */
export function listTradedContracts(
  market: MarketState | undefined,
  commodity: CommodityKey | null,
  nowMs: EpochMs,
): readonly InstrumentMarket[] {
  const candidates = Object.values(market?.instruments ?? {}).filter(
    ({ instrument }) => commodity === null || instrument.commodity === commodity,
  );
  const months = new Map<string, InstrumentMarket | null>();
  for (const { instrument } of candidates) {
    const chain = instrument.contract?.chain;
    if (chain !== undefined && !months.has(chain))
      months.set(chain, findActiveMonth(market, chain, nowMs));
  }
  return candidates.filter(
    (candidate) =>
      candidate.instrument.contract === undefined ||
      months.get(candidate.instrument.contract.chain) === candidate,
  );
}

/**
 * Contracts with a position or working order. A feed keeps quoting them after expiry, and their
 * terms must not change.
 */
export function listContractsInUse(state: LoggedState, market: string): readonly Instrument[] {
  const ids = new Set<string>();
  for (const book of Object.values(state.books)) {
    if (book.market === market)
      for (const row of [...Object.values(book.positions), ...Object.values(book.orders)])
        ids.add(row.instrumentId);
  }
  return [...ids].flatMap((id) => state.listings[market]?.[id] ?? []);
}

/** Contracts with unscored signals. A feed keeps quoting them when another month is active. */
export function listContractsWithPendingSignals(
  state: LoggedState,
  market: string,
): readonly string[] {
  return [
    ...new Set(
      state.signals.pending
        .filter((signal) => signal.market === market)
        .map(({ instrumentId }) => instrumentId),
    ),
  ];
}

/**
 * Contracts whose terms must not change: in use, with unscored signals, or held by shadow accounts.
 */
export const listContractsWithFixedTerms = (
  state: LoggedState,
  market: string,
  heldByShadows: readonly string[] = [],
): ReadonlySet<string> =>
  new Set([
    ...listContractsInUse(state, market).map(({ id }) => id),
    ...listContractsWithPendingSignals(state, market),
    ...heldByShadows,
  ]);

/** Drops expired contracts that are not in use: they are never quoted again. */
export function removeExpiredContracts(
  market: MarketState,
  inUse: ReadonlySet<string>,
  nowMs: EpochMs,
): MarketState {
  const remaining = Object.entries(market.instruments).filter(
    ([id, { instrument }]) => (instrument.contract?.expiresMs ?? Infinity) > nowMs || inUse.has(id),
  );
  return { ...market, instruments: Object.fromEntries(remaining) };
}
