// Demotion: a bad network is found out, one that is no worse than its rivals practically never,
// however often one looks.
import { describe, expect, it } from 'vitest';
import {
  DEMOTION_DAYS,
  DEMOTION_EVIDENCE,
  DEMOTION_LEVEL,
  findDemotion,
} from '../../../app/trading/signals/demotion';
import {
  NO_STAKE,
  computeBenchmarkGain,
  updateEvidence,
} from '../../../app/trading/signals/e-process';
import {
  BIN_EDGES,
  computeMeanBriers,
  createTally,
  poolScores,
  updateScore,
} from '../../../app/trading/signals/tally';
import { seededRandom } from '../../../app/trading/random';
import type { SignalTally } from '../../../app/trading/domain/signal-facts';
import { DAY_MS } from '../../../app/trading/domain/time';

const NEW = createTally({ network: 'GasNet', model: 'm', market: 'simulated', chain: 'NG' });
const EVEN = { even: 0.5, momentum: 0.5, seasonal: 0.5 };

interface Made {
  readonly chance: number;
  readonly truth: number;
}

/**
 * Runs a forecaster for some days, five signals a day that share half of their outcome's chance;
 * the day on which it was demoted, or null.
 */
function demotedOn(seed: string, days: number, make: (draw: number) => Made): number | null {
  const random = seededRandom(seed);
  let tally: SignalTally = NEW;
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

describe('the gain of a rival', () => {
  it('is at most as bad as minus one, whatever comes, and nothing where both said the same', () => {
    for (const chance of [0.02, 0.3, 0.5, 0.53, 0.98]) {
      for (const rival of [0.1, 0.48, 0.5, 0.6])
        for (const outcome of [0, 0.5, 1])
          expect(computeBenchmarkGain(chance, rival, outcome)).toBeGreaterThanOrEqual(-1 - 1e-12);
      expect(computeBenchmarkGain(chance, chance, 1)).toBe(0);
    }
    // .6 against .5: right it gains .09, wrong it loses .11
    expect(computeBenchmarkGain(0.6, 0.5, 1)).toBeCloseTo(-1, 12);
    expect(computeBenchmarkGain(0.6, 0.5, 0)).toBeCloseTo(0.11 / 0.09, 12);
  });

  it('has no mean above nothing where the forecaster is right', () => {
    for (const chance of [0.3, 0.45, 0.55, 0.7])
      expect(
        chance * computeBenchmarkGain(chance, 0.5, 1) +
          (1 - chance) * computeBenchmarkGain(chance, 0.5, 0),
      ).toBeLessThanOrEqual(0);
  });
});

describe('a stake', () => {
  it('lays nothing before the rival has gained, and never loses more than half of itself a day', () => {
    expect(updateEvidence(NO_STAKE, 1).logWealth).toBe(0);
    let stake = NO_STAKE;
    for (let day = 0; day < 100; day += 1) stake = updateEvidence(stake, 0.9);
    const lost = updateEvidence(stake, -1);
    expect(stake.logWealth).toBeGreaterThan(10);
    expect(lost.logWealth).toBeGreaterThanOrEqual(stake.logWealth + Math.log(0.5));
  });
});

describe('a tally', () => {
  it('counts in its bin, on its side, beside its rivals, and what had no price apart', () => {
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

  it('closes a day with the first score of a later one, and lays late scores into no stake', () => {
    const at = (tally: SignalTally, day: number) =>
      updateScore(tally, { chanceUp: 0.6, rivals: EVEN, madeMs: day * DAY_MS }, 0);
    const third = at(at(at(NEW, 1), 2), 3);
    expect(third.stakes.even.map(({ days }) => days)).toEqual([1, 1]);
    expect(at(third, 1)).toMatchObject({ count: 4, open: third.open, stakes: third.stakes });
  });
});

describe('demotion', () => {
  it('finds a network that is sure of itself and knows nothing', () => {
    const days = Array.from({ length: 8 }, (_, world) =>
      demotedOn(`bad ${world}`, 730, (draw) => ({ chance: draw < 0.5 ? 0.25 : 0.75, truth: 0.5 })),
    );
    expect(days.filter((day) => day !== null).length).toBeGreaterThanOrEqual(7);
    for (const day of days)
      if (day !== null) expect(day).toBeGreaterThanOrEqual(2 * DEMOTION_DAYS - 1);
  });

  it('finds one that says the contrary of what comes', () => {
    expect(
      demotedOn('contrary', 730, (draw) => ({
        chance: draw < 0.5 ? 0.4 : 0.6,
        truth: draw < 0.5 ? 0.6 : 0.4,
      })),
    ).not.toBeNull();
  });

  it('spares one whose chances are true, over two years of looking after every score', () => {
    const lost = Array.from({ length: 12 }, (_, world) =>
      demotedOn(`good ${world}`, 730, (draw) => ({
        chance: 0.4 + 0.2 * draw,
        truth: 0.4 + 0.2 * draw,
      })),
    );
    expect(lost.filter((day) => day !== null)).toEqual([]);
  });

  it('takes one that is exactly as good as its rival for worse no more often than its level allows', () => {
    // half as far from even as the truth would have to be: gain and loss are equal on average
    const worlds = 40;
    const lost = Array.from({ length: worlds }, (_, world) =>
      demotedOn(`even ${world}`, 365, (draw) => ({
        chance: draw < 0.5 ? 0.4 : 0.6,
        truth: draw < 0.5 ? 0.45 : 0.55,
      })),
    );
    expect(lost.filter((day) => day !== null).length).toBeLessThanOrEqual(DEMOTION_LEVEL * worlds);
  });

  it('needs its days and its evidence, and comes once', () => {
    const won = (days: number, evidence: number): SignalTally => ({
      ...NEW,
      stakes: {
        ...NEW.stakes,
        seasonal: [NO_STAKE, { days, sum: 0, squares: 0, logWealth: Math.log(evidence) }],
      },
    });
    expect(findDemotion(won(DEMOTION_DAYS - 1, 10 * DEMOTION_EVIDENCE))).toBeNull();
    expect(findDemotion(won(DEMOTION_DAYS, 0.99 * DEMOTION_EVIDENCE))).toBeNull();
    expect(findDemotion(won(DEMOTION_DAYS, 1.01 * DEMOTION_EVIDENCE))).toMatchObject({
      rival: 'seasonal',
      days: DEMOTION_DAYS,
    });
    expect(
      findDemotion({
        ...won(DEMOTION_DAYS, 2 * DEMOTION_EVIDENCE),
        demoted: { atMs: 0, rival: 'even', days: 20 },
      }),
    ).toBeNull();
  });
});
