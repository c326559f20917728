import { computeMean } from '../../../app/trading/statistics/sample';
import { describe, expect, it } from 'vitest';
import { priceNumber } from '../../../app/trading/domain/instrument';
import { quoteFault } from '../../../app/trading/domain/quote';
import {
  WORLD_EPOCH_MS,
  getDay,
  dayStartMs,
  isBusyHour,
  isWeekend,
  newYorkLagHours,
} from '../../../app/trading/simulation/calendar';
import { CHAINS } from '../../../app/trading/simulation/chains';
import { createChance } from '../../../app/trading/simulation/random-streams';
import { createWorld } from '../../../app/trading/simulation/world';
import { DAY_MS } from '../../../app/trading/domain/time';

const world = createWorld({ seed: 'world' });
const noon = (year: number, month: number, date: number): number => Date.UTC(year, month, date, 12);
const front = (chain: string, atMs: number) => {
  const found = world.listedAt(atMs).find(({ contract }) => contract?.chain === chain);
  if (!found) throw new Error(`${chain} is listed`);
  return found;
};

describe('a simulated world', () => {
  it('is the same whatever was asked before and whatever was forgotten', () => {
    const moments = [noon(2011, 1, 21), WORLD_EPOCH_MS, noon(2010, 5, 8) + 61_234];
    const there = createWorld({ seed: 'order' });
    const back = createWorld({ seed: 'order' });
    const seen = moments.map((atMs) =>
      there.listedAt(atMs).map((instrument) => there.quoteAt(instrument, atMs)),
    );
    const again = [...moments].reverse().map((atMs) => {
      back.forget();
      return [...back.listedAt(atMs)]
        .reverse()
        .map((instrument) => back.quoteAt(instrument, atMs))
        .reverse();
    });
    expect(again.reverse()).toEqual(seen);
  });

  it('is another one with another seed', () => {
    const other = createWorld({ seed: 'another world' });
    const atMs = noon(2012, 1, 3);
    for (const instrument of world.listedAt(atMs))
      expect(other.midAt(instrument, atMs)).not.toBe(world.midAt(instrument, atMs));
  });

  it('follows two months of each of fourteen chains, each sound, and has no price for anything else', () => {
    const atMs = noon(2012, 6, 4);
    const listed = world.listedAt(atMs);
    expect(CHAINS).toHaveLength(14);
    expect(listed.map(({ contract }) => contract?.chain)).toEqual(
      CHAINS.flatMap(({ id }) => [id, id]),
    );
    for (const instrument of listed) {
      expect(quoteFault(instrument, world.quoteAt(instrument, atMs))).toBeNull();
      expect(instrument.contract?.rollMs).toBeGreaterThan(atMs);
      expect(world.instrument(instrument.id)).toEqual(instrument);
    }
    expect(() => world.quoteAt({ id: 'GOLD.Z12' }, atMs)).toThrow('no price for GOLD.Z12');
    expect(() => world.quoteAt({ id: 'NG' }, atMs)).toThrow('no contract');
    expect(() => createWorld({ seed: 'world' }).instrument('CORN.F13')).toThrow('never listed');
  });

  it('rolls each chain into the month that was second, and settles the one that expired', () => {
    const atMs = noon(2012, 6, 4);
    const gas = front('NG', atMs);
    const terms = gas.contract;
    if (!terms) throw new Error('a month has terms');
    const [, second] = world.listedAt(atMs).filter(({ contract }) => contract?.chain === 'NG');
    expect(front('NG', terms.rollMs - 1).id).toBe(gas.id);
    expect(front('NG', terms.rollMs).id).toBe(second?.id);
    expect(terms.rollMs).toBeLessThan(terms.expiresMs);
    const settled = world.quoteAt(gas, terms.expiresMs + 30 * DAY_MS);
    expect(settled.lastTicks).toBe(world.quoteAt(gas, terms.expiresMs + DAY_MS).lastTicks);
    expect(settled.atMs).toBe(terms.expiresMs + 30 * DAY_MS);
    expect(createWorld({ seed: 'world' }).instrument(gas.id)).toEqual(gas);
  });

  it('has a curve of all listed months in order of delivery', () => {
    const curve = world.curveAt('NG', noon(2012, 6, 4));
    expect(curve.length).toBeGreaterThan(11);
    const deliveries = curve.map(({ instrument }) => instrument.contract?.delivery ?? '');
    expect(deliveries).toEqual([...deliveries].sort());
    for (const { price } of curve) expect(price).toBeGreaterThan(0.5);
  });

  it('refuses moments outside its time', () => {
    expect(() => world.listedAt(WORLD_EPOCH_MS - 1)).toThrow('check the clock');
    expect(getDay(WORLD_EPOCH_MS)).toBe(0);
  });

  it('moves less at weekends', () => {
    const size = (day: number): number => {
      const month = front('CT', dayStartMs(day));
      return Math.abs(
        Math.log(world.midAt(month, dayStartMs(day + 1)) / world.midAt(month, dayStartMs(day))),
      );
    };
    const mean = (days: readonly number[]): number => computeMean(days.map(size));
    const days = Array.from({ length: 500 }, (_, day) => day + 300);
    expect(mean(days.filter(isWeekend))).toBeLessThan(
      0.6 * mean(days.filter((day) => !isWeekend(day))),
    );
  });

  it('quotes wider and offers less when others sleep', () => {
    const tuesday = Date.UTC(2012, 10, 13);
    const spread = (atMs: number): number => {
      const { bidTicks, askTicks } = world.quoteAt(front('KC', atMs), atMs);
      return askTicks - bidTicks;
    };
    expect(spread(tuesday + 3 * 3_600_000)).toBeGreaterThanOrEqual(
      1.9 * spread(tuesday + 15 * 3_600_000),
    );
    expect(spread(tuesday + 4 * DAY_MS + 15 * 3_600_000)).toBeGreaterThan(
      spread(tuesday + 15 * 3_600_000),
    );
    const month = front('KC', tuesday);
    const [day, night] = [15, 3].map((hour) =>
      world.ladderAt(month, tuesday + hour * 3_600_000, 5),
    );
    expect(day?.bids).toHaveLength(5);
    expect(night?.asks[0]?.lots).toBeLessThan(day?.asks[0]?.lots ?? 0);
    expect(day?.asks[0]?.ticks).toBe(world.quoteAt(month, tuesday + 15 * 3_600_000).askTicks);
  });
});

