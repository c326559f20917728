/**
 * What a desk knows at the moment of an entry: the wish, the money, the network's word, the figures
 * of the world, the room below each limit.
 */
import type { Book } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import type { KnownRegime, KnownSignal } from '../domain/known-facts';
import type { KnownAtEntry, KnownLimit } from '../domain/decision-facts';
import { type Instrument, getChain } from '../domain/instrument';
import type { RiskLevel, Settings } from '../domain/settings';
import { type EpochMs, type Mills, NO_MILLS } from '../domain/units';
import { ashoreId } from '../market/inputs/ashore';
import { FORECAST_ID } from '../market/inputs/newest-forecast';
import { listHeadroom } from '../risk/entry-headroom';
import { COASTS_OF, medianSpread } from '../risk/regime';
import { getActiveSignalKey, tallyKey } from '../signals/ledger';
import { getSignal } from '../signals/signal';
import { type PlaybookRow, type PlaybookTarget, inputIds } from '../strategies/playbook';
import { annualVolatility } from './market-step';
import { computeEquityMills } from './marks';
import type { DeskState, InstrumentMarket, MarketState } from './state';

/**
 * The signal in force for a contract, in the word of a risk level; null while there is none. One
 * that was demoted says HOLD.
 */
export function findActiveSignal(
  { signals, nowMs }: DeskState,
  market: string,
  instrument: Instrument,
  riskLevel: RiskLevel,
): KnownSignal | null {
  const frozen = signals.inForce[getActiveSignalKey(market, getChain(instrument))];
  if (!frozen || frozen.expiresMs <= nowMs || frozen.instrumentId !== instrument.id) return null;
  const isDemoted = (signals.tallies[tallyKey(frozen)]?.demoted ?? null) !== null;
  const { word, confidence } = getSignal(frozen, instrument, riskLevel, isDemoted);
  return { seq: frozen.seq, network: frozen.network, word, confidence, slotMs: frozen.slotMs };
}

/** The room below each limit in money before anything is added. */
const listLimits = (
  book: Book,
  settings: Settings,
  equityMills: Mills,
  commodity: CommodityKey,
): readonly KnownLimit[] =>
  listHeadroom({
    book,
    settings,
    equityMills,
    feeMills: NO_MILLS,
    order: { commodity, reservedMills: NO_MILLS },
  }).map(({ name, usedMills, allowedMills }) => ({ name, usedMills, allowedMills }));

/**
 * What kind of moment it is in a contract; undefined where no guard watches, or nothing is quoted.
 * `isReader`: the playbook reads more of the world than prices.
 */
export function getRegime(
  market: MarketState | undefined,
  { instrument, quote, spreads }: InstrumentMarket,
  { isGuarded, isReader, nowMs }: Moment,
): KnownRegime | undefined {
  if (!isGuarded || !market || !quote) return undefined;
  const { inputs, inputsMs } = market;
  // A feed that says nothing of forecasts is as new as its last word.
  const newestMs = inputs[FORECAST_ID] ?? inputsMs;
  const ashore =
    COASTS_OF[instrument.commodity].find((coast) => inputs[ashoreId(coast)] === 1) ?? null;
  return {
    spreadTicks: quote.askTicks - quote.bidTicks,
    medianSpreadTicks: medianSpread(spreads),
    ashore,
    inputsAgeMs: isReader && newestMs !== null && !Number.isNaN(newestMs) ? nowMs - newestMs : null,
  };
}

/** Whether guards watch a book, what its playbook reads, and when. */
export interface Moment {
  readonly isGuarded: boolean;
  readonly isReader: boolean;
  readonly nowMs: EpochMs;
}

interface Wish {
  readonly row: PlaybookRow;
  readonly target: PlaybookTarget & { readonly side: 'LONG' | 'SHORT' };
  readonly sinceMs: number;
}

/** All that an entry into a contract may be decided from. */
export function buildEntryContext(
  state: DeskState,
  book: Book,
  seen: InstrumentMarket,
  settings: Settings,
  { row, target, sinceMs }: Wish,
  isGuarded: boolean,
): KnownAtEntry {
  const { instrument, scaleTicks } = seen;
  const equityMills = computeEquityMills(state, book);
  const market = state.markets[book.market];
  const told = (id: string): number | null => {
    const value = market?.inputs[id];
    return value === undefined || Number.isNaN(value) ? null : value;
  };
  const read = inputIds(row, getChain(instrument));
  const regime = getRegime(market, seen, {
    isGuarded,
    isReader: read.length > 0,
    nowMs: state.nowMs,
  });
  return {
    side: target.side,
    strength: target.strength,
    reason: target.reason,
    range: target.range,
    sinceMs,
    stopRanges: row.stopRanges,
    targetRatio: row.targetRatio,
    positionSize: settings.positionSize,
    riskLevel: settings.riskLevel,
    equityMills,
    scaleTicks,
    volatility: annualVolatility(seen),
    signal: findActiveSignal(state, book.market, instrument, settings.riskLevel),
    inputs: Object.fromEntries(read.map((id) => [id, told(id)])),
    inputsMs: market?.inputsMs ?? null,
    limits: listLimits(book, settings, equityMills, instrument.commodity),
    ...(regime ? { regime } : {}),
  };
}
