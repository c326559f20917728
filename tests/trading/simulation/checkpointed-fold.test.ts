import { describe, expect, it } from 'vitest';
import {
  CHECKPOINT_DAYS,
  createCheckpointedFold,
} from '../../../app/trading/simulation/checkpointed-fold';

/** A lane of sums of the days so far, with the days that it folded. */
function counting() {
  const folded: number[] = [];
  const lane = createCheckpointedFold(
    () => 0,
    (before, day) => {
      folded.push(day);
      return before + day;
    },
  );
  return { lane, folded };
}

const sumTo = (day: number): number => (day * (day + 1)) / 2;

describe('a lane', () => {
  it('goes on from the latest day that it remembers, however many it is asked to pass over', () => {
    const { lane, folded } = counting();
    for (const day of [7, 23, 39, 55, 71, 150]) expect(lane.at(day)).toBe(sumTo(day));
    expect(folded).toEqual(Array.from({ length: 150 }, (_, index) => index + 1));
  });

  it('begins at the checkpoint itself when the days about it are no longer remembered', () => {
    const { lane, folded } = counting();
    lane.at(20 * CHECKPOINT_DAYS);
    folded.length = 0;
    expect(lane.at(3 * CHECKPOINT_DAYS)).toBe(sumTo(3 * CHECKPOINT_DAYS));
    expect(folded).toEqual([]);
    expect(lane.at(3 * CHECKPOINT_DAYS + 2)).toBe(sumTo(3 * CHECKPOINT_DAYS + 2));
    expect(folded).toEqual([3 * CHECKPOINT_DAYS + 1, 3 * CHECKPOINT_DAYS + 2]);
  });

  it('tells the same after it has forgotten, and refuses days that are none', () => {
    const { lane } = counting();
    lane.at(500);
    lane.forget();
    expect(lane.at(130)).toBe(sumTo(130));
    expect(() => lane.at(-1)).toThrow('a world day is a whole number from 0, got -1');
    expect(() => lane.at(0.5)).toThrow('got 0.5');
  });
});
