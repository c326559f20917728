/** Weather of the market cells: midnight states, and outlooks and days derived from them. */
import { assert } from '../../domain/outcome';
import type { RandomStreams } from '../random-streams';
import { type CheckpointedFold, createCheckpointedFold } from '../checkpointed-fold';
import { CYCLES_PER_DAY, type AsOfCycle, type PastDay, type WorldOptions } from '../market-models';
import { CELL_COUNT } from './climate';
import { DayEndOutlook } from './day-end-outlook';
import { createFirstState, computeNextState } from './weather-fold';
import { type DayWeather, computeDayWeather } from './hourly';
import { type ServiceOutlook, StateOutlook } from './outlook';
import { buildPastDay } from './past-day';
import { plantWeather } from './planted-weather';
import { NO_NEWS, computeCycleNews } from './forecast-sheets';
import {
  OFFSETS,
  type Sources,
  type WeatherState,
  createSources,
  findPlantedRidge,
} from './weather-state';

/** Cache size of outlooks and days. */
const CACHED_MAX = 96;

/** Caches computed values by key; cleared when full. */
function createCache<T>(compute: (key: number) => T): { get(key: number): T; forget(): void } {
  const cache = new Map<number, T>();
  return {
    get(key) {
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const created = compute(key);
      if (cache.size >= CACHED_MAX) cache.clear();
      cache.set(key, created);
      return created;
    },
    forget: () => cache.clear(),
  };
}

export class MarketWeather {
  readonly sources: Sources;
  private readonly lane: CheckpointedFold<WeatherState>;
  private readonly outlooks = createCache((key) =>
    this.createOutlook(Math.floor(key / 8), key % 8),
  );
  private readonly courses = createCache((day) =>
    computeDayWeather(this.sources, this.getState(day), this.getState(day + 1)),
  );
  private readonly pastDays = createCache((day) =>
    buildPastDay(this.getState(day + 1), () => this.getDayWeather(day)),
  );

  constructor(options: WorldOptions, random: RandomStreams) {
    this.sources = createSources(random, plantWeather(options.planted ?? []));
    this.lane = createCheckpointedFold(
      () => createFirstState(this.sources),
      (before, day) => computeNextState(this.sources, before, day),
      options.checkpoint?.weather as readonly WeatherState[] | undefined,
    );
  }

  getState(day: number): WeatherState {
    return this.lane.getState(day);
  }

  listCheckpoints(): readonly WeatherState[] {
    return this.lane.listCheckpoints();
  }

  getOutlook({ day, cycles }: AsOfCycle): ServiceOutlook {
    assert(
      Number.isInteger(day) &&
        day >= 0 &&
        Number.isInteger(cycles) &&
        cycles >= 0 &&
        cycles <= CYCLES_PER_DAY,
      () =>
        `an information state is a simulated day and 0 to 4 of its cycles, got day ${day} and ${cycles} cycles`,
    );
    return this.outlooks.get(day * 8 + cycles);
  }

  getPastDay(day: number): PastDay {
    return this.pastDays.get(day);
  }

  getDayWeather(day: number): DayWeather {
    return this.courses.get(day);
  }

  forget(): void {
    this.lane.forget();
    for (const cache of [this.outlooks, this.courses, this.pastDays]) cache.forget();
  }

  private createOutlook(day: number, cycles: number): ServiceOutlook {
    const { sources } = this;
    if (cycles < CYCLES_PER_DAY)
      return new StateOutlook(
        sources,
        this.getState(day),
        cycles === 0 ? NO_NEWS : computeCycleNews(sources, day, cycles),
      );
    const startOfDay = this.getOutlook({ day, cycles: 0 });
    const after = this.getState(day + 1);
    const ridge = Float64Array.from(
      { length: CELL_COUNT },
      (_, cell) =>
        findPlantedRidge(sources.planted.ridges, cell, day) ??
        after.values[OFFSETS.ridge + cell] ??
        0,
    );
    return new DayEndOutlook(new StateOutlook(sources, after, NO_NEWS), after, startOfDay, ridge);
  }
}
