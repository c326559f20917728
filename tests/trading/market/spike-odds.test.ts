// The chance of a spike is what it says: told the day before, it comes true as often, on a market
// that nobody fitted it to.
import { computeMean } from '../../../app/trading/statistics/sample';
import { expect, test } from 'vitest';
import { POWER_HUBS } from '../../../app/trading/domain/contract';
import { resolveInput } from '../../../app/trading/market/inputs/catalogue';
import { SPIKE_MULTIPLE, chanceOfSpike } from '../../../app/trading/market/inputs/spike-odds';
import { getDay } from '../../../app/trading/simulation/calendar';
import { worldKnowledge } from '../../../app/trading/simulation/knowledge';
import { createWorld } from '../../../app/trading/simulation/world';
import { DAY_MS } from '../../../app/trading/domain/time';

const MEAN_DAYS = 30;
const FROM = Date.UTC(2010, 1, 15, 12);
const DAYS = 365;
const CLASSES = [0, 0.1, 0.2, 0.4, 1] as const;

interface Told {
  readonly chance: number;
  readonly came: boolean;
}

function toldOfYear(seed: string): readonly Told[] {
  const world = createWorld({ seed });
  const known = worldKnowledge(world);
  const mean = (hub: string, day: number): number =>
    world.power.spot(hub, day).reduce((sum, price) => sum + price, 0) / 24;
  return Array.from({ length: DAYS }, (_, place) => FROM + place * DAY_MS).flatMap((atMs) =>
    POWER_HUBS.flatMap((hub) => {
      const chance = resolveInput(`evt/spike/${hub}/chance`, known(atMs))?.value;
      const today = getDay(atMs);
      const usual =
        Array.from({ length: MEAN_DAYS }, (_, back) => mean(hub, today - 1 - back)).reduce(
          (sum, one) => sum + one,
          0,
        ) / MEAN_DAYS;
      return chance === undefined
        ? []
        : [
            {
              chance,
              came: Math.max(...world.power.spot(hub, today + 1)) > SPIKE_MULTIPLE * usual,
            },
          ];
    }),
  );
}

test('spikes come as often as their chance says, class by class', () => {
  const all = toldOfYear('a market for spikes that nobody fitted');
  expect(all).toHaveLength(DAYS * POWER_HUBS.length);
  for (const [place, from] of CLASSES.slice(0, -1).entries()) {
    const own = all.filter(({ chance }) => chance >= from && chance < (CLASSES[place + 1] ?? 1));
    const stated = computeMean(own.map(({ chance }) => chance));
    const share = own.filter(({ came }) => came).length / own.length;
    // neighboring days spike together: three standard errors of a third as many days
    const error = Math.sqrt((stated * (1 - stated)) / (own.length / 3));
    expect(own.length, `from ${from}`).toBeGreaterThan(60);
    expect(
      Math.abs(share - stated),
      `from ${from}: told ${stated.toFixed(3)}, came ${share.toFixed(3)} of ${own.length}`,
    ).toBeLessThan(3 * error);
  }
});

test('heat, cold and calm raise it, and it is never less than what plants and lines do by themselves', () => {
  const mild = { highF: 64, lowF: 60, spreadF: 1, windMph: 11 };
  for (const hub of POWER_HUBS) {
    expect(chanceOfSpike(hub, mild)).toBeGreaterThan(0.018);
    expect(chanceOfSpike(hub, mild)).toBeLessThan(0.2);
    expect(chanceOfSpike(hub, { ...mild, highF: 100 })).toBeGreaterThan(
      chanceOfSpike(hub, { ...mild, highF: 90 }),
    );
  }
  expect(chanceOfSpike('PJM', { ...mild, lowF: -5, highF: 15 })).toBeGreaterThan(0.9);
  expect(chanceOfSpike('ERCOT', { ...mild, windMph: 4 })).toBeGreaterThan(
    chanceOfSpike('ERCOT', mild),
  );
});
