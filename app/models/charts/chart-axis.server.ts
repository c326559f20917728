// Where the words of a time axis stand: on full hours and midnights of the market's own clocks, six
// at most with the last one.
import type { Tick } from '../../contracts/chart-shape';
import type { Timeframe } from '../../contracts/timeframe';
import { calendarWord, timeOfDay } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import { getMoment, wallTime } from '../../trading/market/local-time';
import { DAY_MS, MINUTE_MS } from '../../trading/domain/time';

const LABELS_MAX = 6;
/** 'Now' is one of them. */
const TIMES_MAX = LABELS_MAX - 1;
const MINUTE_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720];
const DAY_STEPS = [1, 2, 3, 7, 14, 28, 56, 91, 182, 365, 730, 1825, 3650];
/**
 * Percent of the width: nearer to the next one there is no room for a word, on a desk or on a
 * phone.
 */
const GAP = 9;
const NARROW_GAP = 23;
/** How far a word that begins at its place reaches beyond one that is centered there, on a phone. */
const START_REACH = 8;

const isWithinDay = (timeframe: Timeframe): boolean => timeframe === '1h' || timeframe === '1d';

function formatAxisText(atMs: EpochMs, timeframe: Timeframe, zone: string): string {
  if (isWithinDay(timeframe)) return timeOfDay(atMs, zone).slice(0, 5);
  return calendarWord(timeframe === '1w' ? 'weekday' : 'day', atMs, zone);
}

/** Midnights of every so many days that lie between two moments. */
function listMidnights(fromMs: EpochMs, toMs: EpochMs, days: number, zone: string): EpochMs[] {
  const step = days * DAY_MS;
  const found: EpochMs[] = [];
  const lastDayMs = wallTime(toMs, zone).dayMs;
  for (
    let dayMs = Math.ceil(wallTime(fromMs, zone).dayMs / step) * step;
    dayMs <= lastDayMs;
    dayMs += step
  )
    found.push(getMoment(dayMs, 0, zone));
  return found;
}

/**
 * Clock times on every so many minutes of the day that lie between two moments, through a change of
 * the clocks too.
 */
function clockTimes(fromMs: EpochMs, toMs: EpochMs, minutes: number, zone: string): EpochMs[] {
  const [from, to] = [wallTime(fromMs, zone), wallTime(toMs, zone)];
  const found: EpochMs[] = [];
  for (let { dayMs } = from; dayMs <= to.dayMs; dayMs += DAY_MS) {
    const first = dayMs === from.dayMs ? Math.floor(from.minute / minutes) * minutes : 0;
    const last = dayMs === to.dayMs ? to.minute : 1439;
    for (let minute = first; minute <= last; minute += minutes)
      found.push(getMoment(dayMs, minute, zone));
  }
  return found;
}

/** The finest round moments of which no more than five fit. */
function roundMoments(
  fromMs: EpochMs,
  toMs: EpochMs,
  timeframe: Timeframe,
  zone: string,
): EpochMs[] {
  const [steps, unitMs, between] = isWithinDay(timeframe)
    ? ([MINUTE_STEPS, MINUTE_MS, clockTimes] as const)
    : ([DAY_STEPS, DAY_MS, listMidnights] as const);
  for (const step of steps) {
    if ((toMs - fromMs) / (step * unitMs) > TIMES_MAX) continue;
    const found = [...new Set(between(fromMs, toMs, step, zone))].filter(
      (ms) => ms >= fromMs && ms <= toMs,
    );
    if (found.length <= TIMES_MAX) return found;
  }
  return [];
}

/**
 * Drops what would run into the word to its right, and says which of the rest have room on a phone
 * too.
 */
function spaceTicks(ticks: readonly Omit<Tick, 'isMain'>[]): Tick[] {
  const kept: Tick[] = [];
  let [next, nextMain] = [100 + NARROW_GAP, 100 + NARROW_GAP];
  for (const tick of [...ticks].reverse()) {
    if (next - tick.at < GAP) continue;
    const isMain = nextMain - tick.at - (tick.anchor === 'start' ? START_REACH : 0) >= NARROW_GAP;
    kept.unshift({ ...tick, isMain });
    next = tick.at;
    if (isMain) nextMain = tick.at;
  }
  return kept;
}

/**
 * The words beneath a chart from one moment to now; where no round moment lies between, its first
 * one.
 */
export function timeTicks(
  fromMs: EpochMs,
  nowMs: EpochMs,
  timeframe: Timeframe,
  zone: string,
): Tick[] {
  const now = { at: 100, text: 'Now', anchor: 'end' } as const;
  if (nowMs <= fromMs) return spaceTicks([now]);
  const moments = roundMoments(fromMs, nowMs, timeframe, zone);
  const shown = moments.length > 0 ? moments : [fromMs];
  const places = shown.map((ms) => ({
    at: Math.round(((ms - fromMs) / (nowMs - fromMs)) * 1e4) / 100,
    text: formatAxisText(ms, timeframe, zone),
  }));
  return spaceTicks([
    ...places.map(({ at, text }) => ({
      at,
      text,
      anchor: at < 4 ? ('start' as const) : ('middle' as const),
    })),
    now,
  ]);
}
