// Expected degrees and rain against realized averages over many simulated years.
import { describe, expect, it } from 'vitest';
import { LEADS, getCell, computeT, buildWeather } from './panel';

describe('over many years', () => {
  const WORLDS = 2;
  const YEARS = 40;
  const CASES = [
    ['LAK', 47, -1],
    ['DFW', 85, 1],
    ['CHI', 65, -1],
  ] as const;
  const TESTED_LEADS = [0, 3, 7, 14] as const;
  /**
   * By case and lead: expected minus realized degrees of each year; by case: total realized
   * degrees.
   */
  const gaps = CASES.map(() => TESTED_LEADS.map((): number[] => []));
  const real = CASES.map(() => 0);
  const rain = { expected: TESTED_LEADS.map((): number[] => []), real: 0 };
  for (let world = 0; world < WORLDS; world += 1) {
    const weather = buildWeather(`tower ${world}`);
    const days = Math.floor(YEARS * 365.25);
    for (let day = 0; day < days - LEADS; day += 1) {
      const outlook = weather.getOutlook({ day, cycles: 0 });
      TESTED_LEADS.forEach((lead, leadIndex) => {
        const year = world * YEARS + Math.floor((day + lead) / 365.25);
        const truth = weather.getPastDay(day + lead);
        CASES.forEach(([id, baseF, sign], index) => {
          const cell = getCell(id);
          const realizedDegrees = Math.max(0, sign * ((truth.meanF[cell] ?? NaN) - baseF));
          const expected =
            sign > 0
              ? outlook.expectedAboveF(cell, lead, baseF)
              : outlook.expectedBelowF(cell, lead, baseF);
          const years = gaps[index]?.[leadIndex];
          if (years) years[year] = (years[year] ?? 0) + expected - realizedDegrees;
          if (lead === 0) real[index] = (real[index] ?? 0) + realizedDegrees;
        });
        const dry = rain.expected[leadIndex];
        if (dry)
          dry[year] =
            (dry[year] ?? 0) +
            outlook.rainInches(getCell('DSM'), lead) -
            (truth.rainInches[getCell('DSM')] ?? NaN);
        if (lead === 0) rain.real += truth.rainInches[getCell('DSM')] ?? NaN;
      });
    }
  }
  const computeTotal = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0);

  it.each(
    CASES.map(
      ([id, baseF, sign], index) => [id, sign > 0 ? 'above' : 'below', baseF, index] as const,
    ),
  )('expected degrees of %s %s %i F match realized ones', (_, __, ___, index) => {
    TESTED_LEADS.forEach((lead, leadIndex) => {
      const years = gaps[index]?.[leadIndex] ?? [];
      const isClose = Math.abs(computeTotal(years) / (real[index] ?? NaN)) < 0.02;
      // Rare frosts cluster in years: beyond 2%, three standard errors are the bound.
      expect(
        isClose || Math.abs(computeT(years)) < 3,
        `lead ${lead}: ${computeTotal(years) / (real[index] ?? NaN)}, t ${computeT(years)}`,
      ).toBe(true);
    });
  });

  it('expected rain matches realized rain', () => {
    TESTED_LEADS.forEach((lead, leadIndex) => {
      const years = rain.expected[leadIndex] ?? [];
      expect(Math.abs(computeTotal(years) / rain.real), `lead ${lead}`).toBeLessThan(0.03);
      expect(Math.abs(computeT(years)), `lead ${lead}`).toBeLessThan(3.5);
    });
  });
});
