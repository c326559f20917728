/**
 * What a desk may read of the simulated world: its archive of weather, its published series and
 * reports, and closes without rolls.
 */
import type { EpochMs } from '../domain/units';
import type { SeriesValue, VintageReader } from '../market/vintage';
import { type VintageStore, vintageStore } from '../market/vintages';
import type { DailyClose } from '../weather/correlations';
import type { WeatherDesk } from '../weather/weather-desk';
import { WORLD_EPOCH_MS, getDay, dayStartMs } from './calendar';
import { CHAINS, findChain } from './chains';
import { createReader } from './reader';
import type { World } from './world';
import { DAY_MS } from '../domain/time';

/** Years of series that a desk looks back on, for norms of five years. */
const SERIES_DAYS = 6 * 366;
/** Days of closes that correlations look back on, with room for their lags. */
const CLOSE_DAYS = 400;
/** Days of forecast runs and of weather that pages look back on. */
const RUN_DAYS = 370;
const PAST_DAYS = 7 * 366;
const SERIES_STEP_DAYS = 4;

/**
 * The desk's weather, and the same in small steps for a start that wants all of it ready before
 * somebody asks.
 */
interface WarmingDesk extends WeatherDesk {
  /**
   * Makes what pages will ask for, some milliseconds of work to a step; dropping it midway loses
   * nothing.
   */
  warmUp(): Generator<void>;
}

/**
 * The weather of a world as the desk of a market reads it. Nothing is stored: what was published by
 * now is made again when it is asked for.
 */
export function deskWeather(world: World, market: string, nowMs: () => EpochMs): WarmingDesk {
  const weather = createReader(world.weather);
  const series = publishedSeries(world, nowMs);
  const closes = dailyCloses(world);
  return {
    market,
    source: market,
    nowMs,
    weather,
    series,
    closes: (chain) => closes.upTo(chain, getDay(nowMs())),
    reports: (fromMs, untilMs) =>
      world.series.reports(Math.max(WORLD_EPOCH_MS, fromMs), Math.min(untilMs, nowMs() + 1)),
    *warmUp() {
      const atMs = nowMs();
      const day = (back: number): EpochMs => dayStartMs(Math.max(0, getDay(atMs) - back));
      yield* closes.steps(getDay(atMs));
      for (let back = RUN_DAYS; back >= 0; back -= 1)
        yield void weather.dailyRuns('NYC', day(back), day(back - 1), atMs);
      for (let back = PAST_DAYS; back >= 0; back -= 20)
        yield void weather.days('NYC', day(back), day(back - 20), atMs);
      yield* series.steps();
    },
  };
}

/** Vintages up to now, published into a store as time goes by. */
function publishedSeries(
  world: World,
  nowMs: () => EpochMs,
): VintageReader & { steps(): Generator<void> } {
  const store: VintageStore = vintageStore();
  let doneMs = dayStartMs(Math.max(0, getDay(nowMs()) - SERIES_DAYS));
  const publish = (untilMs: EpochMs): void => {
    if (untilMs <= doneMs) return;
    for (const value of world.series.published(doneMs, untilMs)) store.put(value);
    doneMs = untilMs;
  };
  const before = <V>(knownMs: EpochMs, read: (knownMs: EpochMs) => V): V => {
    publish(nowMs() + 1);
    return read(Math.min(knownMs, nowMs()));
  };
  return {
    asOf: (series, validMs, knownMs) =>
      before(knownMs, (known): SeriesValue | null => store.asOf(series, validMs, known)),
    latest: (series, knownMs) =>
      before(knownMs, (known): SeriesValue | null => store.latest(series, known)),
    history: (series, fromMs, untilMs, knownMs) =>
      before(knownMs, (known) => store.history(series, fromMs, untilMs, known)),
    *steps() {
      for (const untilMs = nowMs(); doneMs < untilMs; yield)
        publish(Math.min(untilMs, doneMs + SERIES_STEP_DAYS * DAY_MS));
    },
  };
}

interface DailyCloses {
  upTo(chain: string, today: number): readonly DailyClose[];
  steps(today: number): Generator<void>;
}

/**
 * Closes of each day at the midnight that ends it, of the month in force of each chain, earlier
 * months scaled so that no roll shows; the last is the price itself.
 */
function dailyCloses(world: World): DailyCloses {
  let first = 0;
  let next = -1;
  const chains = new Map<string, { readonly levels: number[]; price: number }>();
  const begin = (today: number): void => {
    if (next >= 0) return;
    first = Math.max(1, today - CLOSE_DAYS);
    next = first;
    for (const { id } of CHAINS) chains.set(id, { levels: [1], price: 1 });
  };
  // All chains together: the world folds a day for all of them.
  const addDay = (): void => {
    for (const [id, kept] of chains) {
      const part = findChain(id).isPower ? world.power : world.futures;
      const held = part
        .listed(id, next)
        .find(({ contract }) => (contract?.rollMs ?? Infinity) > dayStartMs(next + 1));
      const before = held ? part.settlement(held, next) : kept.price;
      kept.price = held ? part.settlement(held, next + 1) : kept.price;
      kept.levels.push((kept.levels.at(-1) ?? 1) * (before === 0 ? 1 : kept.price / before));
    }
    next += 1;
  };
  return {
    upTo(chain, today) {
      begin(today);
      while (next < today) addDay();
      const { levels, price } = chains.get(chain) ?? { levels: [], price: 1 };
      const scale = price / (levels.at(-1) ?? 1);
      return levels
        .map((level, index) => ({ dayMs: dayStartMs(first + index - 1), close: level * scale }))
        .slice(0, today - first + 1);
    },
    *steps(today) {
      begin(today);
      for (; next < today; yield) addDay();
    },
  };
}
