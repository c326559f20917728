/**
 * Probability inputs: frost, freezes, heat domes, dryness, storms, well freeze-offs, price spikes.
 */
import { computeMean } from '../../statistics/sample';
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import type { ForecastRun } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import { GAS_HEATING_WEIGHTS } from '../../weather/demand-weights';
import {
  computeBareColdProbability,
  computeColdProbability,
  computeDrynessProbability,
  computeHeatProbability,
  computeHeatingProbability,
  findDaysSinceCancellation,
  computeStormStrength,
  getWarningProbability,
} from './probabilities';
import type { InputInfo, PublicData, PublishedValue } from './public-data';
import { publishValue, publishNow } from './published-values';
import { HUB_STACKS } from './power-stack';
import type { Window } from './revisions';
import { SPIKE_MULTIPLE, computeSpikeProbability } from './spike-probability';
import { DAY_MS, getMidnight } from '../../domain/time';

const FREEZE_F = 47;
const FROST_F = 48.5;
const WINTERKILL_F = 5;
/** Heat dome thresholds of the daily mean for corn pollination and cotton boll setting, deg F. */
const CORN_HEAT_F = 86;
const COTTON_HEAT_F = 91;
const PERMIAN_FREEZE_F = 20;
const TEXAS_FREEZE_F = 22;
const WET_DAYS_MAX = 1;
/** Standard normal quantiles of 90% and 95%. */
const SIGMAS_ONE_IN_TEN = 1.2816;
const SIGMAS_ONE_IN_TWENTY = 1.6449;
const CANCELLATION_DAYS = 5;

/** A value from the latest runs of cells; null when one, or a figure that it needs, is missing. */
function computeFromRuns(
  data: PublicData,
  cells: readonly MarketCell[],
  combine: (probabilities: readonly number[]) => number,
  computeOne: (run: ForecastRun, index: number) => number | null,
): PublishedValue | null {
  const runs = cells.flatMap((cell) => data.findRun(cell, 0) ?? []);
  const values = runs.map(computeOne).filter((value) => value !== null);
  return values.length < cells.length
    ? null
    : publishValue(combine(values), Math.max(...runs.map(({ publishedMs }) => publishedMs)));
}

const computeMaximum = (probabilities: readonly number[]): number => Math.max(...probabilities);
const computeCellCold = (
  data: PublicData,
  cell: MarketCell,
  window: Window,
  baseF: number,
): PublishedValue | null =>
  computeFromRuns(data, [cell], computeMaximum, (run) =>
    computeColdProbability(run, window, baseF),
  );

/** Maximum of forecast probability and warning probability. */
function computeHeatDome(
  data: PublicData,
  cells: readonly MarketCell[],
  baseF: number,
): PublishedValue | null {
  const byForecast = computeFromRuns(data, cells, computeMean, (run) =>
    computeHeatProbability(run, [1, 10], baseF),
  );
  return (
    byForecast &&
    publishValue(
      Math.max(byForecast.value, getWarningProbability(data, 'heat dome', cells)),
      Math.max(byForecast.publishedMs, data.knownMs),
    )
  );
}

const computeFrozenWells = (data: PublicData): PublishedValue | null =>
  computeFromRuns(data, ['LBB', 'DFW'], computeMaximum, (run, index) =>
    computeColdProbability(run, [1, 10], index === 0 ? PERMIAN_FREEZE_F : TEXAS_FREEZE_F),
  );

/** Probability of extreme heating demand or frozen wells, assumed independent. */
function computeGasSpike(data: PublicData): PublishedValue | null {
  const demand = computeHeatingProbability(data, GAS_HEATING_WEIGHTS, [1, 5], SIGMAS_ONE_IN_TWENTY);
  const supply = computeFrozenWells(data);
  return (
    demand &&
    supply &&
    publishValue(
      1 - (1 - demand.value) * (1 - supply.value),
      Math.max(demand.publishedMs, supply.publishedMs),
    )
  );
}

/**
 * Probability of a price spike tomorrow (UTC); null while the latest run does not cover it, or lacks
 * wind that the hub depends on.
 */
function computePowerSpike(data: PublicData, hub: PowerHub): PublishedValue | null {
  const run = data.findRun(HUB_STACKS[hub].cell, 0);
  const tomorrowMs = getMidnight(data.knownMs) + DAY_MS;
  const day = run?.days.find(({ dayMs }) => dayMs === tomorrowMs);
  const probability = day ? computeSpikeProbability(hub, day) : null;
  return run && probability !== null ? publishValue(probability, run.publishedMs) : null;
}

/** Delta cotton is hit more often by Gulf landfalls than by Florida landfalls. */
const DELTA_WEIGHT_GULF = 0.6;
const DELTA_WEIGHT_FLORIDA = 0.4;

