// Signal DTOs for pages, API and sockets, from issued forecasts and the user's risk level.
import type { SignalsDto } from '../../contracts/signals';
import type { InferenceStatus } from './inference-status';
import type { Terminal } from '../desk/terminal';
import { createViewCache } from '../desk/view-cache';
import { findCurveChain } from '../market/curve-chain';
import type { DeskView } from '../../trading/desk-view';
import type { CommodityKey } from '../../trading/domain/commodity';
import { formatDate, formatIsoTime } from '../../trading/domain/format';
import { type Instrument, getCode, toPriceNumber } from '../../trading/domain/instrument';
import { getMarketName } from '../../trading/domain/market-name';
import type { LogRecord } from '../../trading/domain/record';
import type { RiskLevel } from '../../trading/domain/settings';
import type {
  IssuedSignal,
  ScoredSignal,
  SignalScorecard,
} from '../../trading/domain/signal-facts';
import { SCORE_DELAY_MAX_MS } from '../../trading/engine/signals';
import type { DeskState } from '../../trading/engine/state';
import { NETWORKS } from '../../trading/networks/registry';
import {
  DEMOTION_DAYS_MIN,
  DEMOTION_EVIDENCE,
  DEMOTION_LEVEL,
} from '../../trading/signals/find-demotion';
import { getTallyKey } from '../../trading/signals/signal-state';
import { getModelName, getSignalNames, rebuildSignal } from '../../trading/signals/signal';
import { findDriverLabel } from '../../trading/signals/driver-labels';
import { FORECAST_MODELS } from '../../trading/signals/forecast-models';
import type { ExpectedRange } from '../../trading/signals/outlook';
import { FUTURES } from '../../trading/networks/features/price-features';
import { isVolatilityBetter } from '../../trading/networks/skill-assessments';
import { BIN_EDGES, computeMeanBriers, poolScores } from '../../trading/signals/signal-score';
import type {
  ExpectedRangeDto,
  ReliabilityDto,
  ScoreDto,
  ScoredSignalDto,
  SignalTrackRecordDto,
  SignalDto,
  SilentMarketDto,
} from '../../contracts/api/signals';
import type { SignalCell } from '../../contracts/api/book';
import { MINUTE_MS } from '../../trading/domain/time';

const BENCHMARK_NAMES = { even: '50/50', momentum: '1-month trend', seasonal: 'season' } as const;

const explainDemotion = (tally: SignalScorecard | undefined): string | null =>
  tally?.demoted ? formatDemotion(tally.network, tally.demoted) : null;

const formatDemotion = (
  network: string,
  demoted: NonNullable<SignalScorecard['demoted']>,
): string =>
  `${network} demoted to HOLD on ${formatDate(demoted.atMs, 'UTC')}: below benchmark (${BENCHMARK_NAMES[demoted.rival]}) over ${demoted.days} days.`;

const findInstrument = (state: DeskState, market: string, id: string): Instrument | null =>
  state.listings[market]?.[id] ?? null;

/** Display order: power hubs first, then the order of the networks. */
const CHAIN_ORDER: ReadonlyMap<string, number> = new Map(
  FORECAST_MODELS.map(({ chain }, index) => [chain, index]),
);
const compareChains = (a: { readonly chain: string }, b: { readonly chain: string }): number =>
  (CHAIN_ORDER.get(a.chain) ?? 0) - (CHAIN_ORDER.get(b.chain) ?? 0);

interface ActiveSignal {
  readonly frozen: IssuedSignal;
  readonly wire: SignalDto;
}

const cacheActiveSignals = createViewCache<readonly ActiveSignal[]>();

/**
 * Active signals at the view's time; expired ones are excluded. Accounts with the same market and
 * risk level share them.
 */
function listActiveSignals(
  desk: Pick<Terminal, 'state'>,
  { market, asOfMs, settings: { riskLevel } }: DeskView,
): readonly ActiveSignal[] {
  const state = desk.state();
  return cacheActiveSignals(state, `${market} ${asOfMs} ${riskLevel}`, () =>
    Object.values(state.signals.inForce)
      .filter((signal) => signal.market === market && signal.expiresMs > asOfMs)
      .sort(compareChains)
      .flatMap((frozen) => {
        const instrument = findInstrument(state, frozen.market, frozen.instrumentId);
        return instrument
          ? [{ frozen, wire: serializeSignal(state, frozen, instrument, riskLevel) }]
          : [];
      }),
  );
}

