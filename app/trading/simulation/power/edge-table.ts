/**
 * Expected scarcity, surplus and spikes of a hub when the use of capacity is uncertain: closed
 * forms, laid down in a table.
 *
 * Source: for X ~ N(m, s), E[exp(min(c, X))] = exp(m + s^2 / 2) Phi((c - m - s^2) / s) + exp(c)
 * Phi((m - c) / s), a lognormal cut at exp(c).
 */
import { normalQuantile, normalShare } from '../random-streams';
import { HUB_ROWS, type HubRow } from './hubs';
import {
  scarcityLogMax,
  scarcitySize,
  spikeEntry,
  surplusLogMax,
  surplusSize,
  surplusSlope,
} from './stack';

const USE_MIN = -0.3;
const USE_STEP = 0.005;
const USE_COUNT = 541;
const SD_STEP = 0.01;
const SD_COUNT = 18;
/** Below this use spikes begin at their least rate. */
const SPIKES_FROM = 0.55;

/** E[exp(min(most, X))] for X ~ N(mean, sd). */
export function expectedExp(mean: number, sd: number, most: number): number {
  if (sd < 1e-9) return Math.exp(Math.min(most, mean));
  const below = (most - mean - sd * sd) / sd;
  return (
    Math.exp(mean + (sd * sd) / 2) * normalShare(below) +
    Math.exp(most) * normalShare((mean - most) / sd)
  );
}

/** Expected `edgePrice` for use ~ N(mean, sd), $/MWh. */
const expectedEdge = (row: HubRow, mean: number, sd: number): number =>
  scarcitySize(row) *
    expectedExp(row.steepness * (mean - 1), row.steepness * sd, scarcityLogMax(row)) -
  surplusSize(row) *
    expectedExp(surplusSlope * (row.slack - mean), surplusSlope * sd, surplusLogMax);

const STRATA = Array.from({ length: 15 }, (_, index) => normalQuantile((index + 0.5) / 15));

/**
 * Expected `spikeEntry` for use ~ N(mean, sd), by fifteen equal shares of the normal distribution.
 */
const expectedEntry = (row: HubRow, mean: number, sd: number): number =>
  STRATA.reduce((sum, z) => sum + spikeEntry(row, mean + sd * z), 0) / STRATA.length;

/**
 * Values of functions of mean and standard deviation of use, straight between the points of a grid.
 */
interface EdgeTable {
  /**
   * By deviation and mean, four values side by side: edge here and at the next deviation, entry
   * here and there. Whoever looks up reads all of them.
   */
  readonly values: Float64Array;
  readonly leastEntry: number;
}

const FIELDS = 4;

function buildTable(row: HubRow): EdgeTable {
  const points = SD_COUNT * USE_COUNT;
  const values = new Float64Array(FIELDS * points);
  for (let place = 0; place < points; place += 1) {
    const sd = Math.floor(place / USE_COUNT) * SD_STEP;
    const mean = USE_MIN + (place % USE_COUNT) * USE_STEP;
    const edge = expectedEdge(row, mean, sd);
    const entry = mean < SPIKES_FROM ? spikeEntry(row, mean) : expectedEntry(row, mean, sd);
    values.set([edge, 0, entry, 0], FIELDS * place);
    // the same values once more, as the next ones of the deviation before
    if (place >= USE_COUNT) {
      values[FIELDS * (place - USE_COUNT) + 1] = edge;
      values[FIELDS * (place - USE_COUNT) + 3] = entry;
    }
  }
  return { values, leastEntry: spikeEntry(row, 0) };
}

const tables: EdgeTable[] = [];

/** The table of a hub: the same in every world, made when it is first asked for. */
export function edgeTable(hub: number): EdgeTable {
  const known = tables[hub];
  if (known) return known;
  const row = HUB_ROWS[hub];
  if (!row) throw new RangeError(`there is no power hub number ${hub}`);
  const made = buildTable(row);
  tables[hub] = made;
  return made;
}

/**
 * Where the standard deviations of hours lie in a table: offsets of their rows and shares of the
 * next ones.
 */
export interface SdPlaces {
  readonly offset: Int32Array;
  readonly share: Float64Array;
}

export function placeSd(sd: number, { offset, share }: SdPlaces, hour: number): void {
  const steps = Math.min(SD_COUNT - 1.001, sd / SD_STEP);
  const row = Math.floor(steps);
  offset[hour] = FIELDS * row * USE_COUNT;
  share[hour] = steps - row;
}

/** What look-ups found, by hour. */
export interface EdgeHours {
  /** Expected edge price, $/MWh, and its change per unit of use. */
  readonly edge: Float64Array;
  readonly slope: Float64Array;
  /** The expected chance that a spike begins, and its change per unit of use. */
  readonly entry: Float64Array;
  readonly entrySlope: Float64Array;
}

/** Looks up every hour by the mean of its use and the place of its deviation. */
export function lookUp(
  { values, leastEntry }: EdgeTable,
  use: Float64Array,
  { offset, share }: SdPlaces,
  { edge, slope, entry, entrySlope }: EdgeHours,
): void {
  for (let hour = 0; hour < use.length; hour += 1) {
    const mean = use[hour] ?? 0;
    const steps = Math.min(USE_COUNT - 1.001, Math.max(0, (mean - USE_MIN) / USE_STEP));
    // the floor of what is never below zero, as a whole number at once: this is the innermost loop
    // of a world
    const column = steps | 0;
    const part = steps - column;
    const at = (offset[hour] ?? 0) + FIELDS * column;
    const next = share[hour] ?? 0;
    const here = 1 - next;
    const left = (values[at] ?? 0) * here + (values[at + 1] ?? 0) * next;
    const right = (values[at + FIELDS] ?? 0) * here + (values[at + FIELDS + 1] ?? 0) * next;
    edge[hour] = left + (right - left) * part;
    slope[hour] = (right - left) / USE_STEP;
    entry[hour] = leastEntry;
    entrySlope[hour] = 0;
    if (mean >= SPIKES_FROM) {
      const begin = (values[at + 2] ?? 0) * here + (values[at + 3] ?? 0) * next;
      const end = (values[at + FIELDS + 2] ?? 0) * here + (values[at + FIELDS + 3] ?? 0) * next;
      entry[hour] = begin + (end - begin) * part;
      entrySlope[hour] = (end - begin) / USE_STEP;
    }
  }
}
