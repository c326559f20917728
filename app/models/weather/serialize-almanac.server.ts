// DTOs of the almanac, degree days, gas storage, forecast skill and reports.
import type { DatedValueDto, RecordsDto } from '../../contracts/api/almanac';
import { listReportDates } from '../../trading/market/report-calendar';
import type { PublishedReport, ReportDate, ReportKind } from '../../trading/market/report';
import type { CommodityKey } from '../../trading/domain/commodity';
import { findCropReport } from '../../trading/market/crop-reports';
import { type RatedChain, type Stock, getStockSeries } from '../../trading/market/series-catalog';
import { type StockWeek, listStockWeeks } from '../../trading/market/stock-weeks';
import type { EpochMs } from '../../trading/domain/units';
import {
  type DatedValue,
  type FreezeHours,
  type PlaceAlmanac,
  type Records,
  type PeriodToDate,
  countFreezeHours,
  buildAlmanac,
} from '../../trading/weather/almanac';
import { CELL_PLACES, WEATHER_CELLS } from '../../trading/weather/cell';
import { CROPS, type Crop, getCropState } from '../../trading/weather/crops';
import { buildDegreeDayOutlook } from '../../trading/weather/degree-day-outlook';
import { COOLING_CELLS, HEATING_CELLS } from '../../trading/weather/gas-run';
import { DEGREE_DAY_BASE_F } from '../../trading/weather/demand-weights';
import {
  type EarlierRun,
  type RecentRuns,
  listRecentRuns,
} from '../../trading/weather/recent-runs';
import type { TotalChange } from '../../trading/weather/forecast-change';
import { computeForecastSkill } from '../../trading/weather/forecast-skill';
import type { CellWeight } from '../../trading/weather/cell-weights';
import type { WeatherSource } from '../../trading/weather/weather-source';
import { type WeatherCache, getWeatherCache } from './weather-cache.server';
import { roundTo } from './serialize-weather.server';
import type {
  AlmanacPlaceDto,
  AlmanacDto,
  CropDto,
  DegreeDaysDto,
  DegreeDayChangeDto,
  ForecastSkillDto,
  RecentRunsDto,
  ReportDto,
  PetroleumStocksDto,
  StockDto,
  StockWeekDto,
  ToDateDto,
} from '../../contracts/api/almanac';
import { DAY_MS } from '../../trading/domain/time';
import { formatIsoTime } from '../../trading/domain/format';

/** Windows of published reports (past 14 days) and scheduled ones (next 42 days). */
const REPORTS_BACK_MS = 14 * DAY_MS;
const REPORTS_AHEAD_MS = 42 * DAY_MS;
const NO_SOURCE = 'none';

export interface AlmanacRequest {
  readonly desk: WeatherSource | null;
  readonly reason: string | null;
}

const formatDay = (dayMs: EpochMs): string => new Date(dayMs).toISOString().slice(0, 10);
const serializeDatedValue = (found: DatedValue | null, decimals: number): DatedValueDto | null =>
  found ? { value: roundTo(found.value, decimals), date: formatDay(found.dayMs) } : null;
const serializeRecords = ({ highF, lowF, rainInches }: Records): RecordsDto => ({
  highest: serializeDatedValue(highF, 1),
  lowest: serializeDatedValue(lowF, 1),
  wettest: serializeDatedValue(rainInches, 2),
});

/** A sum without observed days is unknown, not zero. */
function serializeToDate({ fromMs, days, daysOfSpan, ...sums }: PeriodToDate): ToDateDto {
  const isUnknown = days === 0 && daysOfSpan > 0;
  const roundSum = (value: number | null): number | null => (isUnknown ? null : roundTo(value, 1));
  return {
    from: formatDay(fromMs),
    heating: roundSum(sums.heating),
    heatingNormal: roundSum(sums.heatingNormal),
    cooling: roundSum(sums.cooling),
    coolingNormal: roundSum(sums.coolingNormal),
    days,
    daysOfSpan,
  };
}