function serializeSignal(
  state: DeskState,
  frozen: IssuedSignal,
  instrument: Instrument,
  riskLevel: DeskView['settings']['riskLevel'],
): SignalDto {
  const demotion = explainDemotion(state.signals.tallies[getTallyKey(frozen)]);
  const signal = rebuildSignal(frozen, instrument, riskLevel, demotion !== null);
  const {
    region,
    symbol,
    word,
    confidence,
    targetPrice,
    low,
    high,
    price,
    chanceUp,
    reasoning,
    commodity,
    network,
    cause,
    isHeld,
    gain,
    hurdle,
    driver,
  } = signal;
  const roundToTick = (value: number): number => Number(value.toFixed(instrument.tick.decimals));
  return {
    region,
    symbol,
    signal: word,
    confidence,
    targetPrice: roundToTick(targetPrice),
    reasoning,
    commodity,
    network,
    model: getModelName(frozen),
    holdReason: cause,
    isHeld,
    expectedMove: roundToTick(gain),
    costHurdle: roundToTick(hurdle),
    driver,
    grade: demotion === null ? (frozen.grade ?? null) : null,
    contract: getCode(instrument),
    price,
    low: roundToTick(low),
    high: roundToTick(high),
    chanceUp,
    missing: (frozen.missing ?? []).map((name) => findDriverLabel(name) ?? name),
    asOf: formatIsoTime(frozen.madeMs),
    expiresAt: formatIsoTime(frozen.expiresMs),
    hasSkill: frozen.hasSkill && demotion === null,
    verdict: demotion ?? frozen.verdict,
    market: frozen.market,
  };
}

/** Active signals of the view's market. */
export const listSignals = (desk: Pick<Terminal, 'state'>, view: DeskView): readonly SignalDto[] =>
  listActiveSignals(desk, view).map(({ wire }) => wire);

const getReason = ({ reason, remark }: Pick<InferenceStatus, 'reason' | 'remark'>): string | null =>
  reason ?? remark;

/** All active signals, and why there are none or no newer ones. */
export function serializeSignals(
  desk: Pick<Terminal, 'state' | 'signals'>,
  view: DeskView,
): SignalsDto {
  return {
    rows: listActiveSignals(desk, view).map(({ wire }) => wire),
    reason: getReason(desk.signals()),
    networks: NETWORKS.length,
  };
}

/**
 * Strongest signal of a commodity: BUY and SELL before HOLD, then by confidence; null without
 * signals.
 */
export function findStrongestSignal(
  desk: Pick<Terminal, 'state'>,
  view: DeskView,
  commodity: CommodityKey,
): SignalCell | null {
  const own = listActiveSignals(desk, view)
    .map(({ wire }) => wire)
    .filter((wire) => wire.commodity === commodity);
  const [best] = [...own].sort(
    (a, b) =>
      Number(b.signal !== 'HOLD') - Number(a.signal !== 'HOLD') || b.confidence - a.confidence,
  );
  if (!best) return null;
  const { signal, confidence, targetPrice, region } = best;
  return { signal, confidence, targetPrice, hub: own.length > 1 ? region : null };
}

/** Number of BUY and SELL signals; null without network output. */
export function countDirectionalSignals(
  desk: Pick<Terminal, 'state'>,
  view: DeskView,
): number | null {
  const rows = listActiveSignals(desk, view);
  return rows.length === 0 ? null : rows.filter(({ wire }) => wire.signal !== 'HOLD').length;
}

/** Track record of the view's market. */
export function buildSignalTrackRecord(
  desk: Pick<Terminal, 'state' | 'signals'>,
  view: DeskView,
): SignalTrackRecordDto {
  const state = desk.state();
  const tallies = Object.values(state.signals.tallies)
    .filter(({ market }) => market === view.market)
    .sort(compareChains);
  const { lastRunMs: issuedMs, tookMs, memoryMb, outlook, silent } = desk.signals();
  return {
    ...serializeSignals(desk, view),
    silent: listSilentMarkets(state, view, silent),
    ranges: (outlook?.expectedRanges ?? []).map((range) => serializeRange(state, view, range)),
    spikes: outlook?.spikeRisks ?? [],
    market: view.market,
    waiting: state.signals.pending.filter(({ market }) => market === view.market).length,
    scored: state.signals.scored
      .filter(({ market }) => market === view.market)
      .flatMap((signal) => serializeScoredSignal(state, signal) ?? []),
    totals: [...new Set(tallies.map(({ network }) => network))].map((network) =>
      serializeScore(
        network,
        null,
        poolScores(tallies.filter((tally) => tally.network === network)),
      ),
    ),
    pooled: serializeScore('all', null, poolScores(tallies)),
    byMarket: tallies.map((tally) => buildMarketScore(state, tally)),
    reliability: buildReliability(tallies),
    rule: {
      level: DEMOTION_LEVEL,
      days: DEMOTION_DAYS_MIN,
      evidence: DEMOTION_EVIDENCE,
      lateMinutes: SCORE_DELAY_MAX_MS / MINUTE_MS,
    },
    spoken:
      issuedMs === null || tookMs === null || memoryMb === null
        ? null
        : { at: formatIsoTime(issuedMs), tookMs, memoryMb },
  };
}

