/**
 * Runs a price network on one chain: probability of a rise, distribution of the move, and reasons.
 */
import type { ByBenchmark, SignalReason, SignalSource } from '../domain/signal-facts';
import type { EpochMs } from '../domain/units';
import { computeAttribution, groupAttribution } from '../networks/core/attribution';
import { type Model, predictRow } from '../networks/core/model';
import type { MarksView } from '../networks/features/daily-marks';
import { SEASON_GROUP } from '../networks/features/feature';
import type { PointInTimeView } from '../networks/features/point-in-time-view';
import { type NetworkSpec, computeRawFeatures } from '../networks/network-spec';
import type { PriceForecast } from './price-forecast';
import {
  BENCHMARK_DAYS,
  TREND_DAYS,
  computeBenchmarkProbabilities,
} from './benchmark-probabilities';
import type { ExpectedRisk } from './expected-risk';
import type { ForecastModel } from './forecast-models';

/** A forecast as recorded: with its contract, benchmark probabilities and attribution. */
export interface IssuedForecast extends PriceForecast, Partial<ExpectedRisk> {
  readonly model: string;
  readonly source: SignalSource;
  readonly instrumentId: string;
  /** Time of the newest publication that the forecast uses. */
  readonly slotMs: EpochMs;
  /**
   * Logit before calibration. `base` plus the contributions of all reasons equals it, up to
   * integration error.
   */
  readonly logit: number;
  readonly base: number;
  readonly rivals: ByBenchmark<number>;
  /** On data of a market in which no model was evaluated: never a call. */
  readonly isUnproven?: true;
  /** Names of inputs without a value, where some may be missing. */
  readonly missing?: readonly string[];
}

/**
 * The active contract at the stamp, its last price in quoted units, and whether moves are
 * differences (power) or log returns.
 */
interface PricedMonth {
  readonly instrumentId: string;
  readonly price: number;
  readonly isArithmetic: boolean;
}

/** Hex digits of the manifest digest that identify the weights. */
const MODEL_ID_LENGTH = 12;
const DECIMALS = 6;
const roundFigure = (value: number): number => Number(value.toFixed(DECIMALS)) + 0;

/** The model that issues a signal, and the weights behind it: those of the network for a benchmark. */
export interface IssuingModel {
  readonly source: SignalSource;
  readonly model: Model;
}

