// Loss sheets of a price network: direction over one and five days, and the gain of its signals.
import { PRICE_NOTES } from '../../train/samplers';
import { decideSignal } from '../../../trading/signals/decide-signal';
import { COMMON_NOTES, type Rows, SUBJECT_NOTE } from '../../train/row-sink';
import type { EvaluatedNetwork } from './evaluated-network';
import { type NamedBenchmark, buildPriceBenchmarks } from './benchmarks';
import {
  type Sheet,
  assignBlocks,
  getNote,
  computeOutputs,
  computeSquaredErrors,
} from './loss-sheet';

const getPriceNote = (rows: Rows, name: (typeof PRICE_NOTES)[number]): Float64Array =>
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
        attainable: isMain ? getPriceNote(rows, 'foreseen from news') : null,
        gain: isMain ? computeGains(rows, own) : null,
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

/**
 * Daily gain of the signal rule at moderate risk, minus half a round-trip cost per change of side.
 */
function computeGains(rows: Rows, outputs: readonly Float64Array[]): Float64Array {
  const [moves, costs, subjects] = [
    getPriceNote(rows, 'move'),
    getPriceNote(rows, 'round trip'),
    getNote(rows, SUBJECT_NOTE),
  ];
  const sides = new Map<number, number>();
  const getOutput = (head: number, row: number): number => outputs[head]?.[row] ?? NaN;
  return moves.map((move, row) => {
    const forecast = {
      network: '',
      chain: '',
      stampMs: 0,
      horizonMs: 0,
      chanceUp: getOutput(0, row),
      low: getOutput(2, row),
      middle: getOutput(3, row),
      high: getOutput(4, row),
      reasons: [],
    };
    const { word } = decideSignal(forecast, { price: 0, roundTrip: costs[row] ?? NaN }, 'moderate');
    const side = word === 'BUY' ? 1 : word === 'SELL' ? -1 : 0;
    const previousSide = sides.get(subjects[row] ?? 0) ?? 0;
    sides.set(subjects[row] ?? 0, side);
    return side * move - (Math.abs(side - previousSide) * (costs[row] ?? NaN)) / 2;
  });
}
