// Labels of a time axis: full hours and midnights in the market time zone, at most six including
// `Now`.
import type { Tick } from '../../contracts/chart-shape';
import type { Timeframe } from '../../contracts/timeframe';
import { formatCalendarLabel, formatHourMinute } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import { getMoment, getWallTime } from '../../trading/market/local-time';
import { DAY_MS, MINUTE_MS } from '../../trading/domain/time';

const LABELS_MAX = 6;
/** One label is `Now`. */
const TIMES_MAX = LABELS_MAX - 1;
const MINUTE_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720];
const DAY_STEPS = [1, 2, 3, 7, 14, 28, 56, 91, 182, 365, 730, 1825, 3650];
/** Minimum distance between labels, percent of the width: wide and narrow screens. */
const LABEL_GAP = 9;
const LABEL_GAP_NARROW = 23;
/** Extra reach of a start-anchored label on narrow screens, percent. */
const START_REACH = 8;

const isWithinDay = (timeframe: Timeframe): boolean => timeframe === '1h' || timeframe === '1d';

function formatAxisText(atMs: EpochMs, timeframe: Timeframe, zone: string): string {
  if (isWithinDay(timeframe)) return formatHourMinute(atMs, zone);
  return formatCalendarLabel(timeframe === '1w' ? 'weekday' : 'day', atMs, zone);
}

/** Midnights every `days` days between two times. */
function listMidnights(fromMs: EpochMs, toMs: EpochMs, days: number, zone: string): EpochMs[] {
  const step = days * DAY_MS;
  const found: EpochMs[] = [];
  const lastDayMs = getWallTime(toMs, zone).dayMs;
  for (
    let dayMs = Math.ceil(getWallTime(fromMs, zone).dayMs / step) * step;
    dayMs <= lastDayMs;
    dayMs += step
  )
    found.push(getMoment(dayMs, 0, zone));
  return found;
}

/**
 * Clock times every `minutes` minutes between two times; correct across daylight saving changes.
 */
function listClockTimes(fromMs: EpochMs, toMs: EpochMs, minutes: number, zone: string): EpochMs[] {
  const [from, to] = [getWallTime(fromMs, zone), getWallTime(toMs, zone)];
  const found: EpochMs[] = [];
  for (let { dayMs } = from; dayMs <= to.dayMs; dayMs += DAY_MS) {
    const first = dayMs === from.dayMs ? Math.floor(from.minute / minutes) * minutes : 0;
    const last = dayMs === to.dayMs ? to.minute : 1439;
    for (let minute = first; minute <= last; minute += minutes)
      found.push(getMoment(dayMs, minute, zone));
  }
  return found;
}

/** Finest round times of which at most five fit. */
function listRoundTimes(
  fromMs: EpochMs,
  toMs: EpochMs,
  timeframe: Timeframe,
  zone: string,
): EpochMs[] {
  const [steps, unitMs, between] = isWithinDay(timeframe)
    ? ([MINUTE_STEPS, MINUTE_MS, listClockTimes] as const)
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

/** Drops overlapping labels and marks those that also fit on narrow screens. */
function spaceTicks(ticks: readonly Omit<Tick, 'isMain'>[]): Tick[] {
  const spaced: Tick[] = [];
  let [next, nextMain] = [100 + LABEL_GAP_NARROW, 100 + LABEL_GAP_NARROW];
  for (const tick of [...ticks].reverse()) {
    if (next - tick.at < LABEL_GAP) continue;
    const isMain =
      nextMain - tick.at - (tick.anchor === 'start' ? START_REACH : 0) >= LABEL_GAP_NARROW;
    spaced.unshift({ ...tick, isMain });
    next = tick.at;
    if (isMain) nextMain = tick.at;
  }
  return spaced;
}

/** Axis labels from `fromMs` to now; the first time if no round time lies between. */
export function buildTimeTicks(
  fromMs: EpochMs,
  nowMs: EpochMs,
  timeframe: Timeframe,
  zone: string,
): Tick[] {
  const now = { at: 100, text: 'Now', anchor: 'end' } as const;
  if (nowMs <= fromMs) return spaceTicks([now]);
  const moments = listRoundTimes(fromMs, nowMs, timeframe, zone);
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
