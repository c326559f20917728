/**
 * The weather that moves markets: a lane of midnights, and everything that follows from two of
 * them.
 */
import { assert } from '../../domain/outcome';
import type { Chance } from '../random-streams';
import { type Lane, createCheckpointedFold } from '../checkpointed-fold';
import { CYCLES_PER_DAY, type Knowledge, type PastDay, type WorldOptions } from '../parts';
import { CELL_COUNT } from './climate';
import { DayEndOutlook } from './day-end';
import { firstState, nextState } from './fold';
import { type DayCourse, dayCourse } from './hourly';
import { type ServiceOutlook, StateOutlook } from './outlook';
import { buildPastDay } from './past';
import { plantWeather } from './planted';
import { NO_NEWS, computeCycleNews } from './sheet';
import { AT, type Sources, type WeatherState, createSources, standingRidge } from './state';

/** Outlooks and days that are remembered; each may be made again. */
const REMEMBERED = 96;

/** Keeps the latest values that `make` gave. */
function createCache<T>(make: (key: number) => T): { get(key: number): T; forget(): void } {
  const kept = new Map<number, T>();
  return {
    get(key) {
      const known = kept.get(key);
      if (known !== undefined) return known;
      const made = make(key);
      if (kept.size >= REMEMBERED) kept.clear();
      kept.set(key, made);
      return made;
    },
    forget: () => kept.clear(),
  };
}

export class MarketWeather {
  readonly sources: Sources;
  private readonly lane: Lane<WeatherState>;
  private readonly outlooks = createCache((key) => this.makeOutlook(Math.floor(key / 8), key % 8));
  private readonly courses = createCache((day) =>
    dayCourse(this.sources, this.state(day), this.state(day + 1)),
  );
  private readonly pasts = createCache((day) =>
    buildPastDay(this.state(day + 1), () => this.course(day)),
  );

  constructor(options: WorldOptions, chance: Chance) {
    this.sources = createSources(chance, plantWeather(options.planted ?? []));
    this.lane = createCheckpointedFold(
      () => firstState(this.sources),
      (before, day) => nextState(this.sources, before, day),
    );
  }

  state(day: number): WeatherState {
    return this.lane.at(day);
  }

  outlook({ day, cycles }: Knowledge): ServiceOutlook {
    assert(
      Number.isInteger(day) &&
        day >= 0 &&
        Number.isInteger(cycles) &&
        cycles >= 0 &&
        cycles <= CYCLES_PER_DAY,
      () =>
        `knowledge is a world day and 0 to 4 of its cycles, got day ${day} and ${cycles} cycles`,
    );
    return this.outlooks.get(day * 8 + cycles);
  }

  past(day: number): PastDay {
    return this.pasts.get(day);
  }

  course(day: number): DayCourse {
    return this.courses.get(day);
  }

  forget(): void {
    this.lane.forget();
    for (const kept of [this.outlooks, this.courses, this.pasts]) kept.forget();
  }

  private makeOutlook(day: number, cycles: number): ServiceOutlook {
    const { sources } = this;
    if (cycles < CYCLES_PER_DAY)
      return new StateOutlook(
        sources,
        this.state(day),
        cycles === 0 ? NO_NEWS : computeCycleNews(sources, day, cycles),
      );
    const begun = this.outlook({ day, cycles: 0 });
    const after = this.state(day + 1);
    const ridge = Float64Array.from(
      { length: CELL_COUNT },
      (_, cell) =>
        standingRidge(sources.planted.ridges, cell, day) ?? after.values[AT.ridge + cell] ?? 0,
    );
    return new DayEndOutlook(new StateOutlook(sources, after, NO_NEWS), after, begun, ridge);
  }
}
