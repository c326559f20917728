/**
 * In-memory archive of published readings, runs and warnings in all vintages, within the retention
 * limits.
 */
import type { EpochMs } from '../domain/units';
import { VintageTable } from '../market/vintage-table';
import type { DayReading, WeatherReader } from './archive-reader';
import {
  DAY_COLUMNS,
  HOUR_COLUMNS,
  RUN_COLUMNS,
  toDayRow,
  toHourRow,
  toRunRow,
  summarizeDay,
  toDay,
  toObservation,
  toRun,
} from './archive-rows';
import type { ForecastRun, Observation, WeatherWarning } from './bulletin';
import type { WeatherCell } from './cell';
import { createWarningLog } from './warning-log';
import { DAY_MS, getMidnight } from '../domain/time';

export interface WeatherArchive extends WeatherReader {
  /**
   * Adds one bulletin; false when it exists already. A revision has a later publication time.
   * Throws RangeError for an invalid one.
   */
  addObservation(reading: Observation): boolean;
  addRun(run: ForecastRun): boolean;
  addWarning(warning: WeatherWarning): boolean;
  /** Adds a day without hourly readings, such as one before the start. */
  addDay(cell: WeatherCell, day: DayReading): boolean;
  /** Applies the retention limits; removed hours leave daily summaries. */
  prune(nowMs: EpochMs): void;
  /** Row counts, and bytes of the arrays. */
  getSize(): {
    readonly hours: number;
    readonly runs: number;
    readonly days: number;
    readonly warnings: number;
    readonly bytes: number;
  };
}

/** Retention in days. Of older runs the first of each day is kept. */
export const RETENTION = {
  hourDays: 400,
  cycleDays: 60,
  runDays: 3 * 365,
  dayDays: 7 * 366,
  warningDays: 400,
} as const;

const HOURS_OF_DAY = 24;

interface CellTables {
  readonly hours: VintageTable;
  readonly runs: VintageTable;
  /** Days without hourly readings. */
  readonly days: VintageTable;
}

/** Creates an empty archive. */
export const createWeatherArchive = (): WeatherArchive => new Archive();

class Archive implements WeatherArchive {
  private readonly cells = new Map<WeatherCell, CellTables>();
  private readonly log = createWarningLog();
  /** Start of hourly data. Earlier hours are not added, because their days are summarized. */
  private hoursFromMs: EpochMs = -Infinity;

  private getTables(cell: WeatherCell): CellTables {
    const tables = this.cells.get(cell) ?? {
      hours: new VintageTable(HOUR_COLUMNS),
      runs: new VintageTable(RUN_COLUMNS),
      days: new VintageTable(DAY_COLUMNS),
    };
    this.cells.set(cell, tables);
    return tables;
  }

  addObservation(reading: Observation): boolean {
    const row = toHourRow(reading);
    return (
      reading.validMs >= this.hoursFromMs &&
      this.getTables(reading.cell).hours.insert(reading.validMs, reading.publishedMs, row)
    );
  }

  addRun = (run: ForecastRun): boolean =>
    this.getTables(run.cell).runs.insert(run.issuedMs, run.publishedMs, toRunRow(run));
  addWarning = (warning: WeatherWarning): boolean => this.log.add(warning);
  addDay = (cell: WeatherCell, day: DayReading): boolean =>
    this.getTables(cell).days.insert(day.dayMs, day.publishedMs, toDayRow(cell, day));

  findLatest(cell: WeatherCell, knownMs: EpochMs): Observation | null {
    const { hours } = this.getTables(cell);
    // readings are published after their hour, so later hours cannot be known
    const row = hours.findNewest(knownMs, knownMs + 1);
    return row < 0 ? null : toObservation(cell, hours, row);
  }

  listHours(
    cell: WeatherCell,
    fromMs: EpochMs,
    untilMs: EpochMs,
    knownMs: EpochMs,
  ): readonly Observation[] {
    const { hours } = this.getTables(cell);
    return hours
      .listBetween(fromMs, untilMs, knownMs)
      .map((row) => toObservation(cell, hours, row));
  }

  listDays(
    cell: WeatherCell,
    fromDayMs: EpochMs,
    untilDayMs: EpochMs,
    knownMs: EpochMs,
  ): readonly DayReading[] {
    const { hours, days } = this.getTables(cell);
    const untilMs = Math.min(untilDayMs, getMidnight(knownMs));
    const found = new Map<EpochMs, DayReading>();
    const summaries = listSummaries(hours, fromDayMs, untilMs, knownMs);
    for (const { day, isWhole } of summaries) if (isWhole) found.set(day.dayMs, day);
    for (const row of days.listBetween(fromDayMs, untilMs, knownMs))
      if (!found.has(days.getValidMs(row))) found.set(days.getValidMs(row), toDay(days, row));
    for (const { day } of summaries) if (!found.has(day.dayMs)) found.set(day.dayMs, day);
    return [...found.values()].sort((a, b) => a.dayMs - b.dayMs);
  }

