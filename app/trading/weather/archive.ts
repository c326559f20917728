/**
 * The archive of published weather in memory: every reading, run and warning in every vintage, for
 * as long as the policy keeps it.
 */
import type { EpochMs } from '../domain/units';
import { VintageTable } from '../market/vintage-table';
import type { DayReading, WeatherReader } from './archive-reader';
import {
  DAY_COLUMNS,
  HOUR_COLUMNS,
  RUN_COLUMNS,
  dayRow,
  hourRow,
  runRow,
  summarizeDay,
  toDay,
  toObservation,
  toRun,
} from './archive-rows';
import type { ForecastRun, Observation, WeatherWarning } from './bulletin';
import type { WeatherCell } from './cell';
import { warningLog } from './warning-log';
import { DAY_MS, getMidnight } from '../domain/time';

export interface WeatherArchive extends WeatherReader {
  /**
   * Each adds one bulletin and is false when it is there already; a revised one has a later
   * publication. Throws RangeError when it is none.
   */
  observe(reading: Observation): boolean;
  publish(run: ForecastRun): boolean;
  warn(warning: WeatherWarning): boolean;
  /** A day of which the hours are not known here, such as one before the desk began. */
  recordDay(cell: WeatherCell, day: DayReading): boolean;
  /** Forgets what the policy does not keep; hours that go leave their days behind. */
  thin(nowMs: EpochMs): void;
  /** What is kept, and the bytes of its arrays. */
  size(): {
    readonly hours: number;
    readonly runs: number;
    readonly days: number;
    readonly warnings: number;
    readonly bytes: number;
  };
}

/** How long bulletins are kept, days. Of older runs the first of each day stays. */
const WEATHER_KEPT = {
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
  /** Days whose hours are gone or were never here. */
  readonly days: VintageTable;
}

/** An empty archive. */
export const weatherArchive = (): WeatherArchive => new Archive();

class Archive implements WeatherArchive {
  private readonly cells = new Map<WeatherCell, CellTables>();
  private readonly log = warningLog();
  /**
   * Hours before this have been forgotten: of a day that is told already no single hour is taken
   * again.
   */
  private hoursFromMs: EpochMs = -Infinity;

  private of(cell: WeatherCell): CellTables {
    const known = this.cells.get(cell) ?? {
      hours: new VintageTable(HOUR_COLUMNS),
      runs: new VintageTable(RUN_COLUMNS),
      days: new VintageTable(DAY_COLUMNS),
    };
    this.cells.set(cell, known);
    return known;
  }

  observe(reading: Observation): boolean {
    const row = hourRow(reading);
    return (
      reading.validMs >= this.hoursFromMs &&
      this.of(reading.cell).hours.insert(reading.validMs, reading.publishedMs, row)
    );
  }

  publish = (run: ForecastRun): boolean =>
    this.of(run.cell).runs.insert(run.issuedMs, run.publishedMs, runRow(run));
  warn = (warning: WeatherWarning): boolean => this.log.add(warning);
  recordDay = (cell: WeatherCell, day: DayReading): boolean =>
    this.of(cell).days.insert(day.dayMs, day.publishedMs, dayRow(cell, day));

  latest(cell: WeatherCell, knownMs: EpochMs): Observation | null {
    const { hours } = this.of(cell);
    // nothing is published before its hour, so the search may begin at what is known
    const row = hours.newest(knownMs, knownMs + 1);
    return row < 0 ? null : toObservation(cell, hours, row);
  }

  hours(
    cell: WeatherCell,
    fromMs: EpochMs,
    untilMs: EpochMs,
    knownMs: EpochMs,
  ): readonly Observation[] {
    const { hours } = this.of(cell);
    return hours.between(fromMs, untilMs, knownMs).map((row) => toObservation(cell, hours, row));
  }

  days(
    cell: WeatherCell,
    fromDayMs: EpochMs,
    untilDayMs: EpochMs,
    knownMs: EpochMs,
  ): readonly DayReading[] {
    const { hours, days } = this.of(cell);
    const untilMs = Math.min(untilDayMs, getMidnight(knownMs));
    const found = new Map<EpochMs, DayReading>();
    const told = listSummaries(hours, fromDayMs, untilMs, knownMs);
    for (const { day, isWhole } of told) if (isWhole) found.set(day.dayMs, day);
    for (const row of days.between(fromDayMs, untilMs, knownMs))
      if (!found.has(days.validAt(row))) found.set(days.validAt(row), toDay(days, row));
    for (const { day } of told) if (!found.has(day.dayMs)) found.set(day.dayMs, day);
    return [...found.values()].sort((a, b) => a.dayMs - b.dayMs);
  }