function serializePlace(
  place: string,
  cell: string | null,
  almanac: PlaceAlmanac,
  freeze: FreezeHours | null,
): AlmanacPlaceDto {
  const { normal, yesterday } = almanac;
  return {
    place,
    cell,
    normal: normal && {
      mean: roundTo(normal.meanF, 1),
      high: roundTo(normal.highF, 1),
      low: roundTo(normal.lowF, 1),
      rain: roundTo(normal.rainInches, 3),
      windSpeed: roundTo(normal.windMph, 1),
      days: normal.days,
    },
    dateRecords: serializeRecords(almanac.dateRecords),
    allRecords: serializeRecords(almanac.allRecords),
    since: almanac.firstDayMs === null ? null : formatDay(almanac.firstDayMs),
    yesterday: yesterday && {
      mean: roundTo(yesterday.meanF, 1),
      high: roundTo(yesterday.highF, 1),
      low: roundTo(yesterday.lowF, 1),
      rain: roundTo(yesterday.rainInches, 2),
    },
    monthToDate: serializeToDate(almanac.monthToDate),
    heatingSeason: serializeToDate(almanac.heatingSeason),
    coolingSeason: serializeToDate(almanac.coolingSeason),
    freezingDays: almanac.freezingDays,
    freezeHours: freeze,
  };
}

const RATED_COMMODITIES: Readonly<Partial<Record<CommodityKey, RatedChain>>> = {
  corn: 'CORN',
  soybeans: 'SOYB',
  wheat: 'WHEAT',
  cotton: 'CT',
};

const NO_CROP_REPORT = { rating: null, progress: null };

function serializeCropReport(
  { desk, nowMs }: WeatherCache,
  { commodity }: Crop,
): Pick<CropDto, 'rating' | 'progress'> {
  const chain = RATED_COMMODITIES[commodity];
  if (chain === undefined) return NO_CROP_REPORT;
  const { rating, progress } = findCropReport(desk.series, chain, nowMs);
  const serializeFigure = ({ weekMs, value, change }: NonNullable<typeof rating>) => ({
    week: formatDay(weekMs),
    percent: roundTo(value, 0),
    change: roundTo(change, 0),
  });
  return {
    rating: rating && serializeFigure(rating),
    progress: progress && { ...serializeFigure(progress), stage: progress.stage },
  };
}

function serializeCropStage(cache: WeatherCache, crop: Crop): Omit<CropDto, 'rating' | 'progress'> {
  const state = getCropState(crop, cache.getHistory().getPlace(crop.cells).days, cache.today);
  return {
    crop: crop.name,
    commodity: crop.commodity,
    stage: state.stage,
    next: state.next,
    method: crop.method,
    planted: state.plantedMs === null ? null : formatDay(state.plantedMs),
    growingDegreeDays: roundTo(state.growing, 0),
    growingDegreeDaysNormal: roundTo(state.growingNormal, 0),
  };
}

/** Almanac of all cells and weather regions, and all crops with their newest reports. */
export function serializeAlmanac({ desk, reason }: AlmanacRequest): AlmanacDto {
  if (!desk)
    return { asOf: null, source: NO_SOURCE, reason, date: null, cells: [], regions: [], crops: [] };
  const cache = getWeatherCache(desk);
  const { stages, ...almanac } = cache.perRun('almanac', () => computeAlmanac(cache));
  return {
    ...almanac,
    crops: stages.map(({ crop, stage }) => ({ ...stage, ...serializeCropReport(cache, crop) })),
  };
}

function computeAlmanac(cache: WeatherCache) {
  const { desk, today, nowMs } = cache;
  const history = cache.getHistory();
  return {
    asOf: formatIsoTime(cache.readingsMs),
    source: desk.source,
    reason: cache.readingsMs === null ? 'No observation has been published yet.' : null,
    date: formatDay(today),
    cells: WEATHER_CELLS.map((cell) =>
      serializePlace(
        CELL_PLACES[cell].name,
        cell,
        buildAlmanac(history.getCell(cell), today),
        countFreezeHours(desk.weather, cell, nowMs),
      ),
    ),
    regions: cache.places
      .filter(({ kind }) => kind === 'weather')
      .map(({ name, cells }) =>
        serializePlace(name, null, buildAlmanac(history.getPlace(cells), today), null),
      ),
    stages: CROPS.map((crop) => ({ crop, stage: serializeCropStage(cache, crop) })),
  };
}

