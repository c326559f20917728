/**
 * Hourly spot of five hubs, folded day by day: slow levels, outages, quick noise and spikes over
 * the structural stack.
 */
import { type Chance, type Row, type Stream, normalQuantile } from '../random-streams';
import { createRows } from '../small-arrays';
import { type Lane, createCheckpointedFold } from '../checkpointed-fold';
import type { WeatherPart } from '../parts';
import { HUB_COUNT, HUB_ROWS, type HubRow } from './hubs';
import { HOURS_PER_DAY, SUN_SD, SUN_USUAL, fillHours, warmthUse, windUsePerMph } from './load';
import {
  LEVEL_MEMORY,
  LEVEL_SHOCK,
  LOCAL_MEMORY,
  LOCAL_SHOCK,
  OUTAGE_MEMORY,
  OUTAGE_SHOCK,
  QUICK_MEMORY,
  QUICK_SHOCK,
  SPIKE_DECAY,
  SPIKE_END,
  clamp,
  edgePrice,
  fuelPrice,
  scarcityLogMax,
  spikeEntry,
  spikeHeight,
} from './stack';

/** Days that the mean of a hub is taken over. */
const MEAN_DAYS = 30;

/** By hub; what holds at the midnight that begins a day. */
export interface SpotState {
  /** Log of the slow level of fuel and departure of outages, for the day that begins. */
  readonly level: number[];
  readonly outage: number[];
  /** Quick noise of the last hour, and the local part of its use in deviations. */
  readonly quick: number[];
  readonly local: number[];
  /** What the spike of the last hour was, $/MWh; 0 for none. */
  readonly spike: number[];
  /** Prices of the day that has ended, hub after hub. */
  readonly hours: number[];
  /**
   * Daily means of the latest 30 days, hub after hub, the mean of day d at d modulo 30; NaN before
   * the first day.
   */
  readonly means: number[];
}

const byHub = createRows(HUB_COUNT);
const byHour = createRows(HUB_COUNT * HOURS_PER_DAY);
const noMeans = createRows(HUB_COUNT * MEAN_DAYS, Number.NaN);
const buildState = (means: number[]): SpotState => ({
  level: byHub(),
  outage: byHub(),
  quick: byHub(),
  local: byHub(),
  spike: byHub(),
  hours: byHour(),
  means,
});

interface Streams {
  readonly level: Stream;
  readonly outage: Stream;
  readonly sun: Stream;
  readonly quick: Stream;
  readonly local: Stream;
  readonly begin: Stream;
  readonly end: Stream;
  readonly height: Stream;
}

const buildStreams = (chance: Chance, { hub }: HubRow): Streams => {
  const stream = (name: string): Stream => chance.stream(`power/${hub}/${name}`);
  return {
    level: stream('level'),
    outage: stream('outage'),
    sun: stream('sun'),
    quick: stream('quick'),
    local: stream('local'),
    begin: stream('begin'),
    end: stream('end'),
    height: stream('height'),
  };
};

const plain = new Float64Array(HOURS_PER_DAY);
const sun = new Float64Array(HOURS_PER_DAY);
/** The chance of one hub's day by hour, filled and read inside one call. */
const localNormals = new Float64Array(HOURS_PER_DAY);
const quickNormals = new Float64Array(HOURS_PER_DAY);
const begins = new Float64Array(HOURS_PER_DAY);

function fillNormals(chance: Chance, row: Row, out: Float64Array): void {
  chance.fill(row, 0, HOURS_PER_DAY, out, 0);
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) out[hour] = normalQuantile(out[hour] ?? 0.5);
}

function drawHours(chance: Chance, of: Streams, day: number): void {
  fillNormals(chance, chance.row(of.local, day), localNormals);
  fillNormals(chance, chance.row(of.quick, day), quickNormals);
  chance.fill(chance.row(of.begin, day), 0, HOURS_PER_DAY, begins, 0);
}

