/**
 * Collects the inputs of an entry decision: target, equity, signal, market inputs and limit
 * headroom.
 */
import type { Book } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import type { MarketRegime, SignalSnapshot } from '../domain/market-snapshot';
import type { EntryFacts, LimitUsage } from '../domain/decision-facts';
import { type Instrument, getChain } from '../domain/instrument';
import type { RiskLevel, Settings } from '../domain/settings';
import { type EpochMs, type Mills, NO_MILLS } from '../domain/units';
import { getLandfallInputId } from '../market/inputs/landfall';
import { getSignalValue } from '../market/inputs/signal-inputs';
import { FORECAST_INPUT_ID } from '../market/inputs/newest-forecast';
import { listHeadroom } from '../risk/entry-headroom';
import { COASTS_BY_COMMODITY, computeMedianSpread } from '../risk/entry-veto';
import { getActiveSignalKey, getTallyKey } from '../signals/signal-state';
import { computeRoundTripCost } from '../domain/contract';
import { rebuildSignal } from '../signals/signal';
import { type PlaybookRow, type PlaybookTarget, getInputIds } from '../strategies/playbook';
import { computeAnnualVolatility } from './market-step';
import { computeEquityMills } from './marks';
import { createSignalLookup } from './signals';
import type { DeskState, InstrumentMarket, MarketState } from './state';

/**
 * Active signal of a contract at a risk level; null if there is none. A demoted network gives HOLD.
 */
export function findActiveSignal(
  { signals, nowMs }: DeskState,
  market: string,
  instrument: Instrument,
  riskLevel: RiskLevel,
): SignalSnapshot | null {
  const signal = signals.inForce[getActiveSignalKey(market, getChain(instrument))];
  if (!signal || signal.expiresMs <= nowMs || signal.instrumentId !== instrument.id) return null;
  const isDemoted = (signals.tallies[getTallyKey(signal)]?.demoted ?? null) !== null;
  const { word, confidence } = rebuildSignal(signal, instrument, riskLevel, isDemoted);
  return { seq: signal.seq, network: signal.network, word, confidence, slotMs: signal.slotMs };
}

/** Limit headroom in money, before the order. */
const listLimits = (
  book: Book,
  settings: Settings,
  equityMills: Mills,
  commodity: CommodityKey,
): readonly LimitUsage[] =>
  listHeadroom({
    book,
    settings,
    equityMills,
    feeMills: NO_MILLS,
    order: { commodity, reservedMills: NO_MILLS },
  }).map(({ name, usedMills, allowedMills }) => ({ name, usedMills, allowedMills }));

/**
 * Market regime of a contract; undefined without guards or without a quote. `hasInputs`: the
 * playbook reads inputs other than prices.
 */
export function getRegime(
  market: MarketState | undefined,
  { instrument, quote, spreads }: InstrumentMarket,
  { hasGuards, hasInputs, nowMs }: RegimeContext,
): MarketRegime | undefined {
  if (!hasGuards || !market || !quote) return undefined;
  const { inputs, inputsMs } = market;
  // Without a forecast time, the time of the last input is used.
  const publishedMs = inputs[FORECAST_INPUT_ID] ?? inputsMs;
  const ashore =
    COASTS_BY_COMMODITY[instrument.commodity].find(
      (coast) => inputs[getLandfallInputId(coast)] === 1,
    ) ?? null;
  return {
    spreadTicks: quote.askTicks - quote.bidTicks,
    medianSpreadTicks: computeMedianSpread(spreads),
    ashore,
    inputsAgeMs:
      hasInputs && publishedMs !== null && !Number.isNaN(publishedMs) ? nowMs - publishedMs : null,
  };
}

export interface RegimeContext {
  readonly hasGuards: boolean;
  readonly hasInputs: boolean;
  readonly nowMs: EpochMs;
}

interface EntryTarget {
  readonly row: PlaybookRow;
  readonly target: PlaybookTarget & { readonly side: 'LONG' | 'SHORT' };
  readonly sinceMs: number;
}

export function buildEntryContext(
  state: DeskState,
  book: Book,
  contract: InstrumentMarket,
  settings: Settings,
  { row, target, sinceMs }: EntryTarget,
  hasGuards: boolean,
): EntryFacts {
  const { instrument, scaleTicks } = contract;
  const equityMills = computeEquityMills(state, book);
  const market = state.markets[book.market];
  const findSignal = createSignalLookup(state, book.market);
  const getInput = (id: string): number | null => {
    const value = market?.inputs[id] ?? getSignalValue(id, findSignal, state.nowMs);
    return Number.isNaN(value) ? null : value;
  };
  const inputNames = getInputIds(row, getChain(instrument));
  const regime = getRegime(market, contract, {
    hasGuards,
    hasInputs: inputNames.length > 0,
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
    volatility: computeAnnualVolatility(contract),
    signal: findActiveSignal(state, book.market, instrument, settings.riskLevel),
    ...(row.family === 'AI' ? { isSignalPlaybook: true } : {}),
    inputs: Object.fromEntries(inputNames.map((id) => [id, getInput(id)])),
    inputsMs: market?.inputsMs ?? null,
    limits: listLimits(book, settings, equityMills, instrument.commodity),
    ...(regime ? { regime } : {}),
    ...(target.expectedMove === undefined || !contract.quote
      ? {}
      : {
          costs: {
            expectedMove: target.expectedMove,
            roundTrip: computeRoundTripCost(instrument, contract.quote.lastTicks),
          },
        }),
  };
}
