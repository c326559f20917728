/**
 * A network's opinion of a chain at a stamp: its chance, the distribution of the move, and what
 * speaks for it.
 */
import type { ByBenchmark, SignalReason } from '../domain/signal-facts';
import type { EpochMs } from '../domain/units';
import { computeAttribution, groupedAttribution } from '../networks/core/attribution';
import { type Model, predictRow } from '../networks/core/model';
import type { PointInTimeView } from '../networks/features/point-in-time-view';
import { type NetworkSpec, rawFeatures } from '../networks/network-spec';
import type { Opinion } from './opinion';
import { computeBenchmarkProbabilities } from './benchmark-probabilities';
import type { ForecastModel } from './forecast-models';

/**
 * An opinion as it is told to the desk: with the contract it speaks of, its rivals, and what its
 * reasons add up to.
 */
export interface IssuedForecast extends Opinion {
  readonly model: string;
  readonly instrumentId: string;
  /** The publication after which nothing new had come. */
  readonly slotMs: EpochMs;
  /**
   * Logit of the chance before calibration; `base` and what the reasons add sum to it but for the
   * integration's error.
   */
  readonly logit: number;
  readonly base: number;
  readonly rivals: ByBenchmark<number>;
}

/**
 * The contract in force at the stamp, its last price in quoted units, and whether it moves in
 * quoted units (power) or in logarithms.
 */
interface PricedMonth {
  readonly instrumentId: string;
  readonly price: number;
  readonly isArithmetic: boolean;
}

/** Digits of the manifest's digest by which weights are told apart. */
const MODEL_DIGITS = 12;
const DECIMALS = 6;
const roundFigure = (value: number): number => Number(value.toFixed(DECIMALS)) + 0;

/**
 * The opinion; null where the chain has too few marks for a deviation. The heads are those of
 * networks of direction: chance of a day, of five, three quantiles.
 */
export function forecastChain(
  { spec, subject, chain }: ForecastModel,
  model: Model,
  view: PointInTimeView,
  month: PricedMonth,
  slotMs: EpochMs,
): IssuedForecast | null {
  const marks = view.marks(chain);
  if (!marks || !(marks.sigma > 0)) return null;
  const raw = rawFeatures(spec, view, subject);
  const [chanceUp = NaN, , ...quantiles] = predictRow(model, raw);
  const [low = NaN, middle = NaN, high = NaN] = quantiles.map((deviations) =>
    inQuotedUnits(deviations * marks.sigma, month),
  );
  const { output, base, features } = computeAttribution(model, raw, 0);
  return {
    network: spec.id,
    model: model.manifestSha.slice(0, MODEL_DIGITS),
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
    rivals: roundedRivals(computeBenchmarkProbabilities(marks.moves, view.stampMs)),
    reasons: listReasons(spec, raw, features),
  };
}

const inQuotedUnits = (move: number, { price, isArithmetic }: PricedMonth): number =>
  isArithmetic ? move : price * Math.expm1(move);

const roundedRivals = ({ even, momentum, seasonal }: ByBenchmark<number>): ByBenchmark<number> => ({
  even,
  momentum: roundFigure(momentum),
  seasonal: roundFigure(seasonal),
});

/** One reason for each group of features, told by the feature that adds most to it. */
function listReasons(
  spec: NetworkSpec,
  raw: Float64Array,
  adds: Float64Array,
): readonly SignalReason[] {
  const groups = spec.features.map(({ group }) => group);
  return groupedAttribution({ features: adds }, groups).map(({ group, adds: sum }) => {
    let strongest = groups.indexOf(group);
    for (const [place, name] of groups.entries())
      if (
        name === group &&
        (adds[place] ?? 0) * Math.sign(sum) > (adds[strongest] ?? 0) * Math.sign(sum)
      )
        strongest = place;
    const { name = group, unit = '' } = spec.features[strongest] ?? {};
    const value = raw[strongest] ?? NaN;
    return {
      group,
      adds: roundFigure(sum),
      feature: name,
      value: Number.isFinite(value) ? roundFigure(value) : null,
      unit,
    };
  });
}