/** Probability of a rise, and quantiles of the move in quoted units. */
interface ChainPrediction {
  readonly chanceUp: number;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

const isBenchmark = (source: SignalSource): source is 'momentum' | 'seasonal' =>
  source === 'momentum' || source === 'seasonal';

const computeBenchmarks = (marks: MarksView, stampMs: EpochMs): ByBenchmark<number> =>
  roundBenchmarks(computeBenchmarkProbabilities(marks.listMoves(BENCHMARK_DAYS), stampMs));

/** What a forecast is made of: the marks, the raw features and the outputs of the network. */
function readChain(
  { spec, subject, chain }: ForecastModel,
  model: Model,
  view: PointInTimeView,
  month: Omit<PricedMonth, 'instrumentId'>,
) {
  const marks = view.getMarks(chain);
  if (!marks || !(marks.sigma > 0)) return null;
  const raw = computeRawFeatures(spec, view, subject);
  const [chanceUp = NaN, , ...quantiles] = predictRow(model, raw);
  const [low = NaN, middle = NaN, high = NaN] = quantiles.map((deviations) =>
    toQuotedUnits(deviations * marks.sigma, month),
  );
  return {
    marks,
    raw,
    prediction: {
      chanceUp: roundFigure(chanceUp),
      low: roundFigure(low),
      middle: roundFigure(middle),
      high: roundFigure(high),
    },
  };
}

/**
 * The figures of a forecast without its attribution and the benchmarks beside it, which cost
 * several times as much; null while the chain has too few marks for a standard deviation.
 */
export function predictChain(
  forecastModel: ForecastModel,
  { source, model }: IssuingModel,
  view: PointInTimeView,
  month: Omit<PricedMonth, 'instrumentId'>,
): ChainPrediction | null {
  const read = readChain(forecastModel, model, view, month);
  if (read === null || !isBenchmark(source)) return read?.prediction ?? null;
  return { ...read.prediction, chanceUp: computeBenchmarks(read.marks, view.stampMs)[source] };
}

/**
 * Forecasts a chain; null while it has too few marks for a standard deviation. Heads of a price
 * network: probability over one day, over five days, and three quantiles. A benchmark
 * has its own probability and reasons; the quantiles are those of the network.
 */
export function forecastChain(
  forecastModel: ForecastModel,
  { source, model }: IssuingModel,
  view: PointInTimeView,
  month: PricedMonth,
  slotMs: EpochMs,
): IssuedForecast | null {
  const read = readChain(forecastModel, model, view, month);
  if (read === null) return null;
  const { spec, chain } = forecastModel;
  const { marks, raw, prediction } = read;
  const benchmarks = computeBenchmarks(marks, view.stampMs);
  const { logit, base, reasons } = isBenchmark(source)
    ? explainBenchmark(source, benchmarks[source], marks.computeScaledSum(TREND_DAYS))
    : explainModel(spec, model, raw);
  return {
    network: spec.id,
    model: isBenchmark(source) ? source : model.manifestSha.slice(0, MODEL_ID_LENGTH),
    source,
    chain,
    instrumentId: month.instrumentId,
    stampMs: view.stampMs,
    slotMs,
    horizonMs: spec.horizonMs,
    ...prediction,
    chanceUp: isBenchmark(source) ? benchmarks[source] : prediction.chanceUp,
    logit,
    base,
    rivals: benchmarks,
    reasons,
  };
}

type Explanation = Pick<IssuedForecast, 'logit' | 'base' | 'reasons'>;

function explainModel(spec: NetworkSpec, model: Model, raw: Float64Array): Explanation {
  const { output, base, features } = computeAttribution(model, raw, 0);
  return {
    logit: roundFigure(output),
    base: roundFigure(base),
    reasons: listReasons(spec, raw, features),
  };
}

/** The whole logit of a benchmark comes from its one input. */
function explainBenchmark(
  source: 'momentum' | 'seasonal',
  probability: number,
  trend: number,
): Explanation {
  const logit = roundFigure(Math.log(probability / (1 - probability)));
  const reason: SignalReason =
    source === 'momentum'
      ? {
          group: 'price',
          adds: logit,
          feature: `move of ${TREND_DAYS} days`,
          value: Number.isFinite(trend) ? roundFigure(trend) : null,
          unit: 'sigma',
        }
      : { group: SEASON_GROUP, adds: logit, feature: 'season', value: null, unit: '' };
  return { logit, base: 0, reasons: [reason] };
}

const toQuotedUnits = (
  move: number,
  { price, isArithmetic }: Omit<PricedMonth, 'instrumentId'>,
): number => (isArithmetic ? move : price * Math.expm1(move));

const roundBenchmarks = ({
  even,
  momentum,
  seasonal,
}: ByBenchmark<number>): ByBenchmark<number> => ({
  even,
  momentum: roundFigure(momentum),
  seasonal: roundFigure(seasonal),
});

/** One reason per feature group, named by the feature with the largest contribution. */
function listReasons(
  spec: NetworkSpec,
  raw: Float64Array,
  contributions: Float64Array,
): readonly SignalReason[] {
  const groups = spec.features.map(({ group }) => group);
  return groupAttribution({ features: contributions }, groups).map(({ group, adds: sum }) => {
    let strongestIndex = groups.indexOf(group);
    for (const [index, name] of groups.entries())
      if (
        name === group &&
        (contributions[index] ?? 0) * Math.sign(sum) >
          (contributions[strongestIndex] ?? 0) * Math.sign(sum)
      )
        strongestIndex = index;
    const { name = group, unit = '' } = spec.features[strongestIndex] ?? {};
    const value = raw[strongestIndex] ?? NaN;
    return {
      group,
      adds: roundFigure(sum),
      feature: name,
      value: Number.isFinite(value) ? roundFigure(value) : null,
      unit,
    };
  });
}
