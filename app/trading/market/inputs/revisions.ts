/** 24-hour revisions of a forecast flow, and their scale relative to recent revisions. */
import { computeMean, sumValues } from '../../statistics/sample';
import type { ForecastRun } from '../../weather/bulletin';
import { type Flow, sumFlow, sumNormalFlow } from '../../weather/impact';
import { CYCLES_PER_DAY, type PublicData, type PublishedValue } from './public-data';
import { publishValue } from './published-values';
import { DAY_MS, getMidnight } from '../../domain/time';

/** First and last lead in days from the day of issue. */
export type Window = readonly [from: number, until: number];

/** Daily revisions used for scaling, and their minimum. */
const HISTORY_DAYS = 60;
const HISTORY_DAYS_MIN = 15;
/** Revisions below this fraction count as zero (flow out of season). */
const ZERO_TOLERANCE = 1e-9;

function findRuns(flow: Flow, data: PublicData, backCycles: number): readonly ForecastRun[] | null {
  const runs: ForecastRun[] = [];
  for (const cell of flow.cells) {
    const run = data.findRun(cell, backCycles);
    if (!run) return null;
    runs.push(run);
  }
  return runs;
}

/** Last day that all runs cover. */
export const getLastDay = (runs: readonly ForecastRun[]): number =>
  Math.min(...runs.map(({ days }) => days[days.length - 1]?.dayMs ?? 0));

/** A revision, and the time from which all its runs were public. */
interface CachedRevision {
  readonly revision: number;
  readonly publishedMs: number;
  readonly outMs: number;
}

const revisionCache = new WeakMap<ForecastRun, Map<string, CachedRevision>>();
const keyCache = new WeakMap<Flow, Map<number, string>>();
/** Above any lead, so that both window ends fit into one number. */
const LEADS = 64;

/** Cached key of a flow and window; building the text each time costs more than the lookup. */
function getKey(flow: Flow, [from, until]: Window): string {
  const flowKeys = keyCache.get(flow) ?? new Map<number, string>();
  if (flowKeys.size === 0) keyCache.set(flow, flowKeys);
  const cached = flowKeys.get(LEADS * from + until);
  if (cached !== undefined) return cached;
  const created = `${flow.id}/${from}-${until}`;
  flowKeys.set(LEADS * from + until, created);
  return created;
}

/**
 * Change of the flow over the days of a window in all runs, against those of a day before; null
 * where one of these days lacks a figure that the flow needs.
 */
function compareRuns(
  flow: Flow,
  [from, until]: Window,
  issuedMs: number,
  newer: readonly ForecastRun[],
  older: readonly ForecastRun[],
): number | null {
  const issuedDay = getMidnight(issuedMs);
  const [fromMs, untilMs] = [
    issuedDay + from * DAY_MS,
    Math.min(issuedDay + until * DAY_MS, getLastDay([...newer, ...older])),
  ];
  const sumFlows = (runs: readonly ForecastRun[]): number | null =>
    sumValues(runs.map((run) => sumFlow(flow, run, fromMs, untilMs)));
  const [now, before] = [sumFlows(newer), sumFlows(older)];
  return now === null || before === null ? null : now - before;
}

/**
 * The revision `backDays` ago. Cached on the first newer run and reused once all runs were public.
 */
function getRevision(
  flow: Flow,
  window: Window,
  data: PublicData,
  backDays: number,
  key: string,
): CachedRevision | null {
  const first = data.findRun(flow.cells[0] ?? 'NYC', backDays * CYCLES_PER_DAY);
  if (!first) return null;
  const cached = revisionCache.get(first)?.get(key);
  if (cached && cached.outMs <= data.knownMs) return cached;
  const newer = findRuns(flow, data, backDays * CYCLES_PER_DAY);
  const older = newer && findRuns(flow, data, (backDays + 1) * CYCLES_PER_DAY);
  if (!newer || !older) return null;
  const revision = compareRuns(flow, window, first.issuedMs, newer, older);
  if (revision === null) return null;
  const publishedMs = getPublishedMs(newer);
  const result: CachedRevision = {
    revision,
    publishedMs,
    outMs: Math.max(publishedMs, getPublishedMs(older)),
  };
  // not cached while a cell still lacks the run of this cycle
  if (newer.every(({ issuedMs }) => issuedMs === first.issuedMs)) cacheRevision(first, key, result);
  return result;
}

const getPublishedMs = (runs: readonly ForecastRun[]): number =>
  Math.max(...runs.map(({ publishedMs }) => publishedMs));

function cacheRevision(run: ForecastRun, key: string, value: CachedRevision): void {
  const values = revisionCache.get(run) ?? new Map<string, CachedRevision>();
  if (values.size === 0) revisionCache.set(run, values);
  values.set(key, value);
}

