// Hurricanes: realistic frequency, calibrated probabilities, unpredictable steps.
import { describe, expect, it } from 'vitest';
import { createRandomStreams } from '../../../../app/trading/simulation/random-streams';
import { DAYS_PER_YEAR, getDayOfYear } from '../../../../app/trading/simulation/calendar';
import {
  STORM_DAYS,
  type Storm,
  getLandfallCategory,
  drawStorm,
  getThreat,
} from '../../../../app/trading/simulation/weather/storm';
import { computeT } from './panel';

const YEARS = 1500;
const chance = createRandomStreams('storms');
const stream = chance.getStream('weather/storms');
const listStorms = (nino: number): Storm[] => {
  const storms: Storm[] = [];
  for (let day = 0; day < YEARS * DAYS_PER_YEAR; day += 1) {
    const storm = getDayOfYear(day) < 120 ? null : drawStorm(chance, stream, day, () => nino);
    if (storm) storms.push(storm);
  }
  return storms;
};
const storms = listStorms(0);
const listProbabilities = (storm: Storm): number[] =>
  storm.steps.map(({ probability }) => probability);

describe('hurricane threats', () => {
  it('are about four a year around September, with one landfall', () => {
    expect(storms.length / YEARS).toBeGreaterThan(3.6);
    expect(storms.length / YEARS).toBeLessThan(4.2);
    expect(storms.filter((storm) => getLandfallCategory(storm) > 0).length / YEARS).toBeCloseTo(
      0.97,
      1,
    );
    const september =
      storms.filter(({ id }) => Math.abs(getDayOfYear(id) - 253) < 30).length / storms.length;
    expect(september).toBeGreaterThan(0.68);
    expect(storms.filter(({ basin }) => basin === 'gulf').length / storms.length).toBeCloseTo(
      0.55,
      1,
    );
    expect(new Set(storms.map(({ category }) => category))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('are fewer in El Nino years', () => {
    expect(listStorms(1).length / storms.length).toBeCloseTo(Math.exp(-0.3), 1);
  });

  it('start at 25%, move as a martingale, and end at 0 or 1', () => {
    for (const storm of storms) {
      const path = listProbabilities(storm);
      expect(path[0]).toBe(0.25);
      expect(path).toHaveLength(STORM_DAYS + 1);
      expect([0, 1]).toContain(path.at(-1));
    }
    for (let step = 1; step <= STORM_DAYS; step += 1) {
      const moves = storms.map(
        (storm) =>
          (listProbabilities(storm)[step] ?? NaN) - (listProbabilities(storm)[step - 1] ?? NaN),
      );
      expect(Math.abs(computeT(moves)), `step ${step}`).toBeLessThan(3.5);
    }
  });

  it('are calibrated in each 5% bin', () => {
    const bins = Array.from({ length: 20 }, () => ({ count: 0, stated: 0, landfalls: 0 }));
    for (const storm of storms) {
      const hit = Number(getLandfallCategory(storm) > 0);
      for (const stated of listProbabilities(storm).slice(0, -1)) {
        const bin = bins[Math.min(19, Math.floor(stated * 20))];
        if (bin)
          [bin.count, bin.stated, bin.landfalls] = [
            bin.count + 1,
            bin.stated + stated,
            bin.landfalls + hit,
          ];
      }
    }
    expect(bins.filter(({ count }) => count > 30).length).toBeGreaterThan(10);
    for (const { count, stated, landfalls } of bins) {
      if (count <= 30) continue;
      const share = stated / count;
      // Steps of one storm are correlated, so the effective sample is half.
      expect(Math.abs(landfalls / count - share), `stated ${share}`).toBeLessThan(
        3.5 * Math.sqrt((share * (1 - share)) / (count / 2)),
      );
    }
  });

  it('are revealed step by step', () => {
    const storm = storms[0];
    expect(storm).toBeDefined();
    if (!storm) return;
    expect(getThreat(storm, storm.id, 0)).toBeNull();
    storm.steps.forEach(({ day, cycle, probability }) => {
      expect(getThreat(storm, day, cycle)?.probability).toBe(probability);
      expect(getThreat(storm, day, cycle - 1)?.probability).not.toBe(probability);
    });
    expect(getThreat(storm, storm.landfallDay + 1, 0)?.landfallDay).toBe(storm.id + STORM_DAYS);
  });
});
