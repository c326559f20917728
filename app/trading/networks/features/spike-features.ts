/** Inputs of SpikeNet, which predicts hub price spikes and cash gas spikes. */
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import { getWeekday } from '../../market/calendar';
import { getFrontPrice } from '../../market/inputs/published-values';
import { HUB_STACKS } from '../../market/inputs/power-stack';
import { computeSpikeProbability } from '../../market/inputs/spike-probability';
import type { ForecastDay } from '../../weather/bulletin';
import { computeExpectedAbove, computeExpectedBelow } from '../../domain/normal-distribution';
import type { MarketCell } from '../../weather/cell';
import { getClimate } from '../../weather/climate-table';
import type { PointInTimeView } from './point-in-time-view';
import {
  type FeatureSpec,
  type ReadFeature,
  createGroup,
  SEASON_GROUP,
  buildOneHotFeatures,
  buildSeasonFeatures,
} from './feature';
import { computeExpectedImpact } from './expected-impact';
import { computeImpactRevision } from './impact-revision';
import { computeSpotMean } from './strip-features';
import { getMidnight, DAY_MS } from '../../domain/time';

/** Cash gas is a subject like the hubs. */
export const CASH_GAS = 'HENRY-HUB';
export const SPIKE_SUBJECTS = [...POWER_HUBS, CASH_GAS] as const;

const isHub = (subject: string): subject is PowerHub =>
  (POWER_HUBS as readonly string[]).includes(subject);
/** Cash gas spikes with cold in the Midwest. */
const getCell = (subject: string): MarketCell =>
  isHub(subject) ? HUB_STACKS[subject].cell : 'CHI';
const buildHubFeature =
  (read: (view: PointInTimeView, hub: PowerHub) => number): ReadFeature =>
  (view, subject) =>
    isHub(subject) ? read(view, subject) : 0;
const buildGasFeature =
  (read: (view: PointInTimeView) => number): ReadFeature =>
  (view, subject) =>
    isHub(subject) ? 0 : read(view);

/** Forecast value for the stamp's day or a later one; NaN while the day or the value is missing. */
const buildForecastFeature =
  (lead: number, getValue: (day: ForecastDay, cell: MarketCell) => number | null): ReadFeature =>
  (view, subject) => {
    const cell = getCell(subject);
    const targetMs = getMidnight(view.stampMs) + lead * DAY_MS;
    const day = view.findRun(cell)?.days.find(({ dayMs }) => dayMs === targetMs);
    return (day ? getValue(day, cell) : null) ?? NaN;
  };

/** Thresholds in °F: cooling demand above, heating demand below, plant freezing below. */
const COOLING_F = 75;
const HEATING_F = 35;
const FREEZING_F = 18;
const buildHotFeature = (lead: number): ReadFeature =>
  buildForecastFeature(
    lead,
    ({ meanF, spreadF }) => computeExpectedAbove(meanF, spreadF, COOLING_F) / 10,
  );
const buildColdFeature = (lead: number): ReadFeature =>
  buildForecastFeature(
    lead,
    ({ meanF, spreadF }) => computeExpectedBelow(meanF, spreadF, HEATING_F) / 20,
  );

/** Bounds of the public probability, so that its logit is finite. */
const PROBABILITY_MIN = 0.002;
const computeLogit = (probability: number): number =>
  Math.log(
    Math.max(PROBABILITY_MIN, Math.min(1 - PROBABILITY_MIN, probability)) /
      (1 - Math.max(PROBABILITY_MIN, Math.min(1 - PROBABILITY_MIN, probability))),
  );
/** Scaled logit of the public spike probability for the stamp's day. */
const readPublicLogit: ReadFeature = (view, subject) =>
  computeLogit(
    isHub(subject)
      ? buildForecastFeature(0, (day) => computeSpikeProbability(subject, day))(view, subject)
      : view.getInput('evt/gas-spike/chance'),
  ) / 3;

const weather = createGroup('forecast of the day');
const nextDays = createGroup('forecast of the days after');
const spot = createGroup('spot of the last days');
const addFeature = createGroup('public chance');
const gas = createGroup('gas');