const listWeights = (cells: readonly CellWeight[]) =>
  cells.map(({ cell, weight }) => ({ cell, place: CELL_PLACES[cell].name, weight }));
const WEIGHTS = { heating: listWeights(HEATING_CELLS), cooling: listWeights(COOLING_CELLS) };

const RUNS_SHOWN = 8;

type RunDto = RecentRunsDto['runs'][number];

const NO_RUNS = { recentRuns: null, sinceLastRun: null, sinceDayAgo: null } as const;

/** Rounded parts add up to the totals, and totals differ by the changes. */
function serializeRuns({ runs }: RecentRuns): readonly RunDto[] {
  const totals = runs.map((run) => {
    const [heating, cooling] = [roundTo(run.heating, 1), roundTo(run.cooling, 1)];
    return {
      issuedAt: formatIsoTime(run.issuedMs),
      publishedAt: formatIsoTime(run.publishedMs),
      heating,
      cooling,
      total: roundTo(heating + cooling, 1),
    };
  });
  return totals.map((run, index) => {
    const before = totals[index - 1];
    return { ...run, change: before ? roundTo(run.total - before.total, 1) : null };
  });
}

/** Difference of the rounded totals, as in `serializeRuns`. */
const roundChange = ({ now, before }: TotalChange): number =>
  roundTo(roundTo(now, 1) - roundTo(before, 1), 1);

function serializeChange(earlier: EarlierRun | null): DegreeDayChangeDto | null {
  if (!earlier) return null;
  const [heating, cooling] = [roundChange(earlier.heating), roundChange(earlier.cooling)];
  return {
    since: formatIsoTime(earlier.issuedMs),
    days: earlier.days,
    heating,
    cooling,
    total: roundTo(heating + cooling, 1),
    peak: { date: formatDay(earlier.peak.dayMs), change: roundTo(earlier.peak.change, 1) },
  };
}

/** The last model runs of a weather desk; null before the first complete one. */
export function getRecentRuns(desk: WeatherSource): RecentRuns | null {
  const cache = getWeatherCache(desk);
  return cache.perRun('recent runs', () =>
    listRecentRuns(desk.weather, cache.getHistory(), cache.nowMs, RUNS_SHOWN),
  );
}

function serializeRecentRuns(
  found: RecentRuns | null,
): Pick<DegreeDaysDto, 'recentRuns' | 'sinceLastRun' | 'sinceDayAgo'> {
  if (!found) return NO_RUNS;
  const { fromMs, untilMs, days, normal, places, moves } = found;
  return {
    recentRuns: {
      from: formatDay(fromMs),
      until: formatDay(untilMs),
      days,
      normal: roundTo(normal, 1),
      runs: serializeRuns(found),
      regions: places
        .filter(({ place }) => place.kind === 'weather')
        .map(({ place, change }) => ({
          region: place.name,
          change: roundTo(change.meanChangeF, 1),
        })),
      moves: moves.map(({ commodity, hub, direction }) => ({ commodity, hub, direction })),
    },
    sinceLastRun: serializeChange(found.last),
    sinceDayAgo: serializeChange(found.dayAgo),
  };
}