const buildProbabilityInput = (
  id: string,
  description: string,
  resolve: InputInfo['resolve'],
): InputInfo => ({ id: `evt/${id}`, unit: 'chance', description, resolve });
const buildStormInput = (
  id: string,
  unit: string,
  description: string,
  compute: (data: PublicData) => number,
): InputInfo => ({
  id: `evt/storm/${id}`,
  unit,
  description,
  resolve: (data) => (data.lacksStormWarnings === true ? null : publishNow(data, compute(data))),
});
const buildStrengthInput = (
  coast: string,
  description: string,
  compute: (data: PublicData) => number,
): InputInfo => buildStormInput(`${coast}/strength`, 'expected category', description, compute);

export const PROBABILITY_INPUTS: readonly InputInfo[] = [
  buildProbabilityInput(
    'freeze/LAK/chance',
    'max freeze probability in Central Florida, next 8 days; daily mean below 47 °F',
    (data) => computeCellCold(data, 'LAK', [1, 8], FREEZE_F),
  ),
  {
    id: 'evt/freeze/LAK/bust',
    unit: '0 or 1',
    description: 'Florida freeze warning canceled within 5 days (1 or 0)',
    resolve: (data) =>
      publishNow(
        data,
        Number(findDaysSinceCancellation(data, 'freeze', 'LAK', CANCELLATION_DAYS) !== null),
      ),
  },
  buildProbabilityInput(
    'frost/MGB/chance',
    'max frost probability in Minas Gerais, next 10 days; daily mean below 48.5 °F',
    (data) => computeCellCold(data, 'MGB', [1, 10], FROST_F),
  ),
  buildProbabilityInput(
    'winterkill/ICT/chance',
    'max winterkill probability in Kansas, next 10 days; low below 5 °F on bare ground',
    (data) =>
      computeFromRuns(data, ['ICT'], computeMaximum, (run) =>
        computeBareColdProbability(run, [1, 10], WINTERKILL_F),
      ),
  ),
  buildProbabilityInput(
    'heat-dome/corn-belt/chance',
    'heat-dome probability in the corn belt, next 10 days',
    (data) => computeHeatDome(data, ['DSM', 'CHI'], CORN_HEAT_F),
  ),
  buildProbabilityInput(
    'heat-dome/LBB/chance',
    'heat-dome probability in West Texas, next 10 days',
    (data) => computeHeatDome(data, ['LBB'], COTTON_HEAT_F),
  ),
  buildProbabilityInput(
    'dry/corn-belt/chance',
    'probability of at most one wet day in the corn belt, next 7 days',
    (data) =>
      computeFromRuns(data, ['DSM', 'CHI'], computeMean, (run) =>
        computeDrynessProbability(run, [1, 7], WET_DAYS_MAX),
      ),
  ),
  buildProbabilityInput(
    'freeze-off/texas/chance',
    'max freeze-off probability of gas wells in West and North Texas, next 10 days',
    computeFrozenWells,
  ),
  buildProbabilityInput(
    'heating-tail/chance',
    'probability of gas-weighted heating above its 90th percentile, next 14 days',
    (data) => computeHeatingProbability(data, GAS_HEATING_WEIGHTS, [1, 14], SIGMAS_ONE_IN_TEN),
  ),
  buildProbabilityInput(
    'gas-spike/chance',
    'probability of a cash gas spike within 5 days; extreme cold or freeze-offs',
    computeGasSpike,
  ),
  ...POWER_HUBS.map((hub) =>
    buildProbabilityInput(
      `spike/${hub}/chance`,
      `probability of a price spike at ${hub} tomorrow; peak hour above ${SPIKE_MULTIPLE} times the 30-day mean`,
      (data) => computePowerSpike(data, hub),
    ),
  ),
  buildStrengthInput('gulf', 'Gulf hurricane landfall probability times category', (data) =>
    computeStormStrength(data, ['GOM']),
  ),
  buildStormInput(
    'gulf/chance',
    'chance',
    'probability of a hurricane landfall on the Gulf coast',
    (data) => getWarningProbability(data, 'hurricane', ['GOM']),
  ),
  buildStrengthInput('florida', 'Florida hurricane landfall probability times category', (data) =>
    computeStormStrength(data, ['LAK']),
  ),
  buildStrengthInput(
    'delta',
    'landfall risk for Delta and Southeast cotton; 0.6 Gulf + 0.4 Florida',
    (data) =>
      DELTA_WEIGHT_GULF * computeStormStrength(data, ['GOM']) +
      DELTA_WEIGHT_FLORIDA * computeStormStrength(data, ['LAK']),
  ),
];
