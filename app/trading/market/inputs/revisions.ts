/**
 * How a forecast has moved a product's expected flow since the day before, and how large that is as
 * such moves go.
 */
import { computeMean } from '../../statistics/sample';
import type { ForecastRun } from '../../weather/bulletin';
import { type Flow, flowBetween, normalFlow } from '../../weather/impact';
import {
  CYCLES_PER_DAY,
  type PublicKnowledge,
  type PublishedValue,
  publishValue,
} from './knowledge';
import { DAY_MS, getMidnight } from '../../domain/time';

/** First and last lead in days, counted from the day of issue. */
export type Window = readonly [from: number, until: number];

/** Earlier revisions, one a day, by which a revision is measured; and the fewest that will do. */
const USUAL_DAYS = 60;
const USUAL_LEAST = 15;
/**
 * Flows that are out of season move by nothing: less than this share of the largest revision is no
 * move.
 */
const NOTHING = 1e-9;

function findRuns(
  flow: Flow,
  known: PublicKnowledge,
  backCycles: number,
): readonly ForecastRun[] | null {
  const runs: ForecastRun[] = [];
  for (const cell of flow.cells) {
    const run = known.run(cell, backCycles);
    if (!run) return null;
    runs.push(run);
  }
  return runs;
}

const lastDay = (runs: readonly ForecastRun[]): number =>
  Math.min(...runs.map(({ days }) => days[days.length - 1]?.dayMs ?? 0));

/** A revision with the moment from which every run that it is made of was out. */
interface Remembered {
  readonly revision: number;
  readonly publishedMs: number;
  readonly outMs: number;
}

const memo = new WeakMap<ForecastRun, Map<string, Remembered>>();
const keys = new WeakMap<Flow, Map<number, string>>();
/** More than any lead, so that a window's ends make one number. */
const LEADS = 64;

/**
 * One name for a flow and a window, the same text each time: a name put together anew costs more
 * than what is looked up by it.
 */
function getKey(flow: Flow, [from, until]: Window): string {
  const own = keys.get(flow) ?? new Map<number, string>();
  if (own.size === 0) keys.set(flow, own);
  const known = own.get(LEADS * from + until);
  if (known !== undefined) return known;
  const made = `${flow.id}/${from}-${until}`;
  own.set(LEADS * from + until, made);
  return made;
}

/**
 * The change of the flow over a window of the newer runs' leads against the runs of a day before.
 */
function revisionBetween(
  flow: Flow,
  [from, until]: Window,
  issuedMs: number,
  newer: readonly ForecastRun[],
  older: readonly ForecastRun[],
): number {
  const issuedDay = getMidnight(issuedMs);
  const [fromMs, untilMs] = [
    issuedDay + from * DAY_MS,
    Math.min(issuedDay + until * DAY_MS, lastDay(older)),
  ];
  const sum = (runs: readonly ForecastRun[]): number =>
    runs.reduce((total, run) => total + flowBetween(flow, run, fromMs, untilMs), 0);
  return sum(newer) - sum(older);
}

/**
 * The revision of so many days before; remembered by the first of the newer runs, and told again
 * only where all runs were out.
 */
function revisionAt(
  flow: Flow,
  window: Window,
  known: PublicKnowledge,
  backDays: number,
  key: string,
): Remembered | null {
  const first = known.run(flow.cells[0] ?? 'NYC', backDays * CYCLES_PER_DAY);
  if (!first) return null;
  const remembered = memo.get(first)?.get(key);
  if (remembered && remembered.outMs <= known.knownMs) return remembered;
  const newer = findRuns(flow, known, backDays * CYCLES_PER_DAY);
  const older = newer && findRuns(flow, known, (backDays + 1) * CYCLES_PER_DAY);
  if (!newer || !older) return null;
  const publishedMs = findLatest(newer);
  const made: Remembered = {
    revision: revisionBetween(flow, window, first.issuedMs, newer, older),
    publishedMs,
    outMs: Math.max(publishedMs, findLatest(older)),
  };
  // a cell whose run of the cycle is still to come will make it another figure
  if (newer.every(({ issuedMs }) => issuedMs === first.issuedMs)) rememberRun(first, key, made);
  return made;
}

const findLatest = (runs: readonly ForecastRun[]): number =>
  Math.max(...runs.map(({ publishedMs }) => publishedMs));

function rememberRun(run: ForecastRun, key: string, made: Remembered): void {
  const values = memo.get(run) ?? new Map<string, Remembered>();
  if (values.size === 0) memo.set(run, values);
  values.set(key, made);
}

