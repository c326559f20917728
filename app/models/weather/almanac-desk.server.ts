// Almanac, degree days, storage, forecast skill and reports as they are told to pages and programs.
import type { DatedDto, RecordsDto } from '../../contracts/api/almanac';
import { reportDates } from '../../trading/market/report-calendar';
import type { PublishedReport, ReportDate } from '../../trading/market/report';
import { type StorageWeek, STORAGE_LEVEL, storageWeeks } from '../../trading/market/storage-norm';
import type { EpochMs } from '../../trading/domain/units';
import {
  type DatedValue,
  type FreezeHours,
  type PlaceAlmanac,
  type Records,
  type ToDate,
  freezeHours,
  placeAlmanac,
} from '../../trading/weather/almanac';
import { CELL_PLACES, WEATHER_CELLS } from '../../trading/weather/cell';
import { CROPS, type Crop, cropState } from '../../trading/weather/crops';
import {
  COOLING_CELLS,
  type GasChange,
  HEATING_CELLS,
  degreeDayOutlook,
} from '../../trading/weather/degree-day-outlook';
import { DEGREE_DAY_BASE_F } from '../../trading/weather/demand-weights';
import { forecastSkill } from '../../trading/weather/forecast-skill';
import type { CellWeight } from '../../trading/weather/places';
import type { WeatherDesk } from '../../trading/weather/weather-desk';
import { type WeatherBoard, getBoard } from './weather-cache.server';
import { roundTo } from './weather-desk.server';
import type {
  AlmanacPlaceDto,
  AlmanacDto,
  CropDto,
  DegreeDaysDto,
  DegreeDayChangeDto,
  ForecastSkillDto,
  ReportDto,
  StorageWeekDto,
  StorageDto,
  ToDateDto,
} from '../../contracts/api/almanac';
import { DAY_MS } from '../../trading/domain/time';
import { isoMoment } from '../../trading/domain/format';

/**
 * Reports of the last fortnight are told with their figures, those of the coming six weeks with
 * their dates.
 */
const REPORTS_BACK_MS = 14 * DAY_MS;
const REPORTS_AHEAD_MS = 42 * DAY_MS;
const NO_SOURCE = 'none';

export interface AlmanacRequest {
  readonly desk: WeatherDesk | null;
  readonly reason: string | null;
}

const dateText = (dayMs: EpochMs): string => new Date(dayMs).toISOString().slice(0, 10);
const datedWire = (found: DatedValue | null, decimals: number): DatedDto | null =>
  found ? { value: roundTo(found.value, decimals), date: dateText(found.dayMs) } : null;
const recordsWire = ({ highF, lowF, rainInches }: Records): RecordsDto => ({
  highest: datedWire(highF, 1),
  lowest: datedWire(lowF, 1),
  wettest: datedWire(rainInches, 2),
});

/** Sums over no days at all of a span that has some are unknown, not zero. */
function toDateWire({ fromMs, days, daysOfSpan, ...sums }: ToDate): ToDateDto {
  const isUnknown = days === 0 && daysOfSpan > 0;
  const figure = (value: number | null): number | null => (isUnknown ? null : roundTo(value, 1));
  return {
    from: dateText(fromMs),
    heating: figure(sums.heating),
    heatingNormal: figure(sums.heatingNormal),
    cooling: figure(sums.cooling),
    coolingNormal: figure(sums.coolingNormal),
    days,
    daysOfSpan,
  };
}

function placeWire(
  place: string,
  cell: string | null,
  made: PlaceAlmanac,
  freeze: FreezeHours | null,
): AlmanacPlaceDto {
  const { normal, yesterday } = made;
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
    dateRecords: recordsWire(made.dateRecords),
    allRecords: recordsWire(made.allRecords),
    since: made.firstDayMs === null ? null : dateText(made.firstDayMs),
    yesterday: yesterday && {
      mean: roundTo(yesterday.meanF, 1),
      high: roundTo(yesterday.highF, 1),
      low: roundTo(yesterday.lowF, 1),
      rain: roundTo(yesterday.rainInches, 2),
    },
    monthToDate: toDateWire(made.monthToDate),
    heatingSeason: toDateWire(made.heatingSeason),
    coolingSeason: toDateWire(made.coolingSeason),
    freezingDays: made.freezingDays,
    freezeHours: freeze,
  };
}

