/**
 * Expected scarcity price, surplus price and spike probability of a hub under uncertain use, in
 * closed form and tabulated.
 *
 * Source: for X ~ N(m, s), E[exp(min(c, X))] = exp(m + s^2 / 2) Phi((c - m - s^2) / s) + exp(c)
 * Phi((m - c) / s), a lognormal capped at exp(c).
 */
import { normalQuantile, normalShare } from '../random-streams';
import { HUB_ROWS, type HubRow } from './hubs';
import { computeSpikeProbability } from './spikes';
import {
  computeScarcityLog,
  getScarcityLogMax,
  getScarcitySize,
  surplusLogMax,
  getSurplusSize,
  SURPLUS_SLOPE,
} from './stack';

const USE_MIN = -0.3;
const USE_STEP = 0.005;
const USE_COUNT = 541;
const SD_STEP = 0.01;
const SD_COUNT = 18;
/** Below this use the spike probability is at its minimum. */
const SPIKES_FROM = 0.55;

/** E[exp(min(cap, X))] for X ~ N(mean, sd). */
export function computeExpectedCappedExp(mean: number, sd: number, cap: number): number {
  if (sd < 1e-9) return Math.exp(Math.min(cap, mean));
  const below = (cap - mean - sd * sd) / sd;
  return (
    Math.exp(mean + (sd * sd) / 2) * normalShare(below) +
    Math.exp(cap) * normalShare((mean - cap) / sd)
  );
}

/** Expected `computeEdgePrice` for use ~ N(mean, sd), $/MWh. */
const computeExpectedEdge = (row: HubRow, mean: number, sd: number): number =>
  getScarcitySize(row) *
    computeExpectedCappedExp(
      computeScarcityLog(row, mean),
      row.steepness * sd,
      getScarcityLogMax(row),
    ) -
  getSurplusSize(row) *
    computeExpectedCappedExp(SURPLUS_SLOPE * (row.slack - mean), SURPLUS_SLOPE * sd, surplusLogMax);

const STRATA = Array.from({ length: 15 }, (_, index) => normalQuantile((index + 0.5) / 15));

/**
 * Expected `computeSpikeProbability` for use ~ N(mean, sd), over fifteen equal-probability strata.
 */
const computeExpectedSpikeProbability = (row: HubRow, mean: number, sd: number): number =>
  STRATA.reduce((sum, z) => sum + computeSpikeProbability(row, mean + sd * z), 0) / STRATA.length;

/** Functions of mean and standard deviation of use on a grid, interpolated linearly. */
interface EdgeTable {
  /**
   * By deviation and mean, four adjacent values: edge here and at the next deviation, spike
   * probability here and there. A look-up reads all four.
   */
  readonly values: Float64Array;
  readonly minSpikeProbability: number;
}

const FIELDS = 4;

function buildTable(row: HubRow): EdgeTable {
  const points = SD_COUNT * USE_COUNT;
  const values = new Float64Array(FIELDS * points);
  for (let index = 0; index < points; index += 1) {
    const sd = Math.floor(index / USE_COUNT) * SD_STEP;
    const mean = USE_MIN + (index % USE_COUNT) * USE_STEP;
    const edge = computeExpectedEdge(row, mean, sd);
    const spikeProbability =
      mean < SPIKES_FROM
        ? computeSpikeProbability(row, mean)
        : computeExpectedSpikeProbability(row, mean, sd);
    values.set([edge, 0, spikeProbability, 0], FIELDS * index);
    // Repeated as the next values of the deviation before.
    if (index >= USE_COUNT) {
      values[FIELDS * (index - USE_COUNT) + 1] = edge;
      values[FIELDS * (index - USE_COUNT) + 3] = spikeProbability;
    }
  }
  return { values, minSpikeProbability: computeSpikeProbability(row, 0) };
}

const tables: EdgeTable[] = [];

/** Table of a hub, built on first use; the same for every seed. */
export function getEdgeTable(hub: number): EdgeTable {
  const cached = tables[hub];
  if (cached) return cached;
  const row = HUB_ROWS[hub];
  if (!row) throw new RangeError(`there is no power hub with index ${hub}`);
  const created = buildTable(row);
  tables[hub] = created;
  return created;
}

/**
 * Table positions of each hour's standard deviation: row offset, and fraction toward the next row.
 */
export interface SdPositions {
  readonly offset: Int32Array;
  readonly share: Float64Array;
}

export function locateSd(sd: number, { offset, share }: SdPositions, hour: number): void {
  const steps = Math.min(SD_COUNT - 1.001, sd / SD_STEP);
  const row = Math.floor(steps);
  offset[hour] = FIELDS * row * USE_COUNT;
  share[hour] = steps - row;
}

/** Results of look-ups, by hour. */
export interface EdgeHours {
  /** Expected edge price, $/MWh, and its change per unit of use. */
  readonly edge: Float64Array;
  readonly slope: Float64Array;
  /** Expected probability that a spike starts, and its change per unit of use. */
  readonly spikeProbability: Float64Array;
  readonly spikeProbabilitySlope: Float64Array;
}

export function lookUpEdges(
  { values, minSpikeProbability }: EdgeTable,
  use: Float64Array,
  { offset, share }: SdPositions,
  { edge, slope, spikeProbability, spikeProbabilitySlope }: EdgeHours,
): void {
  for (let hour = 0; hour < use.length; hour += 1) {
    const mean = use[hour] ?? 0;
    const steps = Math.min(USE_COUNT - 1.001, Math.max(0, (mean - USE_MIN) / USE_STEP));
    // Integer conversion equals floor for non-negative values. This is the innermost loop of the
    // simulation.
    const column = steps | 0;
    const columnFraction = steps - column;
    const offsetHere = (offset[hour] ?? 0) + FIELDS * column;
    const next = share[hour] ?? 0;
    const here = 1 - next;
    const left = (values[offsetHere] ?? 0) * here + (values[offsetHere + 1] ?? 0) * next;
    const right =
      (values[offsetHere + FIELDS] ?? 0) * here + (values[offsetHere + FIELDS + 1] ?? 0) * next;
    edge[hour] = left + (right - left) * columnFraction;
    slope[hour] = (right - left) / USE_STEP;
    spikeProbability[hour] = minSpikeProbability;
    spikeProbabilitySlope[hour] = 0;
    if (mean >= SPIKES_FROM) {
      const begin = (values[offsetHere + 2] ?? 0) * here + (values[offsetHere + 3] ?? 0) * next;
      const end =
        (values[offsetHere + FIELDS + 2] ?? 0) * here +
        (values[offsetHere + FIELDS + 3] ?? 0) * next;
      spikeProbability[hour] = begin + (end - begin) * columnFraction;
      spikeProbabilitySlope[hour] = (end - begin) / USE_STEP;
    }
  }
}
