// Cache of results derived from weather data, shared by all users and invalidated by new
// publications.
import type { EpochMs } from '../../trading/domain/units';
import { WEATHER_CELLS } from '../../trading/weather/cell';
import { type WeatherHistory, createWeatherHistory } from '../../trading/weather/history';
import type { CellWeight } from '../../trading/weather/cell-weights';
import { PLACES } from '../../trading/weather/places';
import {
  type CurrentCells,
  type CurrentPlaceWeather,
  buildCurrentCells,
  buildCurrentPlace,
} from '../../trading/weather/current-weather';
import type { WeatherSource } from '../../trading/weather/weather-source';
import { DAY_MS } from '../../trading/domain/time';

/** Minimum interval between checks for new publications. */
const CHECK_INTERVAL_MS = 1000;

/** Cache keys of the published data, and publication time of the newest; null before the first. */
interface PublicationState {
  readonly checkedMs: EpochMs;
  readonly readings: string;
  readonly runs: string;
  readonly warnings: string;
  readonly readingsMs: EpochMs | null;
  readonly runsMs: EpochMs | null;
  /** UTC day of the newest observation. */
  readonly today: EpochMs;
}

export class WeatherCache {
  private state: PublicationState | null = null;
  private readonly values = new Map<string, { readonly key: string; readonly value: unknown }>();

  constructor(readonly desk: WeatherSource) {}

  private refreshState(): PublicationState {
    const nowMs = this.desk.nowMs();
    if (
      this.state &&
      nowMs >= this.state.checkedMs &&
      nowMs - this.state.checkedMs < CHECK_INTERVAL_MS
    )
      return this.state;
    const { weather } = this.desk;
    const readings = WEATHER_CELLS.flatMap((cell) => weather.findLatest(cell, nowMs) ?? []);
    const runs = WEATHER_CELLS.flatMap((cell) => weather.findRun(cell, nowMs) ?? []);
    const findNewest = (times: readonly EpochMs[]): EpochMs | null =>
      times.length > 0 ? Math.max(...times) : null;
    this.state = {
      checkedMs: nowMs,
      readings: readings.map(({ publishedMs }) => publishedMs).join(),
      runs: runs.map(({ publishedMs }) => publishedMs).join(),
      warnings: weather
        .warnings(nowMs)
        .map(({ id, phase, publishedMs }) => `${id} ${phase} ${publishedMs}`)
        .join(),
      readingsMs: findNewest(readings.map(({ publishedMs }) => publishedMs)),
      runsMs: findNewest(runs.map(({ publishedMs }) => publishedMs)),
      today:
        Math.floor((findNewest(readings.map(({ validMs }) => validMs)) ?? nowMs) / DAY_MS) * DAY_MS,
    };
    return this.state;
  }

  /** Cached value of a name while `key` is unchanged. */
  getCached<T>(name: string, key: string, build: () => T): T {
    const cached = this.values.get(name);
    if (cached?.key === key) return cached.value as T;
    const value = build();
    this.values.set(name, { key, value });
    return value;
  }

  get nowMs(): EpochMs {
    return this.desk.nowMs();
  }

  /** Publication time of the newest observation. */
  get readingsMs(): EpochMs | null {
    return this.refreshState().readingsMs;
  }

  get runsMs(): EpochMs | null {
    return this.refreshState().runsMs;
  }

  /** UTC day of the newest observation. */
  get today(): EpochMs {
    return this.refreshState().today;
  }

  /** Recomputed with each new observation. */
  perReading<T>(name: string, build: () => T): T {
    return this.getCached(name, this.refreshState().readings, build);
  }

  /** Recomputed when a UTC day is complete. */
  perDay<T>(name: string, build: () => T): T {
    return this.getCached(name, String(this.refreshState().today), build);
  }

  /** Recomputed when a UTC day is complete, and when closes of the past change. */
  perPriceDay<T>(name: string, build: () => T): T {
    const version = this.desk.getPricesVersion?.() ?? 0;
    return this.getCached(name, `${this.refreshState().today} ${version}`, build);
  }

  /** Recomputed with each model run and each completed day. */
  perRun<T>(name: string, build: () => T): T {
    const { runs, today } = this.refreshState();
    return this.getCached(name, `${runs} ${today}`, build);
  }

  /** Recomputed with each observation, model run or warning. */
  perNews<T>(name: string, build: () => T): T {
    const { readings, runs, warnings } = this.refreshState();
    return this.getCached(name, `${readings} ${runs} ${warnings}`, build);
  }

  getHistory(): WeatherHistory {
    return this.perDay('history', () => createWeatherHistory(this.desk.weather, this.nowMs));
  }

  private getCells(): CurrentCells {
    const history = this.getHistory();
    return this.perReading('cells', () =>
      buildCurrentCells(this.desk.weather, this.nowMs, (cell) => history.getCell(cell).normals),
    );
  }

  placeNow(cells: readonly CellWeight[]): CurrentPlaceWeather | null {
    return buildCurrentPlace(cells, this.getCells());
  }

  /** Places with displayed observations, in order. */
  readonly places = PLACES;
}

const caches = new WeakMap<WeatherSource, WeatherCache>();

/** Returns the cache of a weather desk; one per desk. */
export function getWeatherCache(desk: WeatherSource): WeatherCache {
  const cache = caches.get(desk) ?? new WeatherCache(desk);
  caches.set(desk, cache);
  return cache;
}