function cropWire(board: WeatherBoard, crop: Crop): CropDto {
  const state = cropState(crop, board.history().place(crop.cells).days, board.today);
  return {
    crop: crop.name,
    commodity: crop.commodity,
    stage: state.stage,
    next: state.next,
    method: crop.method,
    planted: state.plantedMs === null ? null : dateText(state.plantedMs),
    growingDegreeDays: roundTo(state.growing, 0),
    growingDegreeDaysNormal: roundTo(state.growingNormal, 0),
  };
}

/** The almanac of every cell and weather region, and the stage of every crop. */
export function almanacWire({ desk, reason }: AlmanacRequest): AlmanacDto {
  if (!desk)
    return { asOf: null, source: NO_SOURCE, reason, date: null, cells: [], regions: [], crops: [] };
  const board = getBoard(desk);
  return board.perRun('almanac', () => {
    const history = board.history();
    const { today, nowMs } = board;
    return {
      asOf: isoMoment(board.readingsMs),
      source: desk.source,
      reason: board.readingsMs === null ? 'No reading has been published yet.' : null,
      date: dateText(today),
      cells: WEATHER_CELLS.map((cell) =>
        placeWire(
          CELL_PLACES[cell].name,
          cell,
          placeAlmanac(history.cell(cell), today),
          freezeHours(desk.weather, cell, nowMs),
        ),
      ),
      regions: board.places
        .filter(({ kind }) => kind === 'weather')
        .map(({ name, cells }) =>
          placeWire(name, null, placeAlmanac(history.place(cells), today), null),
        ),
      crops: CROPS.map((crop) => cropWire(board, crop)),
    };
  });
}

const changeWire = (change: GasChange | null): DegreeDayChangeDto | null =>
  change && {
    since: isoMoment(change.beforeMs),
    days: change.days,
    heating: roundTo(change.heating, 1),
    cooling: roundTo(change.cooling, 1),
    total: roundTo(change.heating + change.cooling, 1),
    peak: { date: dateText(change.peak.dayMs), change: roundTo(change.peak.change, 1) },
  };

const weightRows = (cells: readonly CellWeight[]) =>
  cells.map(({ cell, weight }) => ({ cell, place: CELL_PLACES[cell].name, weight }));
const WEIGHTS = { heating: weightRows(HEATING_CELLS), cooling: weightRows(COOLING_CELLS) };