const MONTH_DAYS = 30;
/** Normal standard deviation of a daily gas move, in logs. */
const NORMAL_GAS_SIGMA = 0.032;
const SATURDAY = 6;
const computeMonthLevel = (view: PointInTimeView, hub: PowerHub): number =>
  Math.max(5, computeSpotMean(view, hub, MONTH_DAYS));
const buildRatioFeature = (days: number, what: 'mean' | 'peak' | 'low'): ReadFeature =>
  buildHubFeature((view, hub) =>
    Math.max(
      -3,
      Math.min(
        3,
        Math.log2(
          Math.max(0.1, computeSpotMean(view, hub, days, what) / computeMonthLevel(view, hub)),
        ),
      ),
    ),
  );

export const SPIKE_FEATURES: readonly FeatureSpec[] = [
  addFeature.scaled('public chance', 'log odds', readPublicLogit),
  weather.scaled('heat beyond 75 F', 'ten deg F', buildHotFeature(0)),
  weather.scaled('cold below 35 F', 'twenty deg F', buildColdFeature(0)),
  weather.scaled(
    'frost below 18 F',
    'ten deg F',
    buildForecastFeature(
      0,
      ({ meanF, spreadF }) => computeExpectedBelow(meanF, spreadF, FREEZING_F) / 10,
    ),
  ),
  weather.scaled(
    'wind over its usual',
    '',
    buildForecastFeature(0, ({ windMph }, cell) =>
      windMph === null ? null : windMph / getClimate(cell, 0).windMph - 1,
    ),
  ),
  weather.scaled(
    'sunshine',
    '',
    buildForecastFeature(0, ({ sunShare }) => sunShare),
  ),
  weather.scaled(
    'departure of the day',
    'sigma',
    buildForecastFeature(
      0,
      ({ meanF, dayMs }, cell) =>
        (meanF - getClimate(cell, dayMs).meanF) / getClimate(cell, dayMs).sdF,
    ),
  ),
  nextDays.scaled('heat of the next day', 'ten deg F', buildHotFeature(1)),
  nextDays.scaled('cold of the next day', 'twenty deg F', buildColdFeature(1)),
  spot.scaled(
    'dearest hour of the last day over the month',
    'octaves',
    buildRatioFeature(1, 'peak'),
  ),
  spot.scaled(
    'cheapest hour of the last day over the month',
    'octaves',
    buildRatioFeature(1, 'low'),
  ),
  spot.scaled('mean of the last day over the month', 'octaves', buildRatioFeature(1, 'mean')),
  spot.scaled(
    'dearest hours of three days over the month',
    'octaves',
    buildRatioFeature(3, 'peak'),
  ),
  spot.scaled(
    'level of the month',
    'log',
    buildHubFeature((view, hub) => Math.log(computeMonthLevel(view, hub) / HUB_STACKS[hub].level)),
  ),
  gas.scaled('gas over its usual price', 'log', (view) =>
    Math.log((getFrontPrice(view.publicData, 'NG') ?? NaN) / 3.6),
  ),
  gas.scaled(
    'cash over the front month',
    'log',
    buildGasFeature((view) => view.getInput('fund/NG/cash') * 5),
  ),
  gas.scaled(
    'expected gas balance',
    'sigma',
    buildGasFeature((view) => computeExpectedImpact(view, 'NG')),
  ),
  gas.scaled(
    'revision of the gas balance',
    'sigma',
    buildGasFeature((view) => computeImpactRevision(view, 'NG', 0)),
  ),
  gas.scaled(
    'volatility of gas over its usual',
    'log',
    buildGasFeature((view) => Math.log((view.getMarks('NG')?.sigma ?? NaN) / NORMAL_GAS_SIGMA)),
  ),
  gas.scaled(
    'chance of frozen wells',
    '',
    buildGasFeature((view) => view.getInput('evt/freeze-off/texas/chance')),
  ),
  ...buildSeasonFeatures(2),
  createGroup(SEASON_GROUP).scaled('weekend', '', (view) =>
    Number(getWeekday(getMidnight(view.stampMs)) >= SATURDAY),
  ),
  ...buildOneHotFeatures(SPIKE_SUBJECTS, SEASON_GROUP),
];
