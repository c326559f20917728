/** Fold of the published series: currencies, stocks, crops, quotas and cash gas basis. */
import type { ReportDate, ReportKind } from '../../market/report';
import { listReportDates } from '../../market/report-calendar';
import type { Stock } from '../../market/series-catalog';
import { getDay, getDayStartMs, getWeekday } from '../calendar';
import type { RandomStreams } from '../random-streams';
import { type CheckpointedFold, createCheckpointedFold } from '../checkpointed-fold';
import type { FuturesModel, WeatherModel } from '../market-models';
import { drawReportShock } from '../shocks';
import { type CropState, applyReport, createFirstCrops, computeNextLosses } from './crops';
import { type Degrees, createDegreeNormals, computeDegreeDays } from './degree-days';
import { type CashState, FIRST_CASH, createCashStep } from './gas-cash';
import { FIRST_MACRO, type MacroState, createMacroStep } from './macro';
import {
  type StockModel,
  type StockWeek,
  type WeekWeather,
  getFinalLevel,
  drawNextWeek,
  getNormLevel,
  createStockModels,
} from './stocks';
import { DAY_MS } from '../../domain/time';

/** State at the start of a day. */
export interface SeriesState {
  readonly macro: MacroState;
  readonly cash: CashState;
  readonly crops: CropState;
  /** Agreed production, million bbl/d. */
  readonly quota: number;
  /** Weather anomalies since the last completed Friday. */
  readonly week: WeekWeather;
  /** Last completed week by stock, in the order of STOCKS; null before the first. */
  readonly stocks: readonly (StockWeek | null)[];
}

/** Futures chain of each stock. */
const STOCK_CHAINS: Readonly<Record<Stock, string>> = { gas: 'NG', crude: 'CL', distillate: 'HO' };
const SATURDAY = 6;
const NO_WEATHER: WeekWeather = { gasHeating: 0, gasCooling: 0, oilHeating: 0, gulfCategories: 0 };

/**
 * OPEC quotas, million bbl/d: mean, expected mean reversion per meeting, standard deviation of the
 * surprise.
 */
const QUOTA_MEAN = 30;
const QUOTA_PULL = 0.25;
export const QUOTA_SURPRISE = 0.4;
const CRUDE_OIL = 8;
const toTenth = (value: number): number => Math.round(value * 10) / 10;

export const computeExpectedQuota = (quota: number): number =>
  toTenth(quota + QUOTA_PULL * (QUOTA_MEAN - quota));
/** An unexpected cut raises the price. */
export const drawDecidedQuota = (random: RandomStreams, quota: number, day: number): number =>
  toTenth(
    computeExpectedQuota(quota) -
      QUOTA_SURPRISE * drawReportShock(random, 'OPEC meeting', day, CRUDE_OIL),
  );

/** Calendar block size in days, and cached blocks: the fold reads every day in turn. */
const BLOCK_DAYS = 128;
const CACHED_BLOCKS_MAX = 8;
const NO_REPORTS: readonly ReportDate[] = [];
const blocks = new Map<number, ReadonlyMap<number, readonly ReportDate[]>>();

/** Reports published on a day. */
export function listReportsOn(day: number): readonly ReportDate[] {
  const block = Math.floor(day / BLOCK_DAYS);
  const cached = blocks.get(block) ?? buildBlock(block);
  return cached.get(day) ?? NO_REPORTS;
}

function buildBlock(block: number): ReadonlyMap<number, readonly ReportDate[]> {
  const days = new Map<number, ReportDate[]>();
  for (const date of listReportDates(
    getDayStartMs(block * BLOCK_DAYS),
    getDayStartMs((block + 1) * BLOCK_DAYS),
  )) {
    const day = getDay(date.atMs);
    days.set(day, [...(days.get(day) ?? []), date]);
  }
  if (blocks.size >= CACHED_BLOCKS_MAX) blocks.clear();
  blocks.set(block, days);
  return days;
}

/** Day of the first report of a kind within ten days; five days later if none. */
function findReportDay(kind: ReportKind, day: number): number {
  const found = listReportDates(getDayStartMs(day), getDayStartMs(day) + 10 * DAY_MS).find(
    (report) => report.kind === kind,
  );
  return found ? getDay(found.atMs) : day + 5;
}

function addDayToWeek(
  week: WeekWeather,
  degrees: Degrees,
  normal: Degrees,
  gulf: number,
): WeekWeather {
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
  crops: createFirstCrops(),
  quota: QUOTA_MEAN,
  week: NO_WEATHER,
  stocks: [null, null, null],
};

export interface SeriesFold {
  readonly lane: CheckpointedFold<SeriesState>;
  readonly models: readonly StockModel[];
}

export function createSeriesFold(
  random: RandomStreams,
  weather: WeatherModel,
  futures: FuturesModel,
  restored?: readonly SeriesState[],
): SeriesFold {
  const models = createStockModels(random);
  const normals = createDegreeNormals(weather);
  const [macro, cash] = [createMacroStep(random), createCashStep(random)];
  const closeWeek = (
    before: SeriesState,
    week: WeekWeather,
    endDay: number,
  ): (StockWeek | null)[] =>
    models.map((model, index) => {
      const last = before.stocks[index];
      const level = last ? getFinalLevel(last) : Math.round(getNormLevel(model, endDay - 7));
      return drawNextWeek(
        random,
        model,
        level,
        week,
        futures.getScarcity(STOCK_CHAINS[model.stock], endDay),
        endDay,
        findReportDay(model.row.kind, endDay + 1),
      );
    });
  const computeNext = (before: SeriesState, today: number): SeriesState => {
    const day = today - 1;
    const pastDay = weather.getPastDay(day);
    const outlook = weather.getOutlook({ day, cycles: 0 });
    const degrees = computeDegreeDays(pastDay);
    const week = addDayToWeek(before.week, degrees, normals(day), pastDay.landfall.gulf);
    const isOver = getWeekday(today) === SATURDAY;
    const hasReport = (kind: ReportKind): boolean =>
      listReportsOn(day).some((report) => report.kind === kind);
    const crops = computeNextLosses(
      hasReport('crop report') ? applyReport(random, before.crops, day) : before.crops,
      pastDay,
      outlook,
      day,
    );
    return {
      macro: macro(before.macro, day),
      cash: cash(
        before.cash,
        pastDay,
        degrees.gasHeating,
        futures.getTightness('NG', { day, cycles: 0 }),
        day,
      ),
      crops,
      quota: hasReport('OPEC meeting') ? drawDecidedQuota(random, before.quota, day) : before.quota,
      week: isOver ? NO_WEATHER : week,
      stocks: isOver ? closeWeek(before, week, day) : before.stocks,
    };
  };
  return { lane: createCheckpointedFold(() => FIRST, computeNext, restored), models };
}