function serializeOutlook(cache: WeatherCache): Omit<DegreeDaysDto, 'regions'> {
  const outlook = buildDegreeDayOutlook(cache.desk.weather, cache.getHistory(), cache.nowMs);
  const shared = { source: cache.desk.source, base: DEGREE_DAY_BASE_F, weights: WEIGHTS };
  if (!outlook || outlook.days.length === 0) {
    const reason = outlook
      ? 'The newest forecast covers no coming day of all weighted places yet.'
      : 'No forecast run of all weighted places has been published yet.';
    return {
      ...shared,
      asOf: null,
      reason,
      issuedAt: null,
      days: [],
      heating: null,
      cooling: null,
      total: null,
      totalNormal: null,
      departure: null,
      ...NO_RUNS,
    };
  }
  const { heating, cooling, heatingNormal, coolingNormal } = outlook;
  const total = heating + cooling;
  const totalNormal =
    heatingNormal === null || coolingNormal === null ? null : heatingNormal + coolingNormal;
  return {
    ...shared,
    asOf: formatIsoTime(outlook.publishedMs),
    reason: null,
    issuedAt: formatIsoTime(outlook.issuedMs),
    days: outlook.days.map((day) => ({
      date: formatDay(day.dayMs),
      lead: day.lead,
      heating: roundTo(day.heating, 1),
      cooling: roundTo(day.cooling, 1),
      heatingNormal: roundTo(day.heatingNormal, 1),
      coolingNormal: roundTo(day.coolingNormal, 1),
    })),
    heating: roundTo(heating, 1),
    cooling: roundTo(cooling, 1),
    total: roundTo(total, 1),
    totalNormal: roundTo(totalNormal, 1),
    departure: totalNormal === null ? null : roundTo(total - totalNormal, 1),
    ...serializeRecentRuns(getRecentRuns(cache.desk)),
  };
}

/** Gas-weighted forecast, and degree days to date by weather region. */
export function serializeDegreeDays({ desk, reason }: AlmanacRequest): DegreeDaysDto {
  if (!desk) {
    const none = {
      issuedAt: null,
      heating: null,
      cooling: null,
      total: null,
      totalNormal: null,
      departure: null,
      ...NO_RUNS,
    };
    return {
      asOf: null,
      source: NO_SOURCE,
      reason,
      base: DEGREE_DAY_BASE_F,
      weights: WEIGHTS,
      days: [],
      ...none,
      regions: [],
    };
  }
  const cache = getWeatherCache(desk);
  return cache.perRun('degree-days', () => ({
    ...serializeOutlook(cache),
    regions: cache.places
      .filter(({ kind }) => kind === 'weather')
      .map(({ name, cells }) => {
        const { monthToDate, heatingSeason, coolingSeason } = buildAlmanac(
          cache.getHistory().getPlace(cells),
          cache.today,
        );
        return {
          region: name,
          monthToDate: serializeToDate(monthToDate),
          heatingSeason: serializeToDate(heatingSeason),
          coolingSeason: serializeToDate(coolingSeason),
        };
      }),
  }));
}

interface StockRules {
  readonly unit: StockDto['unit'];
  readonly decimals: number;
  /** Report that publishes the stocks. */
  readonly report: ReportKind;
}

const STOCK_RULES: Readonly<Record<Stock, StockRules>> = {
  gas: { unit: 'Bcf', decimals: 0, report: 'EIA gas storage' },
  crude: { unit: 'million bbl', decimals: 1, report: 'EIA petroleum' },
  distillate: { unit: 'million bbl', decimals: 1, report: 'EIA petroleum' },
};

function serializeWeek(week: StockWeek, decimals: number): StockWeekDto {
  const roundFigure = (value: number | null): number | null => roundTo(value, decimals);
  return {
    weekEnding: formatDay(week.weekEndingMs),
    published: formatIsoTime(week.publishedMs),
    level: roundTo(week.level, decimals),
    change: roundFigure(week.change),
    fiveYearMean: roundFigure(week.norm?.mean ?? null),
    fiveYearLow: roundFigure(week.norm?.low ?? null),
    fiveYearHigh: roundFigure(week.norm?.high ?? null),
    years: week.norm?.years ?? null,
    fiveYearChange: roundFigure(week.normChange),
    departure: roundFigure(week.departure),
    departurePercent: roundTo(week.departurePercent, 1),
  };
}

const findNextReport = (report: ReportKind, nowMs: EpochMs): string | null =>
  formatIsoTime(
    listReportDates(nowMs, nowMs + REPORTS_BACK_MS).find(({ kind }) => kind === report)?.atMs ??
      null,
  );

