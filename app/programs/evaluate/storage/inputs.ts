// What is known of a week when it has ended and its report has not come yet.
import { type Holiday, holidayOn } from '../../../trading/market/calendar';
import { type RidgeLine, valueAt } from '../../../trading/networks/baselines/ridge';
import { type StorageHistory, WEEK_MS, computeChange } from './history';
import { DAY_MS } from '../../../trading/domain/time';

const BASE_F = 65;
const YEAR_WEEKS = 52;
/** Weeks whose errors are averaged, of those with all temperatures. */
const ERROR_WEEKS = 4;
/** Days on which less is burnt by work. */
const IDLE: readonly Holiday[] = ['New Year', 'Independence', 'Thanksgiving', 'Christmas'];

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
const buildHeating = (temperatures: readonly number[]): readonly number[] =>
  temperatures.map((value) => Math.max(0, BASE_F - value));
const buildCooling = (temperatures: readonly number[]): readonly number[] =>
  temperatures.map((value) => Math.max(0, value - BASE_F));

/** Heating and cooling degree days of the week: all that the degree-day regression knows. */
export const degreeDays = (history: StorageHistory, friday: number): readonly number[] => {
  const temperatures = history.temperatures(friday);
  return [sum(buildHeating(temperatures)), sum(buildCooling(temperatures))];
};

/**
 * Mean change over the weeks of the same place in the last years, as many of five as were reported.
 */
export function seasonalChange(history: StorageHistory, friday: number): number {
  const changes = [1, 2, 3, 4, 5]
    .map((year) => computeChange(history, friday - year * YEAR_WEEKS * WEEK_MS))
    .filter(Number.isFinite);
  return sum(changes) / changes.length;
}

/** Inputs of a week; `regression` is the degree-day regression whose last errors are among them. */
export function inputsAt(
  history: StorageHistory,
  week: number,
  regression: RidgeLine,
): readonly number[] {
  const friday = history.weeks[week] ?? NaN;
  const heating = buildHeating(history.temperatures(friday));
  const turn = (2 * Math.PI * (friday / DAY_MS)) / 365.2425;
  return [
    ...degreeDays(history, friday),
    Math.max(...heating),
    sum(heating.map((value) => value * value)) / 30,
    sum(heating.slice(-2)),
    Math.sin(turn),
    Math.cos(turn),
    Math.sin(2 * turn),
    Math.cos(2 * turn),
    Math.log(history.level(friday - WEEK_MS) / usualLevel(history, friday - WEEK_MS)),
    Number(
      [0, 1, 2, 3, 4, 5, 6].some((back) =>
        IDLE.includes(holidayOn(friday - back * DAY_MS) ?? 'Good Friday'),
      ),
    ),
    recentError(history, week, regression),
  ];
}

/** Mean level at the same place of the last four years that were reported. */
function usualLevel(history: StorageHistory, friday: number): number {
  const levels = [1, 2, 3, 4]
    .map((year) => history.level(friday - year * YEAR_WEEKS * WEEK_MS))
    .filter(Number.isFinite);
  return sum(levels) / levels.length;
}

/** What the regression missed of late, Bcf a week; 0 before the first week. */
function recentError(history: StorageHistory, week: number, regression: RidgeLine): number {
  const past = history.weeks.slice(Math.max(0, week - ERROR_WEEKS), week);
  const errors = past.map(
    (friday) => computeChange(history, friday) - valueAt(regression, degreeDays(history, friday)),
  );
  return errors.length === 0 ? 0 : sum(errors) / errors.length;
}
