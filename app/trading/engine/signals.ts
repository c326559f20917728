/**
 * Records forecasts as signals with their starting price, and scores them at the first price after
 * expiry.
 */
import type { SideSign } from '../domain/position';
import type { EpochMs } from '../domain/units';
import { RISK_LEVELS, type RiskLevel } from '../domain/settings';
import type { SignalFacts, IssuedSignal, PendingSignal, ScoreFacts } from '../domain/signal-facts';
import type { FindSignal, PublishedSignal } from '../market/inputs/public-data';
import type { MarketEvent } from '../ports';
import { UNPROVEN, getSkillAssessment } from '../networks/skill-assessments';
import { findDemotion } from '../signals/find-demotion';
import { getActiveSignalKey, getTallyKey } from '../signals/signal-state';
import { type SignalAction, toCallSide } from '../signals/decide-signal';
import { computeRoundTripCost } from '../domain/contract';
import { rebuildSignal } from '../signals/signal';
import type { IssuedForecast } from '../signals/forecast-chain';
import { FORECAST_MODELS, type ForecastModel } from '../signals/forecast-models';
import { computeBrier, byBenchmark } from '../signals/signal-score';
import { findTradedContract } from './chain';
import type { StateTransaction, Owner } from './state-transaction';
import { type DeskState, findLiveQuote, findInstrumentMarket } from './state';
import { MINUTE_MS } from '../domain/time';

/** Older forecasts do not fit the price that they would be measured from. */
export const FORECAST_AGE_MAX_MS = 15 * MINUTE_MS;
/** A later price does not score a signal: the server was down at its expiry. */
export const SCORE_DELAY_MAX_MS = 60 * MINUTE_MS;
const NO_OWNER: Owner = { userId: null, bookId: null };

/**
 * Finds the signal in force of a chain, as an input of playbooks: null after its expiry; without
 * skill once its network is demoted. Keeps the latest chain, because a playbook reads many
 * inputs of one signal.
 */
export function createSignalLookup(state: DeskState, market: string): FindSignal {
  let found: { readonly chain: string; readonly signal: PublishedSignal | null } | null = null;
  return (chain) => {
    if (found?.chain !== chain) found = { chain, signal: findSignalInForce(state, market, chain) };
    return found.signal;
  };
}

function findSignalInForce(
  state: DeskState,
  market: string,
  chain: string,
): PublishedSignal | null {
  const signal = state.signals.inForce[getActiveSignalKey(market, chain)];
  const instrument = signal && state.listings[market]?.[signal.instrumentId];
  if (!signal || !instrument || signal.expiresMs <= state.nowMs) return null;
  const { stampMs, chanceUp, low, middle, high, priceTicks, hasSkill } = signal;
  return {
    stampMs,
    chanceUp,
    low,
    middle,
    high,
    roundTrip: computeRoundTripCost(instrument, priceTicks),
    hasSkill: hasSkill && !isDemoted(state, signal),
    sigma: signal.sigma ?? null,
    spikeChance: signal.spikeChance ?? null,
  };
}

/** Skips a chain whose latest signal has the same or newer publications. */
export function recordForecasts(
  tx: StateTransaction,
  market: string,
  forecasts: readonly IssuedForecast[],
): void {
  for (const forecast of forecasts) {
    const facts = buildSignalFacts(tx, market, forecast);
    if (facts) tx.record('SignalFrozen', NO_OWNER, facts);
  }
}

function buildSignalFacts(
  { state, nowMs }: StateTransaction,
  market: string,
  forecast: IssuedForecast,
): SignalFacts | null {
  const {
    network,
    model,
    source,
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
    rivals: benchmarks,
    reasons,
  } = forecast;
  const forecastModel = FORECAST_MODELS.find(
    (one) => one.chain === chain && one.spec.id === network,
  );
  const contract = findTradedContract(state.markets[market], chain, nowMs);
  const activeSignal = state.signals.inForce[getActiveSignalKey(market, chain)];
  // A new signal would extend the use of the old terms, under which entries are blocked.
  if (contract?.newTerms) return null;
  const isLate = stampMs > nowMs || nowMs - stampMs > FORECAST_AGE_MAX_MS;
  const quote = findLiveQuote(contract, nowMs);
  if (
    !forecastModel ||
    !contract ||
    !quote ||
    contract.instrument.id !== instrumentId ||
    isLate ||
    (activeSignal && activeSignal.slotMs >= slotMs)
  )
    return null;
  const { hasSkill, grade, text } = assessForecast(forecast, forecastModel);
  const facts: SignalFacts = {
    network,
    model,
    source,
    market,
    chain,
    commodity: contract.instrument.commodity,
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
    rivals: benchmarks,
    reasons,
    ...pickInputFacts(forecast),
    sigma: forecast.sigma ?? null,
    spikeChance: forecast.spikeChance ?? null,
    hasSkill,
    grade,
    verdict: text,
    heldSides: getHeldSides(state, activeSignal, nowMs),
    news: [],
  };
  return {
    ...facts,
    news: listChangedRiskLevels(state, activeSignal, { ...facts, seq: 0, madeMs: nowMs }),
  };
}