function outlookWire(board: WeatherBoard): Omit<DegreeDaysDto, 'regions'> {
  const outlook = degreeDayOutlook(board.desk.weather, board.history(), board.nowMs);
  const shared = { source: board.desk.source, base: DEGREE_DAY_BASE_F, weights: WEIGHTS };
  if (!outlook) {
    const reason = 'No forecast run has been published yet.';
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
      sinceLastRun: null,
      sinceDayAgo: null,
    };
  }
  const { heating, cooling, heatingNormal, coolingNormal } = outlook;
  const total = heating + cooling;
  const totalNormal =
    heatingNormal === null || coolingNormal === null ? null : heatingNormal + coolingNormal;
  return {
    ...shared,
    asOf: isoMoment(outlook.publishedMs),
    reason: null,
    issuedAt: isoMoment(outlook.issuedMs),
    days: outlook.days.map((day) => ({
      date: dateText(day.dayMs),
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
    sinceLastRun: changeWire(outlook.sinceLastRun),
    sinceDayAgo: changeWire(outlook.sinceDayAgo),
  };
}

/** The gas-weighted forecast and each weather region's degree days to date. */
export function degreeDaysWire({ desk, reason }: AlmanacRequest): DegreeDaysDto {
  if (!desk) {
    const none = {
      issuedAt: null,
      heating: null,
      cooling: null,
      total: null,
      totalNormal: null,
      departure: null,
      sinceLastRun: null,
      sinceDayAgo: null,
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
  const board = getBoard(desk);
  return board.perRun('degree-days', () => ({
    ...outlookWire(board),
    regions: board.places
      .filter(({ kind }) => kind === 'weather')
      .map(({ name, cells }) => {
        const { monthToDate, heatingSeason, coolingSeason } = placeAlmanac(
          board.history().place(cells),
          board.today,
        );
        return {
          region: name,
          monthToDate: toDateWire(monthToDate),
          heatingSeason: toDateWire(heatingSeason),
          coolingSeason: toDateWire(coolingSeason),
        };
      }),
  }));
}

const weekWire = (week: StorageWeek): StorageWeekDto => ({
  weekEnding: dateText(week.weekEndingMs),
  published: isoMoment(week.publishedMs),
  level: roundTo(week.levelBcf, 0),
  change: roundTo(week.changeBcf, 0),
  fiveYearMean: roundTo(week.norm?.mean ?? null, 0),
  fiveYearLow: roundTo(week.norm?.low ?? null, 0),
  fiveYearHigh: roundTo(week.norm?.high ?? null, 0),
  years: week.norm?.years ?? null,
  fiveYearChange: roundTo(week.normChangeBcf, 0),
  departure: roundTo(week.departureBcf, 0),
  departurePercent: roundTo(week.departurePercent, 1),
});

const nextGasReport = (nowMs: EpochMs): string | null =>
  isoMoment(
    reportDates(nowMs, nowMs + REPORTS_BACK_MS).find(({ kind }) => kind === 'EIA gas storage')
      ?.atMs ?? null,
  );

/** Gas in storage by week against the five years before. */
export function storageWire({ desk, reason }: AlmanacRequest): StorageDto {
  if (!desk)
    return {
      asOf: null,
      source: NO_SOURCE,
      reason,
      unit: 'Bcf',
      current: null,
      weeks: [],
      nextReport: null,
    };
  const board = getBoard(desk);
  const newest = desk.series.latest(STORAGE_LEVEL, board.nowMs);
  // A revision of an older week comes with a newer one, so the newest publication names all of
  // them.
  const weeks = board.perValue('storage', `${newest?.validMs} ${newest?.publishedMs}`, () =>
    storageWeeks(desk.series, board.nowMs).map(weekWire),
  );
  const current = weeks[weeks.length - 1] ?? null;
  return {
    asOf: current?.published ?? null,
    source: desk.source,
    reason: current ? null : 'No storage report has been published yet.',
    unit: 'Bcf',
    current,
    weeks,
    nextReport: nextGasReport(board.nowMs),
  };
}

/** How good the forecasts of each cell were, by days ahead. */
export function skillRows(desk: WeatherDesk): readonly ForecastSkillDto[] {
  const board = getBoard(desk);
  return board.perDay('skill', () =>
    WEATHER_CELLS.flatMap((cell) =>
      forecastSkill(desk.weather, cell, board.history().cell(cell), board.nowMs).map((skill) => ({
        cell,
        place: CELL_PLACES[cell].name,
        lead: skill.lead,
        n: skill.n,
        meanAbsoluteError: roundTo(skill.meanAbsoluteError, 2),
        bias: roundTo(skill.bias, 2),
        anomalyCorrelation: roundTo(skill.anomalyCorrelation, 3),
        climateError: roundTo(skill.climateError, 2),
        asOf: isoMoment(board.runsMs),
        source: desk.source,
      })),
    ),
  );
}

const reportWire = (
  report: ReportDate | PublishedReport,
  source: string,
  asOfMs: EpochMs,
): ReportDto => {
  const figures = 'figures' in report ? report.figures : [];
  return {
    id: report.id,
    kind: report.kind,
    at: isoMoment(report.atMs),
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
    asOf: isoMoment(asOfMs),
    source,
  };
};

/**
 * Reports of the last fortnight and dates of the coming six weeks, in order. Without a feed the
 * agencies' dates alone are told.
 */
export function reportRows(desk: WeatherDesk | null, nowMs: EpochMs): readonly ReportDto[] {
  const source = desk?.source ?? 'rules of the agencies';
  const published = desk?.reports(nowMs - REPORTS_BACK_MS, nowMs + 1) ?? [];
  const told = new Set(published.map(({ id }) => id));
  const coming = reportDates(nowMs + 1, nowMs + REPORTS_AHEAD_MS).filter(({ id }) => !told.has(id));
  return [
    ...published.map((report) => reportWire(report, source, report.atMs)),
    ...coming.map((report) => reportWire(report, source, nowMs)),
  ];
}
