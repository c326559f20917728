/** Power of five hubs: realized hourly spot and weekly strips. */
import { assert } from '../../domain/outcome';
import type { RandomStreams } from '../random-streams';
import type { PredictableModel } from '../market-models';
import type {
  FoldedModel,
  FuturesModel,
  PowerModel,
  WeatherModel,
  WorldOptions,
} from '../market-models';
import { createStripLister, getStrip } from './strip-contracts';
import { Expectation, sumPrices } from './expectation';
import { createFuel } from './fuel';
import { getHubIndex } from './hubs';
import { HOURS_PER_DAY } from './load';
import { type SpotState, createSpotFold } from './spot';
import { createAlpha } from '../prices/alpha';
import { createConsensusOutlook } from '../weather/consensus-outlook';
import { Strips } from './strips';

/** Power model with the figures that reports and strategies read. */
export type PowerMarket = PowerModel & PredictableModel & FoldedModel;

/**
 * Uses the same random streams as the weather and gas models. Hubs are named as in POWER_HUBS;
 * local time is standard time.
 */
export function createPower(
  options: WorldOptions,
  random: RandomStreams,
  weather: WeatherModel,
  gas: FuturesModel,
): PowerMarket {
  const fuel = createFuel(gas);
  const states = createSpotFold(
    random,
    weather,
    fuel.getFactor,
    options.checkpoint?.power as readonly SpotState[] | undefined,
  );
  const expectation = new Expectation(weather, states, fuel);
  const alpha = createAlpha(options.alpha);
  const createBiasedExpectation = (agedDays: 0 | 1): Expectation =>
    new Expectation(
      {
        getOutlook: (asOf) =>
          createConsensusOutlook(weather.getOutlook(asOf), alpha.biasFraction, agedDays),
        getClimate: (cell, day) => weather.getClimate(cell, day),
      },
      states,
      fuel,
    );
  const biased = [createBiasedExpectation(0), createBiasedExpectation(1)] as const;
  const strips = new Strips(random, expectation, fuel, alpha, ...biased);
  return {
    listInstruments: createStripLister(),
    getPath: (instrument, day) => strips.getPath(getStrip(instrument), day),
    getSettlement: (instrument, day) => strips.getPrice(getStrip(instrument), day),
    getPredictableMove: (instrument, day) => strips.getPredictableMove(getStrip(instrument), day),
    getSpotPrices(hub, day) {
      const first = getHubIndex(hub) * HOURS_PER_DAY;
      return Float64Array.from(states.getState(day + 1).hours.slice(first, first + HOURS_PER_DAY));
    },
    getExpectedSpot(hub, asOf, lead, hour) {
      assert(
        Number.isInteger(hour) && hour >= 0 && hour < HOURS_PER_DAY,
        () => `a day has hours 0 to 23, got ${hour}`,
      );
      return sumPrices(expectation.getDay(getHubIndex(hub), asOf, lead), hour, hour + 1);
    },
    listCheckpoints: () => states.listCheckpoints(),
    forget() {
      states.forget();
      for (const one of [expectation, ...biased]) one.forget();
      strips.forget();
      fuel.forget();
    },
  };
}
