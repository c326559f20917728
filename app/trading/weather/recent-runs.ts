/**
 * Gas-weighted degree days of the latest model runs, over the days that all of them cover, so that
 * their totals differ by the forecast alone.
 */
import { greatest } from 'd3-array';
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import {
  COOLING_CELLS,
  type GasRun,
  HEATING_CELLS,
  buildGasRun,
  computeGasNormals,
  sumValues,
} from './degree-day-outlook';
import { type GetRun, buildPlaceRun } from './forecast-change';
import { type ForecastMove, listForecastMoves } from './forecast-moves';
import type { WeatherHistory } from './history';
import { PLACES, type PlaceName } from './places';
import { computeMean } from '../statistics/sample';
import { DAY_MS } from '../domain/time';

/** Totals of one run in degree days, base 65 F. */
export interface RunTotal {
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly heating: number;
  readonly cooling: number;
}

/** An earlier run to compare the newest with, over the days of `RecentRuns`. */
export interface EarlierRun {
  readonly issuedMs: EpochMs;
  /** Day with the largest change of heating plus cooling from this run to the newest. */
  readonly peak: { readonly dayMs: EpochMs; readonly change: number };
}

/** Change from the last run to the newest at a place, over the days of `RecentRuns`. */
interface PlaceRunChange {
  readonly place: PlaceName;
  readonly kind: 'weather' | 'market' | 'supply';
  /** Change of the mean temperature of these days, deg F. */
  readonly changeF: number;
  /** Changes of the totals, degree days. */
  readonly heating: number;
  readonly cooling: number;
}

export interface RecentRuns {
  /** First and last day that every run covers, and their number. */
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly days: number;
  /** Normal heating plus cooling of these days; null with too little history. */
  readonly normal: number | null;
  /** Oldest first; at least one. */
  readonly runs: readonly RunTotal[];
  /** The run before the newest, and the one issued 24 hours before it; null when missing. */
  readonly last: EarlierRun | null;
  readonly dayAgo: EarlierRun | null;
  /** Empty with one run. */
  readonly places: readonly PlaceRunChange[];
  readonly moves: readonly ForecastMove[];
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

function listPlaceChanges(
  newest: GetRun,
  older: GetRun,
  isShared: (dayMs: EpochMs) => boolean,
): readonly PlaceRunChange[] {
  return PLACES.flatMap(({ name, kind, cells }) => {
    const [run, before] = [buildPlaceRun(cells, newest), buildPlaceRun(cells, older)];
    const then = new Map(before?.days.map((day) => [day.dayMs, day]));
    const changes = (run?.days ?? []).flatMap(({ dayMs, meanF, heating, cooling }) => {
      const day = then.get(dayMs);
      return day && isShared(dayMs)
        ? [
            {
              meanF: meanF - day.meanF,
              heating: heating - day.heating,
              cooling: cooling - day.cooling,
            },
          ]
        : [];
    });
    if (changes.length === 0) return [];
    return [
      {
        place: name,
        kind,
        changeF: computeMean(changes.map(({ meanF }) => meanF)),
        heating: changes.reduce((sum, { heating }) => sum + heating, 0),
        cooling: changes.reduce((sum, { cooling }) => sum + cooling, 0),
      },
    ];
  });
}

function compareWithEarlier(newest: GasRun, older: GasRun | undefined): EarlierRun | null {
  if (!older) return null;
  const then = new Map(older.days.map((day) => [day.dayMs, day]));
  const changes = newest.days.flatMap(({ dayMs, heating, cooling }) => {
    const before = then.get(dayMs);
    return before ? [{ dayMs, change: heating + cooling - before.heating - before.cooling }] : [];
  });
  const peak = greatest(changes, ({ change }) => Math.abs(change));
  return peak ? { issuedMs: older.issuedMs, peak } : null;
}

/** The last `count` complete runs published by `knownMs`; null before the first. */
export function listRecentRuns(
  reader: WeatherReader,
  history: WeatherHistory,
  knownMs: EpochMs,
  count: number,
): RecentRuns | null {
  const times = listIssueTimes(reader, knownMs, count);
  const getters = times.map((issuedMs) => getRunsAt(reader, issuedMs, knownMs));
  const found = getters.flatMap((getRun) => buildGasRun(getRun) ?? []);
  const shared = (found[0]?.days ?? [])
    .map(({ dayMs }) => dayMs)
    .filter((dayMs) => found.every(({ days }) => days.some((day) => day.dayMs === dayMs)));
  const isShared = (dayMs: EpochMs): boolean => shared.includes(dayMs);
  const runs = found.map((run) => ({
    ...run,
    days: run.days.filter(({ dayMs }) => isShared(dayMs)),
  }));
  const [newest, last] = runs;
  const [fromMs, untilMs] = [shared[0], shared.at(-1)];
  if (!newest || fromMs === undefined || untilMs === undefined) return null;
  const [getNewest, getLast] = getters;
  const places = getNewest && getLast ? listPlaceChanges(getNewest, getLast, isShared) : [];
  return {
    fromMs,
    untilMs,
    days: shared.length,
    normal: sumValues(
      shared.flatMap((dayMs) => {
        const { heatingNormal, coolingNormal } = computeGasNormals(history, dayMs);
        return [heatingNormal, coolingNormal];
      }),
    ),
    runs: runs
      .map(({ issuedMs, publishedMs, days }) => ({
        issuedMs,
        publishedMs,
        heating: days.reduce((sum, { heating }) => sum + heating, 0),
        cooling: days.reduce((sum, { cooling }) => sum + cooling, 0),
      }))
      .reverse(),
    last: compareWithEarlier(newest, last),
    dayAgo: compareWithEarlier(
      newest,
      runs.find(({ issuedMs }) => newest.issuedMs - issuedMs === DAY_MS),
    ),
    places,
    moves: listForecastMoves(places, fromMs),
  };
}
