// Sheets of a network of prices: the direction over a day and over five, and what following its
// signals brings.
import { PRICE_NOTES } from '../../train/samplers';
import { decideSignal } from '../../../trading/signals/decide';
import { COMMON_NOTES, type Rows, SUBJECT_NOTE } from '../../train/row-sink';
import type { Contestant } from './contestant';
import { type NamedBenchmark, priceRivals } from './rivals';
import { type Sheet, assignBlocks, getNote, computeOutputs, computeSquares } from './sheet';

const priceNote = (rows: Rows, name: (typeof PRICE_NOTES)[number]): Float64Array =>
  getNote(rows, COMMON_NOTES + PRICE_NOTES.indexOf(name));
const HORIZONS = [
  { target: 'rises in a day', move: 'move', lag: 5, isMain: true },
  { target: 'rises in five days', move: 'move of five days', lag: 10, isMain: false },
] as const;

/** Sheets of the rows of one world. */
export function priceSheets({
  spec,
  model,
  line,
  learnt,
}: Contestant): (rows: Rows, world: number) => readonly Sheet[] {
  const rivals = HORIZONS.map(({ move }) => priceRivals(spec, learnt, priceNote(learnt, move)));
  return (rows, world) => {
    const [own, straight] = [computeOutputs(model, rows), computeOutputs(line, rows)];
    return HORIZONS.map(({ target, move, lag, isMain }, head): Sheet => {
      const moves = priceNote(rows, move);
      const came = moves.map((value) => (value === 0 ? NaN : Number(value > 0)));
      const chance = own[head] ?? new Float64Array(rows.rows);
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
        own: computeSquares(chance, came),
        line: computeSquares(straight[head] ?? chance, came),
        rivals: computeLosses(rivals[head] ?? [], rows, came),
        forecast: chance.map((value) => value - 0.5),
        outcome: moves,
        chance,
        came,
        attainable: isMain ? priceNote(rows, 'foreseen from news') : null,
        gain: isMain ? computeGains(rows, own) : null,
      };
    });
  };
}

export const computeLosses = (
  rivals: readonly NamedBenchmark[],
  rows: Rows,
  came: Float64Array,
): Sheet['rivals'] =>
  rivals.map(({ name, tell }) => ({ name, losses: computeSquares(tell(rows), came) }));

/**
 * What the rule of the desk brings a day: the side of the signal at a moderate risk, half a round
 * trip for each half that changes.
 */
function computeGains(rows: Rows, outputs: readonly Float64Array[]): Float64Array {
  const [moves, costs, subjects] = [
    priceNote(rows, 'move'),
    priceNote(rows, 'round trip'),
    getNote(rows, SUBJECT_NOTE),
  ];
  const held = new Map<number, number>();
  const at = (head: number, row: number): number => outputs[head]?.[row] ?? NaN;
  return moves.map((move, row) => {
    const opinion = {
      network: '',
      chain: '',
      stampMs: 0,
      horizonMs: 0,
      chanceUp: at(0, row),
      low: at(2, row),
      middle: at(3, row),
      high: at(4, row),
      reasons: [],
    };
    const { word } = decideSignal(opinion, { price: 0, roundTrip: costs[row] ?? NaN }, 'moderate');
    const side = word === 'BUY' ? 1 : word === 'SELL' ? -1 : 0;
    const before = held.get(subjects[row] ?? 0) ?? 0;
    held.set(subjects[row] ?? 0, side);
    return side * move - (Math.abs(side - before) * (costs[row] ?? NaN)) / 2;
  });
}
