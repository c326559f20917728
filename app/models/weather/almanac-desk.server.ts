// Almanac, degree days, storage, forecast skill and reports as they are told to pages and programs.
import type {
  AlmanacPlaceWire,
  AlmanacWire,
  CropWire,
  DatedWire,
  DegreeDaysWire,
  DegreeDayChangeWire,
  ForecastSkillWire,
  RecordsWire,
  ReportWire,
  StorageWeekWire,
  StorageWire,
  ToDateWire,
} from '../../contracts/almanac';
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
import { type WeatherBoard, boardOf } from './weather-board.server';
import { isoOrNull, rounded } from './weather-desk.server';

const DAY_MS = 86_400_000;
/** Reports of the last fortnight are told with their figures, those of the coming six weeks with their dates. */
const REPORTS_BACK_MS = 14 * DAY_MS;
const REPORTS_AHEAD_MS = 42 * DAY_MS;
const NO_SOURCE = 'none';

export interface Asked {
  readonly desk: WeatherDesk | null;
  readonly reason: string | null;
}

const dateText = (dayMs: EpochMs): string => new Date(dayMs).toISOString().slice(0, 10);
const datedWire = (found: DatedValue | null, decimals: number): DatedWire | null =>
  found ? { value: rounded(found.value, decimals), date: dateText(found.dayMs) } : null;
const recordsWire = ({ highF, lowF, rainInches }: Records): RecordsWire => ({
  highest: datedWire(highF, 1),
  lowest: datedWire(lowF, 1),
  wettest: datedWire(rainInches, 2),
});

/** Sums over no days at all of a span that has some are unknown, not zero. */
function toDateWire({ fromMs, days, daysOfSpan, ...sums }: ToDate): ToDateWire {
  const isUnknown = days === 0 && daysOfSpan > 0;
  const figure = (value: number | null): number | null => (isUnknown ? null : rounded(value, 1));
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
): AlmanacPlaceWire {
  const { normal, yesterday } = made;
  return {
    place,
    cell,
    normal: normal && {
      mean: rounded(normal.meanF, 1),
      high: rounded(normal.highF, 1),
      low: rounded(normal.lowF, 1),
      rain: rounded(normal.rainInches, 3),
      windSpeed: rounded(normal.windMph, 1),
      days: normal.days,
    },
    dateRecords: recordsWire(made.dateRecords),
    allRecords: recordsWire(made.allRecords),
    since: made.firstDayMs === null ? null : dateText(made.firstDayMs),
    yesterday: yesterday && {
      mean: rounded(yesterday.meanF, 1),
      high: rounded(yesterday.highF, 1),
      low: rounded(yesterday.lowF, 1),
      rain: rounded(yesterday.rainInches, 2),
    },
    monthToDate: toDateWire(made.monthToDate),
    heatingSeason: toDateWire(made.heatingSeason),
    coolingSeason: toDateWire(made.coolingSeason),
    freezingDays: made.freezingDays,
    freezeHours: freeze,
  };
}

function cropWire(board: WeatherBoard, crop: Crop): CropWire {
  const state = cropState(crop, board.history().place(crop.cells).days, board.today);
  return {
    crop: crop.name,
    commodity: crop.commodity,
    stage: state.stage,
    next: state.next,
    method: crop.method,
    planted: state.plantedMs === null ? null : dateText(state.plantedMs),
    growingDegreeDays: rounded(state.growing, 0),
    growingDegreeDaysNormal: rounded(state.growingNormal, 0),
  };
}

