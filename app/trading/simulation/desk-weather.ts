/**
 * What a desk may read of the simulated world: its archive of weather, its published series and reports, and closes without rolls.
 * It knows the moment that it is told to be now; it refuses everything published later.
 */
import type { EpochMs } from '../domain/units';
import type { SeriesValue, VintageReader } from '../market/vintage';
import { type VintageStore, vintageStore } from '../market/vintages';
import type { DailyClose } from '../weather/correlations';
import type { WeatherDesk } from '../weather/weather-desk';
import { WORLD_EPOCH_MS, dayOf, dayStartMs } from './calendar';
import { chainOf } from './chains';
import { readerOf } from './reader';
import type { World } from './world';

/** Years of series that a desk looks back on, for norms of five years. */
const SERIES_DAYS = 6 * 366;
/** Days of closes that correlations look back on, with room for their lags. */
const CLOSE_DAYS = 400;

/** The weather of a world as the desk of a market reads it. Nothing is stored: what was published by now is made again when it is asked for. */
export function deskWeather(world: World, market: string, nowMs: () => EpochMs): WeatherDesk {
  const made = new Map<string, { readonly day: number; readonly closes: readonly DailyClose[] }>();
  return {
    market, source: market, nowMs, weather: readerOf(world.weather), series: publishedSeries(world, nowMs),
    closes(chain) {
      const day = dayOf(nowMs());
      const known = made.get(chain);
      if (known?.day === day) return known.closes;
      const closes = closesOf(world, chain, day);
      made.set(chain, { day, closes });
      return closes;
    },
    reports: (fromMs, untilMs) => world.series.reports(Math.max(WORLD_EPOCH_MS, fromMs), Math.min(untilMs, nowMs() + 1)),
  };
}

/** Vintages up to now, published into a store as time goes by. */
function publishedSeries(world: World, nowMs: () => EpochMs): VintageReader {
  const store: VintageStore = vintageStore();
  let doneMs: EpochMs | null = null;
  const upToNow = (): VintageStore => {
    const untilMs = nowMs() + 1;
    const fromMs = doneMs ?? dayStartMs(Math.max(0, dayOf(untilMs) - SERIES_DAYS));
    if (untilMs <= fromMs) return store;
    for (const value of world.series.published(fromMs, untilMs)) store.put(value);
    doneMs = untilMs;
    return store;
  };
  const before = <V>(knownMs: EpochMs, read: (store: VintageStore, knownMs: EpochMs) => V): V => read(upToNow(), Math.min(knownMs, nowMs()));
  return {
    asOf: (series, validMs, knownMs) => before(knownMs, (all, known): SeriesValue | null => all.asOf(series, validMs, known)),
    latest: (series, knownMs) => before(knownMs, (all, known): SeriesValue | null => all.latest(series, known)),
    history: (series, fromMs, untilMs, knownMs) => before(knownMs, (all, known) => all.history(series, fromMs, untilMs, known)),
  };
}

/** Midnight closes of the month in force, earlier months scaled so that no roll shows; the last is the price itself. */
function closesOf(world: World, chain: string, today: number): readonly DailyClose[] {
  const part = chainOf(chain).isPower ? world.power : world.futures;
  const first = Math.max(0, today - CLOSE_DAYS);
  const levels: number[] = [1];
  let price = 1;
  for (let day = first; day < today; day += 1) {
    const held = part.listed(chain, day).find(({ contract }) => (contract?.rollMs ?? Infinity) > dayStartMs(day + 1));
    const before = held ? part.settlement(held, day) : 1;
    price = held ? part.settlement(held, day + 1) : price;
    levels.push((levels.at(-1) ?? 1) * (held && before !== 0 ? price / before : 1));
  }
  const scale = price / (levels.at(-1) ?? 1);
  return levels.map((level, index) => ({ dayMs: dayStartMs(first + index), close: level * scale }));
}
