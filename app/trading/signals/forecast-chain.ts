/**
 * Runs a price network on one chain: probability of a rise, distribution of the move, and reasons.
 */
import type { ByBenchmark, SignalReason } from '../domain/signal-facts';
import type { EpochMs } from '../domain/units';
import { computeAttribution, groupAttribution } from '../networks/core/attribution';
import { type Model, predictRow } from '../networks/core/model';
import type { PointInTimeView } from '../networks/features/point-in-time-view';
import { type NetworkSpec, computeRawFeatures } from '../networks/network-spec';
import type { PriceForecast } from './price-forecast';
import { computeBenchmarkProbabilities } from './benchmark-probabilities';
import type { ForecastModel } from './forecast-models';

/** A forecast as recorded: with its contract, benchmark probabilities and attribution. */
export interface IssuedForecast extends PriceForecast {
  readonly model: string;
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

/**
 * Returns null while the chain has too few marks for a standard deviation. Heads of a price
 * network: probability over one day, over five days, and three quantiles.
 */
export function forecastChain(
  { spec, subject, chain }: ForecastModel,
  model: Model,
  view: PointInTimeView,
  month: PricedMonth,
  slotMs: EpochMs,
): IssuedForecast | null {
  const marks = view.getMarks(chain);
  if (!marks || !(marks.sigma > 0)) return null;
  const raw = computeRawFeatures(spec, view, subject);
  const [chanceUp = NaN, , ...quantiles] = predictRow(model, raw);
  const [low = NaN, middle = NaN, high = NaN] = quantiles.map((deviations) =>
    toQuotedUnits(deviations * marks.sigma, month),
  );
  const { output, base, features } = computeAttribution(model, raw, 0);
  return {
    network: spec.id,
    model: model.manifestSha.slice(0, MODEL_ID_LENGTH),
    chain,
    instrumentId: month.instrumentId,
    stampMs: view.stampMs,
    slotMs,
    horizonMs: spec.horizonMs,
    chanceUp: roundFigure(chanceUp),
    low: roundFigure(low),
    middle: roundFigure(middle),
    high: roundFigure(high),
    logit: roundFigure(output),
    base: roundFigure(base),
    rivals: roundBenchmarks(computeBenchmarkProbabilities(marks.moves, view.stampMs)),
    reasons: listReasons(spec, raw, features),
  };
}

const toQuotedUnits = (move: number, { price, isArithmetic }: PricedMonth): number =>
  isArithmetic ? move : price * Math.expm1(move);

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