/**
 * The 24-hour revision, `backDays` ago, in the unit of the flow; null while a run, or a figure that
 * the flow needs, is missing.
 */
export function computeRevision(
  flow: Flow,
  window: Window,
  data: PublicData,
  backDays = 0,
): PublishedValue | null {
  const found = getRevision(flow, window, data, backDays, getKey(flow, window));
  return found ? publishValue(found.revision, found.publishedMs) : null;
}

/** Daily revisions before a run, newest first; all were public from `outMs` on. */
interface RevisionHistory {
  readonly revisions: Float64Array;
  /** Their root mean square, which every bar of the run's six hours reads. */
  readonly scale: number;
  readonly outMs: number;
}

const historyCache = new WeakMap<ForecastRun, Map<string, RevisionHistory>>();
const findCachedHistory = (
  run: ForecastRun | null,
  key: string,
  knownMs: number,
): RevisionHistory | null => {
  const cached = run && historyCache.get(run)?.get(key);
  return cached && cached.outMs <= knownMs ? cached : null;
};

/** Revisions of the previous 60 days. Cached on the latest run once complete. */
function getRevisionHistory(
  flow: Flow,
  window: Window,
  data: PublicData,
  key: string,
): RevisionHistory {
  const cell = flow.cells[0] ?? 'NYC';
  const first = data.findRun(cell, 0);
  const cached = findCachedHistory(first, key, data.knownMs);
  if (cached) return cached;
  // a cell that lags by a cycle counts its days from another time: usable now, not for caching
  const isTogether = flow.cells.every(
    (other) => data.findRun(other, 0)?.issuedMs === first?.issuedMs,
  );
  const before = isTogether
    ? findCachedHistory(data.findRun(cell, CYCLES_PER_DAY), key, data.knownMs)
    : null;
  const result =
    extendHistory(before, getRevision(flow, window, data, 1, key)) ??
    buildHistory(
      Array.from({ length: HISTORY_DAYS }, (_, back) =>
        getRevision(flow, window, data, back + 1, key),
      ),
    );
  if (first && isTogether && result.revisions.length === HISTORY_DAYS) {
    const values = historyCache.get(first) ?? new Map<string, RevisionHistory>();
    if (values.size === 0) historyCache.set(first, values);
    values.set(key, result);
  }
  return result;
}

const computeScale = (revisions: Float64Array): number =>
  Math.sqrt(computeMean(revisions.map((one) => one ** 2)));

/** Extends the history of the day before by one revision. */
function extendHistory(
  before: RevisionHistory | null,
  newest: CachedRevision | null,
): RevisionHistory | null {
  if (!before || !newest) return null;
  const revisions = new Float64Array(HISTORY_DAYS);
  revisions[0] = newest.revision;
  revisions.set(before.revisions.subarray(0, HISTORY_DAYS - 1), 1);
  return { revisions, scale: computeScale(revisions), outMs: Math.max(before.outMs, newest.outMs) };
}

function buildHistory(revisions: readonly (CachedRevision | null)[]): RevisionHistory {
  const available = revisions.filter((one) => one !== null);
  const values = Float64Array.from(available, ({ revision }) => revision);
  return {
    revisions: values,
    scale: computeScale(values),
    outMs: Math.max(...available.map(({ outMs }) => outMs)),
  };
}

/** Revision / rms of the previous 60 daily revisions; null below 15 of them, 0 when none moved. */
export function computeScaledRevision(
  flow: Flow,
  window: Window,
  data: PublicData,
): PublishedValue | null {
  const key = getKey(flow, window);
  const now = getRevision(flow, window, data, 0, key);
  if (!now) return null;
  const { revisions, scale } = getRevisionHistory(flow, window, data, key);
  if (revisions.length < HISTORY_DAYS_MIN) return null;
  return publishValue(scale < ZERO_TOLERANCE ? 0 : now.revision / scale, now.publishedMs);
}

/**
 * Flow of the latest run over a window minus climatology of the same days; null while a run, or a
 * figure that the flow needs, is missing.
 */
export function computeAnomaly(
  flow: Flow,
  [from, until]: Window,
  data: PublicData,
): PublishedValue | null {
  const runs = findRuns(flow, data, 0);
  const first = runs?.[0];
  if (!runs || !first) return null;
  const issuedDay = getMidnight(first.issuedMs);
  const [fromMs, untilMs] = [
    issuedDay + from * DAY_MS,
    Math.min(issuedDay + until * DAY_MS, getLastDay(runs)),
  ];
  const expected = sumValues(runs.map((run) => sumFlow(flow, run, fromMs, untilMs)));
  if (expected === null) return null;
  return publishValue(
    expected - sumNormalFlow(flow, fromMs, untilMs),
    Math.max(...runs.map(({ publishedMs }) => publishedMs)),
  );
}
