import { describe, expect, it } from 'vitest';
import { createPublicDataReader } from '../../../app/trading/market/inputs/public-data-reader';
import { createVintageStore } from '../../../app/trading/market/vintage-store';
import { createWeatherArchive } from '../../../app/trading/weather/archive';
import type { ForecastRun } from '../../../app/trading/weather/bulletin';
import { HOUR_MS } from '../../../app/trading/domain/time';

const START = Date.UTC(2026, 0, 10);

const buildRun = (
  cycle: number,
  meanF: number,
  publishedMs = START + cycle * 6 * HOUR_MS + 4 * HOUR_MS,
): ForecastRun => ({
  cell: 'NYC',
  issuedMs: START + cycle * 6 * HOUR_MS,
  publishedMs,
  days: Array.from({ length: 15 }, (_, lead) => ({
    dayMs: START + Math.floor(cycle / 4) * 24 * HOUR_MS + lead * 24 * HOUR_MS,
    lead,
    meanF,
    highF: meanF + 9,
    lowF: meanF - 9,
    spreadF: 2,
    windMph: 9,
    sunShare: 0.5,
    rainInches: 0,
    rainChance: 0.1,
  })),
});

function createReader(...runs: readonly ForecastRun[]) {
  const weather = createWeatherArchive();
  for (const run of runs) weather.addRun(run);
  return createPublicDataReader({
    weather,
    vintages: createVintageStore(),
    curve: () => [],
    reports: () => [],
  });
}

describe('point-in-time public data', () => {
  it('counts back by cycles and returns null for a missed one', () => {
    const getData = createReader(buildRun(0, 30), buildRun(1, 31), buildRun(3, 33));
    const known = getData(START + 24 * HOUR_MS);
    expect(known.findRun('NYC', 0)?.days[0]?.meanF).toBe(33);
    expect(known.findRun('NYC', 1)).toBeNull();
    expect(known.findRun('NYC', 2)?.days[0]?.meanF).toBe(31);
    expect(known.findRun('PJM', 0)).toBeNull();
  });

  it('returns the same object for the same run', () => {
    const getData = createReader(buildRun(0, 30), buildRun(1, 31));
    const first = getData(START + 5 * HOUR_MS).findRun('NYC', 0);
    expect(getData(START + 11 * HOUR_MS).findRun('NYC', 1)).toBe(first);
  });

  it('returns the version that was public, in any order of questions', () => {
    const [early, late] = [START + 4 * HOUR_MS, START + 5 * HOUR_MS];
    const getData = createReader(buildRun(0, 30, early), buildRun(0, 35, late), buildRun(1, 40));
    const findMeanF = (hour: number, back: number) =>
      getData(START + hour * HOUR_MS).findRun('NYC', back)?.days[0]?.meanF;
    expect([findMeanF(4.5, 0), findMeanF(10, 1), findMeanF(4.5, 0)]).toEqual([30, 35, 30]);
    const first = getData(START + 10 * HOUR_MS).findRun('NYC', 1);
    expect(getData(START + 4.5 * HOUR_MS).findRun('NYC', 0)).not.toBe(first);
    expect(getData(START + 10 * HOUR_MS).findRun('NYC', 1)).toBe(first);
  });

  it('returns no run before its publication, even after a query for a later time', () => {
    const getData = createReader(buildRun(0, 30), buildRun(1, 31));
    expect(getData(START + 24 * HOUR_MS).findRun('NYC', 0)?.days[0]?.meanF).toBe(31);
    expect(getData(START + 9 * HOUR_MS).findRun('NYC', 0)?.days[0]?.meanF).toBe(30);
    expect(getData(START + 3 * HOUR_MS).findRun('NYC', 0)).toBeNull();
  });
});
