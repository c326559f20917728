/**
 * How chance becomes known ahead of its day: each day's innovation is a sum of pieces, revealed
 * from two weeks before until the day itself.
 *
 * Source: the martingale model of forecast evolution (D. C. Heath and P. L. Jackson 1994, IIE
 * Transactions 26).
 */
import { CYCLES_PER_DAY } from '../parts';
import type { Chance, Stream } from '../random-streams';
import { CELL_COUNT } from './climate';
import { quickNormal, quickNormals } from './quick-normal';
import { correlateValues } from './spatial';

/**
 * Share of the variance of a day's innovation that is known once the day so many days before is
 * over; at lead 0 all of it.
 */
export const REVEALED = [
  1, 0.96, 0.92, 0.86, 0.78, 0.68, 0.56, 0.44, 0.33, 0.24, 0.17, 0.11, 0.07, 0.04, 0.02, 0,
] as const;
/** Winds are foreseen less well. */
export const WIND_REVEALED = [1, 0.85, 0.65, 0.45, 0.28, 0.15, 0.06, 0] as const;

/**
 * One kind of innovation over all cells: standard normals, correlated in space, independent from
 * day to day.
 */
export interface Field {
  readonly pieces: Stream;
  readonly bridge: Stream;
  /** Days ahead on which pieces are revealed: leads 0 to `leads` - 1. */
  readonly leads: number;
  /** Standard deviation of the piece revealed at a lead. */
  readonly weights: Float64Array;
  /** Share known once a lead's day of revelation is over. */
  readonly revealed: readonly number[];
}

export function createField(chance: Chance, name: string, revealed: readonly number[]): Field {
  const leads = revealed.length - 1;
  const weights = Float64Array.from({ length: leads }, (_, lead) =>
    Math.sqrt((revealed[lead] ?? 0) - (revealed[lead + 1] ?? 0)),
  );
  return {
    pieces: chance.stream(`weather/${name}`),
    bridge: chance.stream(`weather/${name}/cycles`),
    leads,
    weights,
    revealed,
  };
}

/** Share of the variance of a lead's innovation that is known after so many cycles of a day. */
export const shareKnown = (field: Field, lead: number, cycles: number): number => {
  const before = field.revealed[lead + 1] ?? 0;
  return before + (cycles / CYCLES_PER_DAY) * ((field.revealed[lead] ?? 0) - before);
};

const CELLS_STRIDE = 16;

/**
 * Pieces revealed by the whole of a day, by lead and cell, into `out`; only the first `leads` of
 * them when it is given.
 */
export function dayPieces(
  chance: Chance,
  field: Field,
  day: number,
  out: Float64Array,
  leads = field.leads,
): void {
  const row = chance.row(field.pieces, day);
  for (let lead = 0; lead < leads; lead += 1) {
    const offset = lead * CELL_COUNT;
    const weight = field.weights[lead] ?? 0;
    chance.fill(row, lead * CELLS_STRIDE, CELL_COUNT, out, offset);
    quickNormals(out, offset, CELL_COUNT);
    for (let place = offset; place < offset + CELL_COUNT; place += 1)
      out[place] = weight * (out[place] ?? 0);
    correlateValues(out, offset);
  }
}

/**
 * Where a Brownian path that ends at `end` stands after 1, 2 or 3 quarters, from standard normals
 * of its own.
 */
function bridgeAt(cycles: number, end: number, middle: number, side: number): number {
  const half = 0.5 * end + 0.5 * middle;
  if (cycles === 2) return half;
  return cycles === 1
    ? 0.5 * half + Math.SQRT1_2 * 0.5 * side
    : 0.5 * (half + end) + Math.SQRT1_2 * 0.5 * side;
}

/** Normals of a day's quarters, filled and read inside one call. */
const normals = new Float64Array(4 * CELL_COUNT);

/**
 * What 1, 2 and 3 cycles of a day reveal of the day itself, as by `cyclePieces`: three rows of
 * cells into `out`.
 */
export function quarterPieces(chance: Chance, field: Field, day: number, out: Float64Array): void {
  const step = day * CYCLES_PER_DAY;
  const [ends, middles, firsts, lasts] = [
    chance.row(field.pieces, day),
    chance.row(field.bridge, step + 2),
    chance.row(field.bridge, step + 1),
    chance.row(field.bridge, step + 3),
  ];
  const weight = field.weights[0] ?? 0;
  [ends, middles, firsts, lasts].forEach((row, place) =>
    chance.fill(row, 0, CELL_COUNT, normals, place * CELL_COUNT),
  );
  quickNormals(normals, 0, 4 * CELL_COUNT);
  for (let cell = 0; cell < CELL_COUNT; cell += 1) {
    const end = normals[cell] ?? 0;
    const middle = normals[CELL_COUNT + cell] ?? 0;
    out[cell] = weight * bridgeAt(1, end, middle, normals[2 * CELL_COUNT + cell] ?? 0);
    out[CELL_COUNT + cell] = weight * bridgeAt(2, end, middle, 0);
    out[2 * CELL_COUNT + cell] =
      weight * bridgeAt(3, end, middle, normals[3 * CELL_COUNT + cell] ?? 0);
  }
  for (let row = 0; row < 3; row += 1) correlateValues(out, row * CELL_COUNT);
}

/** As `dayPieces`, but only what the first 1 to 3 cycles of the day revealed of them. */
export function cyclePieces(
  chance: Chance,
  field: Field,
  day: number,
  cycles: number,
  out: Float64Array,
): void {
  const step = day * CYCLES_PER_DAY;
  const [ends, middles, sides] = [
    chance.row(field.pieces, day),
    chance.row(field.bridge, step + 2),
    chance.row(field.bridge, step + cycles),
  ];
  for (let lead = 0; lead < field.leads; lead += 1) {
    const offset = lead * CELL_COUNT;
    const weight = field.weights[lead] ?? 0;
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      const place = lead * CELLS_STRIDE + cell;
      const side = cycles === 2 ? 0 : quickNormal(chance.uniformAt(sides, place));
      out[offset + cell] =
        weight *
        bridgeAt(
          cycles,
          quickNormal(chance.uniformAt(ends, place)),
          quickNormal(chance.uniformAt(middles, place)),
          side,
        );
    }
    correlateValues(out, offset);
  }
}
