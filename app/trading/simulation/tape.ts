/** Prices of one instrument on a one-minute grid, with five-second ticks in between. */
import type { Instrument } from '../domain/instrument';
import { getChain, toNumber } from '../domain/instrument';
import type { EpochMs, Ticks } from '../domain/units';
import { toTicks } from '../domain/units';
import type { RandomStreams } from './random-streams';
import { MINUTES_PER_DAY, WORLD_EPOCH_MS, getDay } from './calendar';
import { type PointNormal, createPointNormals, createDayNormals } from './intraday-noise';
import type { DayPath } from './market-models';
import {
  type Bridge,
  TICKS_PER_MINUTE,
  TICK_CLOCK,
  computeBridge,
  computeBridgePoint,
  getDayClock,
} from './brownian-bridge';
import { MINUTE_MS } from '../domain/time';

/** Minutes count from the epoch. */
export interface Tape {
  /** Price at the start of a minute in quoted units, before rounding to ticks and daily limits. */
  midAt(minute: number): number;
  /** Price in ticks at the start of a minute, within daily limits. */
  ticksAt(minute: number): Ticks;
  /** Lowest and highest price in ticks at minute starts from `from` to `to`, inclusive. */
  getRange(from: number, to: number): { readonly low: Ticks; readonly high: Ticks };
  /** Latest five-second price, and whether it is at a daily limit or trading pauses. */
  lastAt(atMs: EpochMs): TapeTick;
  /** Lock of `lastAt`, without computing the price where possible. */
  lockAt(atMs: EpochMs): TapeTick['lock'];
  getDayPath(day: number): DayPath;
}

export interface TapeTick {
  readonly ticks: Ticks;
  /** Limit side of the price; BOTH during a pause. */
  readonly lock: 'UP' | 'DOWN' | 'BOTH' | null;
}

/** Cached days of minute values per instrument, about 12 kB each, and cached paths. */
const CACHED_GRIDS_MAX = 8;
const CACHED_PATHS_MAX = 16;

/** A pause at one value of the path's scale, from a minute of the day until another. */
interface Pause {
  readonly from: number;
  readonly until: number;
  readonly value: number;
}

interface Day {
  readonly path: DayPath;
  readonly bridge: Bridge;
  readonly pauses: readonly Pause[];
}

/** `getPath` returns the path of a day. Months of one chain may share `dayNormals`. */
export const createTape = (
  random: RandomStreams,
  instrument: Instrument,
  getPath: (day: number) => DayPath,
  dayNormals = createDayNormals(random, getChain(instrument)),
): Tape => new InstrumentTape(random, instrument, getPath, dayNormals);

class InstrumentTape implements Tape {
  private readonly tick: number;
  private readonly minuteNormal: (minute: number) => number;
  private readonly tickNormal: (tick: number) => number;
  private readonly days = new Map<number, Day>();
  private readonly grids = new Map<number, Float64Array>();
  /** End values of the last minute read: a running market reads each minute twelve times. */
  private ends = { minute: -1, from: 0, to: 0 };

  constructor(
    random: RandomStreams,
    instrument: Instrument,
    private readonly getPath: (day: number) => DayPath,
    private readonly getDayNormals: (day: number) => Float64Array,
  ) {
    const chain = getChain(instrument);
    this.tick = toNumber(instrument.tick);
    this.minuteNormal = createPointNormals(random, 'minute', chain);
    this.tickNormal = createPointNormals(random, 'tick', chain);
  }

  getDayPath(day: number): DayPath {
    return this.dayAt(day).path;
  }

  midAt(minute: number): number {
    const day = Math.floor(minute / MINUTES_PER_DAY);
    const { path } = this.dayAt(day);
    return computePrice(path, this.valueAt(day, minute - day * MINUTES_PER_DAY));
  }

  ticksAt(minute: number): Ticks {
    const day = Math.floor(minute / MINUTES_PER_DAY);
    return this.applyLimits(this.dayAt(day).path, this.valueAt(day, minute - day * MINUTES_PER_DAY))
      .ticks;
  }