describe('weather news', () => {
  const day = getDay(noon(2012, 0, 18));
  const cold = createWorld({
    seed: 'world',
    planted: [
      { kind: 'temperature', center: 'CHI', departureF: -30, firstDay: day, days: 8, lead: 4 },
    ],
  });
  const change = (chain: string, days: number): number => {
    const month = front(chain, dayStartMs(day + 10));
    return (
      cold.midAt(month, dayStartMs(day + days)) / world.midAt(month, dayStartMs(day + days)) - 1
    );
  };

  it('of coming cold lifts gas and heating oil before it comes, and leaves cotton and coffee', () => {
    expect(change('NG', -4)).toBe(0);
    expect(change('NG', -2)).toBeGreaterThan(0.08);
    expect(change('HO', -2)).toBeGreaterThan(0.01);
    expect(change('KC', -2)).toBe(0);
    expect(change('CORN', -2)).toBeCloseTo(0, 2);
  });

  it('is weather when it comes', () => {
    const hdd = (of: typeof world, days: number): number =>
      of.readingsOf('simulated', dayStartMs(day + days)).find(({ series }) => series === 'hdd')
        ?.value ?? NaN;
    expect(hdd(cold, -1)).toBe(hdd(world, -1));
    expect(hdd(cold, 3)).toBeGreaterThan(hdd(world, 3) + 5);
  });
});

