/**
 * Gas-weighted degree days of the latest model runs over shared days, so that their totals differ by
 * the forecast alone.
 */
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import {
  COOLING_CELLS,
  type GasRun,
  HEATING_CELLS,
  buildGasRun,
  computeGasNormals,
} from './gas-run';
import {
  type ForecastChange,
  type GetRun,
  type TotalChange,
  buildPlaceRun,
  compareRuns,
  compareTotals,
  pairDays,
} from './forecast-change';
import { type ForecastMove, findLargestMarketChange, listForecastMoves } from './forecast-moves';
import type { WeatherHistory } from './history';
import { PLACES, type Place } from './places';
import { sumValues } from '../statistics/sample';
import { DAY_MS } from '../domain/time';

/**
 * Share of the days of the newest run that all displayed runs cover, ten of fourteen. Two runs a
 * day apart share thirteen: with fewer, a change of the last days of the forecast is missing from
 * the totals.
 */
const DAYS_SHARED_MIN = [10, 14] as const;

/** Totals of one run in degree days, base 65 F. */
export interface RunTotal {
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly heating: number;
  readonly cooling: number;
}

/** Change from an earlier run to the newest, over the days of these two, however old it is. */
export interface EarlierRun {
  readonly issuedMs: EpochMs;
  /** Number of days in both runs, the first and the last. */
  readonly days: number;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly heating: TotalChange;
  readonly cooling: TotalChange;
  /** Day with the largest change of heating plus cooling from this run to the newest. */
  readonly peak: { readonly dayMs: EpochMs; readonly change: number };
}

/** Change at a place over the days of `RecentRuns.last`. */
interface PlaceRunChange {
  readonly place: Place;
  readonly change: ForecastChange;
}

export interface RecentRuns {
  /** First and last day that each of `runs` covers, and their number. */
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly days: number;
  /** Normal heating plus cooling of these days; null with too little history. */
  readonly normal: number | null;
  /** Oldest first; at least one. Runs that share too few days with the newest are left out. */
  readonly runs: readonly RunTotal[];
  /**
   * The run before the newest, and the one issued 24 hours before it; null when missing, and
   * without common days.
   */
  readonly last: EarlierRun | null;
  readonly dayAgo: EarlierRun | null;
  /** Changes since the last run; empty without it. */
  readonly places: readonly PlaceRunChange[];
  /** Largest of these that can move a market in season, degree days; null without one. */
  readonly largestChange: number | null;
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

/** Changes of the places over the days that the gas-weighted comparison covers. */
const listPlaceChanges = (
  newest: GetRun,
  older: GetRun,
  { fromMs, untilMs }: EarlierRun,
): readonly PlaceRunChange[] =>
  PLACES.flatMap((place) => {
    const [run, before] = [buildPlaceRun(place.cells, newest), buildPlaceRun(place.cells, older)];
    if (!run || !before) return [];
    const days = before.days.filter(({ dayMs }) => dayMs >= fromMs && dayMs <= untilMs);
    const change = compareRuns(run, { ...before, days });
    return change ? [{ place, change }] : [];
  });

/** Null without common days. */
function compareWithEarlier(newest: GasRun, older: GasRun | undefined): EarlierRun | null {
  const pairs = older ? pairDays(newest, older) : [];
  const [first, last] = [pairs[0], pairs.at(-1)];
  if (!older || !first || !last) return null;
  const [heating, cooling] = [
    compareTotals(pairs, (day) => day.heating),
    compareTotals(pairs, (day) => day.cooling),
  ];
  const changes = pairs.map(([day, before]) => ({
    dayMs: day.dayMs,
    change: day.heating + day.cooling - before.heating - before.cooling,
  }));
  const peak = changes.reduce((a, b) => (Math.abs(b.change) > Math.abs(a.change) ? b : a));
  return {
    issuedMs: older.issuedMs,
    days: pairs.length,
    fromMs: first[0].dayMs,
    untilMs: last[0].dayMs,
    heating,
    cooling,
    peak,
  };
}

/** The newest run and those before it, while all share `DAYS_SHARED_MIN` of its days; newest first. */
function selectSharedRuns(found: readonly GasRun[]): readonly GasRun[] {
  let days = found[0]?.days ?? [];
  const daysMin = (days.length * DAYS_SHARED_MIN[0]) / DAYS_SHARED_MIN[1];
  const runs: GasRun[] = [];
  for (const run of found) {
    const shared = pairDays({ days }, run).map(([day]) => day);
    if (runs.length > 0 && shared.length < daysMin) break;
    days = shared;
    runs.push(run);
  }
  const isShared = new Set(days.map(({ dayMs }) => dayMs));
  return runs.map((run) => ({ ...run, days: run.days.filter(({ dayMs }) => isShared.has(dayMs)) }));
}

const toRunTotal = ({ issuedMs, publishedMs, days }: GasRun): RunTotal => ({
  issuedMs,
  publishedMs,
  heating: days.reduce((sum, { heating }) => sum + heating, 0),
  cooling: days.reduce((sum, { cooling }) => sum + cooling, 0),
});

/** At most the last `count` complete runs published by `knownMs`; null before the first. */
export function listRecentRuns(
  reader: WeatherReader,
  history: WeatherHistory,
  knownMs: EpochMs,
  count: number,
): RecentRuns | null {
  const found = listIssueTimes(reader, knownMs, count).flatMap((issuedMs) => {
    const getRun = getRunsAt(reader, issuedMs, knownMs);
    const gas = buildGasRun(getRun);
    return gas ? [{ gas, getRun }] : [];
  });
  const [newest, before] = found;
  const runs = selectSharedRuns(found.map(({ gas }) => gas));
  const shared = runs[0]?.days.map(({ dayMs }) => dayMs) ?? [];
  const [fromMs, untilMs] = [shared[0], shared.at(-1)];
  if (!newest || fromMs === undefined || untilMs === undefined) return null;
  const last = compareWithEarlier(newest.gas, before?.gas);
  const dayAgo = found.find(({ gas }) => newest.gas.issuedMs - gas.issuedMs === DAY_MS);
  const places = before && last ? listPlaceChanges(newest.getRun, before.getRun, last) : [];
  const changes = places.map(({ place, change }) => ({
    place: place.name,
    heating: change.heating.change,
    cooling: change.cooling.change,
  }));
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
    runs: runs.map(toRunTotal).reverse(),
    last,
    dayAgo: compareWithEarlier(newest.gas, dayAgo?.gas),
    places,
    largestChange: findLargestMarketChange(changes, fromMs),
    moves: listForecastMoves(changes, fromMs),
  };
}