  getRange(from: number, to: number): { readonly low: Ticks; readonly high: Ticks } {
    let [low, high] = [Infinity, -Infinity];
    for (let day = Math.floor(from / MINUTES_PER_DAY); day * MINUTES_PER_DAY <= to; day += 1) {
      const start = day * MINUTES_PER_DAY;
      const { path } = this.dayAt(day);
      const [min, max] = this.findExtremes(
        day,
        Math.max(0, from - start),
        Math.min(MINUTES_PER_DAY - 1, to - start),
      );
      // Ticks rise with values, so only the extremes are converted to prices.
      low = Math.min(low, this.applyLimits(path, min).ticks);
      high = Math.max(high, this.applyLimits(path, max).ticks);
    }
    return { low: toTicks(low), high: toTicks(high) };
  }

  private findExtremes(
    day: number,
    from: number,
    to: number,
  ): readonly [least: number, most: number] {
    if (from === to) return [this.valueAt(day, from), this.valueAt(day, from)];
    const grid = this.getGrid(day);
    let [min, max] = [Infinity, -Infinity];
    for (let minute = from; minute <= to; minute += 1) {
      const value = grid[minute] ?? 0;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    return [min, max];
  }

  lastAt(atMs: EpochMs): TapeTick {
    const day = getDay(atMs);
    const sinceMs = atMs - WORLD_EPOCH_MS;
    const minute = Math.floor(sinceMs / MINUTE_MS);
    const minuteOfDay = minute - day * MINUTES_PER_DAY;
    const { path, bridge, pauses } = this.dayAt(day);
    if (this.ends.minute !== minute)
      this.ends = {
        minute,
        from: this.valueAt(day, minuteOfDay),
        to: this.valueAt(day, minuteOfDay + 1),
      };
    const { from, to } = this.ends;
    const fraction = (bridge.clock[minuteOfDay + 1] ?? 1) - (bridge.clock[minuteOfDay] ?? 0);
    const index = Math.floor((sinceMs % MINUTE_MS) / (MINUTE_MS / TICKS_PER_MINUTE));
    const inMinute: Bridge = {
      from,
      to,
      sigma: bridge.sigma * Math.sqrt(fraction),
      clock: TICK_CLOCK,
    };
    const value = computeBridgePoint(inMinute, index, (point) =>
      this.tickNormal(minute * TICKS_PER_MINUTE + point),
    );
    // Clamped between the minute's end values, so that no tick lies outside its bar.
    const tick = this.applyLimits(
      path,
      Math.min(Math.max(value, Math.min(from, to)), Math.max(from, to)),
    );
    return isPaused(pauses, minuteOfDay) ? { ...tick, lock: 'BOTH' } : tick;
  }

  lockAt(atMs: EpochMs): TapeTick['lock'] {
    const day = getDay(atMs);
    const { path, pauses } = this.dayAt(day);
    const minuteOfDay = Math.floor((atMs - WORLD_EPOCH_MS) / MINUTE_MS) - day * MINUTES_PER_DAY;
    if (isPaused(pauses, minuteOfDay)) return 'BOTH';
    if (path.band === null) return null;
    // Ticks lie between the minute's end values: if neither is at a limit, no tick is.
    const isFree = (point: number): boolean =>
      this.applyLimits(path, this.valueAt(day, point)).lock === null;
    return isFree(minuteOfDay) && isFree(minuteOfDay + 1) ? null : this.lastAt(atMs).lock;
  }

  private dayAt(day: number): Day {
    const cached = this.days.get(day);
    if (cached) return cached;
    const path = this.getPath(day);
    const bridge = { from: 0, to: path.diffusion, sigma: path.sigma, clock: getDayClock(day) };
    const created: Day = {
      path,
      bridge,
      pauses: mayPause(path)
        ? listPauses(path, this.computeUnpausedGrid(day, { path, bridge }))
        : [],
    };
    evictOldest(this.days, CACHED_PATHS_MAX);
    this.days.set(day, created);
    return created;
  }

  /** Value at a minute of a day (0 to 1440) on the path's scale. */
  private valueAt(day: number, minuteOfDay: number): number {
    const cached = this.grids.get(day);
    if (cached) return cached[minuteOfDay] ?? 0;
    const { path, bridge, pauses } = this.dayAt(day);
    const pause = findPause(pauses, minuteOfDay);
    if (pause) return pause.value;
    return (
      path.from +
      computeBridgePoint(bridge, minuteOfDay, this.createPointNormal(day)) +
      sumNewsBefore(path, minuteOfDay)
    );
  }

  private createPointNormal(day: number): PointNormal {
    const start = day * MINUTES_PER_DAY;
    return (point) => this.minuteNormal(start + point);
  }

  /** Values at the minutes of a day, 0 to 1440. */
  private getGrid(day: number): Float64Array {
    const cached = this.grids.get(day);
    if (cached) return cached;
    const created = this.dayAt(day);
    const grid = this.computeUnpausedGrid(day, created);
    for (const { from, until, value } of created.pauses) grid.fill(value, from, until + 1);
    evictOldest(this.grids, CACHED_GRIDS_MAX);
    this.grids.set(day, grid);
    return grid;
  }

  private computeUnpausedGrid(
    day: number,
    { path, bridge }: Pick<Day, 'path' | 'bridge'>,
  ): Float64Array {
    const grid = computeBridge(bridge, this.getDayNormals(day));
    let [nextStep, news] = [0, 0];
    for (let minuteOfDay = 0; minuteOfDay < grid.length; minuteOfDay += 1) {
      for (
        let step = path.steps[nextStep];
        step && step.minute < minuteOfDay;
        step = path.steps[nextStep]
      ) {
        news += step.size;
        nextStep += 1;
      }
      grid[minuteOfDay] = path.from + (grid[minuteOfDay] ?? 0) + news;
    }
    return grid;
  }

  private applyLimits(path: DayPath, value: number): TapeTick {
    const unclamped = Math.round(computePrice(path, value) / this.tick);
    const positive = path.scale === 'log' ? Math.max(1, unclamped) : unclamped;
    if (path.band === null) return { ticks: toTicks(positive), lock: null };
    const high = Math.floor(path.band.high / this.tick + 1e-6);
    const low = Math.ceil(path.band.low / this.tick - 1e-6);
    if (positive > high) return { ticks: toTicks(high), lock: 'UP' };
    return positive < low
      ? { ticks: toTicks(low), lock: 'DOWN' }
      : { ticks: toTicks(positive), lock: null };
  }
}

const computePrice = ({ scale }: DayPath, value: number): number =>
  scale === 'log' ? Math.exp(value) : value;

/**
 * Deviations of diffusion within which a day's path is taken to stay; a bridge goes beyond on one
 * day in 10^13.
 */
const REACH_DEVIATIONS = 4;

/** False if the path ends the day far inside its first breaker level, counting all steps. */
function mayPause({ from, diffusion, sigma, steps, breaker }: DayPath): boolean {
  if (!breaker) return false;
  const reach =
    Math.abs(diffusion) +
    steps.reduce((sum, { size }) => sum + Math.abs(size), 0) +
    REACH_DEVIATIONS * sigma;
  const start = from - Math.log(breaker.reference);
  return Math.expm1(Math.abs(start) + reach) >= breaker.ratio;
}

/**
 * Pauses of a day from its values by minute. Levels that the day starts beyond were passed before.
 */
function listPauses({ breaker }: DayPath, grid: Float64Array): readonly Pause[] {
  if (!breaker) return [];
  const { reference, ratio, pauseMinutes } = breaker;
  const getChange = (minute: number): number => Math.exp(grid[minute] ?? 0) / reference - 1;
  // The last value is the next day's first.
  const lastMinute = grid.length - 1;
  const pauses: Pause[] = [];
  let level = 1 + Math.floor(Math.abs(getChange(0)) / ratio);
  for (let minute = 1; minute < lastMinute; minute += 1) {
    const change = getChange(minute);
    if (Math.abs(change) < level * ratio) continue;
    const until = Math.min(lastMinute - 1, minute + pauseMinutes);
    const value = Math.log(reference * (1 + Math.sign(change) * level * ratio));
    pauses.push({ from: minute, until, value });
    level += 1;
    minute = until;
  }
  return pauses;
}

const findPause = (pauses: readonly Pause[], minuteOfDay: number): Pause | undefined =>
  pauses.length === 0
    ? undefined
    : pauses.find(({ from, until }) => minuteOfDay >= from && minuteOfDay <= until);

/** True from the first until the last paused minute; the price of `until` is the last paused. */
const isPaused = (pauses: readonly Pause[], minuteOfDay: number): boolean =>
  pauses.length > 0 && pauses.some(({ from, until }) => minuteOfDay >= from && minuteOfDay < until);

/** Sum of the jumps before a minute of the day. */
function sumNewsBefore({ steps }: DayPath, minuteOfDay: number): number {
  let sum = 0;
  for (const { minute, size } of steps) if (minute < minuteOfDay) sum += size;
  return sum;
}

function evictOldest<V>(cache: Map<number, V>, sizeMax: number): void {
  if (cache.size < sizeMax) return;
  const [oldest] = cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
}