  run(cell: WeatherCell, knownMs: EpochMs, back = 0): ForecastRun | null {
    const { runs } = this.of(cell);
    let row = runs.newest(knownMs, knownMs + 1);
    for (let left = back; left > 0 && row >= 0; left -= 1)
      row = runs.newest(knownMs, runs.validAt(row));
    return row < 0 ? null : toRun(cell, runs, row);
  }

  runs(
    cell: WeatherCell,
    fromMs: EpochMs,
    untilMs: EpochMs,
    knownMs: EpochMs,
  ): readonly ForecastRun[] {
    const { runs } = this.of(cell);
    return runs.between(fromMs, untilMs, knownMs).map((row) => toRun(cell, runs, row));
  }

  dailyRuns(
    cell: WeatherCell,
    fromDayMs: EpochMs,
    untilDayMs: EpochMs,
    knownMs: EpochMs,
  ): readonly ForecastRun[] {
    const { runs } = this.of(cell);
    const firsts = new Map<EpochMs, number>();
    for (const row of runs.between(fromDayMs, untilDayMs, knownMs))
      if (!firsts.has(getMidnight(runs.validAt(row))))
        firsts.set(getMidnight(runs.validAt(row)), row);
    return [...firsts.values()].map((row) => toRun(cell, runs, row));
  }

  warnings = (knownMs: EpochMs): readonly WeatherWarning[] => this.log.asOf(knownMs);

  thin(nowMs: EpochMs): void {
    const since = (days: number): EpochMs => getMidnight(nowMs) - days * DAY_MS;
    const hoursFrom = since(WEATHER_KEPT.hourDays);
    this.hoursFromMs = Math.max(this.hoursFromMs, hoursFrom);
    for (const { hours, runs, days } of this.cells.values()) {
      for (const { day } of listSummaries(hours, since(WEATHER_KEPT.dayDays), hoursFrom, Infinity))
        days.insert(day.dayMs, day.publishedMs, [
          day.meanF,
          day.highF,
          day.lowF,
          day.rainInches,
          day.windMph,
        ]);
      hours.keep((row) => hours.validAt(row) >= hoursFrom);
      days.keep((row) => days.validAt(row) >= since(WEATHER_KEPT.dayDays));
      thinRuns(runs, since(WEATHER_KEPT.cycleDays), since(WEATHER_KEPT.runDays));
    }
    this.log.forget(since(WEATHER_KEPT.warningDays));
  }

  size() {
    const total = { hours: 0, runs: 0, days: 0, warnings: this.log.size(), bytes: 0 };
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
  /**
   * True where every hour of the day is known: then it says more than a day that was told as one.
   */
  readonly isWhole: boolean;
}

/** The days that begin in [fromMs, untilMs) as their hours told them by `knownMs`. */
function listSummaries(
  hours: VintageTable,
  fromMs: EpochMs,
  untilMs: EpochMs,
  knownMs: EpochMs,
): readonly Summary[] {
  const byDay = new Map<EpochMs, number[]>();
  for (const row of hours.between(
    fromMs,
    Number.isFinite(untilMs) ? getMidnight(untilMs - 1) + DAY_MS : untilMs,
    knownMs,
  )) {
    const dayMs = getMidnight(hours.validAt(row));
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

/**
 * Of runs before `cyclesFromMs` only those of each day's first cycle stay, of runs before `fromMs`
 * none.
 */
function thinRuns(runs: VintageTable, cyclesFromMs: EpochMs, fromMs: EpochMs): void {
  let day = Number.NaN;
  let first = Number.NaN;
  runs.keep((row) => {
    const issuedMs = runs.validAt(row);
    if (getMidnight(issuedMs) !== day) first = issuedMs;
    day = getMidnight(issuedMs);
    return issuedMs >= fromMs && (issuedMs >= cyclesFromMs || issuedMs === first);
  });
}
