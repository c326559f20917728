// Demotion: a bad network is detected; one no worse than its benchmarks is kept with high
// probability.
import { describe, expect, it } from 'vitest';
import {
  DEMOTION_DAYS_MIN,
  DEMOTION_EVIDENCE,
  DEMOTION_LEVEL,
  findDemotion,
} from '../../../app/trading/signals/find-demotion';
import {
  EMPTY_STAKE,
  computeBenchmarkGain,
  updateEvidence,
} from '../../../app/trading/signals/e-process';
import {
  BIN_EDGES,
  computeMeanBriers,
  createTally,
  poolScores,
  updateScore,
} from '../../../app/trading/signals/signal-score';
import { createSeededRandom } from '../../../app/trading/random';
import type { SignalScorecard } from '../../../app/trading/domain/signal-facts';
import { DAY_MS } from '../../../app/trading/domain/time';

const NEW = createTally({ network: 'GasNet', model: 'm', market: 'simulated', chain: 'NG' });
const EVEN = { even: 0.5, momentum: 0.5, seasonal: 0.5 };

interface SimulatedSignal {
  readonly chance: number;
  readonly truth: number;
}

/**
 * Simulates a forecaster with five correlated signals per day; returns the day of demotion, or
 * null.
 */
function simulateDemotion(
  seed: string,
  days: number,
  make: (draw: number) => SimulatedSignal,
): number | null {
  const random = createSeededRandom(seed);
  let tally: SignalScorecard = NEW;
  for (let day = 0; day < days; day += 1) {
    const draw = random.uniform('day', day);
    const { chance, truth } = make(random.uniform('signal', day));
    for (let slot = 0; slot < 5; slot += 1) {
      const mixed =
        random.uniform('share', 5 * day + slot) < 0.5
          ? draw
          : random.uniform('own', 5 * day + slot);
      tally = updateScore(
        tally,
        { chanceUp: chance, rivals: EVEN, madeMs: day * DAY_MS + slot * 3_600_000 },
        mixed < truth ? 1 : 0,
      );
    }
    if (findDemotion(tally)) return day;
  }
  return null;
}

describe('benchmark gain', () => {
  it('is at least -1 for any outcome, and 0 for equal probabilities', () => {
    for (const chance of [0.02, 0.3, 0.5, 0.53, 0.98]) {
      for (const benchmark of [0.1, 0.48, 0.5, 0.6])
        for (const outcome of [0, 0.5, 1])
          expect(computeBenchmarkGain(chance, benchmark, outcome)).toBeGreaterThanOrEqual(
            -1 - 1e-12,
          );
      expect(computeBenchmarkGain(chance, chance, 1)).toBe(0);
    }
    // .6 against .5: right it gains .09, wrong it loses .11
    expect(computeBenchmarkGain(0.6, 0.5, 1)).toBeCloseTo(-1, 12);
    expect(computeBenchmarkGain(0.6, 0.5, 0)).toBeCloseTo(0.11 / 0.09, 12);
  });

  it('has a mean of at most zero if the forecast is right', () => {
    for (const chance of [0.3, 0.45, 0.55, 0.7])
      expect(
        chance * computeBenchmarkGain(chance, 0.5, 1) +
          (1 - chance) * computeBenchmarkGain(chance, 0.5, 0),
      ).toBeLessThanOrEqual(0);
  });
});

describe('e-process', () => {
  it('bets nothing before a gain and loses at most half per day', () => {
    expect(updateEvidence(EMPTY_STAKE, 1).logWealth).toBe(0);
    let stake = EMPTY_STAKE;
    for (let day = 0; day < 100; day += 1) stake = updateEvidence(stake, 0.9);
    const lost = updateEvidence(stake, -1);
    expect(stake.logWealth).toBeGreaterThan(10);
    expect(lost.logWealth).toBeGreaterThanOrEqual(stake.logWealth + Math.log(0.5));
  });
});

