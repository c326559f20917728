/**
 * The inputs of SpikeNet: what one knows of the coming day's dearest hour at a hub, and of a leap
 * of cash gas.
 */
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import { getWeekday } from '../../market/calendar';
import { frontPrice } from '../../market/inputs/knowledge';
import { HUB_STACKS } from '../../market/inputs/power-stack';
import { chanceOfSpike } from '../../market/inputs/spike-odds';
import type { ForecastDay } from '../../weather/bulletin';
import { expectedAbove, expectedBelow } from '../../domain/normal-curve';
import type { MarketCell } from '../../weather/cell';
import { climateAt } from '../../weather/climate-table';
import type { PointInTimeView } from './point-in-time-view';
import { type FeatureSpec, type ReadFeature, inGroup, oneHot, seasonFeatures } from './feature';
import { impactExpected, impactRevision } from './impact-revision';
import { spotMean } from './strip-features';
import { getMidnight, DAY_MS } from '../../domain/time';

/** Cash gas stands beside the hubs. */
export const CASH_GAS = 'HENRY-HUB';
export const SPIKE_SUBJECTS = [...POWER_HUBS, CASH_GAS] as const;

const isHub = (subject: string): subject is PowerHub =>
  (POWER_HUBS as readonly string[]).includes(subject);
/** Gas leaps with the cold of the Midwest. */
const getCell = (subject: string): MarketCell =>
  isHub(subject) ? HUB_STACKS[subject].cell : 'CHI';
const forHubs =
  (read: (view: PointInTimeView, hub: PowerHub) => number): ReadFeature =>
  (view, subject) =>
    isHub(subject) ? read(view, subject) : 0;
const forGas =
  (read: (view: PointInTimeView) => number): ReadFeature =>
  (view, subject) =>
    isHub(subject) ? 0 : read(view);

/** A figure of the forecast of the day of the stamp or a later one. */
const buildForecastFeature =
  (ahead: number, figure: (day: ForecastDay, cell: MarketCell) => number): ReadFeature =>
  (view, subject) => {
    const cell = getCell(subject);
    const wanted = getMidnight(view.stampMs) + ahead * DAY_MS;
    const day = view.run(cell)?.days.find(({ dayMs }) => dayMs === wanted);
    return day ? figure(day, cell) : NaN;
  };

/** Demand rises with degrees beyond these, and plants freeze below. */
const COOLING_F = 75;
const HEATING_F = 35;
const FREEZING_F = 18;
const buildHotFeature = (ahead: number): ReadFeature =>
  buildForecastFeature(
    ahead,
    ({ meanF, spreadF }) => expectedAbove(meanF, spreadF, COOLING_F) / 10,
  );
const buildColdFeature = (ahead: number): ReadFeature =>
  buildForecastFeature(
    ahead,
    ({ meanF, spreadF }) => expectedBelow(meanF, spreadF, HEATING_F) / 20,
  );

/** Odds of the public chance, held away from certainty. */
const LEAST = 0.002;
const computeLogit = (chance: number): number =>
  Math.log(
    Math.max(LEAST, Math.min(1 - LEAST, chance)) /
      (1 - Math.max(LEAST, Math.min(1 - LEAST, chance))),
  );
/** The public chance of the day of the stamp, of which the catalogue tells a day before. */
const publicChance: ReadFeature = (view, subject) =>
  computeLogit(
    isHub(subject)
      ? buildForecastFeature(0, (day) => chanceOfSpike(subject, day))(view, subject)
      : view.input('evt/gas-spike/chance'),
  ) / 3;

const weather = inGroup('forecast of the day');
const after = inGroup('forecast of the days after');
const spot = inGroup('spot of the last days');
const chance = inGroup('public chance');
const gas = inGroup('gas');

const MONTH = 30;
/**
 * The usual deviation of a day's move of natural gas, in logs: what moves farther leaps more often.
 */
const USUAL_SIGMA = 0.032;
const SATURDAY = 6;
const computeLevel = (view: PointInTimeView, hub: PowerHub): number =>
  Math.max(5, spotMean(view, hub, MONTH));
const buildRatioFeature = (days: number, what: 'mean' | 'peak' | 'low'): ReadFeature =>
  forHubs((view, hub) =>
    Math.max(
      -3,
      Math.min(
        3,
        Math.log2(Math.max(0.1, spotMean(view, hub, days, what) / computeLevel(view, hub))),
      ),
    ),
  );

export const SPIKE_FEATURES: readonly FeatureSpec[] = [
  chance.scaled('public chance', 'log odds', publicChance),
  weather.scaled('heat beyond 75 F', 'ten deg F', buildHotFeature(0)),
  weather.scaled('cold below 35 F', 'twenty deg F', buildColdFeature(0)),
  weather.scaled(
    'frost below 18 F',
    'ten deg F',
    buildForecastFeature(0, ({ meanF, spreadF }) => expectedBelow(meanF, spreadF, FREEZING_F) / 10),
  ),
  weather.scaled(
    'wind over its usual',
    'share',
    buildForecastFeature(0, ({ windMph }, cell) => windMph / climateAt(cell, 0).windMph - 1),
  ),
  weather.scaled(
    'sunshine',
    'share',
    buildForecastFeature(0, ({ sunShare }) => sunShare),
  ),
  weather.scaled(
    'departure of the day',
    'deviations',
    buildForecastFeature(
      0,
      ({ meanF, dayMs }, cell) =>
        (meanF - climateAt(cell, dayMs).meanF) / climateAt(cell, dayMs).sdF,
    ),
  ),
  after.scaled('heat of the next day', 'ten deg F', buildHotFeature(1)),
  after.scaled('cold of the next day', 'twenty deg F', buildColdFeature(1)),
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
    forHubs((view, hub) => Math.log(computeLevel(view, hub) / HUB_STACKS[hub].level)),
  ),
  gas.scaled('gas over its usual price', 'log', (view) =>
    Math.log((frontPrice(view.known, 'NG') ?? NaN) / 3.6),
  ),
  gas.scaled(
    'cash over the front month',
    'log',
    forGas((view) => view.input('fund/NG/cash') * 5),
  ),
  gas.scaled(
    'expected gas balance',
    'deviations',
    forGas((view) => impactExpected(view, 'NG')),
  ),
  gas.scaled(
    'revision of the gas balance',
    'deviations',
    forGas((view) => impactRevision(view, 'NG', 0)),
  ),
  gas.scaled(
    'volatility of gas over its usual',
    'log',
    forGas((view) => Math.log((view.marks('NG')?.sigma ?? NaN) / USUAL_SIGMA)),
  ),
  gas.scaled(
    'chance of frozen wells',
    'chance',
    forGas((view) => view.input('evt/freeze-off/texas/chance')),
  ),
  ...seasonFeatures(2),
  inGroup('season and place').scaled('weekend', '0 or 1', (view) =>
    Number(getWeekday(getMidnight(view.stampMs)) >= SATURDAY),
  ),
  ...oneHot(SPIKE_SUBJECTS, 'season and place'),
];
