/**
 * The one-minute grid of an instrument and the five-second ticks inside it, made from the course of
 * its day.
 */
import type { Instrument } from '../domain/instrument';
import { getChain, toNumber } from '../domain/instrument';
import type { EpochMs, Ticks } from '../domain/units';
import { toTicks } from '../domain/units';
import type { Chance } from './random-streams';
import { MINUTES_PER_DAY, WORLD_EPOCH_MS, getDay } from './calendar';
import { type PointNormal, chainNoise, dayNoise } from './noise';
import type { DayPath } from './parts';
import { type Bridge, TICKS_PER_MINUTE, TICK_CLOCK, bridgeAll, bridgeAt, dayClock } from './path';
import { MINUTE_MS } from '../domain/time';

/** Minutes and ticks of one instrument. Minutes count from the world's epoch. */
export interface Tape {
  /**
   * Price at the beginning of a minute in quoted units, not yet rounded to ticks nor held inside
   * daily limits.
   */
  midAt(minute: number): number;
  /** Price in ticks at the beginning of a minute, inside the limits of its day. */
  ticksAt(minute: number): Ticks;
  /**
   * Lowest and highest price in ticks at the beginnings of minutes from one to another, both
   * included.
   */
  span(from: number, to: number): { readonly low: Ticks; readonly high: Ticks };
  /** The latest five-second price at a moment, and on which side the limit holds it. */
  lastAt(atMs: EpochMs): TapeTick;
  /** On which side the limit holds the price of `lastAt`. */
  lockAt(atMs: EpochMs): TapeTick['lock'];
  /** The course of a day. */
  day(day: number): DayPath;
}

export interface TapeTick {
  readonly ticks: Ticks;
  readonly lock: 'UP' | 'DOWN' | null;
}

/** Days of one-minute values that are remembered per instrument, some 12 kB each. */
const GRIDS_MAX = 8;
const PATHS_MAX = 16;

interface Day {
  readonly path: DayPath;
  readonly bridge: Bridge;
}

/**
 * The tape of an instrument whose days `pathOf` tells; months of one chain may share the noise of
 * their days.
 */
export const createTape = (
  chance: Chance,
  instrument: Instrument,
  pathOf: (day: number) => DayPath,
  noise = dayNoise(chance, getChain(instrument)),
): Tape => new InstrumentTape(chance, instrument, pathOf, noise);

class InstrumentTape implements Tape {
  private readonly tick: number;
  private readonly minuteNormal: (minute: number) => number;
  private readonly tickNormal: (tick: number) => number;
  private readonly days = new Map<number, Day>();
  private readonly grids = new Map<number, Float64Array>();
  /** The ends of the minute that was asked for last: a live desk asks twelve times for each. */
  private ends = { minute: -1, from: 0, to: 0 };

  constructor(
    chance: Chance,
    instrument: Instrument,
    private readonly pathOf: (day: number) => DayPath,
    private readonly noiseOf: (day: number) => Float64Array,
  ) {
    const chain = getChain(instrument);
    this.tick = toNumber(instrument.tick);
    this.minuteNormal = chainNoise(chance, 'minute', chain);
    this.tickNormal = chainNoise(chance, 'tick', chain);
  }

  day(day: number): DayPath {
    return this.dayAt(day).path;
  }

  midAt(minute: number): number {
    const day = Math.floor(minute / MINUTES_PER_DAY);
    const { path } = this.dayAt(day);
    return computePrice(path, this.valueAt(day, minute - day * MINUTES_PER_DAY));
  }

  ticksAt(minute: number): Ticks {
    const day = Math.floor(minute / MINUTES_PER_DAY);
    return this.limited(this.dayAt(day).path, this.valueAt(day, minute - day * MINUTES_PER_DAY))
      .ticks;
  }

  span(from: number, to: number): { readonly low: Ticks; readonly high: Ticks } {
    let [low, high] = [Infinity, -Infinity];
    for (let day = Math.floor(from / MINUTES_PER_DAY); day * MINUTES_PER_DAY <= to; day += 1) {
      const start = day * MINUTES_PER_DAY;
      const { path } = this.dayAt(day);
      const [least, most] = this.extremes(
        day,
        Math.max(0, from - start),
        Math.min(MINUTES_PER_DAY - 1, to - start),
      );
      // ticks rise with values, so the extremes alone need be made into prices
      low = Math.min(low, this.limited(path, least).ticks);
      high = Math.max(high, this.limited(path, most).ticks);
    }
    return { low: toTicks(low), high: toTicks(high) };
  }

