import { describe, expect, it } from 'vitest';
import { priceNumber } from '../../../app/trading/domain/instrument';
import { DAY_MS, WORLD_EPOCH_MS, dayOf, dayStartMs, isBusyHour, isWeekend, newYorkLagHours } from '../../../app/trading/simulation/calendar';
import { normalShare, normalsOf } from '../../../app/trading/simulation/normals';
import { PRICE_ROWS } from '../../../app/trading/simulation/parameters/prices';
import { CELLS } from '../../../app/trading/simulation/parameters/cells';
import { responseOf } from '../../../app/trading/simulation/response';
import { createWorld } from '../../../app/trading/simulation/world';
import { seededRandom } from '../../../app/trading/random';

const world = createWorld({ seed: 'world' });
const noon = (year: number, month: number, date: number): number => Date.UTC(year, month, date, 12);

describe('a simulated world', () => {
  it('is the same whatever was asked before and whatever was forgotten', () => {
    const moments = [noon(2026, 10, 21), WORLD_EPOCH_MS, noon(2014, 1, 1), noon(2019, 5, 8) + 61_234];
    const there = createWorld({ seed: 'order' });
    const back = createWorld({ seed: 'order' });
    const seen = moments.map((atMs) => there.instruments.map((instrument) => there.quoteAt(instrument, atMs)));
    const again = [...moments].reverse().map((atMs) => {
      back.forget();
      return [...back.instruments].reverse().map((instrument) => back.quoteAt(instrument, atMs)).reverse();
    });
    expect(again.reverse()).toEqual(seen);
    expect(back.dayState(1500)).toEqual(there.dayState(1500));
  });

  it('is another one with another seed', () => {
    const other = createWorld({ seed: 'another world' });
    const atMs = noon(2020, 2, 3);
    for (const { id } of world.instruments) expect(other.midAt(id, atMs)).not.toBe(world.midAt(id, atMs));
  });

  it('has a price for every listed instrument and for no other', () => {
    expect(world.instruments).toHaveLength(14);
    expect(PRICE_ROWS.map(({ instrumentId }) => instrumentId).sort()).toEqual(world.instruments.map(({ id }) => id).sort());
    expect(() => world.quoteAt({ id: 'GOLD' }, noon(2020, 0, 1))).toThrow('no price for GOLD');
  });

  it('refuses moments outside its time', () => {
    expect(() => world.quoteAt({ id: 'NG' }, WORLD_EPOCH_MS - 1)).toThrow('check the clock');
    expect(() => world.dayState(0.5)).toThrow('whole number');
    expect(dayOf(WORLD_EPOCH_MS)).toBe(0);
  });

  it('moves as much in a year as its row says, within 8 points over six years', () => {
    const off = PRICE_ROWS.map(({ instrumentId, volatility }) => {
      const logs = Array.from({ length: 6 * 365 + 2 }, (_, day) => Math.log(world.midAt(instrumentId, dayStartMs(3000 + day))));
      const squares = logs.slice(1).map((log, index) => (log - (logs[index] ?? 0)) ** 2);
      const annual = Math.sqrt((365.25 * squares.reduce((sum, square) => sum + square, 0)) / squares.length);
      return { instrumentId, points: 100 * Math.abs(annual - volatility) };
    });
    expect(off.filter(({ points }) => points > 8)).toEqual([]);
  });

  it('moves less at weekends', () => {
    const size = (day: number): number => Math.abs(Math.log(world.midAt('CL', dayStartMs(day + 1)) / world.midAt('CL', dayStartMs(day))));
    const mean = (days: readonly number[]): number => days.reduce((sum, day) => sum + size(day), 0) / days.length;
    const days = Array.from({ length: 2000 }, (_, day) => day + 1000);
    expect(mean(days.filter(isWeekend))).toBeLessThan(0.5 * mean(days.filter((day) => !isWeekend(day))));
  });

  it('keeps the strips of power near their levels', () => {
    for (const row of PRICE_ROWS.filter(({ instrumentId }) => instrumentId.startsWith('ET-'))) {
      const prices = Array.from({ length: 3000 }, (_, day) => world.midAt(row.instrumentId, dayStartMs(2 * day)));
      const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length;
      expect(Math.abs(mean / row.level - 1)).toBeLessThan(0.15);
      expect(Math.min(...prices)).toBeGreaterThan(25);
      expect(Math.max(...prices)).toBeLessThan(250);
    }
  });

  it('quotes wider when others sleep', () => {
    const spread = (atMs: number): number => {
      const { bidTicks, askTicks } = world.quoteAt({ id: 'NG' }, atMs);
      return askTicks - bidTicks;
    };
    const tuesday = Date.UTC(2026, 10, 17);
    expect(spread(tuesday + 15 * 3_600_000)).toBe(2);
    expect(spread(tuesday + 3 * 3_600_000)).toBe(4);
    expect(spread(tuesday + 4 * DAY_MS + 15 * 3_600_000)).toBe(4);
  });
});