describe('score', () => {
  it('updates bins, hits, benchmarks and voids', () => {
    const one = updateScore(
      NEW,
      { chanceUp: 0.6, rivals: { even: 0.5, momentum: 0.4, seasonal: 0.5 }, madeMs: 0 },
      1,
    );
    const two = updateScore(
      updateScore(one, { chanceUp: 0.6, rivals: EVEN, madeMs: 0 }, 0),
      { chanceUp: 0.5, rivals: EVEN, madeMs: 0 },
      null,
    );
    expect(two).toMatchObject({ count: 2, voids: 1, sided: 2, hits: 1 });
    expect(computeMeanBriers(two)).toMatchObject({
      own: expect.closeTo((0.16 + 0.36) / 2, 12) as number,
      rivals: { even: 0.25, momentum: expect.closeTo((0.36 + 0.25) / 2, 12) as number },
    });
    expect(two.bins[BIN_EDGES.indexOf(0.6) + 1]).toEqual({ count: 2, stated: 1.2, came: 1 });
    expect(poolScores([two, one])).toMatchObject({ count: 3, voids: 1, hits: 2 });
    expect(computeMeanBriers(NEW)).toBeNull();
  });

  it('closes a day with the first later score and ignores late scores', () => {
    const addDay = (tally: SignalScorecard, day: number) =>
      updateScore(tally, { chanceUp: 0.6, rivals: EVEN, madeMs: day * DAY_MS }, 0);
    const third = addDay(addDay(addDay(NEW, 1), 2), 3);
    expect(third.stakes.even.map(({ days }) => days)).toEqual([1, 1]);
    expect(addDay(third, 1)).toMatchObject({ count: 4, open: third.open, stakes: third.stakes });
  });
});

describe('demotion', () => {
  it('demotes an overconfident network without skill', () => {
    const days = Array.from({ length: 8 }, (_, world) =>
      simulateDemotion(`bad ${world}`, 730, (draw) => ({
        chance: draw < 0.5 ? 0.25 : 0.75,
        truth: 0.5,
      })),
    );
    expect(days.filter((day) => day !== null).length).toBeGreaterThanOrEqual(7);
    for (const day of days)
      if (day !== null) expect(day).toBeGreaterThanOrEqual(2 * DEMOTION_DAYS_MIN - 1);
  });

  it('demotes a network that predicts the opposite', () => {
    expect(
      simulateDemotion('contrary', 730, (draw) => ({
        chance: draw < 0.5 ? 0.4 : 0.6,
        truth: draw < 0.5 ? 0.6 : 0.4,
      })),
    ).not.toBeNull();
  });

  it('keeps a calibrated network over two years of daily tests', () => {
    const lost = Array.from({ length: 12 }, (_, world) =>
      simulateDemotion(`good ${world}`, 730, (draw) => ({
        chance: 0.4 + 0.2 * draw,
        truth: 0.4 + 0.2 * draw,
      })),
    );
    expect(lost.filter((day) => day !== null)).toEqual([]);
  });

  it('keeps its error level for a network equal to its benchmark', () => {
    // half as far from even as the truth would have to be: gain and loss are equal on average
    const worlds = 40;
    const lost = Array.from({ length: worlds }, (_, world) =>
      simulateDemotion(`even ${world}`, 365, (draw) => ({
        chance: draw < 0.5 ? 0.4 : 0.6,
        truth: draw < 0.5 ? 0.45 : 0.55,
      })),
    );
    expect(lost.filter((day) => day !== null).length).toBeLessThanOrEqual(DEMOTION_LEVEL * worlds);
  });

  it('requires minimum days and evidence, and happens once', () => {
    const createScorecard = (days: number, evidence: number): SignalScorecard => ({
      ...NEW,
      stakes: {
        ...NEW.stakes,
        seasonal: [EMPTY_STAKE, { days, sum: 0, squares: 0, logWealth: Math.log(evidence) }],
      },
    });
    expect(findDemotion(createScorecard(DEMOTION_DAYS_MIN - 1, 10 * DEMOTION_EVIDENCE))).toBeNull();
    expect(findDemotion(createScorecard(DEMOTION_DAYS_MIN, 0.99 * DEMOTION_EVIDENCE))).toBeNull();
    expect(
      findDemotion(createScorecard(DEMOTION_DAYS_MIN, 1.01 * DEMOTION_EVIDENCE)),
    ).toMatchObject({ rival: 'seasonal', days: DEMOTION_DAYS_MIN });
    expect(
      findDemotion({
        ...createScorecard(DEMOTION_DAYS_MIN, 2 * DEMOTION_EVIDENCE),
        demoted: { atMs: 0, rival: 'even', days: 20 },
      }),
    ).toBeNull();
  });
});
