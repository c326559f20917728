/**
 * Gas in storage, crude oil and distillate fuel: what a week changes, what analysts expect of it,
 * and how it is revised.
 *
 * Sources: the mean weekly change of gas by month and its response to degree days (111 - 1.77 HDD -
 * 0.66 CDD Bcf a week) are measured on the EIA's own weekly history;
 * oil follows the seasons and the usual errors of surveys in the EIA's weekly petroleum status.
 */
import { STOCKS, type Stock } from '../../market/series-catalogue';
import type { ReportKind } from '../../market/report';
import { DAYS_PER_YEAR, dayOfYear } from '../calendar';
import type { Chance, Stream } from '../random-streams';
import { reportShock } from '../shocks';

/** A week that is over, from the level before it to the revised one after it. */
export interface StockWeek {
  /** The Friday that it ends on. */
  readonly endDay: number;
  readonly reportDay: number;
  readonly before: number;
  readonly expected: number;
  /** As first published. */
  readonly change: number;
  /** Added a week later. */
  readonly revision: number;
}

/**
 * Departures of a week from its season that move stocks: degree days of seven days, categories of
 * storms.
 */
export interface WeekWeather {
  readonly gasHeating: number;
  readonly gasCooling: number;
  readonly oilHeating: number;
  readonly gulfCategories: number;
}

export interface StockRow {
  readonly kind: ReportKind;
  /** Place of its commodity among all, which tells one figure's surprise from another's. */
  readonly place: number;
  /** Mean change of a week by month, January first. */
  readonly months: readonly number[];
  readonly meanLevel: number;
  /** Departures beyond this are pulled back much harder. */
  readonly band: number;
  readonly surpriseSd: number;
  readonly revisionSd: number;
  /** Published figures are multiples of this. */
  readonly step: number;
  readonly response: (weather: WeekWeather) => number;
}

const NATURAL_GAS = 1;
const HEATING_OIL = 6;
const CRUDE_OIL = 8;

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
    response: ({ gasHeating, gasCooling }) => -1.77 * gasHeating - 0.66 * gasCooling,
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
 * Share of a departure that is pulled back in a week, as prices move buyers, and what is added to
 * it beyond the band.
 */
const PULL = 0.03;
const FAR_PULL = 0.2;
/** A week draws no more than this share of what is there. */
const DRAW_MAX = 0.25;

/** A table of months read between the middles of two. */
function interpolateMonths(months: readonly number[], day: number): number {
  const at = (dayOfYear(day) / DAYS_PER_YEAR) * 12 - 0.5;
  const before = Math.floor(at);
  const share = at - before;
  return (
    (months[(before + 12) % 12] ?? 0) * (1 - share) + (months[(before + 13) % 12] ?? 0) * share
  );
}

/** The normal level by the day of the year: the normal changes added up about the mean level. */
function levelNorms({ months, meanLevel }: StockRow): Float64Array {
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
  readonly revision: Stream;
}

/** The models of all stocks, with their streams. */
export const stockModels = (chance: Chance): readonly StockModel[] =>
  STOCKS.map((stock) => ({
    stock,
    row: STOCK_ROWS[stock],
    norms: levelNorms(STOCK_ROWS[stock]),
    revision: chance.stream(`series/${stock} revision`),
  }));

/** The level that is normal for the season; also for the days just before the world begins. */
export const normLevel = ({ norms }: StockModel, day: number): number =>
  norms[Math.floor(dayOfYear(day + DAYS_PER_YEAR))] ?? 0;

/** The level on the Friday of a week, as it stands after its revision. */
export const finalLevel = (week: StockWeek): number => week.before + week.change + week.revision;
/** The level as it was first published. */
export const firstLevel = (week: StockWeek): number => week.before + week.change;

const toStep = (value: number, step: number): number =>
  Math.round(Math.round(value / step) * step * 1000) / 1000;

/**
 * The week that ends on a Friday, its report being on `reportDay`; a report that raises the price
 * finds less in stock.
 */
export function nextWeek(
  chance: Chance,
  model: StockModel,
  before: number,
  weather: WeekWeather,
  endDay: number,
  reportDay: number,
): StockWeek {
  const { row } = model;
  const departure = before - normLevel(model, endDay - 7);
  const beyond = Math.sign(departure) * Math.max(0, Math.abs(departure) - row.band);
  const wanted =
    interpolateMonths(row.months, endDay - 3) +
    row.response(weather) -
    PULL * departure -
    FAR_PULL * beyond;
  const expected = toStep(Math.max(wanted, -DRAW_MAX * before), row.step);
  const surprise = -row.surpriseSd * reportShock(chance, row.kind, reportDay, row.place);
  const revision = toStep(row.revisionSd * chance.normal(model.revision, endDay), row.step);
  return {
    endDay,
    reportDay,
    before,
    expected,
    change: toStep(expected + surprise, row.step),
    revision,
  };
}
