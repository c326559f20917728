/**
 * Hourly spot prices of five hubs, folded by day: fuel level, outages, quick noise and spikes over
 * the supply stack.
 */
import { type RandomStreams, normalShare } from '../random-streams';
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
import { type PowerShocks, createPowerShocks } from './shared-shocks';
import { SPIKE_DECAY, SPIKE_END, computeSpikeProbability, computeSpikeHeight } from './spikes';
import {
  LEVEL_MEMORY,
  LEVEL_SHOCK,
  LOCAL_MEMORY,
  LOCAL_SHOCK,
  OUTAGE_MEMORY,
  OUTAGE_SHOCK,
  QUICK_MEMORY,
  QUICK_SHOCK,
  clampPrice,
  computeEdgePrice,
  computeFuelPrice,
  getScarcityLogMax,
} from './stack';

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
}

const createHubArray = createArrayFactory(HUB_COUNT);
const createHourArray = createArrayFactory(HUB_COUNT * HOURS_PER_DAY);
const createState = (): SpotState => ({
  level: createHubArray(),
  outage: createHubArray(),
  quick: createHubArray(),
  local: createHubArray(),
  spike: createHubArray(),
  hours: createHourArray(),
});

const baseUse = new Float64Array(HOURS_PER_DAY);
const sun = new Float64Array(HOURS_PER_DAY);
/** Scratch arrays of one hub's day; valid within one call. */
const localNormals = new Float64Array(HOURS_PER_DAY);
const quickNormals = new Float64Array(HOURS_PER_DAY);
const spikeNormals = new Float64Array(HOURS_PER_DAY);

function drawHours(shocks: PowerShocks, hub: number, day: number): void {
  shocks.fillNormals(hub, 'local', day, localNormals);
  shocks.fillNormals(hub, 'quick', day, quickNormals);
  shocks.fillNormals(hub, 'begin', day, spikeNormals);
}

/** Normal above which no spike starts at any use, to save the normal distribution function. */
const NO_SPIKE_NORMAL = 0;

/** Height of a spike that starts in an hour, 0 for none. */
function drawSpikeStart(
  shocks: PowerShocks,
  row: HubRow,
  hub: number,
  day: number,
  hour: number,
  use: number,
): number {
  const normal = spikeNormals[hour] ?? NO_SPIKE_NORMAL;
  if (normal >= NO_SPIKE_NORMAL || normalShare(normal) >= computeSpikeProbability(row, use))
    return 0;
  return computeSpikeHeight(row, -Math.log(shocks.drawUniform(hub, 'height', day, hour)));
}

/** Fold of hourly prices. `getFuelFactor` returns the fuel factor of a day. */
export function createSpotFold(
  random: RandomStreams,
  weather: WeatherModel,
  getFuelFactor: (day: number) => number,
  restored?: readonly SpotState[],
): CheckpointedFold<SpotState> {
  const shocks = createPowerShocks(random);

  /** Computes one hub's day from `before` into `after`. */
  function foldHub(
    index: number,
    row: HubRow,
    day: number,
    fuel: number,
    before: SpotState,
    after: SpotState,
  ): void {
    const { temperatureF, windMph } = weather.getHours(row.cell, day);
    fillBaseLoad(index, day, baseUse, sun);
    const sunUse = row.sun * (SUN_MEAN + SUN_SD * shocks.drawNormal(index, 'sun', day));
    const windUse = getWindUsePerMph(row);
    const outageUse = row.outage * (before.outage[index] ?? 0);
    const factor = fuel * Math.exp(before.level[index] ?? 0);
    const scarcityCap = getScarcityLogMax(row);
    drawHours(shocks, index, day);
    let [quick, local, spike] = [
      before.quick[index] ?? 0,
      before.local[index] ?? 0,
      before.spike[index] ?? 0,
    ];
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
        spike = shocks.drawUniform(index, 'end', day, hour) < SPIKE_END ? 0 : spike * SPIKE_DECAY;
      else spike = drawSpikeStart(shocks, row, index, day, hour, use);
      const price = clampPrice(
        row,
        factor * computeFuelPrice(row, use) * (1 + quick) +
          computeEdgePrice(row, use, scarcityCap) +
          spike,
      );
      after.hours[index * HOURS_PER_DAY + hour] = price;
    }
    [after.quick[index], after.local[index], after.spike[index]] = [quick, local, spike];
  }

  return createCheckpointedFold(
    createState,
    (before, day) => {
      const after = createState();
      const fuel = getFuelFactor(day - 1);
      HUB_ROWS.forEach((row, index) => {
        foldHub(index, row, day - 1, fuel, before, after);
        after.level[index] =
          LEVEL_MEMORY * (before.level[index] ?? 0) +
          LEVEL_SHOCK * shocks.drawNormal(index, 'level', day);
        after.outage[index] =
          OUTAGE_MEMORY * (before.outage[index] ?? 0) +
          OUTAGE_SHOCK * shocks.drawNormal(index, 'outage', day);
      });
      return after;
    },
    restored,
  );
}
