/**
 * The state behind all published series, folded day by day: currencies, stocks, crops, quotas and
 * the cash basis of gas.
 */
import type { ReportDate, ReportKind } from '../../market/report';
import { reportDates } from '../../market/report-calendar';
import { getDay, dayStartMs, getWeekday } from '../calendar';
import type { Chance } from '../random-streams';
import { type Lane, createCheckpointedFold } from '../checkpointed-fold';
import type { FuturesPart, WeatherPart } from '../parts';
import { reportShock } from '../shocks';
import { type CropState, afterReport, firstCrops, nextLosses } from './crops';
import { type Degrees, degreeNormals, computeDegreeDays } from './degrees';
import { type CashState, FIRST_CASH, cashStep } from './gas-cash';
import { FIRST_MACRO, type MacroState, macroStep } from './macro';
import {
  type StockModel,
  type StockWeek,
  type WeekWeather,
  finalLevel,
  nextWeek,
  normLevel,
  stockModels,
} from './stocks';
import { DAY_MS } from '../../domain/time';

/** All of it at the midnight that begins a day. */
export interface SeriesState {
  readonly macro: MacroState;
  readonly cash: CashState;
  readonly crops: CropState;
  /** Agreed production, million bbl/d. */
  readonly quota: number;
  /** Departures from the season since the last Friday that is over. */
  readonly week: WeekWeather;
  /** The newest week that is over, by stock in the order of STOCKS; null before the first. */
  readonly stocks: readonly (StockWeek | null)[];
}

const SATURDAY = 6;
const NO_WEATHER: WeekWeather = { gasHeating: 0, gasCooling: 0, oilHeating: 0, gulfCategories: 0 };

/**
 * Quotas: the mean, the share of a departure that is expected to be taken back at a meeting, and
 * the surprise, million bbl/d.
 */
const QUOTA_MEAN = 30;
const QUOTA_PULL = 0.25;
export const QUOTA_SURPRISE = 0.4;
const CRUDE_OIL = 8;
const toTenth = (value: number): number => Math.round(value * 10) / 10;

export const expectedQuota = (quota: number): number =>
  toTenth(quota + QUOTA_PULL * (QUOTA_MEAN - quota));
/** A cut nobody expected raises the price. */
export const decidedQuota = (chance: Chance, quota: number, day: number): number =>
  toTenth(
    expectedQuota(quota) - QUOTA_SURPRISE * reportShock(chance, 'OPEC meeting', day, CRUDE_OIL),
  );

/**
 * Days whose calendar is read in one piece, and such pieces that are kept: the fold asks for every
 * day in turn.
 */
const BLOCK_DAYS = 128;
const BLOCKS_KEPT = 8;
const NO_REPORTS: readonly ReportDate[] = [];
const blocks = new Map<number, ReadonlyMap<number, readonly ReportDate[]>>();

/** The reports that come on a world day. */
export function reportsOn(day: number): readonly ReportDate[] {
  const block = Math.floor(day / BLOCK_DAYS);
  const known = blocks.get(block) ?? buildBlock(block);
  return known.get(day) ?? NO_REPORTS;
}

function buildBlock(block: number): ReadonlyMap<number, readonly ReportDate[]> {
  const days = new Map<number, ReportDate[]>();
  for (const date of reportDates(
    dayStartMs(block * BLOCK_DAYS),
    dayStartMs((block + 1) * BLOCK_DAYS),
  )) {
    const day = getDay(date.atMs);
    days.set(day, [...(days.get(day) ?? []), date]);
  }
  if (blocks.size >= BLOCKS_KEPT) blocks.clear();
  blocks.set(block, days);
  return days;
}

/** The world day of the first report of a kind within ten days. */
function reportDayFrom(kind: ReportKind, day: number): number {
  const found = reportDates(dayStartMs(day), dayStartMs(day) + 10 * DAY_MS).find(
    (report) => report.kind === kind,
  );
  return found ? getDay(found.atMs) : day + 5;
}

function weekSum(week: WeekWeather, degrees: Degrees, normal: Degrees, gulf: number): WeekWeather {
  return {
    gasHeating: week.gasHeating + degrees.gasHeating - normal.gasHeating,
    gasCooling: week.gasCooling + degrees.gasCooling - normal.gasCooling,
    oilHeating: week.oilHeating + degrees.oilHeating - normal.oilHeating,
    gulfCategories: week.gulfCategories + gulf,
  };
}

const FIRST: SeriesState = {
  macro: FIRST_MACRO,
  cash: FIRST_CASH,
  crops: firstCrops(),
  quota: QUOTA_MEAN,
  week: NO_WEATHER,
  stocks: [null, null, null],
};

export interface SeriesFold {
  readonly lane: Lane<SeriesState>;
  readonly models: readonly StockModel[];
}

/** The lane of the series of a world. */
export function seriesFold(chance: Chance, weather: WeatherPart, futures: FuturesPart): SeriesFold {
  const models = stockModels(chance);
  const normals = degreeNormals(weather);
  const [macro, cash] = [macroStep(chance), cashStep(chance)];
  const close = (before: SeriesState, week: WeekWeather, endDay: number): (StockWeek | null)[] =>
    models.map((model, index) => {
      const last = before.stocks[index];
      const level = last ? finalLevel(last) : Math.round(normLevel(model, endDay - 7));
      return nextWeek(
        chance,
        model,
        level,
        week,
        endDay,
        reportDayFrom(model.row.kind, endDay + 1),
      );
    });
  const next = (before: SeriesState, today: number): SeriesState => {
    const day = today - 1;
    const past = weather.pastDay(day);
    const outlook = weather.outlookAt({ day, cycles: 0 });
    const degrees = computeDegreeDays(past);
    const week = weekSum(before.week, degrees, normals(day), past.landfall.gulf);
    const isOver = getWeekday(today) === SATURDAY;
    const has = (kind: ReportKind): boolean =>
      reportsOn(day).some((report) => report.kind === kind);
    const crops = nextLosses(
      has('crop report') ? afterReport(chance, before.crops, day) : before.crops,
      past,
      outlook,
      day,
    );
    return {
      macro: macro(before.macro, day),
      cash: cash(
        before.cash,
        past,
        degrees.gasHeating,
        futures.tightness('NG', { day, cycles: 0 }),
        day,
      ),
      crops,
      quota: has('OPEC meeting') ? decidedQuota(chance, before.quota, day) : before.quota,
      week: isOver ? NO_WEATHER : week,
      stocks: isOver ? close(before, week, day) : before.stocks,
    };
  };
  return { lane: createCheckpointedFold(() => FIRST, next), models };
}