/** The almanac of every cell and weather region, and the stage of every crop. */
export function almanacWire({ desk, reason }: Asked): AlmanacWire {
  if (!desk)
    return { asOf: null, source: NO_SOURCE, reason, date: null, cells: [], regions: [], crops: [] };
  const board = boardOf(desk);
  return board.perRun('almanac', () => {
    const history = board.history();
    const { today, nowMs } = board;
    return {
      asOf: isoOrNull(board.readingsMs),
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

const changeWire = (change: GasChange | null): DegreeDayChangeWire | null =>
  change && {
    since: new Date(change.beforeMs).toISOString(),
    days: change.days,
    heating: rounded(change.heating, 1),
    cooling: rounded(change.cooling, 1),
    total: rounded(change.heating + change.cooling, 1),
    peak: { date: dateText(change.peak.dayMs), change: rounded(change.peak.change, 1) },
  };

const weightRows = (cells: readonly CellWeight[]) =>
  cells.map(({ cell, weight }) => ({ cell, place: CELL_PLACES[cell].name, weight }));
const WEIGHTS = { heating: weightRows(HEATING_CELLS), cooling: weightRows(COOLING_CELLS) };

function outlookWire(board: WeatherBoard): Omit<DegreeDaysWire, 'regions'> {
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
    asOf: new Date(outlook.publishedMs).toISOString(),
    reason: null,
    issuedAt: new Date(outlook.issuedMs).toISOString(),
    days: outlook.days.map((day) => ({
      date: dateText(day.dayMs),
      lead: day.lead,
      heating: rounded(day.heating, 1),
      cooling: rounded(day.cooling, 1),
      heatingNormal: rounded(day.heatingNormal, 1),
      coolingNormal: rounded(day.coolingNormal, 1),
    })),
    heating: rounded(heating, 1),
    cooling: rounded(cooling, 1),
    total: rounded(total, 1),
    totalNormal: rounded(totalNormal, 1),
    departure: totalNormal === null ? null : rounded(total - totalNormal, 1),
    sinceLastRun: changeWire(outlook.sinceLastRun),
    sinceDayAgo: changeWire(outlook.sinceDayAgo),
  };
}

/** The gas-weighted forecast and each weather region's degree days to date. */
export function degreeDaysWire({ desk, reason }: Asked): DegreeDaysWire {
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
  const board = boardOf(desk);
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

const weekWire = (week: StorageWeek): StorageWeekWire => ({
  weekEnding: dateText(week.weekEndingMs),
  published: new Date(week.publishedMs).toISOString(),
  level: rounded(week.levelBcf, 0),
  change: rounded(week.changeBcf, 0),
  fiveYearMean: rounded(week.norm?.mean ?? null, 0),
  fiveYearLow: rounded(week.norm?.low ?? null, 0),
  fiveYearHigh: rounded(week.norm?.high ?? null, 0),
  years: week.norm?.years ?? null,
  fiveYearChange: rounded(week.normChangeBcf, 0),
  departure: rounded(week.departureBcf, 0),
  departurePercent: rounded(week.departurePercent, 1),
});

const nextGasReport = (nowMs: EpochMs): string | null =>
  isoOrNull(
    reportDates(nowMs, nowMs + REPORTS_BACK_MS).find(({ kind }) => kind === 'EIA gas storage')
      ?.atMs ?? null,
  );

/** Gas in storage by week against the five years before. */
export function storageWire({ desk, reason }: Asked): StorageWire {
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
  const board = boardOf(desk);
  const newest = desk.series.latest(STORAGE_LEVEL, board.nowMs);
  // A revision of an older week comes with a newer one, so the newest publication names all of them.
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
export function skillRows(desk: WeatherDesk): readonly ForecastSkillWire[] {
  const board = boardOf(desk);
  return board.perDay('skill', () =>
    WEATHER_CELLS.flatMap((cell) =>
      forecastSkill(desk.weather, cell, board.history().cell(cell), board.nowMs).map((skill) => ({
        cell,
        place: CELL_PLACES[cell].name,
        lead: skill.lead,
        n: skill.n,
        meanAbsoluteError: rounded(skill.meanAbsoluteError, 2),
        bias: rounded(skill.bias, 2),
        anomalyCorrelation: rounded(skill.anomalyCorrelation, 3),
        climateError: rounded(skill.climateError, 2),
        asOf: isoOrNull(board.runsMs),
        source: desk.source,
      })),
    ),
  );
}

const reportWire = (
  report: ReportDate | PublishedReport,
  source: string,
  asOfMs: EpochMs,
): ReportWire => {
  const figures = 'figures' in report ? report.figures : [];
  return {
    id: report.id,
    kind: report.kind,
    at: new Date(report.atMs).toISOString(),
    commodities: report.commodities,
    status: 'figures' in report ? 'published' : 'scheduled',
    figures: figures.map(({ commodity, name, unit, consensus, actual, surprise, priceSign }) => ({
      commodity,
      name,
      unit,
      consensus,
      actual,
      surprise: rounded(surprise, 2),
      priceSign,
    })),
    asOf: new Date(asOfMs).toISOString(),
    source,
  };
};

/** Reports of the last fortnight and dates of the coming six weeks, in order. Without a feed the agencies' dates alone are told. */
export function reportRows(desk: WeatherDesk | null, nowMs: EpochMs): readonly ReportWire[] {
  const source = desk?.source ?? 'rules of the agencies';
  const published = desk?.reports(nowMs - REPORTS_BACK_MS, nowMs + 1) ?? [];
  const told = new Set(published.map(({ id }) => id));
  const coming = reportDates(nowMs + 1, nowMs + REPORTS_AHEAD_MS).filter(({ id }) => !told.has(id));
  return [
    ...published.map((report) => reportWire(report, source, report.atMs)),
    ...coming.map((report) => reportWire(report, source, nowMs)),
  ];
}
