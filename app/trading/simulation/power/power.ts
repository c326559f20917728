/**
 * Power of five hubs: hourly spot as it happens, and weekly strips as they are traded before it
 * does.
 */
import { assert } from '../../domain/outcome';
import type { Chance } from '../random-streams';
import type { Foreseeing } from '../parts';
import type { FuturesPart, Knowledge, PowerPart, WeatherPart, WorldOptions } from '../parts';
import { stripBook, getStrip } from './contracts';
import { Expectation, computePrice } from './expectation';
import { createFuel } from './fuel';
import { hubIndex } from './hubs';
import { HOURS_PER_DAY } from './load';
import { spikeChances } from './spike-chance';
import { spotLane } from './spot';
import { EFFICIENT, SLOW, Strips } from './strips';

/** Power with what reports and gates of playbooks ask beside the seam. */
export interface PowerMarket extends PowerPart, Foreseeing {
  /**
   * The chance, at some knowledge, that the highest hour of the UTC day `lead` days ahead (0 to 14)
   * passes 2.5 times the hub's mean of the latest 30 days.
   */
  spikeChance(hub: string, known: Knowledge, lead: number): number;
}

/**
 * Power on top of a weather and a gas market of the same chance. Hubs are named as in POWER_HUBS;
 * the offset of each is its standard time.
 */
export function createPower(
  options: WorldOptions,
  chance: Chance,
  weather: WeatherPart,
  gas: FuturesPart,
): PowerMarket {
  const fuel = createFuel(gas);
  const lane = spotLane(chance, weather, fuel.on);
  const expectation = new Expectation(weather, lane, fuel);
  const strips = new Strips(chance, expectation, fuel, options.alpha?.efficient ? EFFICIENT : SLOW);
  const spikes = spikeChances(lane, expectation);
  return {
    listed: stripBook(),
    path: (instrument, day) => strips.path(getStrip(instrument), day),
    settlement: (instrument, day) => strips.value(getStrip(instrument), day),
    foreseen: (instrument, day) => strips.foreseen(getStrip(instrument), day),
    spot(hub, day) {
      const first = hubIndex(hub) * HOURS_PER_DAY;
      return Float64Array.from(lane.at(day + 1).hours.slice(first, first + HOURS_PER_DAY));
    },
    expectedSpot(hub, known, lead, hour) {
      assert(
        Number.isInteger(hour) && hour >= 0 && hour < HOURS_PER_DAY,
        () => `a day has hours 0 to 23, asked for ${hour}`,
      );
      return computePrice(expectation.dayAt(hubIndex(hub), known, lead), hour, hour + 1);
    },
    spikeChance: (hub, known, lead) => spikes(hubIndex(hub), known, lead),
    forget() {
      lane.forget();
      expectation.forget();
      strips.forget();
      fuel.forget();
    },
  };
}