const assessForecast = (
  { isUnproven }: IssuedForecast,
  { spec, subject }: ForecastModel,
): typeof UNPROVEN => (isUnproven ? UNPROVEN : getSkillAssessment(spec.id, subject));

/** What only forecasts on real data have. */
const pickInputFacts = ({
  isUnproven,
  missing,
}: IssuedForecast): Pick<SignalFacts, 'isUnproven' | 'missing'> => ({
  ...(isUnproven ? { isUnproven } : {}),
  ...(missing ? { missing } : {}),
});

/** Action of a recorded signal at a risk level; HOLD without one. */
function getAction(
  state: DeskState,
  level: RiskLevel,
  signal: IssuedSignal | undefined,
): SignalAction {
  const instrument = signal && state.listings[signal.market]?.[signal.instrumentId];
  return signal && instrument
    ? rebuildSignal(signal, instrument, level, isDemoted(state, signal)).word
    : 'HOLD';
}

/** Sides of the active calls, by risk level; 0 once the signal has expired. */
function getHeldSides(
  state: DeskState,
  signal: IssuedSignal | undefined,
  nowMs: EpochMs,
): NonNullable<SignalFacts['heldSides']> {
  const getSide = (level: RiskLevel): SideSign =>
    signal && signal.expiresMs > nowMs ? toCallSide(getAction(state, level, signal)) : 0;
  return {
    conservative: getSide('conservative'),
    moderate: getSide('moderate'),
    aggressive: getSide('aggressive'),
  };
}

/** Risk levels at which the action changed. Before the first signal the action is HOLD. */
const listChangedRiskLevels = (
  state: DeskState,
  before: IssuedSignal | undefined,
  after: IssuedSignal,
): readonly RiskLevel[] =>
  RISK_LEVELS.filter((level) => getAction(state, level, before) !== getAction(state, level, after));

const isDemoted = (state: DeskState, signal: IssuedSignal): boolean =>
  (state.signals.tallies[getTallyKey(signal)]?.demoted ?? null) !== null;

/**
 * Scores expired signals and demotes networks that lost their evidence. Historical prices count,
 * because they carry their own time.
 */
export function scoreSignals(
  tx: StateTransaction,
  { market, instrumentId }: Pick<MarketEvent, 'market' | 'instrumentId'>,
): void {
  const due = tx.state.signals.pending.filter(
    (signal) => signal.market === market && signal.instrumentId === instrumentId,
  );
  if (due.length === 0) return;
  const quote = findInstrumentMarket(tx.state, market, instrumentId)?.quote;
  for (const signal of due) {
    if (!quote || quote.atMs < signal.expiresMs) continue;
    tx.record('SignalScored', NO_OWNER, buildScoreFacts(signal, quote.lastTicks, quote.atMs));
    demoteNetwork(tx, signal);
  }
}

function buildScoreFacts(
  signal: PendingSignal,
  priceTicks: ScoreFacts['priceTicks'],
  pricedMs: number,
): ScoreFacts {
  const { seq: frozenSeq, chanceUp, rivals: benchmarks, expiresMs } = signal;
  const frozen = { frozenSeq, priceTicks, pricedMs };
  if (pricedMs - expiresMs > SCORE_DELAY_MAX_MS)
    return { ...frozen, outcome: null, brier: null, rivalBriers: null };
  const outcome = priceTicks > signal.priceTicks ? 1 : priceTicks < signal.priceTicks ? 0 : 0.5;
  return {
    ...frozen,
    outcome,
    brier: computeBrier(chanceUp, outcome),
    rivalBriers: byBenchmark((benchmark) => computeBrier(benchmarks[benchmark], outcome)),
  };
}

function demoteNetwork(tx: StateTransaction, signal: PendingSignal): void {
  const tally = tx.state.signals.tallies[getTallyKey(signal)];
  const demotion = tally ? findDemotion(tally) : null;
  const { network, model, market, chain } = signal;
  if (demotion)
    tx.record('NetworkDemoted', NO_OWNER, { network, model, market, chain, ...demotion });
}