/**
 * The revision of the last 24 hours, or of those that ended so many days before, in the unit of the
 * flow.
 */
export function computeRevision(
  flow: Flow,
  window: Window,
  known: PublicKnowledge,
  backDays = 0,
): PublishedValue | null {
  const found = revisionAt(flow, window, known, backDays, getKey(flow, window));
  return found ? publishValue(found.revision, found.publishedMs) : null;
}

/** Revisions of the days before a run, the newest first, of which each was out from `outMs` on. */
interface Usual {
  readonly revisions: Float64Array;
  readonly outMs: number;
}

const usuals = new WeakMap<ForecastRun, Map<string, Usual>>();
const usualOfRun = (run: ForecastRun | null, key: string, knownMs: number): Usual | null => {
  const remembered = run && usuals.get(run)?.get(key);
  return remembered && remembered.outMs <= knownMs ? remembered : null;
};

/**
 * The revisions of the sixty days before, those that are known; remembered by the newest run once
 * all of them are, as they do not change then.
 */
function computeUsual(
  flow: Flow,
  window: Window,
  known: PublicKnowledge,
  key: string,
): Float64Array {
  const cell = flow.cells[0] ?? 'NYC';
  const first = known.run(cell, 0);
  const remembered = usualOfRun(first, key, known.knownMs);
  if (remembered) return remembered.revisions;
  // where a cell lags by a cycle its days are counted from another moment: right for now, and
  // nothing to go on from
  const isTogether = flow.cells.every((other) => known.run(other, 0)?.issuedMs === first?.issuedMs);
  const before = isTogether
    ? usualOfRun(known.run(cell, CYCLES_PER_DAY), key, known.knownMs)
    : null;
  const made =
    usualAfter(before, revisionAt(flow, window, known, 1, key)) ??
    usualFrom(
      Array.from({ length: USUAL_DAYS }, (_, back) =>
        revisionAt(flow, window, known, back + 1, key),
      ),
    );
  if (first && isTogether && made.revisions.length === USUAL_DAYS) {
    const values = usuals.get(first) ?? new Map<string, Usual>();
    if (values.size === 0) usuals.set(first, values);
    values.set(key, made);
  }
  return made.revisions;
}

/**
 * What was usual on the day before and one revision more: sixty need not be looked up for one that
 * is new.
 */
function usualAfter(before: Usual | null, newest: Remembered | null): Usual | null {
  if (!before || !newest) return null;
  const revisions = new Float64Array(USUAL_DAYS);
  revisions[0] = newest.revision;
  revisions.set(before.revisions.subarray(0, USUAL_DAYS - 1), 1);
  return { revisions, outMs: Math.max(before.outMs, newest.outMs) };
}

function usualFrom(found: readonly (Remembered | null)[]): Usual {
  const kept = found.filter((one) => one !== null);
  return {
    revisions: Float64Array.from(kept, ({ revision }) => revision),
    outMs: Math.max(...kept.map(({ outMs }) => outMs)),
  };
}

/**
 * The same divided by the root mean square of the revisions of the sixty days before; null until a
 * fortnight of them is known, 0 when none moved.
 */
export function scaledRevision(
  flow: Flow,
  window: Window,
  known: PublicKnowledge,
): PublishedValue | null {
  const key = getKey(flow, window);
  const now = revisionAt(flow, window, known, 0, key);
  if (!now) return null;
  const revisions = computeUsual(flow, window, known, key);
  if (revisions.length < USUAL_LEAST) return null;
  const usual = Math.sqrt(computeMean(revisions.map((one) => one ** 2)));
  return publishValue(usual < NOTHING ? 0 : now.revision / usual, now.publishedMs);
}

/**
 * The flow that the newest run expects over its window, less what the climate has for the same
 * days.
 */
export function computeAnomaly(
  flow: Flow,
  [from, until]: Window,
  known: PublicKnowledge,
): PublishedValue | null {
  const runs = findRuns(flow, known, 0);
  const first = runs?.[0];
  if (!runs || !first) return null;
  const issuedDay = getMidnight(first.issuedMs);
  const [fromMs, untilMs] = [
    issuedDay + from * DAY_MS,
    Math.min(issuedDay + until * DAY_MS, lastDay(runs)),
  ];
  const expected = runs.reduce((sum, run) => sum + flowBetween(flow, run, fromMs, untilMs), 0);
  return publishValue(
    expected - normalFlow(flow, fromMs, untilMs),
    Math.max(...runs.map(({ publishedMs }) => publishedMs)),
  );
}
