/**
 * Expected scarcity, surplus and spikes of a hub when the use of capacity is uncertain: closed forms, laid down in a table.
 * It knows normal uncertainty of use by mean and standard deviation; it refuses weather, whose larger uncertainty is summed over by its callers.
 *
 * Source: for X ~ N(m, s), E[exp(min(c, X))] = exp(m + s^2 / 2) Phi((c - m - s^2) / s) + exp(c) Phi((m - c) / s), a lognormal cut at exp(c).
 */
import { normalQuantile, normalShare } from '../chance';
import { HUB_ROWS, type HubRow } from './hubs';
import { scarcityLogMax, scarcitySize, spikeEntry, surplusLogMax, surplusSize, surplusSlope } from './stack';

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
  return Math.exp(mean + (sd * sd) / 2) * normalShare(below) + Math.exp(most) * normalShare((mean - most) / sd);
}

/** Expected `edgePrice` for use ~ N(mean, sd), $/MWh. */
export const expectedEdge = (row: HubRow, mean: number, sd: number): number =>
  scarcitySize(row) * expectedExp(row.steepness * (mean - 1), row.steepness * sd, scarcityLogMax(row))
  - surplusSize(row) * expectedExp(surplusSlope * (row.slack - mean), surplusSlope * sd, surplusLogMax);

const STRATA = Array.from({ length: 15 }, (_, index) => normalQuantile((index + 0.5) / 15));

/** Expected `spikeEntry` for use ~ N(mean, sd), by fifteen equal shares of the normal distribution. */
export const expectedEntry = (row: HubRow, mean: number, sd: number): number =>
  STRATA.reduce((sum, z) => sum + spikeEntry(row, mean + sd * z), 0) / STRATA.length;

/** Values of a function of mean and standard deviation of use, straight between the points of a grid. */
export interface EdgeTable {
  readonly edge: Float64Array;
  readonly entry: Float64Array;
  readonly leastEntry: number;
}

function tableOf(row: HubRow): EdgeTable {
  const edge = new Float64Array(SD_COUNT * USE_COUNT);
  const entry = new Float64Array(SD_COUNT * USE_COUNT);
  for (let place = 0; place < edge.length; place += 1) {
    const sd = Math.floor(place / USE_COUNT) * SD_STEP;
    const mean = USE_MIN + (place % USE_COUNT) * USE_STEP;
    edge[place] = expectedEdge(row, mean, sd);
    entry[place] = mean < SPIKES_FROM ? spikeEntry(row, mean) : expectedEntry(row, mean, sd);
  }
  return { edge, entry, leastEntry: spikeEntry(row, 0) };
}

const tables: EdgeTable[] = [];

/** The table of a hub: the same in every world, made when it is first asked for. */
export function edgeTable(hub: number): EdgeTable {
  const known = tables[hub];
  if (known) return known;
  const row = HUB_ROWS[hub];
  if (!row) throw new RangeError(`there is no power hub number ${hub}`);
  const made = tableOf(row);
  tables[hub] = made;
  return made;
}

/** Where a standard deviation lies in a table: offset of its row and the share of the next one. */
export interface SdPlace {
  offset: number;
  share: number;
}

export function placeSd(sd: number, place: SdPlace): void {
  const steps = Math.min(SD_COUNT - 1.001, sd / SD_STEP);
  const row = Math.floor(steps);
  place.offset = row * USE_COUNT;
  place.share = steps - row;
}

/** What a look-up found; one object, filled again and again. */
export interface EdgeFound {
  price: number;
  /** Change of the price per unit of use. */
  slope: number;
  entry: number;
  /** Change of that chance per unit of use. */
  entrySlope: number;
}

/** Expected edge price and the expected chance that a spike begins, each with its slope in use. */
export function lookUp({ edge, entry, leastEntry }: EdgeTable, mean: number, { offset, share }: SdPlace, found: EdgeFound): void {
  const steps = Math.min(USE_COUNT - 1.001, Math.max(0, (mean - USE_MIN) / USE_STEP));
  const column = Math.floor(steps);
  const part = steps - column;
  const low = offset + column;
  const high = low + USE_COUNT;
  const left = (edge[low] ?? 0) * (1 - share) + (edge[high] ?? 0) * share;
  const right = (edge[low + 1] ?? 0) * (1 - share) + (edge[high + 1] ?? 0) * share;
  found.price = left + (right - left) * part;
  found.slope = (right - left) / USE_STEP;
  found.entry = leastEntry;
  found.entrySlope = 0;
  if (mean >= SPIKES_FROM) {
    const begin = (entry[low] ?? 0) * (1 - share) + (entry[high] ?? 0) * share;
    const end = (entry[low + 1] ?? 0) * (1 - share) + (entry[high + 1] ?? 0) * share;
    found.entry = begin + (end - begin) * part;
    found.entrySlope = (end - begin) / USE_STEP;
  }
}
