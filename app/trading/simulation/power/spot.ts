/**
 * Hourly spot prices of five hubs, folded by day: fuel level, outages, quick noise and spikes over
 * the supply stack.
 */
import {
  type RandomStreams,
  type StreamStep,
  type RandomStream,
  normalQuantile,
} from '../random-streams';
import { createArrayFactory } from '../array-factory';
import { type CheckpointedFold, createCheckpointedFold } from '../checkpointed-fold';
import type { WeatherModel } from '../market-models';
import { HUB_COUNT, HUB_ROWS, type HubRow } from './hubs';
import {
  HOURS_PER_DAY,
  SUN_SD,
  SUN_MEAN,
  fillBaseLoad,
  computeTemperatureUse,
  getWindUsePerMph,
} from './load';
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
  clampPrice,
  computeEdgePrice,
  computeFuelPrice,
  getScarcityLogMax,
  computeSpikeProbability,
  computeSpikeHeight,
} from './stack';

/** Days of a hub's mean price. */
const MEAN_DAYS = 30;

/** State at the start of a day, by hub. */
export interface SpotState {
  /** Slow log fuel level and outage anomaly of the coming day. */
  readonly level: number[];
  readonly outage: number[];
  /** Quick noise of the last hour, and local use in standard deviations. */
  readonly quick: number[];
  readonly local: number[];
  /** Spike in the last hour, $/MWh; 0 for none. */
  readonly spike: number[];
  /** Prices of the day that ended, hub by hub. */
  readonly hours: number[];
  /**
   * Daily means of the last 30 days, hub by hub; day d is at d modulo 30. NaN before the first day.
   */
  readonly means: number[];
}

const createHubArray = createArrayFactory(HUB_COUNT);
const createHourArray = createArrayFactory(HUB_COUNT * HOURS_PER_DAY);
const createMeans = createArrayFactory(HUB_COUNT * MEAN_DAYS, Number.NaN);
const buildState = (means: number[]): SpotState => ({
  level: createHubArray(),
  outage: createHubArray(),
  quick: createHubArray(),
  local: createHubArray(),
  spike: createHubArray(),
  hours: createHourArray(),
  means,
});

interface Streams {
  readonly level: RandomStream;
  readonly outage: RandomStream;
  readonly sun: RandomStream;
  readonly quick: RandomStream;
  readonly local: RandomStream;
  readonly begin: RandomStream;
  readonly end: RandomStream;
  readonly height: RandomStream;
}

const buildStreams = (random: RandomStreams, { hub }: HubRow): Streams => {
  const getStream = (name: string): RandomStream => random.getStream(`power/${hub}/${name}`);
  return {
    level: getStream('level'),
    outage: getStream('outage'),
    sun: getStream('sun'),
    quick: getStream('quick'),
    local: getStream('local'),
    begin: getStream('begin'),
    end: getStream('end'),
    height: getStream('height'),
  };
};

const baseUse = new Float64Array(HOURS_PER_DAY);
const sun = new Float64Array(HOURS_PER_DAY);
/** Scratch arrays of one hub's day; valid within one call. */
const localNormals = new Float64Array(HOURS_PER_DAY);
const quickNormals = new Float64Array(HOURS_PER_DAY);
const spikeUniforms = new Float64Array(HOURS_PER_DAY);

function fillNormals(random: RandomStreams, row: StreamStep, out: Float64Array): void {
  random.fillUniforms(row, 0, HOURS_PER_DAY, out, 0);
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) out[hour] = normalQuantile(out[hour] ?? 0.5);
}

function drawHours(random: RandomStreams, hubStreams: Streams, day: number): void {
  fillNormals(random, random.atStep(hubStreams.local, day), localNormals);
  fillNormals(random, random.atStep(hubStreams.quick, day), quickNormals);
  random.fillUniforms(random.atStep(hubStreams.begin, day), 0, HOURS_PER_DAY, spikeUniforms, 0);
}

