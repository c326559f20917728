// Inputs available when a week has ended and before its report.
import { type Holiday, findHoliday } from '../../../trading/market/calendar';
import { type RidgeLine, evaluateLine } from '../../../trading/networks/baselines/ridge';
import { type StorageHistory, WEEK_MS, computeChange } from './history';
import { DAY_MS } from '../../../trading/domain/time';

const BASE_F = 65;
const YEAR_WEEKS = 52;
/** Number of recent errors that are averaged. */
const ERROR_WEEKS = 4;
/** Holidays with lower commercial demand. */
const LOW_DEMAND_HOLIDAYS: readonly Holiday[] = [
  'New Year',
  'Independence',
  'Thanksgiving',
  'Christmas',
];

const computeSum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
const buildHeating = (temperatures: readonly number[]): readonly number[] =>
  temperatures.map((value) => Math.max(0, BASE_F - value));
const buildCooling = (temperatures: readonly number[]): readonly number[] =>
  temperatures.map((value) => Math.max(0, value - BASE_F));

/** Heating and cooling degree days of the week, the inputs of the regression. */
export const computeDegreeDays = (history: StorageHistory, friday: number): readonly number[] => {
  const temperatures = history.temperatures(friday);
  return [computeSum(buildHeating(temperatures)), computeSum(buildCooling(temperatures))];
};

/** Mean change of the same calendar week in the last five reported years. */
export function computeSeasonalChange(history: StorageHistory, friday: number): number {
  const changes = [1, 2, 3, 4, 5]
    .map((year) => computeChange(history, friday - year * YEAR_WEEKS * WEEK_MS))
    .filter(Number.isFinite);
  return computeSum(changes) / changes.length;
}

/** Inputs of a week, including the last errors of the degree-day regression. */
export function buildInputs(
  history: StorageHistory,
  week: number,
  regression: RidgeLine,
): readonly number[] {
  const friday = history.weeks[week] ?? NaN;
  const heating = buildHeating(history.temperatures(friday));
  const turn = (2 * Math.PI * (friday / DAY_MS)) / 365.2425;
  return [
    ...computeDegreeDays(history, friday),
    Math.max(...heating),
    computeSum(heating.map((value) => value * value)) / 30,
    computeSum(heating.slice(-2)),
    Math.sin(turn),
    Math.cos(turn),
    Math.sin(2 * turn),
    Math.cos(2 * turn),
    Math.log(history.getLevel(friday - WEEK_MS) / computeNormalLevel(history, friday - WEEK_MS)),
    Number(
      [0, 1, 2, 3, 4, 5, 6].some((back) =>
        LOW_DEMAND_HOLIDAYS.includes(findHoliday(friday - back * DAY_MS) ?? 'Good Friday'),
      ),
    ),
    computeRecentError(history, week, regression),
  ];
}

/** Mean level of the same calendar week in the last four reported years. */
function computeNormalLevel(history: StorageHistory, friday: number): number {
  const levels = [1, 2, 3, 4]
    .map((year) => history.getLevel(friday - year * YEAR_WEEKS * WEEK_MS))
    .filter(Number.isFinite);
  return computeSum(levels) / levels.length;
}

/** Mean recent error of the regression, Bcf per week; 0 before the first week. */
function computeRecentError(history: StorageHistory, week: number, regression: RidgeLine): number {
  const pastWeeks = history.weeks.slice(Math.max(0, week - ERROR_WEEKS), week);
  const errors = pastWeeks.map(
    (friday) =>
      computeChange(history, friday) - evaluateLine(regression, computeDegreeDays(history, friday)),
  );
  return errors.length === 0 ? 0 : computeSum(errors) / errors.length;
}
