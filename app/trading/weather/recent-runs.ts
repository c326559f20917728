/**
 * Gas-weighted degree days of the latest model runs, over the days that all of them cover, so that
 * their totals differ by the forecast alone.
 */
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import { COOLING_CELLS, HEATING_CELLS, buildGasRun } from './degree-day-outlook';
import { type GetRun, buildPlaceRun } from './forecast-change';
import { PLACES, type PlaceName } from './places';
import { computeMean } from '../statistics/sample';

/** Totals of one run in degree days, base 65 F. */
export interface RunTotal {
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly heating: number;
  readonly cooling: number;
}

export interface RecentRuns {
  /** First and last day that every run covers, and their number. */
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly days: number;
  /** Oldest first; at least one. */
  readonly runs: readonly RunTotal[];
  /**
   * Change of the daily mean from the last run to the newest by weather region, deg F, a mean over
   * the same days; empty with one run.
   */
  readonly regions: readonly { readonly region: PlaceName; readonly changeF: number }[];
}

const CELLS = [...new Set([...HEATING_CELLS, ...COOLING_CELLS].map(({ cell }) => cell))];

/** Issue times of the latest runs that every weighted cell has, newest first. */
function listIssueTimes(reader: WeatherReader, knownMs: EpochMs, count: number): EpochMs[] {
  const byCell = CELLS.map((cell) => {
    const times: EpochMs[] = [];
    for (let back = 0; back < count; back += 1) {
      const run = reader.findRun(cell, knownMs, back);
      if (run) times.push(run.issuedMs);
    }
    return times;
  });
  const [first = [], ...others] = byCell;
  return first.filter((time) => others.every((times) => times.includes(time)));
}

const getRunsAt =
  (reader: WeatherReader, issuedMs: EpochMs, knownMs: EpochMs): GetRun =>
  (cell) =>
    reader.listRuns(cell, issuedMs, issuedMs + 1, knownMs)[0] ?? null;

function listRegionChanges(
  newest: GetRun,
  older: GetRun,
  isShared: (dayMs: EpochMs) => boolean,
): RecentRuns['regions'] {
  return PLACES.filter(({ kind }) => kind === 'weather').flatMap(({ name, cells }) => {
    const [run, before] = [buildPlaceRun(cells, newest), buildPlaceRun(cells, older)];
    const then = new Map(before?.days.map(({ dayMs, meanF }) => [dayMs, meanF]));
    const changes = (run?.days ?? []).flatMap(({ dayMs, meanF }) => {
      const meanBefore = then.get(dayMs);
      return meanBefore === undefined || !isShared(dayMs) ? [] : [meanF - meanBefore];
    });
    return changes.length === 0 ? [] : [{ region: name, changeF: computeMean(changes) }];
  });
}

/** The last `count` complete runs published by `knownMs`; null before the first. */
export function listRecentRuns(
  reader: WeatherReader,
  knownMs: EpochMs,
  count: number,
): RecentRuns | null {
  const times = listIssueTimes(reader, knownMs, count);
  const getters = times.map((issuedMs) => getRunsAt(reader, issuedMs, knownMs));
  const found = getters.flatMap((getRun) => buildGasRun(getRun) ?? []);
  const [newest] = found;
  if (!newest) return null;
  const shared = newest.days
    .map(({ dayMs }) => dayMs)
    .filter((dayMs) => found.every(({ days }) => days.some((day) => day.dayMs === dayMs)));
  const [fromMs, untilMs] = [shared[0], shared.at(-1)];
  if (fromMs === undefined || untilMs === undefined) return null;
  const isShared = (dayMs: EpochMs): boolean => shared.includes(dayMs);
  const [getNewest, getOlder] = getters;
  return {
    fromMs,
    untilMs,
    days: shared.length,
    runs: found
      .map(({ issuedMs, publishedMs, days }) => {
        const counted = days.filter(({ dayMs }) => isShared(dayMs));
        return {
          issuedMs,
          publishedMs,
          heating: counted.reduce((sum, { heating }) => sum + heating, 0),
          cooling: counted.reduce((sum, { cooling }) => sum + cooling, 0),
        };
      })
      .reverse(),
    regions: getNewest && getOlder ? listRegionChanges(getNewest, getOlder, isShared) : [],
  };
}
