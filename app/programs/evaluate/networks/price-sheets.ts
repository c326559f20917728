// Loss sheets of a price network: direction over one and five days, and the gain of its signals.
import { PRICE_NOTES } from '../../train/samplers';
import type { SideSign } from '../../../trading/domain/position';
import { decideSignal, toCallSide } from '../../../trading/signals/decide-signal';
import { computeDailyGain } from '../../../trading/signals/price-forecast';
import { COMMON_NOTES, type Rows, SUBJECT_NOTE } from '../../train/rows';
import type { EvaluatedNetwork } from './evaluated-network';
import { type NamedBenchmark, buildPriceBenchmarks } from './benchmarks';
import type { Sheet } from './loss-sheet';
import { assignBlocks, getNote, computeOutputs, computeSquaredErrors } from './row-columns';

export const getPriceNote = (rows: Rows, name: (typeof PRICE_NOTES)[number]): Float64Array =>
  getNote(rows, COMMON_NOTES + PRICE_NOTES.indexOf(name));
const HORIZONS = [
  { target: 'rises in a day', move: 'move', lag: 5, isMain: true },
  { target: 'rises in five days', move: 'move of five days', lag: 10, isMain: false },
] as const;

/** Sheets of one simulated path. */
export function createPriceSheets({
  spec,
  model,
  line,
  trainRows,
}: EvaluatedNetwork): (rows: Rows, world: number) => readonly Sheet[] {
  const benchmarks = HORIZONS.map(({ move }) =>
    buildPriceBenchmarks(spec, trainRows, getPriceNote(trainRows, move)),
  );
  return (rows, world) => {
    const [own, linear] = [computeOutputs(model, rows), computeOutputs(line, rows)];
    return HORIZONS.map(({ target, move, lag, isMain }, head): Sheet => {
      const moves = getPriceNote(rows, move);
      const outcomes = moves.map((value) => (value === 0 ? NaN : Number(value > 0)));
      const probabilities = own[head] ?? new Float64Array(rows.rows);
      return {
        net: spec.id,
        target,
        lossName: 'Brier score',
        isMain,
        isDirection: true,
        bySubject: true,
        lag,
        subject: getNote(rows, SUBJECT_NOTE),
        block: assignBlocks(rows, world, 1),
        own: computeSquaredErrors(probabilities, outcomes),
        line: computeSquaredErrors(linear[head] ?? probabilities, outcomes),
        rivals: computeLosses(benchmarks[head] ?? [], rows, outcomes),
        forecast: probabilities.map((value) => value - 0.5),
        outcome: moves,
        chance: probabilities,
        came: outcomes,
        attainable: isMain ? getPriceNote(rows, 'predictable from public data') : null,
        gain: isMain ? computeSignalGains(rows, toForecasts(own)).gain : null,
      };
    });
  };
}

export const computeLosses = (
  benchmarks: readonly NamedBenchmark[],
  rows: Rows,
  outcomes: Float64Array,
): Sheet['rivals'] =>
  benchmarks.map(({ name, predict }) => ({
    name,
    losses: computeSquaredErrors(predict(rows), outcomes),
  }));

/** Heads of a price network: one number per row. Quantiles are in standard deviations. */
export interface PriceForecasts {
  readonly chanceUp: Float64Array;
  readonly low: Float64Array;
  readonly middle: Float64Array;
  readonly high: Float64Array;
}

/** Reads the heads of a price network; throws RangeError if one is missing. */
export function toForecasts([
  chanceUp,
  ,
  low,
  middle,
  high,
]: readonly Float64Array[]): PriceForecasts {
  if (!chanceUp || !low || !middle || !high)
    throw new RangeError('a price network has two probabilities and three quantiles');
  return { chanceUp, low, middle, high };
}

/**
 * Follows the signal rule at moderate risk: the side of each day (1, 0 or -1), its gain in standard
 * deviations, minus half a round-trip cost per change of side, and the signed expected move. Rows
 * are in time order.
 */
export function computeSignalGains(
  rows: Rows,
  { chanceUp, low, middle, high }: PriceForecasts,
): Readonly<Record<'gain' | 'side' | 'edge', Float64Array>> {
  const [moves, costs, subjects] = [
    getPriceNote(rows, 'move'),
    getPriceNote(rows, 'round trip'),
    getNote(rows, SUBJECT_NOTE),
  ];
  const lastSides = new Map<number, SideSign>();
  const [side, edge] = [new Float64Array(rows.rows), new Float64Array(rows.rows)];
  const gain = moves.map((move, row) => {
    const [subject, cost] = [subjects[row] ?? 0, costs[row] ?? NaN];
    const forecast = {
      network: '',
      chain: '',
      stampMs: 0,
      horizonMs: 0,
      chanceUp: chanceUp[row] ?? NaN,
      low: low[row] ?? NaN,
      middle: middle[row] ?? NaN,
      high: high[row] ?? NaN,
      reasons: [],
    };
    const heldSide = lastSides.get(subject) ?? 0;
    const { word } = decideSignal(forecast, { price: 0, roundTrip: cost }, 'moderate', {
      heldSide,
    });
    const now = toCallSide(word);
    const changes = Math.abs(now - heldSide);
    lastSides.set(subject, now);
    side[row] = now;
    edge[row] = Math.sign(forecast.chanceUp - 0.5) * computeDailyGain(forecast);
    return now * move - (changes * cost) / 2;
  });
  return { gain, side, edge };
}