/** The height of a spike that begins in an hour at so much use, 0 in most. */
const computeBeginning = (
  chance: Chance,
  row: HubRow,
  of: Streams,
  day: number,
  hour: number,
  use: number,
): number =>
  (begins[hour] ?? 1) < spikeEntry(row, use)
    ? spikeHeight(row, chance.exponential(of.height, day, hour))
    : 0;

/** The lane of hourly prices. `fuelOn` gives the factor of fuel on a day. */
export function spotLane(
  chance: Chance,
  weather: WeatherPart,
  fuelOn: (day: number) => number,
): Lane<SpotState> {
  const streams = HUB_ROWS.map((row) => buildStreams(chance, row));

  /** The hours of one hub on one day, from `before` into `after`; returns their mean. */
  function foldHub(
    index: number,
    row: HubRow,
    of: Streams,
    day: number,
    fuel: number,
    before: SpotState,
    after: SpotState,
  ): number {
    const { temperatureF, windMph } = weather.hourly(row.cell, day);
    fillHours(index, day, plain, sun);
    const sunUse = row.sun * (SUN_USUAL + SUN_SD * chance.normal(of.sun, day));
    const windUse = windUsePerMph(row);
    const outageUse = row.outage * (before.outage[index] ?? 0);
    const factor = fuel * Math.exp(before.level[index] ?? 0);
    const scarcest = scarcityLogMax(row);
    drawHours(chance, of, day);
    let [quick, local, spike] = [
      before.quick[index] ?? 0,
      before.local[index] ?? 0,
      before.spike[index] ?? 0,
    ];
    let sum = 0;
    for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
      local = LOCAL_MEMORY * local + LOCAL_SHOCK * (localNormals[hour] ?? 0);
      const use =
        (plain[hour] ?? 0) -
        sunUse * (sun[hour] ?? 0) +
        warmthUse(row, temperatureF[hour] ?? 0) -
        windUse * (windMph[hour] ?? 0) +
        outageUse +
        row.local * local;
      quick = QUICK_MEMORY * quick + QUICK_SHOCK * (quickNormals[hour] ?? 0);
      if (spike > 0)
        spike = chance.uniform(of.end, day, hour) < SPIKE_END ? 0 : spike * SPIKE_DECAY;
      else spike = computeBeginning(chance, row, of, day, hour, use);
      const price = clamp(
        row,
        factor * fuelPrice(row, use) * (1 + quick) + edgePrice(row, use, scarcest) + spike,
      );
      after.hours[index * HOURS_PER_DAY + hour] = price;
      sum += price;
    }
    [after.quick[index], after.local[index], after.spike[index]] = [quick, local, spike];
    return sum / HOURS_PER_DAY;
  }

  return createCheckpointedFold(
    () => buildState(noMeans()),
    (before, day) => {
      const after = buildState(before.means.slice());
      const fuel = fuelOn(day - 1);
      HUB_ROWS.forEach((row, index) => {
        const of = streams[index];
        if (!of) return;
        after.means[index * MEAN_DAYS + ((day - 1) % MEAN_DAYS)] = foldHub(
          index,
          row,
          of,
          day - 1,
          fuel,
          before,
          after,
        );
        after.level[index] =
          LEVEL_MEMORY * (before.level[index] ?? 0) + LEVEL_SHOCK * chance.normal(of.level, day);
        after.outage[index] =
          OUTAGE_MEMORY * (before.outage[index] ?? 0) +
          OUTAGE_SHOCK * chance.normal(of.outage, day);
      });
      return after;
    },
  );
}

/**
 * The mean spot of the latest 30 days, or of those there were; null before the first day has ended.
 */
export function recentMean(state: SpotState, hub: number): number | null {
  let sum = 0;
  let days = 0;
  for (let index = hub * MEAN_DAYS; index < (hub + 1) * MEAN_DAYS; index += 1) {
    const mean = state.means[index] ?? Number.NaN;
    if (Number.isNaN(mean)) continue;
    sum += mean;
    days += 1;
  }
  return days === 0 ? null : sum / days;
}
