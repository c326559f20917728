/**
 * Signals in the engine: an opinion is written down with the price it starts from, and scored at
 * the first price after its end.
 */
import { RISK_LEVELS, type RiskLevel } from '../domain/settings';
import type { FrozenFacts, FrozenSignal, PendingSignal, ScoreFacts } from '../domain/signal-facts';
import type { MarketEvent } from '../ports';
import { getSkillAssessment } from '../networks/skill-assessments';
import { findDemotion } from '../signals/demotion';
import { getActiveSignalKey, tallyKey } from '../signals/ledger';
import type { SignalAction } from '../signals/decide';
import { getSignal } from '../signals/signal';
import type { IssuedForecast } from '../signals/forecast';
import { FORECAST_MODELS } from '../signals/forecast-models';
import { computeBrier, byRival } from '../signals/tally';
import { findTradedMarket } from './chain';
import type { Draft, Owner } from './state-transaction';
import { type DeskState, findLiveQuote, findInstrumentMarket } from './state';
import { MINUTE_MS } from '../domain/time';

/**
 * An opinion that is older when it comes is no opinion on the price that it would be measured from.
 */
export const OPINION_LATE_MS = 15 * MINUTE_MS;
/**
 * A price that comes later than this after the end of a signal says nothing about it: the desk did
 * not run.
 */
export const SCORE_LATE_MS = 60 * MINUTE_MS;
const DESK: Owner = { userId: null, bookId: null };

/**
 * Writes down what was told of a market; a chain whose latest signal rests on the same publications
 * is passed over.
 */
export function recordForecasts(
  draft: Draft,
  market: string,
  opinions: readonly IssuedForecast[],
): void {
  for (const opinion of opinions) {
    const facts = frozenFacts(draft, market, opinion);
    if (facts) draft.record('SignalFrozen', DESK, facts);
  }
}

function frozenFacts(
  { state, nowMs }: Draft,
  market: string,
  opinion: IssuedForecast,
): FrozenFacts | null {
  const {
    network,
    model,
    chain,
    instrumentId,
    stampMs,
    slotMs,
    horizonMs,
    chanceUp,
    logit,
    base,
    low,
    middle,
    high,
    rivals,
    reasons,
  } = opinion;
  const speaker = FORECAST_MODELS.find((one) => one.chain === chain && one.spec.id === network);
  const seen = findTradedMarket(state.markets[market], chain, nowMs);
  const known = state.signals.inForce[getActiveSignalKey(market, chain)];
  // A new signal would keep the old terms in force, under which nothing can be entered.
  if (seen?.newTerms) return null;
  const isLate = stampMs > nowMs || nowMs - stampMs > OPINION_LATE_MS;
  const quote = findLiveQuote(seen, nowMs);
  if (
    !speaker ||
    !seen ||
    !quote ||
    seen.instrument.id !== instrumentId ||
    isLate ||
    (known && known.slotMs >= slotMs)
  )
    return null;
  const { hasSkill, text } = getSkillAssessment(speaker.spec.id, speaker.subject);
  const facts: FrozenFacts = {
    network,
    model,
    market,
    chain,
    commodity: seen.instrument.commodity,
    instrumentId,
    stampMs,
    slotMs,
    expiresMs: nowMs + horizonMs,
    priceTicks: quote.lastTicks,
    chanceUp,
    logit,
    base,
    low,
    middle,
    high,
    rivals,
    reasons,
    hasSkill,
    verdict: text,
    news: [],
  };
  return { ...facts, news: buildNews(state, known, { ...facts, seq: 0, madeMs: nowMs }) };
}

/**
 * The risk levels at which two signals of a chain have different words; before the first one there
 * was none to follow.
 */
function buildNews(
  state: DeskState,
  before: FrozenSignal | undefined,
  after: FrozenSignal,
): readonly RiskLevel[] {
  const wordAt = (level: RiskLevel, signal: FrozenSignal | undefined): SignalAction => {
    const instrument = signal && state.listings[signal.market]?.[signal.instrumentId];
    return signal && instrument
      ? getSignal(signal, instrument, level, isDemoted(state, signal)).word
      : 'HOLD';
  };
  return RISK_LEVELS.filter((level) => wordAt(level, before) !== wordAt(level, after));
}

const isDemoted = (state: DeskState, signal: FrozenSignal): boolean =>
  (state.signals.tallies[tallyKey(signal)]?.demoted ?? null) !== null;

/**
 * Scores what has ended by the price of an event, and demotes whom the score has cost the last
 * trust. Prices of the past being caught up with count: they are of their moment.
 */
export function scoreSignals(
  draft: Draft,
  { market, instrumentId }: Pick<MarketEvent, 'market' | 'instrumentId'>,
): void {
  const due = draft.state.signals.pending.filter(
    (signal) => signal.market === market && signal.instrumentId === instrumentId,
  );
  if (due.length === 0) return;
  const quote = findInstrumentMarket(draft.state, market, instrumentId)?.quote;
  for (const signal of due) {
    if (!quote || quote.atMs < signal.expiresMs) continue;
    draft.record('SignalScored', DESK, scoreFacts(signal, quote.lastTicks, quote.atMs));
    demoteNetwork(draft, signal);
  }
}

function scoreFacts(
  signal: PendingSignal,
  priceTicks: ScoreFacts['priceTicks'],
  pricedMs: number,
): ScoreFacts {
  const { seq: frozenSeq, chanceUp, rivals, expiresMs } = signal;
  const frozen = { frozenSeq, priceTicks, pricedMs };
  if (pricedMs - expiresMs > SCORE_LATE_MS)
    return { ...frozen, outcome: null, brier: null, rivalBriers: null };
  const outcome = priceTicks > signal.priceTicks ? 1 : priceTicks < signal.priceTicks ? 0 : 0.5;
  return {
    ...frozen,
    outcome,
    brier: computeBrier(chanceUp, outcome),
    rivalBriers: byRival((rival) => computeBrier(rivals[rival], outcome)),
  };
}

function demoteNetwork(draft: Draft, signal: PendingSignal): void {
  const tally = draft.state.signals.tallies[tallyKey(signal)];
  const lost = tally ? findDemotion(tally) : null;
  const { network, model, market, chain } = signal;
  if (lost) draft.record('NetworkDemoted', DESK, { network, model, market, chain, ...lost });
}