/** Those without an active signal: one that stands was issued while the inputs were there. */
function listSilentMarkets(
  state: DeskState,
  { market, asOfMs }: Pick<DeskView, 'market' | 'asOfMs'>,
  silent: InferenceStatus['silent'],
): readonly SilentMarketDto[] {
  const active = Object.values(state.signals.inForce).filter(
    (signal) => signal.market === market && signal.expiresMs > asOfMs,
  );
  return silent
    .filter(({ chain }) => !active.some((signal) => signal.chain === chain))
    .flatMap(({ chain, reason }) => {
      const found = findCurveChain(chain);
      return found ? { chain, name: getMarketName(found.commodity, found.hub), reason } : [];
    });
}

function serializeRange(
  state: DeskState,
  { market }: Pick<DeskView, 'market'>,
  { chain, sigma, ratio }: ExpectedRange,
): ExpectedRangeDto {
  return {
    symbol: getSymbol(state, { market, chain }),
    commodity: FUTURES[chain] ?? 'electricity',
    sigma,
    ratio,
    isBetter: isVolatilityBetter(chain),
  };
}

const OUTCOMES = new Map<number | null, ScoredSignalDto['outcome']>([
  [1, 'rose'],
  [0, 'fell'],
  [0.5, 'stood'],
]);

function serializeScoredSignal(state: DeskState, signal: ScoredSignal): ScoredSignalDto | null {
  const instrument = findInstrument(state, signal.market, signal.instrumentId);
  if (!instrument) return null;
  return {
    symbol: getSignalNames(instrument).symbol,
    network: signal.network,
    contract: getCode(instrument),
    commodity: instrument.commodity,
    madeAt: formatIsoTime(signal.madeMs),
    expiredAt: formatIsoTime(signal.expiresMs),
    chanceUp: signal.chanceUp,
    price: toPriceNumber(instrument, signal.priceTicks),
    priceThen: toPriceNumber(instrument, signal.thenTicks),
    outcome: OUTCOMES.get(signal.outcome) ?? null,
    brier: signal.brier,
  };
}

type PooledScores = ReturnType<typeof poolScores>;

function serializeScore(
  network: string,
  symbol: string | null,
  sums: PooledScores,
  assessment: Pick<ScoreDto, 'verdict' | 'isDemoted'> = { verdict: null, isDemoted: false },
): ScoreDto {
  const { count, voids, hits, sided, logLoss } = sums;
  const means = computeMeanBriers(sums);
  return {
    network,
    symbol,
    count,
    voids,
    hits,
    sided,
    hitRate: sided === 0 ? null : hits / sided,
    brier: means?.own ?? null,
    logLoss: count === 0 ? null : logLoss / count,
    rivals: means?.rivals ?? null,
    ...assessment,
  };
}

function buildMarketScore(state: DeskState, tally: SignalScorecard): ScoreDto {
  const cached = Object.values(state.signals.inForce).find(
    ({ market, chain }) => market === tally.market && chain === tally.chain,
  );
  const demotion = explainDemotion(tally);
  return serializeScore(tally.network, getSymbol(state, tally), tally, {
    verdict: demotion ?? cached?.verdict ?? null,
    isDemoted: demotion !== null,
  });
}

/** API symbol of a root symbol. */
function getSymbol(
  state: DeskState,
  { market, chain }: Pick<SignalScorecard, 'market' | 'chain'>,
): string {
  const instrument = Object.values(state.listings[market] ?? {}).find(
    (one) => one.id === chain || one.contract?.chain === chain,
  );
  return instrument ? getSignalNames(instrument).symbol : chain;
}

function buildReliability(tallies: readonly SignalScorecard[]): readonly ReliabilityDto[] {
  const edges = [0, ...BIN_EDGES, 1];
  return poolScores(tallies).bins.map(({ count, stated, came }, index) => ({
    from: edges[index] ?? 0,
    until: edges[index + 1] ?? 1,
    count,
    stated: count === 0 ? null : stated / count,
    came: count === 0 ? null : came / count,
  }));
}

/** Notification text of a signal change or a demotion. */
export function describeSignalChange(
  desk: Pick<Terminal, 'state'>,
  record: Extract<LogRecord, { type: 'SignalFrozen' | 'NetworkDemoted' }>,
  riskLevel: RiskLevel,
): { readonly title: string; readonly description: string } {
  const state = desk.state();
  if (record.type === 'NetworkDemoted') {
    const { network, rival, days } = record.payload;
    return {
      title: `${getSymbol(state, record.payload)}: HOLD`,
      description: formatDemotion(network, { atMs: record.atMs, rival, days }),
    };
  }
  const { payload, seq, atMs } = record;
  const instrument = findInstrument(state, payload.market, payload.instrumentId);
  if (!instrument)
    return { title: payload.chain, description: `${payload.network} issued a forecast.` };
  const { symbol, word, reasoning } = rebuildSignal(
    { ...payload, seq, madeMs: atMs },
    instrument,
    riskLevel,
    false,
  );
  return { title: `${symbol}: ${word}`, description: reasoning };
}