/** Height of a spike that starts in an hour, 0 for none. */
const drawSpikeStart = (
  random: RandomStreams,
  row: HubRow,
  hubStreams: Streams,
  day: number,
  hour: number,
  use: number,
): number =>
  (spikeUniforms[hour] ?? 1) < computeSpikeProbability(row, use)
    ? computeSpikeHeight(row, random.drawExponential(hubStreams.height, day, hour))
    : 0;

/** Fold of hourly prices. `getFuelFactor` returns the fuel factor of a day. */
export function createSpotFold(
  random: RandomStreams,
  weather: WeatherModel,
  getFuelFactor: (day: number) => number,
): CheckpointedFold<SpotState> {
  const streams = HUB_ROWS.map((row) => buildStreams(random, row));

  /** Computes one hub's day from `before` into `after`; returns its mean price. */
  function foldHub(
    index: number,
    row: HubRow,
    hubStreams: Streams,
    day: number,
    fuel: number,
    before: SpotState,
    after: SpotState,
  ): number {
    const { temperatureF, windMph } = weather.getHours(row.cell, day);
    fillBaseLoad(index, day, baseUse, sun);
    const sunUse = row.sun * (SUN_MEAN + SUN_SD * random.drawNormal(hubStreams.sun, day));
    const windUse = getWindUsePerMph(row);
    const outageUse = row.outage * (before.outage[index] ?? 0);
    const factor = fuel * Math.exp(before.level[index] ?? 0);
    const scarcityCap = getScarcityLogMax(row);
    drawHours(random, hubStreams, day);
    let [quick, local, spike] = [
      before.quick[index] ?? 0,
      before.local[index] ?? 0,
      before.spike[index] ?? 0,
    ];
    let sum = 0;
    for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
      local = LOCAL_MEMORY * local + LOCAL_SHOCK * (localNormals[hour] ?? 0);
      const use =
        (baseUse[hour] ?? 0) -
        sunUse * (sun[hour] ?? 0) +
        computeTemperatureUse(row, temperatureF[hour] ?? 0) -
        windUse * (windMph[hour] ?? 0) +
        outageUse +
        row.local * local;
      quick = QUICK_MEMORY * quick + QUICK_SHOCK * (quickNormals[hour] ?? 0);
      if (spike > 0)
        spike = random.drawUniform(hubStreams.end, day, hour) < SPIKE_END ? 0 : spike * SPIKE_DECAY;
      else spike = drawSpikeStart(random, row, hubStreams, day, hour, use);
      const price = clampPrice(
        row,
        factor * computeFuelPrice(row, use) * (1 + quick) +
          computeEdgePrice(row, use, scarcityCap) +
          spike,
      );
      after.hours[index * HOURS_PER_DAY + hour] = price;
      sum += price;
    }
    [after.quick[index], after.local[index], after.spike[index]] = [quick, local, spike];
    return sum / HOURS_PER_DAY;
  }

  return createCheckpointedFold(
    () => buildState(createMeans()),
    (before, day) => {
      const after = buildState(before.means.slice());
      const fuel = getFuelFactor(day - 1);
      HUB_ROWS.forEach((row, index) => {
        const hubStreams = streams[index];
        if (!hubStreams) return;
        after.means[index * MEAN_DAYS + ((day - 1) % MEAN_DAYS)] = foldHub(
          index,
          row,
          hubStreams,
          day - 1,
          fuel,
          before,
          after,
        );
        after.level[index] =
          LEVEL_MEMORY * (before.level[index] ?? 0) +
          LEVEL_SHOCK * random.drawNormal(hubStreams.level, day);
        after.outage[index] =
          OUTAGE_MEMORY * (before.outage[index] ?? 0) +
          OUTAGE_SHOCK * random.drawNormal(hubStreams.outage, day);
      });
      return after;
    },
  );
}

/**
 * Mean spot of the last 30 days, or of fewer if there are fewer; null before the first day ends.
 */
export function computeRecentMean(state: SpotState, hub: number): number | null {
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