describe('weather news', () => {
  const day = dayOf(noon(2024, 0, 10));
  const north = ['NYC', 'PJM', 'CHI'] as const;
  const cold = createWorld({ seed: 'world', planted: north.map((cell) => ({ day, cell, deviations: -3 })) });
  const change = (id: string, days: number): number => Math.log(cold.midAt(id, dayStartMs(day + days)) / world.midAt(id, dayStartMs(day + days)));

  it('of coming cold lifts gas and heating oil the same day, and leaves cotton', () => {
    expect(change('NG', 1)).toBeGreaterThan(0.02);
    expect(change('HO', 1)).toBeGreaterThan(0.005);
    expect(change('ET-PJM', 1)).toBeGreaterThan(0.005);
    expect(change('HO', 1)).toBeGreaterThan(2 * change('CL', 1));
    expect(change('CT', 1)).toBe(0);
    expect(world.quoteAt({ id: 'CT' }, noon(2024, 0, 20))).toEqual(cold.quoteAt({ id: 'CT' }, noon(2024, 0, 20)));
  });

  it('is not known before its day and is no news when the cold is there', () => {
    expect(change('NG', 0)).toBe(0);
    // Afterwards only the weak pull home is left of the shock.
    expect(change('NG', 6) / change('NG', 1)).toBeGreaterThan(0.97);
    expect(change('NG', 6) / change('NG', 1)).toBeLessThan(1);
  });

  it('becomes weather about four days later', () => {
    const hdd = (of: typeof world, days: number): number => of.readingsOf('simulated', dayStartMs(day + days)).find(({ series }) => series === 'hdd')?.value ?? NaN;
    expect(hdd(cold, 3)).toBe(hdd(world, 3));
    expect(hdd(cold, 4)).toBeGreaterThan(hdd(world, 4) + 3);
  });

  it('of want of rain in July lifts corn', () => {
    const row = PRICE_ROWS.find(({ instrumentId }) => instrumentId === 'CORN');
    const state = world.dayState(195);
    const dry = { ...state.weather, temperatureNews: new Float64Array(CELLS.length), moistureNews: new Float64Array(CELLS.length).fill(-1) };
    expect(row && responseOf(row).shock(dry, 195)).toBeGreaterThan(0.5);
    expect(row && Math.abs(responseOf(row).shock(dry, 15))).toBeLessThan(1e-6);
  });
});

describe('weather readings', () => {
  const year = Array.from({ length: 365 }, (_, day) => world.readingsOf('simulated', Date.UTC(2021, 0, 1) + day * DAY_MS));
  const sum = (series: string): number => year.flat().filter((reading) => reading.series === series).reduce((total, { value }) => total + value, 0);

  it('are hdd, cdd and prcp, published at noon UTC of the day after', () => {
    const [first] = year;
    expect(first?.map(({ series }) => series)).toEqual(['hdd', 'cdd', 'prcp']);
    expect(first?.every(({ publishedMs, market }) => publishedMs === Date.UTC(2021, 0, 2, 12) && market === 'simulated')).toBe(true);
    expect(() => world.readingsOf('simulated', noon(2021, 0, 1))).toThrow('whole UTC day');
  });

  it('add up to an American year', () => {
    expect(sum('hdd')).toBeGreaterThan(3000);
    expect(sum('hdd')).toBeLessThan(5000);
    expect(sum('cdd')).toBeGreaterThan(1000);
    expect(sum('cdd')).toBeLessThan(2200);
    expect(sum('prcp')).toBeGreaterThan(25);
    expect(sum('prcp')).toBeLessThan(60);
  });
});

describe('chance and time', () => {
  it('a stream is not shifted by another', () => {
    const plain = normalsOf(seededRandom('s'));
    const other = normalsOf(seededRandom('s'));
    const before = plain('price/NG', 7);
    for (let step = 0; step < 100; step += 1) other(`new/${step}`, step);
    expect(other('price/NG', 7)).toBe(before);
  });

  it('normals have mean 0 and variance 1, and the distribution function is near the true one', () => {
    const normal = normalsOf(seededRandom('moments'));
    const values = Array.from({ length: 50_000 }, (_, step) => normal('any', step));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.02);
    expect(Math.abs(values.reduce((sum, value) => sum + value * value, 0) / values.length - 1)).toBeLessThan(0.03);
    expect(normalShare(1.96)).toBeCloseTo(0.975, 3);
    expect(normalShare(-1)).toBeCloseTo(0.1587, 3);
  });

  it('New York changes its clock on Sundays in March and November', () => {
    expect(newYorkLagHours(Date.UTC(2026, 2, 8, 6, 59))).toBe(5);
    expect(newYorkLagHours(Date.UTC(2026, 2, 8, 7))).toBe(4);
    expect(newYorkLagHours(Date.UTC(2026, 10, 1, 5, 59))).toBe(4);
    expect(newYorkLagHours(Date.UTC(2026, 10, 1, 6))).toBe(5);
    expect(isBusyHour(Date.UTC(2026, 6, 6, 13))).toBe(true);
    expect(isBusyHour(Date.UTC(2026, 0, 5, 13, 59))).toBe(false);
    expect(isWeekend(dayOf(Date.UTC(2026, 10, 21)))).toBe(true);
    expect(isWeekend(dayOf(Date.UTC(2026, 10, 23)))).toBe(false);
  });

  it('the close of a bar is the last quote inside it', () => {
    const gas = world.instruments.find(({ id }) => id === 'NG');
    if (!gas) throw new Error('NG is listed');
    const bar = world.barAt(gas, noon(2026, 5, 5), 900_000);
    expect(world.quoteAt(gas, bar.endsMs).lastTicks).toBe(bar.closeTicks);
    expect(world.quoteAt(gas, bar.startsMs).lastTicks).toBe(bar.openTicks);
    expect(Math.abs(priceNumber(gas, bar.openTicks) - world.midAt('NG', bar.startsMs))).toBeLessThan(0.0006);
  });
});
