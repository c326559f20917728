// What is public in a simulated world: right in any order, and never of later.
import { describe, expect, it } from 'vitest';
import { INPUTS, resolveInput } from '../../../app/trading/market/inputs/catalogue';
import { newestForecastMs } from '../../../app/trading/market/inputs/newest-forecast';
import { vintageStore } from '../../../app/trading/market/vintages';
import { worldKnowledge } from '../../../app/trading/simulation/knowledge';
import { createReader } from '../../../app/trading/simulation/reader';
import { seriesWindow } from '../../../app/trading/simulation/series-window';
import { createWorld } from '../../../app/trading/simulation/world';
import { DAY_MS } from '../../../app/trading/domain/time';

const FROM = Date.UTC(2010, 5, 1);
const MOMENTS = [0, 3.37, 7.9999, 40, 41].map((days) => Math.round(FROM + days * DAY_MS) - 1);
const world = createWorld({ seed: 'knowledge' });

describe('what is known in a world', () => {
  it('is the same in whatever order it is asked', () => {
    const [growing, falling] = [
      worldKnowledge(world),
      worldKnowledge(createWorld({ seed: 'knowledge' })),
    ];
    const figures = (at: typeof growing, atMs: number) =>
      INPUTS.map(({ id }) => resolveInput(id, at(atMs)));
    const forth = MOMENTS.map((atMs) => figures(growing, atMs));
    const back = [...MOMENTS]
      .reverse()
      .map((atMs) => figures(falling, atMs))
      .reverse();
    expect(back).toEqual(forth);
    expect(forth.flat().filter((figure) => figure !== null).length).toBeGreaterThan(
      0.85 * forth.flat().length,
    );
    expect(MOMENTS.map((atMs) => figures(growing, atMs))).toEqual(forth);
  });

  it('always has a forecast that is published by then and not six hours and a minute old', () => {
    const known = worldKnowledge(world);
    const ages = Array.from({ length: 6 * 96 }, (_, quarter) => FROM + quarter * 900_000 - 1).map(
      (atMs) => atMs - newestForecastMs(known(atMs)),
    );
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ages)).toBeLessThan(6 * 3_600_000 + 60_000);
    expect(newestForecastMs({ run: () => null })).toBeNaN();
  });

  it('was published by then', () => {
    const known = worldKnowledge(world);
    for (const atMs of MOMENTS) {
      const at = known(atMs);
      for (const { id } of INPUTS)
        expect(resolveInput(id, at)?.publishedMs ?? 0, id).toBeLessThanOrEqual(atMs);
      expect(at.run('NYC', 0)?.publishedMs).toBeLessThanOrEqual(atMs);
      for (const { publishedMs } of at.warnings()) expect(publishedMs).toBeLessThanOrEqual(atMs);
      for (const report of at.reports(atMs - 30 * DAY_MS))
        expect(report.atMs).toBeLessThanOrEqual(atMs);
    }
  });

  it('has the prices that stand in the market, of months that may be held', () => {
    const at = worldKnowledge(world)(MOMENTS[1] ?? 0);
    const held = world.futures
      .listed('CORN', Math.floor((at.knownMs - Date.UTC(2010, 0, 1)) / DAY_MS))
      .filter(({ contract }) => (contract?.rollMs ?? 0) > at.knownMs);
    const prices = held.map((month) => ({
      delivery: month.contract?.delivery,
      price:
        (world.quoteAt(month, at.knownMs).lastTicks * month.tick.digits) /
        10 ** month.tick.decimals,
    }));
    expect(at.curve('CORN').map(({ delivery, price }) => ({ delivery, price }))).toEqual(prices);
    expect(prices.length).toBeGreaterThan(3);
  });

  it('names the warnings of the weather reader, and for some days those that were called off', () => {
    const [reader, known] = [createReader(world.weather), worldKnowledge(world)];
    for (const atMs of MOMENTS) {
      const shown = known(atMs).warnings();
      expect(shown).toEqual(expect.arrayContaining([...reader.warnings(atMs)]));
      for (const { id } of shown) expect(shown.filter((other) => other.id === id)).toHaveLength(1);
    }
  });
});

describe('a window of series', () => {
  it('answers as a store of everything does, also after it was thinned and asked for an early year again', () => {
    const every = vintageStore();
    const last = Date.UTC(2022, 0, 1);
    const values = Array.from({ length: 12 * 365 }, (_, day) => ({
      series: 'a',
      validMs: Date.UTC(2010, 0, 1) + day * DAY_MS,
      publishedMs: Date.UTC(2010, 0, 1) + (day + 2) * DAY_MS,
      value: day,
    }));
    for (const value of values) every.put(value);
    let made = 0;
    const window = seriesWindow({
      published: (fromMs, untilMs) => {
        const found = values.filter(
          ({ publishedMs }) => publishedMs >= fromMs && publishedMs < untilMs,
        );
        made += found.length;
        return found;
      },
      calendar: () => [],
      reports: () => [],
      foldTo: () => undefined,
      forget: () => undefined,
    });
    const moments = [
      ...Array.from({ length: 400 }, (_, index) => Date.UTC(2010, 0, 10) + index * 10.5 * DAY_MS),
      Date.UTC(2012, 3, 1),
      last,
      Date.UTC(2016, 5, 5),
    ];
    for (const knownMs of moments) {
      expect(window.latest('a', knownMs)).toEqual(every.latest('a', knownMs));
      expect(window.history('a', knownMs - 5.5 * 365 * DAY_MS, knownMs, knownMs)).toEqual(
        every.history('a', knownMs - 5.5 * 365 * DAY_MS, knownMs, knownMs),
      );
    }
    expect(made).toBeLessThan(4 * values.length);
  });
});
