/**
 * The simulated world: weather and fourteen prices as pure functions of a seed and a moment.
 * It knows the whole future of its seed and shows none of it early; it refuses moments outside 2010 to 2109 and instruments it does not make.
 */
import { contractCosts, listedInstruments } from '../domain/contract';
import { type Instrument, toNumber } from '../domain/instrument';
import { assert } from '../domain/outcome';
import { type Bar, type Quote, quoteAround } from '../domain/quote';
import { type EpochMs, type Ticks, toTicks } from '../domain/units';
import type { WeatherReading } from '../ports';
import { seededRandom } from '../random';
import { DAY_MS, MINUTES_PER_DAY, MINUTE_MS, WORLD_EPOCH_MS, dayOf, dayStartMs, isBusyHour } from './calendar';
import { type LevelState, baseLog, firstLevels, nextLevels } from './levels';
import { type Normals, normalsOf } from './normals';
import { PRICE_ROWS } from './parameters/prices';
import { type Bridge, TICKS_PER_MINUTE, TICK_CLOCK, bridgeAll, bridgeAt, dayClock } from './path';
import { type PlantedNews, type WeatherState, emptyWeather, nextWeather, usWeather } from './weather';

export interface WorldOptions {
  readonly seed: string;
  readonly planted?: readonly PlantedNews[];
}

/** Where the world stands at the midnight that begins a day, with the weather and the news of that day. */
export interface DayState {
  readonly day: number;
  readonly levels: LevelState;
  readonly weather: WeatherState;
}

export interface World {
  readonly instruments: readonly Instrument[];
  /** Folds from the epoch, or from what it remembers. */
  dayState(day: number): DayState;
  /** The price on the minute grid at or before a moment, in quoted units. */
  midAt(instrumentId: string, atMs: EpochMs): number;
  /** The quote that stands at a moment: its last price changes every five seconds, the last of a minute being the minute's close. */
  quoteAt(instrument: Pick<Instrument, 'id'>, atMs: EpochMs): Quote;
  /** Whole minutes of the grid as one bar, from the first minute's open to the last one's close. */
  barAt(instrument: Pick<Instrument, 'id'>, startMs: EpochMs, lengthMs: number): Bar;
  /** Degree days and rain of the UTC day that begins at `validMs`, as they are published: at noon UTC of the day after. */
  readingsOf(market: string, validMs: EpochMs): readonly WeatherReading[];
  /** Drops all that was remembered; no value changes. */
  forget(): void;
}

/** Days of one-minute paths that are remembered, some 12 kB each. */
const PATHS_MAX = 64;
const READING_AFTER_MS = 1.5 * DAY_MS;
const QUIET_SPREAD = 2;

interface Track {
  readonly index: number;
  readonly instrument: Instrument;
  readonly tick: number;
  readonly base: number;
  readonly halfSpread: number;
  readonly streams: { readonly minutes: string; readonly ticks: string };
}

function trackOf(instrument: Instrument): Track {
  const index = PRICE_ROWS.findIndex(({ instrumentId }) => instrumentId === instrument.id);
  const row = PRICE_ROWS[index];
  assert(row, `the simulated world has no price for ${instrument.id}`);
  const streams = { minutes: `minute/${instrument.id}`, ticks: `tick/${instrument.id}` };
  return { index, instrument, tick: toNumber(instrument.tick), base: baseLog(row), halfSpread: contractCosts(instrument).halfSpreadTicks, streams };
}

/** A world for a seed. Two worlds of one seed agree on every value, in whatever order they are asked. */
export const createWorld = (options: WorldOptions): World => new SimulatedWorld(options);

class SimulatedWorld implements World {
  readonly instruments = listedInstruments();
  private readonly tracks = new Map(this.instruments.map((instrument) => [instrument.id, trackOf(instrument)]));
  private readonly normal: Normals;
  private readonly planted: readonly PlantedNews[];
  private readonly days: DayState[] = [];
  private readonly paths = new Map<string, Float64Array>();

  constructor({ seed, planted = [] }: WorldOptions) {
    this.normal = normalsOf(seededRandom(seed));
    this.planted = planted;
  }

  dayState(day: number): DayState {
    dayOf(dayStartMs(day));
    for (let next = this.days.length; next <= day; next += 1) this.days.push(this.fold(this.days[next - 1]));
    const state = this.days[day];
    assert(state, `a world day is a whole number, got ${day}`);
    return state;
  }

  private fold(before: DayState | undefined): DayState {
    const day = before ? before.day + 1 : 0;
    const weather = nextWeather(before?.weather ?? emptyWeather(), day, this.normal, this.planted);
    const levels = before ? nextLevels(before.levels, before.weather, before.day, this.normal) : firstLevels();
    return { day, weather, levels };
  }

  midAt(instrumentId: string, atMs: EpochMs): number {
    const track = this.trackOf(instrumentId);
    return Math.exp(track.base + this.gridLog(track, Math.floor((atMs - WORLD_EPOCH_MS) / MINUTE_MS)));
  }

