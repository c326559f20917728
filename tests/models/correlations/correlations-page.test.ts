// Data of the correlations page: one computation, and the geometry of its lag plot.
import { describe, expect, it } from 'vitest';
import { getCorrelationKey } from '../../../app/contracts/correlations-page';
import { buildCorrelationsPage } from '../../../app/models/correlations/correlations-page.server';
import { buildLagPlot } from '../../../app/models/correlations/lag-plot.server';
import { NOW, createWeatherDesk } from '../../support/weather-desk';

describe('the correlations page', () => {
  it('computes the correlations once for the table and all details', () => {
    const base = createWeatherDesk();
    let reads = 0;
    const desk = {
      ...base,
      closes: (chain: string) => {
        reads += 1;
        return base.closes(chain);
      },
    };
    const open = (key: string | null) =>
      buildCorrelationsPage({ desk, reason: null }, key, NOW, 'UTC');
    const rows = open(null).rows ?? [];
    const computed = reads;
    expect(computed).toBeGreaterThan(0);
    const known = rows.filter(({ correlationStrength }) => correlationStrength !== null);
    expect(known.length).toBeGreaterThan(5);
    for (const row of known) {
      const selected = open(getCorrelationKey(row)).selected;
      const lag = selected?.lag?.lags.find(({ lagDays }) => lagDays === row.lagDays);
      expect([lag?.strength?.toFixed(3), lag?.n]).toEqual([row.correlationStrength, row.n]);
      expect(selected?.scatter?.count).toBe(row.n);
    }
    expect(reads).toBe(computed);
  });
});

describe('the lag plot', () => {
  it('has bars from the zero line, and the range of chance about it', () => {
    const plot = buildLagPlot([
      { lagDays: 0, strength: 0.5, n: 103 },
      { lagDays: 1, strength: null, n: 20 },
      { lagDays: 2, strength: -0.25, n: 101 },
    ]);
    // The scale ends at 0.5, so one unit of correlation is 96 frame units.
    expect(plot).toMatchObject({
      width: 300,
      height: 96,
      zeroAt: 50,
      bars: [
        { x: 30, y: 0, height: 48, isNegative: false },
        { x: 230, y: 48, height: 24, isNegative: true },
      ],
    });
    // tanh(1.96 / 10) is 0.1935.
    expect(plot?.band.y).toBeCloseTo(48 - 96 * 0.1935, 1);
    expect(plot?.band.height).toBeCloseTo(2 * 96 * 0.1935, 1);
    expect(plot?.yTicks.map(({ at, text }) => [at, text])).toEqual([
      [0, '+0.50'],
      [50, '0'],
      [100, '\u22120.50'],
    ]);
    expect(plot?.xTicks.map(({ text }) => text)).toEqual([
      '0 d: +0.50',
      '1 d: N/A',
      '2 d: \u22120.25',
    ]);
    expect(plot?.summary).toBe(
      'Strongest at the same day: +0.500. 2 of 2 lags exceed ±0.19, the range of chance for one test.',
    );
    expect(buildLagPlot([{ lagDays: 0, strength: null, n: 3 }])).toBeNull();
  });
});
