// What a forecast of a day's prices may know, as rows of numbers: for the day as a whole, and for
// each of its hours.
import { normalQuantile } from '../../../trading/domain/normal-curve';
import { type Holiday, holidayOn } from '../../../trading/market/calendar';
import { seededRandom } from '../../../trading/random';
import { computeMean } from '../../../trading/statistics/sample';
import { type ComedHistory, HOURS } from './history';
import type { Scale } from './scale';
import { DAY_MS } from '../../../trading/domain/time';

/**
 * `published`: prices to the day before, load to 8 in the morning of it, weather and gas to two
 * days before.
 * `foretold`: also the temperature of the day and the day before, with an error as forecasts of it
 * have, drawn by chance: no forecast was archived.
 * `metered`: also the load of the day itself, as if it had been foreseen without error. No
 * forecast: it shows what a load forecast is worth at most.
 */
export type Knowledge = 'published' | 'foretold' | 'metered';

/** Days before the first that can be forecast: the longest lag. */
export const LAG_DAYS_MAX = 7;
const LAGS = [1, 2, 3, 7] as const;
/** Hours of the day before whose load is known when bids close. */
const LOAD_HOURS_KNOWN = 7;
/** Root mean square error of a day-ahead temperature forecast, F. */
const FORECAST_ERROR_F = 3;
/** Days that trade like a Sunday: those of the North American Electric Reliability Corporation. */
const OFF_PEAK: readonly Holiday[] = [
  'New Year',
  'Memorial',
  'Independence',
  'Labor',
  'Thanksgiving',
  'Christmas',
];

/**
 * Rough centers and sizes, so that all inputs are of order one; members scale by themselves again.
 */
const LOAD = { center: 11_000, size: 2000 };
const HEATING_BASE_F = 60;
const COOLING_BASE_F = 65;
const DEGREES = 10;

export interface Inputs {
  /** Forecast days that have inputs: places in the history from here on. */
  readonly first: number;
  /** The row of a whole day, made once. */
  readonly day: (place: number) => Float64Array;
  /** The rows of a day's 24 hours, made once. */
  readonly hours: (place: number) => readonly Float64Array[];
}

export function buildInputs(
  history: ComedHistory,
  scale: Scale,
  knowledge: Knowledge,
  seed: string,
): Inputs {
  const z = history.price.map(scale.to);
  const maker = createMaker(history, z, knowledge, seed);
  const wholes = new Map<number, Float64Array>();
  const parts = new Map<number, readonly Float64Array[]>();
  return {
    first: LAG_DAYS_MAX,
    day: (place) =>
      kept(wholes, place, () =>
        Float64Array.from([
          ...LAGS.flatMap((lag) => listPrices(z, place - lag)),
          ...maker.about(place),
          ...maker.loads(place),
        ]),
      ),
    hours: (place) =>
      kept(parts, place, () => {
        const about = maker.about(place);
        return Array.from({ length: HOURS }, (_, hour) =>
          Float64Array.from([
            ...nearPrices(z, place, hour),
            ...hourTerms(hour),
            ...maker.loadsAt(place, hour),
            ...about,
          ]),
        );
      }),
  };
}

function kept<T>(made: Map<number, T>, place: number, make: () => T): T {
  const known = made.get(place) ?? make();
  made.set(place, known);
  return known;
}

const listPrices = (z: Float64Array, place: number): readonly number[] =>
  Array.from(z.subarray(place * HOURS, (place + 1) * HOURS));

interface Maker {
  readonly about: (place: number) => readonly number[];
  readonly loads: (place: number) => readonly number[];
  readonly loadsAt: (place: number, hour: number) => readonly number[];
}

function createMaker(
  history: ComedHistory,
  z: Float64Array,
  knowledge: Knowledge,
  seed: string,
): Maker {
  const random = seededRandom(seed);
  const load = (dayMs: number, hour: number): number =>
    (history.loadAt(dayMs, hour) - LOAD.center) / LOAD.size;
  const dayMsAt = (place: number): number => history.days[place] ?? NaN;
  const listHours = (dayMs: number, until: number): readonly number[] =>
    Array.from({ length: until }, (_, hour) => load(dayMs, hour));
  const foretold = (place: number, back: number): number =>
    history.temperatureAt(dayMsAt(place) - back * DAY_MS) +
    FORECAST_ERROR_F * normalQuantile(random.uniform(`temperature/${back}`, place) || 0.5);
  return {
    about: (place) => [
      ...calendarTerms(dayMsAt(place)),
      ...levelTerms(z, place),
      Math.log(history.gasAt(dayMsAt(place) - 2 * DAY_MS)),
      Math.log(history.gasAt(dayMsAt(place) - 3 * DAY_MS)),
      ...[2, 3].flatMap((back) =>
        degreeTerms(history.temperatureAt(dayMsAt(place) - back * DAY_MS)),
      ),
      ...(knowledge === 'foretold'
        ? [0, 1].flatMap((back) => degreeTerms(foretold(place, back)))
        : []),
    ],
    loads: (place) => [
      ...listHours(dayMsAt(place) - DAY_MS, LOAD_HOURS_KNOWN),
      ...(knowledge === 'metered' ? listHours(dayMsAt(place), HOURS) : []),
    ],
    loadsAt: (place, hour) => [
      load(dayMsAt(place) - 2 * DAY_MS, hour),
      load(dayMsAt(place) - 7 * DAY_MS, hour),
      load(dayMsAt(place) - DAY_MS, LOAD_HOURS_KNOWN - 1),
      ...(knowledge === 'metered' ? [load(dayMsAt(place), hour)] : []),
    ],
  };
}

/** Which day of the week it is, and where in the year. */
function calendarTerms(dayMs: number): readonly number[] {
  const holiday = holidayOn(dayMs);
  const weekday = holiday !== null && OFF_PEAK.includes(holiday) ? 0 : new Date(dayMs).getUTCDay();
  const year = (2 * Math.PI * (dayMs / DAY_MS)) / 365.2425;
  return [
    ...Array.from({ length: 7 }, (_, day) => Number(day === weekday)),
    Math.sin(year),
    Math.cos(year),
  ];
}

/** Level, ends and range of the days before. */
function levelTerms(z: Float64Array, place: number): readonly number[] {
  const [one, two, three, week] = LAGS.map((lag) => listPrices(z, place - lag)) as [
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

/** Prices about the same hour of the days before. */
function nearPrices(z: Float64Array, place: number, hour: number): readonly number[] {
  const at = (lag: number, by: number): number =>
    z[(place - lag) * HOURS + Math.max(0, Math.min(HOURS - 1, hour + by))] ?? NaN;
  return [at(1, -1), at(1, 0), at(1, 1), at(2, 0), at(3, 0), at(7, 0)];
}

/** Which hour it is, and four smooth terms of it. */
function hourTerms(hour: number): readonly number[] {
  const turn = (2 * Math.PI * hour) / HOURS;
  return [
    ...Array.from({ length: HOURS }, (_, other) => Number(other === hour)),
    Math.sin(turn),
    Math.cos(turn),
    Math.sin(2 * turn),
    Math.cos(2 * turn),
  ];
}

const degreeTerms = (temperatureF: number): readonly number[] => [
  Math.max(0, HEATING_BASE_F - temperatureF) / DEGREES,
  Math.max(0, temperatureF - COOLING_BASE_F) / DEGREES,
  temperatureF / DEGREES,
];
