// Shocks of power hubs: the law of each hub, and the correlation between hubs.
import { describe, expect, it } from 'vitest';
import { createPowerShocks } from '../../../../app/trading/simulation/power/shared-shocks';
import { HUB_ROWS, getHubIndex } from '../../../../app/trading/simulation/power/hubs';
import { createRandomStreams } from '../../../../app/trading/simulation/random-streams';
import { computeCorrelation } from '../../../../app/trading/statistics/correlation';
import { computeKurtosis } from '../../../../app/trading/statistics/kurtosis';
import { computeDeviation, computeMean } from '../../../../app/trading/statistics/sample';

const DAYS = 20_000;
const shocks = createPowerShocks(createRandomStreams('shared'));
const drawOutages = (hub: string): Float64Array =>
  Float64Array.from({ length: DAYS }, (_, day) =>
    shocks.drawNormal(getHubIndex(hub), 'outage', day),
  );
const outages = new Map(HUB_ROWS.map(({ hub }) => [hub as string, drawOutages(hub)]));
const getOutages = (hub: string): Float64Array => outages.get(hub) ?? new Float64Array();
const computeHubCorrelation = (one: string, other: string): number =>
  computeCorrelation(getOutages(one), getOutages(other));

describe('power shocks', () => {
  it.each(HUB_ROWS)('of $hub are standard normal, whatever part is shared', ({ hub }) => {
    expect(Math.abs(computeMean(getOutages(hub)))).toBeLessThan(0.03);
    expect(computeDeviation(getOutages(hub))).toBeCloseTo(1, 1);
    expect(computeKurtosis(getOutages(hub))).toBeGreaterThan(2.85);
    expect(computeKurtosis(getOutages(hub))).toBeLessThan(3.15);
  });

  it('are close in the eastern interconnection, and nearly independent elsewhere', () => {
    for (const [one, other] of [
      ['PJM', 'NYISO'],
      ['PJM', 'MISO'],
      ['NYISO', 'MISO'],
    ] as const)
      expect(computeHubCorrelation(one, other)).toBeGreaterThan(0.75);
    for (const [one, other] of [
      ['ERCOT', 'NYISO'],
      ['CAISO', 'PJM'],
      ['CAISO', 'ERCOT'],
    ] as const) {
      expect(computeHubCorrelation(one, other)).toBeGreaterThan(0);
      expect(computeHubCorrelation(one, other)).toBeLessThan(0.15);
    }
  });

  it('are uniform where an event needs a uniform', () => {
    const values = Array.from({ length: DAYS }, (_, day) => shocks.drawUniform(0, 'end', day, 3));
    for (const level of [0.05, 0.3, 0.9])
      expect(values.filter((value) => value < level).length / DAYS).toBeCloseTo(level, 1);
    expect(computeMean(values)).toBeCloseTo(0.5, 1);
  });

  it('of the hours equal single draws, in any order of days and hubs', () => {
    const hours = new Float64Array(24);
    for (const [hub, day] of [
      [3, 8],
      [0, 8],
      [3, 7],
      [1, 9],
    ] as const) {
      shocks.fillNormals(hub, 'quick', day, hours);
      for (const hour of [0, 11, 23])
        expect(hours[hour]).toBeCloseTo(shocks.drawNormal(hub, 'quick', day, hour), 12);
    }
  });
});