  quoteAt({ id }: Pick<Instrument, 'id'>, atMs: EpochMs): Quote {
    const track = this.trackOf(id);
    const halfSpread = track.halfSpread * (isBusyHour(atMs) ? 1 : QUIET_SPREAD);
    return quoteAround(this.ticksOf(track, this.tickLog(track, atMs)), halfSpread, atMs);
  }

  barAt({ id }: Pick<Instrument, 'id'>, startMs: EpochMs, lengthMs: number): Bar {
    assert(startMs % MINUTE_MS === 0 && lengthMs % MINUTE_MS === 0 && lengthMs > 0, 'a bar is made of whole minutes');
    const track = this.trackOf(id);
    const first = (startMs - WORLD_EPOCH_MS) / MINUTE_MS;
    const last = first + lengthMs / MINUTE_MS;
    const openTicks = this.gridTicks(track, first);
    const closeTicks = this.gridTicks(track, last);
    let [lowTicks, highTicks] = openTicks < closeTicks ? [openTicks, closeTicks] : [closeTicks, openTicks];
    for (let minute = first + 1; minute < last; minute += 1) {
      const ticks = this.gridTicks(track, minute);
      if (ticks < lowTicks) lowTicks = ticks;
      else if (ticks > highTicks) highTicks = ticks;
    }
    return { openTicks, highTicks, lowTicks, closeTicks, startsMs: startMs, endsMs: startMs + lengthMs - 1 };
  }

  readingsOf(market: string, validMs: EpochMs): readonly WeatherReading[] {
    const day = dayOf(validMs);
    assert(validMs === dayStartMs(day), 'readings are of a whole UTC day');
    const values = usWeather(this.dayState(day).weather, day);
    return Object.entries(values).map(([series, value]) => ({ type: 'WeatherObserved', market, series, value, validMs, publishedMs: validMs + READING_AFTER_MS }));
  }

  forget(): void {
    this.days.length = 0;
    this.paths.clear();
  }

  private trackOf(instrumentId: string): Track {
    const track = this.tracks.get(instrumentId);
    assert(track, `the simulated world has no price for ${instrumentId}`);
    return track;
  }

  private ticksOf(track: Track, log: number): Ticks {
    return toTicks(Math.max(1, Math.round(Math.exp(track.base + log) / track.tick)));
  }

  private bridgeOf(track: Track, day: number): Bridge {
    const [today, tomorrow] = [this.dayState(day).levels, this.dayState(day + 1).levels];
    return { from: today.level[track.index] ?? 0, to: tomorrow.level[track.index] ?? 0, sigma: today.sigma[track.index] ?? 0, clock: dayClock(day) };
  }

  /** Log of the price over its base at a point of the grid, which is so many minutes after the epoch. */
  private gridLog(track: Track, minute: number): number {
    const day = Math.floor(minute / MINUTES_PER_DAY);
    const start = day * MINUTES_PER_DAY;
    return bridgeAt(this.bridgeOf(track, day), minute - start, (point) => this.normal(track.streams.minutes, start + point));
  }

  private tickLog(track: Track, atMs: EpochMs): number {
    const sinceMs = atMs - WORLD_EPOCH_MS;
    const minute = Math.floor(sinceMs / MINUTE_MS);
    const tick = Math.floor((sinceMs % MINUTE_MS) / (MINUTE_MS / TICKS_PER_MINUTE));
    const day = Math.floor(minute / MINUTES_PER_DAY);
    const { sigma, clock } = this.bridgeOf(track, day);
    const inDay = minute - day * MINUTES_PER_DAY;
    const [from, to] = [this.gridLog(track, minute), this.gridLog(track, minute + 1)];
    const minuteSigma = sigma * Math.sqrt((clock[inDay + 1] ?? 1) - (clock[inDay] ?? 0));
    const value = bridgeAt({ from, to, sigma: minuteSigma, clock: TICK_CLOCK }, tick, (point) => this.normal(track.streams.ticks, minute * TICKS_PER_MINUTE + point));
    // Kept between the minute's ends: the grid is the truth, and no tick may lie outside the bar that is made from it.
    return Math.min(Math.max(value, Math.min(from, to)), Math.max(from, to));
  }

  private gridTicks(track: Track, minute: number): Ticks {
    const day = Math.floor(minute / MINUTES_PER_DAY);
    return toTicks(this.pathOf(track, day)[minute - day * MINUTES_PER_DAY] ?? 0);
  }

  /** The prices of a day in ticks, minute by minute. */
  private pathOf(track: Track, day: number): Float64Array {
    const key = `${track.instrument.id}/${day}`;
    const known = this.paths.get(key);
    if (known) return known;
    const start = day * MINUTES_PER_DAY;
    const logs = bridgeAll(this.bridgeOf(track, day), (point) => this.normal(track.streams.minutes, start + point));
    const path = logs.map((log) => this.ticksOf(track, log));
    if (this.paths.size >= PATHS_MAX) for (const oldest of [...this.paths.keys()].slice(0, PATHS_MAX / 4)) this.paths.delete(oldest);
    this.paths.set(key, path);
    return path;
  }
}
