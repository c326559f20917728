// Model inputs for day-ahead prices: one row per day, and one per hour.
import { computeNormalQuantile } from '../../../trading/domain/normal-distribution';
import { type Holiday, findHoliday } from '../../../trading/market/calendar';
import { createSeededRandom } from '../../../trading/random';
import { computeMean } from '../../../trading/statistics/sample';
import { type ComedHistory, HOURS } from './history';
import type { Scale } from './scale';
import { DAY_MS } from '../../../trading/domain/time';

/**
 * `published`: prices up to the day before, load up to 8 a.m. of that day, weather and gas up to
 * two days before. `forecast`: also the temperature of the day and the day before, with a simulated
 * forecast error, because no forecast was archived. `metered`: also the actual load of the day. Not
 * a forecast: an upper bound for the value of a load forecast.
 */
export type Knowledge = 'published' | 'forecast' | 'metered';

/** Longest lag, days. */
export const LAG_DAYS_MAX = 7;
const LAGS = [1, 2, 3, 7] as const;
/** Hours of the day before whose load is published when bids close. */
const PUBLISHED_LOAD_HOURS = 7;
/** Root mean square error of a day-ahead temperature forecast, F. */
const FORECAST_ERROR_F = 3;
/** NERC holidays, which trade like a Sunday. */
const OFF_PEAK: readonly Holiday[] = [
  'New Year',
  'Memorial',
  'Independence',
  'Labor',
  'Thanksgiving',
  'Christmas',
];

/** Approximate centers and scales, so that inputs are of order one; members rescale them. */
const LOAD = { center: 11_000, size: 2000 };
const HEATING_BASE_F = 60;
const COOLING_BASE_F = 65;
const DEGREES = 10;

export interface ComedInputs {
  /** First history index with complete inputs. */
  readonly first: number;
  /** Input row of a day, cached. */
  readonly day: (index: number) => Float64Array;
  /** Input rows of a day's 24 hours, cached. */
  readonly hours: (index: number) => readonly Float64Array[];
}

export function buildInputs(
  history: ComedHistory,
  scale: Scale,
  knowledge: Knowledge,
  seed: string,
): ComedInputs {
  const z = history.price.map(scale.to);
  const builder = createInputBuilder(history, z, knowledge, seed);
  const dayRows = new Map<number, Float64Array>();
  const hourRows = new Map<number, readonly Float64Array[]>();
  return {
    first: LAG_DAYS_MAX,
    day: (index) =>
      getCached(dayRows, index, () =>
        Float64Array.from([
          ...LAGS.flatMap((lag) => listPrices(z, index - lag)),
          ...builder.about(index),
          ...builder.loads(index),
        ]),
      ),
    hours: (index) =>
      getCached(hourRows, index, () => {
        const dayTerms = builder.about(index);
        return Array.from({ length: HOURS }, (_, hour) =>
          Float64Array.from([
            ...getNearPrices(z, index, hour),
            ...getHourTerms(hour),
            ...builder.loadsAt(index, hour),
            ...dayTerms,
          ]),
        );
      }),
  };
}

function getCached<T>(cache: Map<number, T>, index: number, make: () => T): T {
  const row = cache.get(index) ?? make();
  cache.set(index, row);
  return row;
}

const listPrices = (z: Float64Array, index: number): readonly number[] =>
  Array.from(z.subarray(index * HOURS, (index + 1) * HOURS));

interface InputBuilder {
  readonly about: (index: number) => readonly number[];
  readonly loads: (index: number) => readonly number[];
  readonly loadsAt: (index: number, hour: number) => readonly number[];
}

