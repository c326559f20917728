/** Forecast runs of archives, for measures of skill only: the first of each day and cell. */
import { DAY_MS, getMidnight } from '../../domain/time';
import type { EpochMs } from '../../domain/units';
import type { ForecastRun } from '../../weather/bulletin';
import type { WeatherCell } from '../../weather/cell';

/** Skill is measured on the runs of the last year. */
export const ARCHIVED_RUN_DAYS = 366;

type RunsByDay = Map<EpochMs, readonly ForecastRun[]>;

/** True when `a` serves wherever `b` does: as early, known as early, and as long in its cycle. */
const isAtLeastAsGood = (a: ForecastRun, b: ForecastRun): boolean =>
  a.publishedMs <= b.publishedMs &&
  (a.issuedMs < b.issuedMs || (a.issuedMs === b.issuedMs && a.days.length >= b.days.length));

export class ArchivedRuns {
  private readonly cells = new Map<WeatherCell, RunsByDay>();

  /** A later version of a run changes nothing: skill is measured on the first one. */
  addRun(run: ForecastRun): void {
    const byDay: RunsByDay = this.cells.get(run.cell) ?? new Map();
    this.cells.set(run.cell, byDay);
    const dayMs = getMidnight(run.issuedMs);
    const runs = byDay.get(dayMs) ?? [];
    if (runs.some((each) => isAtLeastAsGood(each, run))) return;
    byDay.set(dayMs, [...runs.filter((each) => !isAtLeastAsGood(run, each)), run]);
  }

  /**
   * The first run of each UTC day in [fromDayMs, untilDayMs) as known at `knownMs`, and the longest
   * of its cycle, in order. Runs may lack the day of issue.
   */
  listFirst(
    cell: WeatherCell,
    fromDayMs: EpochMs,
    untilDayMs: EpochMs,
    knownMs: EpochMs,
  ): readonly ForecastRun[] {
    return [...(this.cells.get(cell) ?? [])]
      .filter(([dayMs]) => dayMs >= fromDayMs && dayMs < untilDayMs)
      .flatMap(([, runs]) => findFirstRun(runs, knownMs) ?? [])
      .sort((a, b) => a.issuedMs - b.issuedMs);
  }

  get isEmpty(): boolean {
    return [...this.cells.values()].every((byDay) => byDay.size === 0);
  }

  /** Removes days that no measure of skill needs. */
  removeOldRuns(nowMs: EpochMs): void {
    for (const byDay of this.cells.values())
      for (const dayMs of byDay.keys())
        if (dayMs < getMidnight(nowMs) - ARCHIVED_RUN_DAYS * DAY_MS) byDay.delete(dayMs);
  }
}

const findFirstRun = (runs: readonly ForecastRun[], knownMs: EpochMs): ForecastRun | null =>
  [...runs]
    .filter(({ publishedMs }) => publishedMs <= knownMs)
    .sort((a, b) => a.issuedMs - b.issuedMs || b.days.length - a.days.length)[0] ?? null;
