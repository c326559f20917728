/**
 * Public weather data of the simulated market: observations, series, reports and roll-adjusted
 * closes.
 */
import type { EpochMs } from '../domain/units';
import type { SeriesValue, VintageReader } from '../market/vintage';
import { type VintageStore, createVintageStore } from '../market/vintage-store';
import type { DailyClose } from '../weather/correlations';
import type { WeatherSource } from '../weather/weather-source';
import { WORLD_EPOCH_MS, getDay, getDayStartMs } from './calendar';
import { CHAINS, findChain } from './chains';
import { createWeatherReader } from './weather-reader';
import type { World } from './world';
import { DAY_MS } from '../domain/time';

/** History of the series: enough for five-year norms. */
const SERIES_DAYS = 6 * 366;
/** Closes for the correlations, including their lags. */
const CLOSE_DAYS = 400;
/** History of forecast runs and of daily weather that pages read. */
const RUN_DAYS = 370;
const PAST_DAYS = 7 * 366;
const SERIES_STEP_DAYS = 4;

/** Weather data with a warm-up in small steps. */
interface WarmableWeatherDesk extends WeatherSource {
  /** Fills the caches that pages read, some milliseconds a step. May be stopped at any step. */
  warmUp(): Generator<void>;
  /** The closes computed so far, for the next process. */
  listComputedCloses(): StoredCloses;
}

/** Adjusted closes of all chains, one for each day. */
export interface StoredCloses {
  /** First day of the levels, and the day after the last. */
  readonly firstDay: number;
  readonly nextDay: number;
  readonly histories: readonly (readonly [chain: string, history: ChainCloses])[];
}

interface ChainCloses {
  /** Relative to the first. */
  readonly levels: readonly number[];
  /** Actual price of the last. */
  readonly price: number;
}

/** Nothing is stored: what was published by now is computed from the simulation on demand. */
export function createWeatherDesk(
  world: World,
  market: string,
  nowMs: () => EpochMs,
  storedCloses: StoredCloses | null = null,
): WarmableWeatherDesk {
  const weather = createWeatherReader(world.weather);
  const series = createSeriesReader(world, nowMs);
  const closes = createDailyCloses(world, storedCloses);
  return {
    market,
    source: market,
    nowMs,
    weather,
    series,
    closes: (chain) => closes.upTo(chain, getDay(nowMs())),
    spot: null,
    reports: (fromMs, untilMs) =>
      world.series.listReports(Math.max(WORLD_EPOCH_MS, fromMs), Math.min(untilMs, nowMs() + 1)),
    *warmUp() {
      const atMs = nowMs();
      const getStartMs = (back: number): EpochMs => getDayStartMs(Math.max(0, getDay(atMs) - back));
      yield* closes.iterateSteps(getDay(atMs));
      for (let back = RUN_DAYS; back >= 0; back -= 1)
        yield void weather.listDailyRuns('NYC', getStartMs(back), getStartMs(back - 1), atMs);
      for (let back = PAST_DAYS; back >= 0; back -= 20)
        yield void weather.listDays('NYC', getStartMs(back), getStartMs(back - 20), atMs);
      yield* series.iterateSteps();
    },
    listComputedCloses: () => closes.listComputed(),
  };
}

/** Reader of series vintages; publishes into a store as time advances. */
function createSeriesReader(
  world: World,
  nowMs: () => EpochMs,
): VintageReader & { iterateSteps(): Generator<void> } {
  const store: VintageStore = createVintageStore();
  let publishedUntilMs = getDayStartMs(Math.max(0, getDay(nowMs()) - SERIES_DAYS));
  const publish = (untilMs: EpochMs): void => {
    if (untilMs <= publishedUntilMs) return;
    for (const value of world.series.listPublished(publishedUntilMs, untilMs)) store.add(value);
    publishedUntilMs = untilMs;
  };
  const readAsOf = <V>(asOfMs: EpochMs, read: (asOfMs: EpochMs) => V): V => {
    publish(nowMs() + 1);
    return read(Math.min(asOfMs, nowMs()));
  };
  return {
    findAsOf: (series, validMs, asOfMs) =>
      readAsOf(asOfMs, (limitMs): SeriesValue | null => store.findAsOf(series, validMs, limitMs)),
    findLatest: (series, asOfMs) =>
      readAsOf(asOfMs, (limitMs): SeriesValue | null => store.findLatest(series, limitMs)),
    listHistory: (series, fromMs, untilMs, asOfMs) =>
      readAsOf(asOfMs, (limitMs) => store.listHistory(series, fromMs, untilMs, limitMs)),
    *iterateSteps() {
      for (const untilMs = nowMs(); publishedUntilMs < untilMs; yield)
        publish(Math.min(untilMs, publishedUntilMs + SERIES_STEP_DAYS * DAY_MS));
    },
  };
}

interface DailyCloses {
  upTo(chain: string, today: number): readonly DailyClose[];
  iterateSteps(today: number): Generator<void>;
  listComputed(): StoredCloses;
}

/**
 * Daily closes of each chain's front month, back-adjusted by ratio so that rolls leave no gap; the
 * last close is the actual price.
 */
function createDailyCloses(world: World, stored: StoredCloses | null): DailyCloses {
  let first = 0;
  let next = -1;
  const chains = new Map<string, { readonly levels: number[]; price: number }>();
  const startAt = (today: number): void => {
    if (next >= 0) return;
    first = Math.max(1, today - CLOSE_DAYS);
    if (stored && stored.firstDay <= first && stored.nextDay > first && stored.nextDay <= today) {
      next = stored.nextDay;
      for (const [id, { levels, price }] of stored.histories)
        chains.set(id, { levels: levels.slice(first - stored.firstDay), price });
      return;
    }
    next = first;
    for (const { id } of CHAINS) chains.set(id, { levels: [1], price: 1 });
  };
  // All chains at once: each simulated day is folded once for all of them.
  const addDay = (): void => {
    for (const [id, history] of chains) {
      const model = findChain(id).isPower ? world.power : world.futures;
      const frontMonth = model
        .listInstruments(id, next)
        .find(({ contract }) => (contract?.rollMs ?? Infinity) > getDayStartMs(next + 1));
      const before = frontMonth ? model.getSettlement(frontMonth, next) : history.price;
      history.price = frontMonth ? model.getSettlement(frontMonth, next + 1) : history.price;
      history.levels.push(
        (history.levels.at(-1) ?? 1) * (before === 0 ? 1 : history.price / before),
      );
    }
    next += 1;
  };
  return {
    upTo(chain, today) {
      startAt(today);
      while (next < today) addDay();
      const { levels, price } = chains.get(chain) ?? { levels: [], price: 1 };
      const scale = price / (levels.at(-1) ?? 1);
      return levels
        .map((level, index) => ({ dayMs: getDayStartMs(first + index - 1), close: level * scale }))
        .slice(0, today - first + 1);
    },
    *iterateSteps(today) {
      startAt(today);
      for (; next < today; yield) addDay();
    },
    listComputed: () => ({
      firstDay: first,
      nextDay: next,
      histories: [...chains].map(([id, history]) => [id, history] as const),
    }),
  };
}