function createInputBuilder(
  history: ComedHistory,
  z: Float64Array,
  knowledge: Knowledge,
  seed: string,
): InputBuilder {
  const random = createSeededRandom(seed);
  const getScaledLoad = (dayMs: number, hour: number): number =>
    (history.loadAt(dayMs, hour) - LOAD.center) / LOAD.size;
  const getDayMs = (index: number): number => history.days[index] ?? NaN;
  const listHours = (dayMs: number, until: number): readonly number[] =>
    Array.from({ length: until }, (_, hour) => getScaledLoad(dayMs, hour));
  const drawForecast = (index: number, back: number): number =>
    history.temperatureAt(getDayMs(index) - back * DAY_MS) +
    FORECAST_ERROR_F * computeNormalQuantile(random.uniform(`temperature/${back}`, index) || 0.5);
  return {
    about: (index) => [
      ...getCalendarTerms(getDayMs(index)),
      ...getLevelTerms(z, index),
      Math.log(history.gasAt(getDayMs(index) - 2 * DAY_MS)),
      Math.log(history.gasAt(getDayMs(index) - 3 * DAY_MS)),
      ...[2, 3].flatMap((back) =>
        getDegreeTerms(history.temperatureAt(getDayMs(index) - back * DAY_MS)),
      ),
      ...(knowledge === 'forecast'
        ? [0, 1].flatMap((back) => getDegreeTerms(drawForecast(index, back)))
        : []),
    ],
    loads: (index) => [
      ...listHours(getDayMs(index) - DAY_MS, PUBLISHED_LOAD_HOURS),
      ...(knowledge === 'metered' ? listHours(getDayMs(index), HOURS) : []),
    ],
    loadsAt: (index, hour) => [
      getScaledLoad(getDayMs(index) - 2 * DAY_MS, hour),
      getScaledLoad(getDayMs(index) - 7 * DAY_MS, hour),
      getScaledLoad(getDayMs(index) - DAY_MS, PUBLISHED_LOAD_HOURS - 1),
      ...(knowledge === 'metered' ? [getScaledLoad(getDayMs(index), hour)] : []),
    ],
  };
}

/** Day-of-week indicators and annual cycle. */
function getCalendarTerms(dayMs: number): readonly number[] {
  const holiday = findHoliday(dayMs);
  const weekday = holiday !== null && OFF_PEAK.includes(holiday) ? 0 : new Date(dayMs).getUTCDay();
  const year = (2 * Math.PI * (dayMs / DAY_MS)) / 365.2425;
  return [
    ...Array.from({ length: 7 }, (_, day) => Number(day === weekday)),
    Math.sin(year),
    Math.cos(year),
  ];
}

/** Level and range of the days before. */
function getLevelTerms(z: Float64Array, index: number): readonly number[] {
  const [one, two, three, week] = LAGS.map((lag) => listPrices(z, index - lag)) as [
    readonly number[],
    readonly number[],
    readonly number[],
    readonly number[],
  ];
  return [
    computeMean(one),
    Math.max(...one),
    Math.min(...one),
    one[HOURS - 1] ?? NaN,
    computeMean(two),
    computeMean(three),
    computeMean(week),
  ];
}

/** Prices of adjacent hours on the days before. */
function getNearPrices(z: Float64Array, index: number, hour: number): readonly number[] {
  const getPrice = (lag: number, by: number): number =>
    z[(index - lag) * HOURS + Math.max(0, Math.min(HOURS - 1, hour + by))] ?? NaN;
  return [
    getPrice(1, -1),
    getPrice(1, 0),
    getPrice(1, 1),
    getPrice(2, 0),
    getPrice(3, 0),
    getPrice(7, 0),
  ];
}

/** Hour indicators and two harmonics of the day. */
function getHourTerms(hour: number): readonly number[] {
  const turn = (2 * Math.PI * hour) / HOURS;
  return [
    ...Array.from({ length: HOURS }, (_, other) => Number(other === hour)),
    Math.sin(turn),
    Math.cos(turn),
    Math.sin(2 * turn),
    Math.cos(2 * turn),
  ];
}

const getDegreeTerms = (temperatureF: number): readonly number[] => [
  Math.max(0, HEATING_BASE_F - temperatureF) / DEGREES,
  Math.max(0, temperatureF - COOLING_BASE_F) / DEGREES,
  temperatureF / DEGREES,
];
