/**
 * Forecast evolution: each day's innovation is a sum of pieces revealed from two weeks before until
 * the day.
 *
 * Source: the martingale model of forecast evolution (D. C. Heath and P. L. Jackson 1994, IIE
 * Transactions 26).
 */
import { CYCLES_PER_DAY } from '../market-models';
import type { RandomStreams, RandomStream } from '../random-streams';
import { CELL_COUNT } from './climate';
import { approximateNormalQuantile, convertToNormals } from './quick-normal';
import { correlateValues } from './spatial';

/**
 * Fraction of an innovation's variance known at the end of the day `index` days before; all at lead
 * 0.
 */
export const REVEALED = [
  1, 0.96, 0.92, 0.86, 0.78, 0.68, 0.56, 0.44, 0.33, 0.24, 0.17, 0.11, 0.07, 0.04, 0.02, 0,
] as const;
/** Wind is less predictable. */
export const WIND_REVEALED = [1, 0.85, 0.65, 0.45, 0.28, 0.15, 0.06, 0] as const;

/**
 * Innovations of one kind over all cells: standard normals, correlated in space, independent
 * between days.
 */
export interface InnovationField {
  readonly pieces: RandomStream;
  readonly bridge: RandomStream;
  /** Leads with pieces: 0 to `leads` - 1. */
  readonly leads: number;
  /** Standard deviation of the piece revealed at a lead. */
  readonly weights: Float64Array;
  /** Fraction known at the end of the day, by lead. */
  readonly revealed: readonly number[];
}

export function createField(
  random: RandomStreams,
  name: string,
  revealed: readonly number[],
): InnovationField {
  const leads = revealed.length - 1;
  const weights = Float64Array.from({ length: leads }, (_, lead) =>
    Math.sqrt((revealed[lead] ?? 0) - (revealed[lead + 1] ?? 0)),
  );
  return {
    pieces: random.getStream(`weather/${name}`),
    bridge: random.getStream(`weather/${name}/cycles`),
    leads,
    weights,
    revealed,
  };
}

/** Fraction of a lead's innovation variance known after `cycles` cycles of a day. */
export const getKnownFraction = (field: InnovationField, lead: number, cycles: number): number => {
  const before = field.revealed[lead + 1] ?? 0;
  return before + (cycles / CYCLES_PER_DAY) * ((field.revealed[lead] ?? 0) - before);
};

const CELLS_STRIDE = 16;

/**
 * Writes the pieces revealed during a day, by lead and cell, into `out`; only the first `leads` if
 * given.
 */
export function fillDayPieces(
  random: RandomStreams,
  field: InnovationField,
  day: number,
  out: Float64Array,
  leads = field.leads,
): void {
  const row = random.atStep(field.pieces, day);
  for (let lead = 0; lead < leads; lead += 1) {
    const offset = lead * CELL_COUNT;
    const weight = field.weights[lead] ?? 0;
    random.fillUniforms(row, lead * CELLS_STRIDE, CELL_COUNT, out, offset);
    convertToNormals(out, offset, CELL_COUNT);
    for (let index = offset; index < offset + CELL_COUNT; index += 1)
      out[index] = weight * (out[index] ?? 0);
    correlateValues(out, offset);
  }
}

/** Brownian path that ends at `end`, after 1, 2 or 3 quarters, from its own standard normals. */
function computeBridge(cycles: number, end: number, middle: number, side: number): number {
  const half = 0.5 * end + 0.5 * middle;
  if (cycles === 2) return half;
  return cycles === 1
    ? 0.5 * half + Math.SQRT1_2 * 0.5 * side
    : 0.5 * (half + end) + Math.SQRT1_2 * 0.5 * side;
}

/** Scratch array of quarter normals, valid within one call. */
const normals = new Float64Array(4 * CELL_COUNT);

/**
 * Writes the pieces of the day itself revealed by its cycles 1, 2 and 3 into three rows of `out`;
 * equal to `fillCyclePieces`.
 */
export function fillQuarterPieces(
  random: RandomStreams,
  field: InnovationField,
  day: number,
  out: Float64Array,
): void {
  const step = day * CYCLES_PER_DAY;
  const [ends, middles, firsts, lasts] = [
    random.atStep(field.pieces, day),
    random.atStep(field.bridge, step + 2),
    random.atStep(field.bridge, step + 1),
    random.atStep(field.bridge, step + 3),
  ];
  const weight = field.weights[0] ?? 0;
  [ends, middles, firsts, lasts].forEach((row, index) =>
    random.fillUniforms(row, 0, CELL_COUNT, normals, index * CELL_COUNT),
  );
  convertToNormals(normals, 0, 4 * CELL_COUNT);
  for (let cell = 0; cell < CELL_COUNT; cell += 1) {
    const end = normals[cell] ?? 0;
    const middle = normals[CELL_COUNT + cell] ?? 0;
    out[cell] = weight * computeBridge(1, end, middle, normals[2 * CELL_COUNT + cell] ?? 0);
    out[CELL_COUNT + cell] = weight * computeBridge(2, end, middle, 0);
    out[2 * CELL_COUNT + cell] =
      weight * computeBridge(3, end, middle, normals[3 * CELL_COUNT + cell] ?? 0);
  }
  for (let row = 0; row < 3; row += 1) correlateValues(out, row * CELL_COUNT);
}

/** As `fillDayPieces`, but only what the first 1 to 3 cycles of the day revealed. */
export function fillCyclePieces(
  random: RandomStreams,
  field: InnovationField,
  day: number,
  cycles: number,
  out: Float64Array,
): void {
  const step = day * CYCLES_PER_DAY;
  const [ends, middles, sides] = [
    random.atStep(field.pieces, day),
    random.atStep(field.bridge, step + 2),
    random.atStep(field.bridge, step + cycles),
  ];
  for (let lead = 0; lead < field.leads; lead += 1) {
    const offset = lead * CELL_COUNT;
    const weight = field.weights[lead] ?? 0;
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      const index = lead * CELLS_STRIDE + cell;
      const side = cycles === 2 ? 0 : approximateNormalQuantile(random.drawUniformAt(sides, index));
      out[offset + cell] =
        weight *
        computeBridge(
          cycles,
          approximateNormalQuantile(random.drawUniformAt(ends, index)),
          approximateNormalQuantile(random.drawUniformAt(middles, index)),
          side,
        );
    }
    correlateValues(out, offset);
  }
}