describe('weather readings', () => {
  const year = Array.from({ length: 365 }, (_, day) =>
    world.readingsOf('simulated', Date.UTC(2011, 0, 1) + day * DAY_MS),
  );
  const sum = (series: string): number =>
    year
      .flat()
      .filter((reading) => reading.series === series)
      .reduce((total, { value }) => total + value, 0);

  it('are hdd, cdd and prcp, published at noon UTC of the day after', () => {
    const [first] = year;
    expect(first?.map(({ series }) => series)).toEqual(['hdd', 'cdd', 'prcp']);
    expect(
      first?.every(
        ({ publishedMs, market }) =>
          publishedMs === Date.UTC(2011, 0, 2, 12) && market === 'simulated',
      ),
    ).toBe(true);
    expect(() => world.readingsOf('simulated', noon(2011, 0, 1))).toThrow('whole UTC day');
  });

  it('add up to an American year, wet or dry', () => {
    expect(sum('hdd')).toBeGreaterThan(3000);
    expect(sum('hdd')).toBeLessThan(5000);
    expect(sum('cdd')).toBeGreaterThan(1000);
    expect(sum('cdd')).toBeLessThan(2200);
    expect(sum('prcp')).toBeGreaterThan(15);
    expect(sum('prcp')).toBeLessThan(75);
  });
});

describe('chance and time', () => {
  it('a stream is not shifted by another', () => {
    const plain = createChance('s');
    const other = createChance('s');
    const before = plain.normal(plain.stream('price'), 7, 3);
    for (let step = 0; step < 100; step += 1) other.normal(other.stream(`new/${step}`), step);
    expect(other.normal(other.stream('price'), 7, 3)).toBe(before);
  });

  it('normals have mean 0, variance 1 and the tails of a normal, by step and by place', () => {
    const chance = createChance('moments');
    const stream = chance.stream('any');
    for (const at of [
      (index: number) => chance.normal(stream, index),
      (index: number) => chance.normal(stream, 5, index),
    ]) {
      const values = Array.from({ length: 100_000 }, (_, index) => at(index));
      const mean = (power: number): number => computeMean(values.map((value) => value ** power));
      expect(Math.abs(mean(1))).toBeLessThan(0.016);
      expect(Math.abs(mean(2) - 1)).toBeLessThan(0.025);
      expect(Math.abs(mean(4) - 3)).toBeLessThan(0.2);
    }
  });

  it('New York changes its clock on Sundays in March and November', () => {
    expect(newYorkLagHours(Date.UTC(2026, 2, 8, 6, 59))).toBe(5);
    expect(newYorkLagHours(Date.UTC(2026, 2, 8, 7))).toBe(4);
    expect(newYorkLagHours(Date.UTC(2026, 10, 1, 5, 59))).toBe(4);
    expect(newYorkLagHours(Date.UTC(2026, 10, 1, 6))).toBe(5);
    expect(isBusyHour(Date.UTC(2026, 6, 6, 13))).toBe(true);
    expect(isBusyHour(Date.UTC(2026, 0, 5, 13, 59))).toBe(false);
    expect(isWeekend(getDay(Date.UTC(2026, 10, 21)))).toBe(true);
    expect(isWeekend(getDay(Date.UTC(2026, 10, 23)))).toBe(false);
  });

  it('the close of a bar is the last quote inside it', () => {
    // no locked day: at a limit the price that is seen stays where the mid has left
    const gas = front('NG', noon(2012, 4, 15));
    const bar = world.barAt(gas, noon(2012, 4, 15), 900_000);
    expect(world.quoteAt(gas, bar.endsMs).lastTicks).toBe(bar.closeTicks);
    expect(world.quoteAt(gas, bar.startsMs).lastTicks).toBe(bar.openTicks);
    expect(Math.abs(priceNumber(gas, bar.openTicks) - world.midAt(gas, bar.startsMs))).toBeLessThan(
      0.0006,
    );
  });
});
