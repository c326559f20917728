// Day-ahead spike probabilities are calibrated on a market outside the fit.
import { computeMean } from '../../../app/trading/statistics/sample';
import { expect, test } from 'vitest';
import { POWER_HUBS } from '../../../app/trading/domain/contract';
import { resolveInput } from '../../../app/trading/market/inputs/catalog';
import {
  SPIKE_MULTIPLE,
  computeSpikeProbability,
} from '../../../app/trading/market/inputs/spike-probability';
import { getDay } from '../../../app/trading/simulation/calendar';
import { createMarketKnowledge } from '../../../app/trading/simulation/market-knowledge';
import { createWorld } from '../../../app/trading/simulation/world';
import { DAY_MS } from '../../../app/trading/domain/time';

const MEAN_DAYS = 30;
const FROM = Date.UTC(2010, 1, 15, 12);
const DAYS = 365;
const CLASSES = [0, 0.1, 0.2, 0.4, 1] as const;

interface SpikeForecast {
  readonly chance: number;
  readonly came: boolean;
}

function simulateYear(seed: string): readonly SpikeForecast[] {
  const world = createWorld({ seed });
  const known = createMarketKnowledge(world);
  const computeMonthMean = (hub: string, day: number): number =>
    world.power.getSpotPrices(hub, day).reduce((sum, price) => sum + price, 0) / 24;
  return Array.from({ length: DAYS }, (_, place) => FROM + place * DAY_MS).flatMap((atMs) =>
    POWER_HUBS.flatMap((hub) => {
      const chance = resolveInput(`evt/spike/${hub}/chance`, known(atMs))?.value;
      const today = getDay(atMs);
      const usual =
        Array.from({ length: MEAN_DAYS }, (_, back) =>
          computeMonthMean(hub, today - 1 - back),
        ).reduce((sum, one) => sum + one, 0) / MEAN_DAYS;
      return chance === undefined
        ? []
        : [
            {
              chance,
              came: Math.max(...world.power.getSpotPrices(hub, today + 1)) > SPIKE_MULTIPLE * usual,
            },
          ];
    }),
  );
}

test('observed spike frequency matches the forecast in every class', () => {
  const all = simulateYear('a market outside the spike fit');
  expect(all).toHaveLength(DAYS * POWER_HUBS.length);
  for (const [place, from] of CLASSES.slice(0, -1).entries()) {
    const own = all.filter(({ chance }) => chance >= from && chance < (CLASSES[place + 1] ?? 1));
    const stated = computeMean(own.map(({ chance }) => chance));
    const frequency = own.filter(({ came }) => came).length / own.length;
    // spikes cluster: three standard errors at a third of the sample size
    const error = Math.sqrt((stated * (1 - stated)) / (own.length / 3));
    expect(own.length, `from ${from}`).toBeGreaterThan(60);
    expect(
      Math.abs(frequency - stated),
      `from ${from}: forecast ${stated.toFixed(3)}, observed ${frequency.toFixed(3)}, n = ${own.length}`,
    ).toBeLessThan(3 * error);
  }
});

test('heat, cold and calm raise the probability, in California summer; outages are the minimum', () => {
  const readProbability = (...request: Parameters<typeof computeSpikeProbability>): number =>
    computeSpikeProbability(...request) ?? NaN;
  const mild = { highF: 64, lowF: 60, spreadF: 1, windMph: 11 };
  for (const hub of POWER_HUBS) {
    expect(readProbability(hub, mild)).toBeGreaterThan(0.018);
    if (hub === 'CAISO') continue;
    expect(readProbability(hub, mild)).toBeLessThan(hub === 'ERCOT' ? 0.4 : 0.05);
    expect(readProbability(hub, { ...mild, highF: 100 })).toBeGreaterThan(
      readProbability(hub, { ...mild, highF: 90 }),
    );
  }
  expect(readProbability('PJM', { ...mild, lowF: -20, highF: 5 })).toBeGreaterThan(0.3);
  expect(readProbability('CAISO', { ...mild, lowF: 35, highF: 50 })).toBeLessThan(
    readProbability('CAISO', mild) / 2,
  );
  expect(readProbability('ERCOT', { ...mild, windMph: 4 })).toBeGreaterThan(
    readProbability('ERCOT', mild),
  );
});

test('without a wind forecast only a hub without wind power has a probability', () => {
  const calm = { highF: 64, lowF: 60, spreadF: 1, windMph: null };
  expect(POWER_HUBS.filter((hub) => computeSpikeProbability(hub, calm) !== null)).toEqual([
    'NYISO',
  ]);
  expect(computeSpikeProbability('NYISO', calm)).toBe(
    computeSpikeProbability('NYISO', { ...calm, windMph: 30 }),
  );
});