  private extremes(day: number, from: number, to: number): readonly [least: number, most: number] {
    if (from === to) return [this.valueAt(day, from), this.valueAt(day, from)];
    const grid = this.gridOf(day);
    let [least, most] = [Infinity, -Infinity];
    for (let minute = from; minute <= to; minute += 1) {
      const value = grid[minute] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    return [least, most];
  }

  lastAt(atMs: EpochMs): TapeTick {
    const day = getDay(atMs);
    const sinceMs = atMs - WORLD_EPOCH_MS;
    const minute = Math.floor(sinceMs / MINUTE_MS);
    const inDay = minute - day * MINUTES_PER_DAY;
    const { path, bridge } = this.dayAt(day);
    if (this.ends.minute !== minute)
      this.ends = { minute, from: this.valueAt(day, inDay), to: this.valueAt(day, inDay + 1) };
    const { from, to } = this.ends;
    const share = (bridge.clock[inDay + 1] ?? 1) - (bridge.clock[inDay] ?? 0);
    const place = Math.floor((sinceMs % MINUTE_MS) / (MINUTE_MS / TICKS_PER_MINUTE));
    const inMinute: Bridge = {
      from,
      to,
      sigma: bridge.sigma * Math.sqrt(share),
      clock: TICK_CLOCK,
    };
    const value = bridgeAt(inMinute, place, (point) =>
      this.tickNormal(minute * TICKS_PER_MINUTE + point),
    );
    // Kept between the minute's ends: the grid is the truth, and no tick may lie outside the bar
    // that is made from it.
    return this.limited(path, Math.min(Math.max(value, Math.min(from, to)), Math.max(from, to)));
  }

  lockAt(atMs: EpochMs): TapeTick['lock'] {
    const day = getDay(atMs);
    const { path } = this.dayAt(day);
    if (path.band === null) return null;
    const inDay = Math.floor((atMs - WORLD_EPOCH_MS) / MINUTE_MS) - day * MINUTES_PER_DAY;
    // ticks lie between the ends of their minute: where neither is held, none is
    const isFree = (point: number): boolean =>
      this.limited(path, this.valueAt(day, point)).lock === null;
    return isFree(inDay) && isFree(inDay + 1) ? null : this.lastAt(atMs).lock;
  }

  private dayAt(day: number): Day {
    const known = this.days.get(day);
    if (known) return known;
    const path = this.pathOf(day);
    const made: Day = {
      path,
      bridge: { from: 0, to: path.diffusion, sigma: path.sigma, clock: dayClock(day) },
    };
    dropOldest(this.days, PATHS_MAX);
    this.days.set(day, made);
    return made;
  }

  /** The value at a minute of a day, 0 to 1440, in the scale of its path. */
  private valueAt(day: number, inDay: number): number {
    const known = this.grids.get(day);
    if (known) return known[inDay] ?? 0;
    const { path, bridge } = this.dayAt(day);
    return path.from + bridgeAt(bridge, inDay, this.normalOf(day)) + newsBefore(path, inDay);
  }

  private normalOf(day: number): PointNormal {
    const start = day * MINUTES_PER_DAY;
    return (point) => this.minuteNormal(start + point);
  }

  /** Values at the minutes of a day, 0 to 1440. */
  private gridOf(day: number): Float64Array {
    const known = this.grids.get(day);
    if (known) return known;
    const { path, bridge } = this.dayAt(day);
    const grid = bridgeAll(bridge, this.noiseOf(day));
    let [told, news] = [0, 0];
    for (let inDay = 0; inDay < grid.length; inDay += 1) {
      for (let step = path.steps[told]; step && step.minute < inDay; step = path.steps[told]) {
        news += step.size;
        told += 1;
      }
      grid[inDay] = path.from + (grid[inDay] ?? 0) + news;
    }
    dropOldest(this.grids, GRIDS_MAX);
    this.grids.set(day, grid);
    return grid;
  }

  private limited(path: DayPath, value: number): TapeTick {
    const free = Math.round(computePrice(path, value) / this.tick);
    const sound = path.scale === 'log' ? Math.max(1, free) : free;
    if (path.band === null) return { ticks: toTicks(sound), lock: null };
    const high = Math.floor(path.band.high / this.tick + 1e-6);
    const low = Math.ceil(path.band.low / this.tick - 1e-6);
    if (sound > high) return { ticks: toTicks(high), lock: 'UP' };
    return sound < low
      ? { ticks: toTicks(low), lock: 'DOWN' }
      : { ticks: toTicks(sound), lock: null };
  }
}

const computePrice = ({ scale }: DayPath, value: number): number =>
  scale === 'log' ? Math.exp(value) : value;

/** News of the minutes before a point of the day. */
function newsBefore({ steps }: DayPath, inDay: number): number {
  let sum = 0;
  for (const { minute, size } of steps) if (minute < inDay) sum += size;
  return sum;
}

function dropOldest<V>(kept: Map<number, V>, most: number): void {
  if (kept.size < most) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}
