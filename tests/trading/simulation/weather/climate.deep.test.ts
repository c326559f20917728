// Decades of simulated weather against the climate.
import { computeMean } from '../../../../app/trading/statistics/sample';
import { describe, expect, it } from 'vitest';
import { getDayOfYear } from '../../../../app/trading/simulation/calendar';
import { MARKET_CELLS } from '../../../../app/trading/weather/cell';
import { CELLS, getCell, buildWeather } from './panel';

const DAYS = Math.floor(40 * 365.25);
const worlds = ['climate 1', 'climate 2'].map((seed) => buildWeather(seed));

interface Sample {
  readonly departures: number[];
  readonly sds: number[];
}

const createSamples = (): Sample[] => MARKET_CELLS.map(() => ({ departures: [], sds: [] }));
/** Anomalies by cell in winter and in summer. */
const SEASONS = { winter: createSamples(), summer: createSamples() } as const;

function findSeason(day: number): keyof typeof SEASONS | null {
  const date = getDayOfYear(day);
  if (date < 59 || date > 334) return 'winter';
  return date > 151 && date < 243 ? 'summer' : null;
}
const computeMoments = (values: readonly number[]): { mean: number; sd: number; skew: number } => {
  const m = computeMean(values);
  const sd = Math.sqrt(computeMean(values.map((value) => (value - m) ** 2)));
  return { mean: m, sd, skew: computeMean(values.map((value) => ((value - m) / sd) ** 3)) };
};

describe('the climate', () => {
  // One pass over each simulation collects the seasonal samples too.
  const figures = worlds.map((weather) => {
    const sum = {
      rain: new Float64Array(CELLS),
      soil: new Float64Array(CELLS),
      soilSquare: new Float64Array(CELLS),
      landfalls: 0,
      coldest: Infinity,
      hottest: -Infinity,
      soils: 0,
      nino: 0,
      wind: new Float64Array(CELLS),
    };
    for (let day = 0; day < DAYS; day += 1) {
      const past = weather.getPastDay(day);
      const isSampled = day % 10 === 0 && day > 400;
      const outlook = isSampled ? weather.getOutlook({ day, cycles: 0 }) : null;
      sum.landfalls += Number(past.landfall.gulf > 0) + Number(past.landfall.florida > 0);
      sum.coldest = Math.min(sum.coldest, ...past.meanF);
      sum.hottest = Math.max(sum.hottest, ...past.meanF);
      for (let cell = 0; cell < CELLS; cell += 1) {
        sum.rain[cell] = (sum.rain[cell] ?? 0) + (past.rainInches[cell] ?? NaN);
        sum.wind[cell] = (sum.wind[cell] ?? 0) + (past.windMph[cell] ?? NaN);
        const season = findSeason(day);
        const { meanF, sdF } = weather.getClimate(cell, day);
        if (season) SEASONS[season][cell]?.departures.push((past.meanF[cell] ?? NaN) - meanF);
        if (season) SEASONS[season][cell]?.sds.push(sdF);
        const soil = outlook?.getSoil(cell) ?? 0;
        sum.soil[cell] = (sum.soil[cell] ?? 0) + soil;
        sum.soilSquare[cell] = (sum.soilSquare[cell] ?? 0) + soil * soil;
      }
      if (outlook) [sum.soils, sum.nino] = [sum.soils + 1, sum.nino + outlook.nino ** 2];
    }
    return sum;
  });
  const sumOver = (of: (sum: (typeof figures)[number]) => number): number =>
    figures.reduce((sum, world) => sum + of(world), 0);

  it("matches the table's rain, wind and hurricanes", () => {
    MARKET_CELLS.forEach((id, cell) => {
      const climate = worlds[0]?.getClimate(cell, 0);
      expect(
        sumOver(({ rain }) => rain[cell] ?? NaN) /
          DAYS /
          worlds.length /
          (climate?.rainInches ?? NaN),
        `${id} rain`,
      ).toBeCloseTo(1, 0.7);
      expect(
        sumOver(({ wind }) => wind[cell] ?? NaN) / DAYS / worlds.length / (climate?.windMph ?? NaN),
        `${id} wind`,
      ).toBeCloseTo(1, 1);
    });
    expect(sumOver(({ landfalls }) => landfalls) / 80).toBeGreaterThan(0.6);
    expect(sumOver(({ landfalls }) => landfalls) / 80).toBeLessThan(1.4);
  });

  it('matches the linearized soil climatology', () => {
    MARKET_CELLS.forEach((id, cell) => {
      const n = sumOver(({ soils }) => soils);
      const m = sumOver(({ soil }) => soil[cell] ?? NaN) / n;
      expect(Math.abs(m), `${id} mean`).toBeLessThan(0.55);
      expect(
        Math.sqrt(sumOver(({ soilSquare }) => soilSquare[cell] ?? NaN) / n - m * m),
        `${id} deviation`,
      ).toBeGreaterThan(0.7);
      expect(
        Math.sqrt(sumOver(({ soilSquare }) => soilSquare[cell] ?? NaN) / n - m * m),
        `${id} deviation`,
      ).toBeLessThan(1.3);
    });
    expect(Math.sqrt(sumOver(({ nino }) => nino) / sumOver(({ soils }) => soils))).toBeGreaterThan(
      0.6,
    );
    expect(Math.sqrt(sumOver(({ nino }) => nino) / sumOver(({ soils }) => soils))).toBeLessThan(
      1.1,
    );
  });

  it('stays within physical bounds', () => {
    for (const { coldest, hottest } of figures) {
      expect(coldest).toBeGreaterThan(-60);
      expect(hottest).toBeLessThan(130);
    }
  });
});

describe('temperatures', () => {
  it('have the seasonal mean and deviation, and a cold winter tail where outbreaks occur', () => {
    const { winter, summer } = SEASONS;
    MARKET_CELLS.forEach((id, cell) => {
      for (const [name, sample] of [
        ['winter', winter[cell]],
        ['summer', summer[cell]],
      ] as const) {
        const { departures = [], sds = [] } = sample ?? {};
        const { mean: m, sd } = computeMoments(departures);
        expect(Math.abs(m), `${id} ${name} mean ${m}`).toBeLessThan(1);
        expect(Math.abs(sd - computeMean(sds)), `${id} ${name} deviation ${sd}`).toBeLessThan(1);
      }
    });
    for (const id of ['CHI', 'DSM', 'ICT', 'DFW'] as const)
      expect(computeMoments(winter[getCell(id)]?.departures ?? []).skew, id).toBeLessThan(0);
    expect(computeMoments(summer[getCell('MGB')]?.departures ?? []).skew).toBeLessThan(0);
  });
});