  findRun(cell: WeatherCell, knownMs: EpochMs, back = 0): ForecastRun | null {
    const { runs } = this.getTables(cell);
    let row = runs.findNewest(knownMs, knownMs + 1);
    for (let stepsLeft = back; stepsLeft > 0 && row >= 0; stepsLeft -= 1)
      row = runs.findNewest(knownMs, runs.getValidMs(row));
    return row < 0 ? null : toRun(cell, runs, row);
  }

  listRuns(
    cell: WeatherCell,
    fromMs: EpochMs,
    untilMs: EpochMs,
    knownMs: EpochMs,
  ): readonly ForecastRun[] {
    const { runs } = this.getTables(cell);
    return runs.listBetween(fromMs, untilMs, knownMs).map((row) => toRun(cell, runs, row));
  }

  listDailyRuns(
    cell: WeatherCell,
    fromDayMs: EpochMs,
    untilDayMs: EpochMs,
    knownMs: EpochMs,
  ): readonly ForecastRun[] {
    const { runs } = this.getTables(cell);
    const firsts = new Map<EpochMs, number>();
    for (const row of runs.listBetween(fromDayMs, untilDayMs, knownMs))
      if (!firsts.has(getMidnight(runs.getValidMs(row))))
        firsts.set(getMidnight(runs.getValidMs(row)), row);
    return [...firsts.values()].map((row) => toRun(cell, runs, row));
  }

  warnings = (knownMs: EpochMs): readonly WeatherWarning[] => this.log.listAsOf(knownMs);

  prune(nowMs: EpochMs): void {
    const getCutoff = (days: number): EpochMs => getMidnight(nowMs) - days * DAY_MS;
    const hoursFrom = getCutoff(RETENTION.hourDays);
    this.hoursFromMs = Math.max(this.hoursFromMs, hoursFrom);
    for (const [cell, { hours, runs, days }] of this.cells) {
      for (const { day } of listSummaries(hours, getCutoff(RETENTION.dayDays), hoursFrom, Infinity))
        days.insert(day.dayMs, day.publishedMs, toDayRow(cell, day));
      hours.retain((row) => hours.getValidMs(row) >= hoursFrom);
      days.retain((row) => days.getValidMs(row) >= getCutoff(RETENTION.dayDays));
      pruneRuns(runs, getCutoff(RETENTION.cycleDays), getCutoff(RETENTION.runDays));
    }
    this.log.removeBefore(getCutoff(RETENTION.warningDays));
  }

  getSize() {
    const total = { hours: 0, runs: 0, days: 0, warnings: this.log.countPhases(), bytes: 0 };
    for (const { hours, runs, days } of this.cells.values()) {
      total.hours += hours.size;
      total.runs += runs.size;
      total.days += days.size;
      total.bytes += hours.bytes + runs.bytes + days.bytes;
    }
    return total;
  }
}

interface Summary {
  readonly day: DayReading;
  /** True when all hours are present; then it replaces a recorded day. */
  readonly isWhole: boolean;
}

/** Daily summaries of hours in [fromMs, untilMs) as known at `knownMs`. */
function listSummaries(
  hours: VintageTable,
  fromMs: EpochMs,
  untilMs: EpochMs,
  knownMs: EpochMs,
): readonly Summary[] {
  const byDay = new Map<EpochMs, number[]>();
  for (const row of hours.listBetween(
    fromMs,
    Number.isFinite(untilMs) ? getMidnight(untilMs - 1) + DAY_MS : untilMs,
    knownMs,
  )) {
    const dayMs = getMidnight(hours.getValidMs(row));
    if (dayMs < fromMs) continue;
    const rows = byDay.get(dayMs);
    if (rows) rows.push(row);
    else byDay.set(dayMs, [row]);
  }
  return [...byDay].map(([dayMs, rows]) => ({
    day: summarizeDay(dayMs, hours, rows),
    isWhole: rows.length >= HOURS_OF_DAY,
  }));
}

/** Removes runs before `fromMs`, and all but the first of each day before `cyclesFromMs`. */
function pruneRuns(runs: VintageTable, cyclesFromMs: EpochMs, fromMs: EpochMs): void {
  let day = Number.NaN;
  let first = Number.NaN;
  runs.retain((row) => {
    const issuedMs = runs.getValidMs(row);
    if (getMidnight(issuedMs) !== day) first = issuedMs;
    day = getMidnight(issuedMs);
    return issuedMs >= fromMs && (issuedMs >= cyclesFromMs || issuedMs === first);
  });
}
