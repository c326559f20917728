// Hurricanes: as many as there are, a chance that is right, and no step that could be foretold.
import { describe, expect, it } from 'vitest';
import { createChance } from '../../../../app/trading/simulation/random-streams';
import { DAYS_PER_YEAR, dayOfYear } from '../../../../app/trading/simulation/calendar';
import {
  STORM_DAYS,
  type Storm,
  getLandfallDay,
  stormOn,
  threatAt,
} from '../../../../app/trading/simulation/weather/storm';
import { computeT } from './panel';

const YEARS = 1500;
const chance = createChance('storms');
const stream = chance.stream('weather/storms');
const formed = (nino: number): Storm[] => {
  const storms: Storm[] = [];
  for (let day = 0; day < YEARS * DAYS_PER_YEAR; day += 1) {
    const storm = dayOfYear(day) < 120 ? null : stormOn(chance, stream, day, () => nino);
    if (storm) storms.push(storm);
  }
  return storms;
};
const storms = formed(0);
const probabilities = (storm: Storm): number[] => storm.steps.map(({ probability }) => probability);

describe('hurricane threats', () => {
  it('are some four a year about September, one of which strikes', () => {
    expect(storms.length / YEARS).toBeGreaterThan(3.6);
    expect(storms.length / YEARS).toBeLessThan(4.2);
    expect(storms.filter((storm) => getLandfallDay(storm) > 0).length / YEARS).toBeCloseTo(0.97, 1);
    const september =
      storms.filter(({ id }) => Math.abs(dayOfYear(id) - 253) < 30).length / storms.length;
    expect(september).toBeGreaterThan(0.68);
    expect(storms.filter(({ basin }) => basin === 'gulf').length / storms.length).toBeCloseTo(
      0.55,
      1,
    );
    expect(new Set(storms.map(({ category }) => category))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('are fewer in El Nino years', () => {
    expect(formed(1).length / storms.length).toBeCloseTo(Math.exp(-0.3), 1);
  });

  it('begin at a quarter, move as a martingale at each step, and end at nothing or certainty', () => {
    for (const storm of storms) {
      const path = probabilities(storm);
      expect(path[0]).toBe(0.25);
      expect(path).toHaveLength(STORM_DAYS + 1);
      expect([0, 1]).toContain(path.at(-1));
    }
    for (let step = 1; step <= STORM_DAYS; step += 1) {
      const moves = storms.map(
        (storm) => (probabilities(storm)[step] ?? NaN) - (probabilities(storm)[step - 1] ?? NaN),
      );
      expect(Math.abs(computeT(moves)), `step ${step}`).toBeLessThan(3.5);
    }
  });

  it('strike as often as their chance says, in every twentieth', () => {
    const bins = Array.from({ length: 20 }, () => ({ count: 0, said: 0, struck: 0 }));
    for (const storm of storms) {
      const hit = Number(getLandfallDay(storm) > 0);
      for (const said of probabilities(storm).slice(0, -1)) {
        const bin = bins[Math.min(19, Math.floor(said * 20))];
        if (bin)
          [bin.count, bin.said, bin.struck] = [bin.count + 1, bin.said + said, bin.struck + hit];
      }
    }
    expect(bins.filter(({ count }) => count > 30).length).toBeGreaterThan(10);
    for (const { count, said, struck } of bins) {
      if (count <= 30) continue;
      const share = said / count;
      // Steps of one storm go together: six of them count as one.
      expect(Math.abs(struck / count - share), `said ${share}`).toBeLessThan(
        3.5 * Math.sqrt((share * (1 - share)) / (count / 2)),
      );
    }
  });

  it('are known step by step', () => {
    const storm = storms[0];
    expect(storm).toBeDefined();
    if (!storm) return;
    expect(threatAt(storm, storm.id, 0)).toBeNull();
    storm.steps.forEach(({ day, cycle, probability }) => {
      expect(threatAt(storm, day, cycle)?.probability).toBe(probability);
      expect(threatAt(storm, day, cycle - 1)?.probability).not.toBe(probability);
    });
    expect(threatAt(storm, storm.landfallDay + 1, 0)?.landfallDay).toBe(storm.id + STORM_DAYS);
  });
});
