// Model inputs for day-ahead prices: one row per day, in named groups.
import { type Holiday, findHoliday } from '../../../trading/market/calendar';
import { DAY_MS } from '../../../trading/domain/time';
import type { ComedHistory } from './history';
import { HOURS } from './hours';
import { getBidsCloseMs } from './load-forecast';

/** Longest lag, days. */
export const LAG_DAYS_MAX = 7;
const PRICE_LAGS = [1, 2, 3, 7] as const;
const LOAD_LAGS = [0, 1, 7] as const;

/** NERC holidays, which trade like a Sunday. */
const OFF_PEAK: readonly Holiday[] = [
  'New Year',
  'Memorial',
  'Independence',
  'Labor',
  'Thanksgiving',
  'Christmas',
];

/** Approximate size of a load, MW, so that inputs are of order one; members rescale them. */
const SYSTEM_LOAD = 100_000;
const ZONE_LOAD = 10_000;
const WEEK_DAYS = 7;
/** The newest spot price of gas that is published when bids close, days before. */
const GAS_DAYS_BACK = 2;

export type InputGroup =
  | `price ${(typeof PRICE_LAGS)[number]}`
  | `load ${(typeof LOAD_LAGS)[number]}`
  | 'weekday'
  | 'gas';

export interface ComedInputs {
  /** First history index with complete inputs. */
  readonly first: number;
  /** Group of each input, in the order of a row. */
  readonly groups: readonly InputGroup[];
  /** Input row of a day, cached. */
  readonly day: (index: number) => Float64Array;
}

/**
 * Inputs known when bids for a day close: prices of the days before, load forecasts of the day and
 * of days before, the weekday, gas of two days before. `z` holds scaled prices, 24 a day.
 */
export function buildInputs(history: ComedHistory, z: Float64Array): ComedInputs {
  const rows = new Map<number, Float64Array>();
  const listPrices = (index: number): readonly number[] =>
    Array.from(z.subarray(index * HOURS, (index + 1) * HOURS));
  const listLoads = (index: number, lag: number): readonly number[] => {
    const dayMs = history.days[index] ?? NaN;
    const vintage = history.getLoadForecast(dayMs - lag * DAY_MS, getBidsCloseMs(dayMs));
    return vintage === null
      ? Array.from({ length: 2 * HOURS }, () => NaN)
      : [
          ...vintage.system.map((load) => load / SYSTEM_LOAD),
          ...vintage.zone.map((load) => load / ZONE_LOAD),
        ];
  };
  return {
    first: LAG_DAYS_MAX,
    groups: [
      ...PRICE_LAGS.flatMap((lag) => repeatValue(`price ${lag}` as const, HOURS)),
      ...LOAD_LAGS.flatMap((lag) => repeatValue(`load ${lag}` as const, 2 * HOURS)),
      ...repeatValue('weekday' as const, WEEK_DAYS),
      'gas',
    ],
    day: (index) => {
      const row =
        rows.get(index) ??
        Float64Array.from([
          ...PRICE_LAGS.flatMap((lag) => listPrices(index - lag)),
          ...LOAD_LAGS.flatMap((lag) => listLoads(index, lag)),
          ...listWeekdayFlags(history.days[index] ?? NaN),
          Math.log(history.gasAt((history.days[index] ?? NaN) - GAS_DAYS_BACK * DAY_MS)),
        ]);
      rows.set(index, row);
      return row;
    },
  };
}

const repeatValue = <T>(value: T, count: number): readonly T[] =>
  Array.from({ length: count }, () => value);

function listWeekdayFlags(dayMs: number): readonly number[] {
  const holiday = findHoliday(dayMs);
  const weekday = holiday !== null && OFF_PEAK.includes(holiday) ? 0 : new Date(dayMs).getUTCDay();
  return Array.from({ length: WEEK_DAYS }, (_, day) => Number(day === weekday));
}