/** Weekly stocks against the five-year range. */
function serializeStock({ desk, reason }: AlmanacRequest, stock: Stock): StockDto {
  const { unit, decimals, report } = STOCK_RULES[stock];
  if (!desk)
    return {
      asOf: null,
      source: NO_SOURCE,
      reason,
      unit,
      current: null,
      weeks: [],
      nextReport: null,
    };
  const cache = getWeatherCache(desk);
  const newest = desk.series.findLatest(getStockSeries(stock, 'level'), cache.nowMs);
  // Revisions are published together with a newer week, so the newest publication identifies all
  // weeks.
  const weeks = cache.getCached(
    `stocks ${stock}`,
    `${newest?.validMs} ${newest?.publishedMs}`,
    () =>
      listStockWeeks(desk.series, stock, cache.nowMs).map((week) => serializeWeek(week, decimals)),
  );
  const current = weeks[weeks.length - 1] ?? null;
  return {
    asOf: current?.published ?? null,
    source: desk.source,
    reason: current ? null : `No ${report} report has been published yet.`,
    unit,
    current,
    weeks,
    nextReport: findNextReport(report, cache.nowMs),
  };
}

/** Working gas of the lower 48 states. */
export const serializeStorage = (request: AlmanacRequest): StockDto =>
  serializeStock(request, 'gas');

/** Stocks of crude oil and of distillate fuel in the United States. */
export const serializePetroleumStocks = (request: AlmanacRequest): PetroleumStocksDto => ({
  crude: serializeStock(request, 'crude'),
  distillate: serializeStock(request, 'distillate'),
});

/** Forecast skill of each cell by lead time. */
export function listSkillRows(desk: WeatherSource): readonly ForecastSkillDto[] {
  const cache = getWeatherCache(desk);
  const runs = desk.skillRuns ?? desk.weather;
  const { source } = desk.skillRuns ?? desk;
  return cache.perDay('skill', () =>
    WEATHER_CELLS.flatMap((cell) =>
      computeForecastSkill(runs, cell, cache.getHistory().getCell(cell), cache.nowMs).map(
        (skill) => ({
          cell,
          place: CELL_PLACES[cell].name,
          lead: skill.lead,
          n: skill.n,
          meanAbsoluteError: roundTo(skill.meanAbsoluteError, 2),
          bias: roundTo(skill.bias, 2),
          anomalyCorrelation: roundTo(skill.anomalyCorrelation, 3),
          climateError: roundTo(skill.climateError, 2),
          asOf: formatIsoTime(cache.runsMs),
          source,
        }),
      ),
    ),
  );
}

const serializeReport = (
  report: ReportDate | PublishedReport,
  source: string,
  asOfMs: EpochMs,
): ReportDto => {
  const figures = 'figures' in report ? report.figures : [];
  return {
    id: report.id,
    kind: report.kind,
    at: formatIsoTime(report.atMs),
    commodities: report.commodities,
    status: 'figures' in report ? 'published' : 'scheduled',
    figures: figures.map(({ commodity, name, unit, consensus, actual, surprise, priceSign }) => ({
      commodity,
      name,
      unit,
      consensus,
      actual,
      surprise: roundTo(surprise, 2),
      priceSign,
    })),
    asOf: formatIsoTime(asOfMs),
    source,
  };
};

/**
 * Published reports of the past 14 days and scheduled ones of the next 42, in time order. Without a
 * feed only scheduled dates are known.
 */
export function listReportRows(desk: WeatherSource | null, nowMs: EpochMs): readonly ReportDto[] {
  const source = desk?.source ?? 'agency calendars';
  const published = desk?.reports(nowMs - REPORTS_BACK_MS, nowMs + 1) ?? [];
  const publishedIds = new Set(published.map(({ id }) => id));
  const scheduled = listReportDates(nowMs + 1, nowMs + REPORTS_AHEAD_MS).filter(
    ({ id }) => !publishedIds.has(id),
  );
  return [
    ...published.map((report) => serializeReport(report, source, report.atMs)),
    ...scheduled.map((report) => serializeReport(report, source, nowMs)),
  ];
}
