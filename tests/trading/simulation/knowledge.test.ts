// Public information of the simulated market: correct in any order of calls, and nothing of the
// future.
import { describe, expect, it } from 'vitest';
import { INPUTS, resolveInput } from '../../../app/trading/market/inputs/catalog';
import { isSignalInput } from '../../../app/trading/market/inputs/signal-inputs';
import { getNewestForecastMs } from '../../../app/trading/market/inputs/newest-forecast';
import { createVintageStore } from '../../../app/trading/market/vintage-store';
import { createMarketKnowledge } from '../../../app/trading/simulation/market-knowledge';
import { createWeatherReader } from '../../../app/trading/simulation/weather-reader';
import { createSeriesWindow } from '../../../app/trading/simulation/series-window';
import { createWorld } from '../../../app/trading/simulation/world';
import { DAY_MS } from '../../../app/trading/domain/time';
import { chooseSize } from '../../support/run-size';

const FROM = Date.UTC(2010, 5, 1);
const MOMENTS = [0, 3.37, 7.9999, 40, 41].map((days) => Math.round(FROM + days * DAY_MS) - 1);
const world = createWorld({ seed: 'knowledge' });

describe('public information of the simulated market', () => {
  it('does not depend on the order of calls', () => {
    const [growing, falling] = [
      createMarketKnowledge(world),
      createMarketKnowledge(createWorld({ seed: 'knowledge' })),
    ];
    const resolveInputs = (at: typeof growing, atMs: number) =>
      INPUTS.map(({ id }) => resolveInput(id, at(atMs)));
    const forth = MOMENTS.map((atMs) => resolveInputs(growing, atMs));
    const back = [...MOMENTS]
      .reverse()
      .map((atMs) => resolveInputs(falling, atMs))
      .reverse();
    expect(back).toEqual(forth);
    // Signals are not part of the public market: networks compute them from it.
    const isPublic = INPUTS.map(({ id }) => !isSignalInput(id));
    const figures = forth.flatMap((row) => row.filter((_, index) => isPublic[index]));
    expect(figures.filter((figure) => figure !== null).length).toBeGreaterThan(
      0.85 * figures.length,
    );
    expect(MOMENTS.map((atMs) => resolveInputs(growing, atMs))).toEqual(forth);
  });

  it('always includes a forecast less than six hours and a minute old', () => {
    const getKnowledge = createMarketKnowledge(world);
    const ages = Array.from({ length: 6 * 96 }, (_, quarter) => FROM + quarter * 900_000 - 1).map(
      (atMs) => atMs - getNewestForecastMs(getKnowledge(atMs)),
    );
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ages)).toBeLessThan(6 * 3_600_000 + 60_000);
    expect(getNewestForecastMs({ findRun: () => null })).toBeNaN();
  });

  it('includes only what is published by the moment', () => {
    const getKnowledge = createMarketKnowledge(world);
    for (const atMs of MOMENTS) {
      const at = getKnowledge(atMs);
      for (const { id } of INPUTS)
        expect(resolveInput(id, at)?.publishedMs ?? 0, id).toBeLessThanOrEqual(atMs);
      expect(at.findRun('NYC', 0)?.publishedMs).toBeLessThanOrEqual(atMs);
      for (const { publishedMs } of at.listWarnings())
        expect(publishedMs).toBeLessThanOrEqual(atMs);
      for (const report of at.listReports(atMs - 30 * DAY_MS))
        expect(report.atMs).toBeLessThanOrEqual(atMs);
    }
  });

  it('has last prices of the tradable months', () => {
    const at = createMarketKnowledge(world)(MOMENTS[1] ?? 0);
    const tradable = world.futures
      .listInstruments('CORN', Math.floor((at.knownMs - Date.UTC(2010, 0, 1)) / DAY_MS))
      .filter(({ contract }) => (contract?.rollMs ?? 0) > at.knownMs);
    const prices = tradable.map((month) => ({
      delivery: month.contract?.delivery,
      price:
        (world.quoteAt(month, at.knownMs).lastTicks * month.tick.digits) /
        10 ** month.tick.decimals,
    }));
    expect(at.listCurve('CORN').map(({ delivery, price }) => ({ delivery, price }))).toEqual(
      prices,
    );
    expect(prices.length).toBeGreaterThan(3);
  });

  it("lists the reader's warnings and, for some days, canceled ones", () => {
    const [reader, getKnowledge] = [
      createWeatherReader(world.weather),
      createMarketKnowledge(world),
    ];
    for (const atMs of MOMENTS) {
      const shown = getKnowledge(atMs).listWarnings();
      expect(shown).toEqual(expect.arrayContaining([...reader.warnings(atMs)]));
      for (const { id } of shown) expect(shown.filter((other) => other.id === id)).toHaveLength(1);
    }
  });
});

describe('a series window', () => {
  it('matches a full store, also after thinning and going back to an early year', () => {
    const fullStore = createVintageStore();
    const last = Date.UTC(2022, 0, 1);
    const values = Array.from({ length: 12 * 365 }, (_, day) => ({
      series: 'a',
      validMs: Date.UTC(2010, 0, 1) + day * DAY_MS,
      publishedMs: Date.UTC(2010, 0, 1) + (day + 2) * DAY_MS,
      value: day,
    }));
    for (const value of values) fullStore.add(value);
    let publishedCount = 0;
    const window = createSeriesWindow({
      listPublished: (fromMs, untilMs) => {
        const found = values.filter(
          ({ publishedMs }) => publishedMs >= fromMs && publishedMs < untilMs,
        );
        publishedCount += found.length;
        return found;
      },
      listReportDates: () => [],
      listReports: () => [],
      foldTo: () => undefined,
      forget: () => undefined,
    });
    const steps = chooseSize(100, 400);
    const moments = [
      ...Array.from(
        { length: steps },
        (_, index) => Date.UTC(2010, 0, 10) + index * (4200 / steps) * DAY_MS,
      ),
      Date.UTC(2012, 3, 1),
      last,
      Date.UTC(2016, 5, 5),
    ];
    for (const knownMs of moments) {
      expect(window.findLatest('a', knownMs)).toEqual(fullStore.findLatest('a', knownMs));
      expect(window.listHistory('a', knownMs - 5.5 * 365 * DAY_MS, knownMs, knownMs)).toEqual(
        fullStore.listHistory('a', knownMs - 5.5 * 365 * DAY_MS, knownMs, knownMs),
      );
    }
    expect(publishedCount).toBeLessThan(4 * values.length);
  });
});
