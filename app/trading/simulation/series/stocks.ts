/**
 * Weekly stocks of gas, crude oil and distillate: changes, consensus and revisions.
 *
 * Sources: the mean weekly change of gas by month and its response to degree days (111 - 1.77 HDD -
 * 0.66 CDD Bcf a week) are measured on the EIA's weekly history; oil follows the seasons and survey
 * errors in the EIA's weekly petroleum status.
 */
import { STOCKS, type Stock } from '../../market/series-catalog';
import type { ReportKind } from '../../market/report';
import { DAYS_PER_YEAR, getDayOfYear } from '../calendar';
import type { RandomStreams, RandomStream } from '../random-streams';
import { drawReportShock } from '../shocks';

/** A completed week, from the level before to the revised level after. */
export interface StockWeek {
  /** Friday on which the week ends. */
  readonly endDay: number;
  readonly reportDay: number;
  readonly before: number;
  readonly expected: number;
  /** First print. */
  readonly change: number;
  /** Revision published a week later. */
  readonly revision: number;
}

/** Weekly weather anomalies that move stocks: degree days of seven days, hurricane categories. */
export interface WeekWeather {
  readonly gasHeating: number;
  readonly gasCooling: number;
  readonly oilHeating: number;
  readonly gulfCategories: number;
}

export interface StockRow {
  readonly kind: ReportKind;
  /** Index in COMMODITY_KEYS; selects the random draw of the surprise. */
  readonly place: number;
  /** Mean weekly change by month, January first. */
  readonly months: readonly number[];
  readonly meanLevel: number;
  /** Beyond this anomaly mean reversion is much stronger. */
  readonly band: number;
  readonly surpriseSd: number;
  readonly revisionSd: number;
  /** Published figures are rounded to multiples of this. */
  readonly step: number;
  /** Weekly change due to the week's weather and the scarcity that the price already contains. */
  readonly response: (weather: WeekWeather, scarcity: number) => number;
}

const NATURAL_GAS = 1;
const HEATING_OIL = 6;
const CRUDE_OIL = 8;

/**
 * Weekly draw of gas per unit of scarcity (log price), Bcf: production and demand that the price
 * expects to fall short take gas from storage. Calibrated to the correlation of storage with the
 * price.
 */
const GAS_BALANCE = 80;

export const STOCK_ROWS: Readonly<Record<Stock, StockRow>> = {
  gas: {
    kind: 'EIA gas storage',
    place: NATURAL_GAS,
    months: [-168, -142, -47, 44, 91, 80, 46, 47, 76, 78, -9, -99],
    meanLevel: 2520,
    band: 450,
    surpriseSd: 10,
    revisionSd: 2,
    step: 1,
    response: ({ gasHeating, gasCooling }, scarcity) =>
      -1.77 * gasHeating - 0.66 * gasCooling - GAS_BALANCE * scarcity,
  },
  crude: {
    kind: 'EIA petroleum',
    place: CRUDE_OIL,
    months: [2, 2.5, 2, 1, -0.5, -2, -2.5, -2, -1, 1.5, 1, -2],
    meanLevel: 440,
    band: 45,
    surpriseSd: 4,
    revisionSd: 0.3,
    step: 0.1,
    response: ({ gulfCategories }) => -1.6 * gulfCategories,
  },
  distillate: {
    kind: 'EIA petroleum',
    place: HEATING_OIL,
    months: [-1, -1.5, -1.5, -0.5, 0.8, 1.2, 1.2, 0.6, 0.2, -0.8, 0.3, 1],
    meanLevel: 130,
    band: 18,
    surpriseSd: 1.8,
    revisionSd: 0.2,
    step: 0.1,
    response: ({ oilHeating, gulfCategories }) => -0.02 * oilHeating - 0.8 * gulfCategories,
  },
};

/**
 * Weekly mean reversion of the anomaly by price response, and additional reversion beyond the band.
 */
const PULL = 0.03;
const FAR_PULL = 0.2;
/** Largest weekly draw, as a fraction of the level. */
const DRAW_MAX = 0.25;

/** Monthly table, interpolated between mid-months. */
function interpolateMonths(months: readonly number[], day: number): number {
  const position = (getDayOfYear(day) / DAYS_PER_YEAR) * 12 - 0.5;
  const before = Math.floor(position);
  const fraction = position - before;
  return (
    (months[(before + 12) % 12] ?? 0) * (1 - fraction) +
    (months[(before + 13) % 12] ?? 0) * fraction
  );
}

/** Normal level by day of year: cumulative normal changes around the mean level. */
function buildLevelNorms({ months, meanLevel }: StockRow): Float64Array {
  const sums = new Float64Array(366);
  const drift = months.reduce((sum, change) => sum + change, 0) / 12;
  for (let day = 1; day < sums.length; day += 1)
    sums[day] = (sums[day - 1] ?? 0) + (interpolateMonths(months, day - 1) - drift) / 7;
  const mean = sums.reduce((sum, level) => sum + level, 0) / sums.length;
  return sums.map((level) => level - mean + meanLevel);
}

export interface StockModel {
  readonly stock: Stock;
  readonly row: StockRow;
  readonly norms: Float64Array;
  readonly revision: RandomStream;
}

export const createStockModels = (random: RandomStreams): readonly StockModel[] =>
  STOCKS.map((stock) => ({
    stock,
    row: STOCK_ROWS[stock],
    norms: buildLevelNorms(STOCK_ROWS[stock]),
    revision: random.getStream(`series/${stock} revision`),
  }));

/** Seasonal normal level; valid for days shortly before the epoch too. */
export const getNormLevel = ({ norms }: StockModel, day: number): number =>
  norms[Math.floor(getDayOfYear(day + DAYS_PER_YEAR))] ?? 0;

/** Level at the end of a week after revision. */
export const getFinalLevel = (week: StockWeek): number => week.before + week.change + week.revision;
/** Level at the end of a week in the first print. */
export const getFirstLevel = (week: StockWeek): number => week.before + week.change;

const roundToStep = (value: number, step: number): number =>
  Math.round(Math.round(value / step) * step * 1000) / 1000;

/**
 * Week that ends on a Friday and is reported on `reportDay`. `scarcity` is that of the future's
 * price at the week's end. A surprise that raises the price lowers stocks.
 */
export function drawNextWeek(
  random: RandomStreams,
  model: StockModel,
  before: number,
  weather: WeekWeather,
  scarcity: number,
  endDay: number,
  reportDay: number,
): StockWeek {
  const { row } = model;
  const departure = before - getNormLevel(model, endDay - 7);
  const beyond = Math.sign(departure) * Math.max(0, Math.abs(departure) - row.band);
  const target =
    interpolateMonths(row.months, endDay - 3) +
    row.response(weather, scarcity) -
    PULL * departure -
    FAR_PULL * beyond;
  const expected = roundToStep(Math.max(target, -DRAW_MAX * before), row.step);
  const surprise = -row.surpriseSd * drawReportShock(random, row.kind, reportDay, row.place);
  const revision = roundToStep(
    row.revisionSd * random.drawNormal(model.revision, endDay),
    row.step,
  );
  return {
    endDay,
    reportDay,
    before,
    expected,
    change: roundToStep(expected + surprise, row.step),
    revision,
  };
}
