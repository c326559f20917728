// A world opened by its parts alone: no desk, no clock, no database.
import { chanceOf } from '../../trading/simulation/chance';
import type { WorldOptions } from '../../trading/simulation/parts';
import { createPower } from '../../trading/simulation/power/power';
import { createFutures } from '../../trading/simulation/prices/futures';
import { createWeather } from '../../trading/simulation/weather/weather';
import type { WorldParts } from './world-study';

/** The parts of a world; nothing is folded before it is asked for. */
export function openWorld(options: WorldOptions): WorldParts {
  const chance = chanceOf(options.seed);
  const weather = createWeather(options, chance);
  const futures = createFutures(options, chance, weather);
  return { weather, futures, power: createPower(options, chance, weather, futures) };
}
