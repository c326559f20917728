import { describe, expect, it } from 'vitest';
import {
  CHECKPOINT_DAYS,
  createCheckpointedFold,
} from '../../../app/trading/simulation/checkpointed-fold';

/** Fold of running day sums that records the days it computed. */
function createCountingFold() {
  const folded: number[] = [];
  const fold = createCheckpointedFold(
    () => 0,
    (before, day) => {
      folded.push(day);
      return before + day;
    },
  );
  return { fold, folded };
}

const sumTo = (day: number): number => (day * (day + 1)) / 2;

describe('a checkpointed fold', () => {
  it('continues from the latest cached day', () => {
    const { fold, folded } = createCountingFold();
    for (const day of [7, 23, 39, 55, 71, 150]) expect(fold.getState(day)).toBe(sumTo(day));
    expect(folded).toEqual(Array.from({ length: 150 }, (_, index) => index + 1));
  });

  it('restarts at a checkpoint when nearby days are not cached', () => {
    const { fold, folded } = createCountingFold();
    fold.getState(20 * CHECKPOINT_DAYS);
    folded.length = 0;
    expect(fold.getState(3 * CHECKPOINT_DAYS)).toBe(sumTo(3 * CHECKPOINT_DAYS));
    expect(folded).toEqual([]);
    expect(fold.getState(3 * CHECKPOINT_DAYS + 2)).toBe(sumTo(3 * CHECKPOINT_DAYS + 2));
    expect(folded).toEqual([3 * CHECKPOINT_DAYS + 1, 3 * CHECKPOINT_DAYS + 2]);
  });

  it('returns the same state after its cache is cleared, and rejects invalid days', () => {
    const { fold } = createCountingFold();
    fold.getState(500);
    fold.forget();
    expect(fold.getState(130)).toBe(sumTo(130));
    expect(() => fold.getState(-1)).toThrow('a simulated day is a whole number from 0, got -1');
    expect(() => fold.getState(0.5)).toThrow('got 0.5');
  });
});
