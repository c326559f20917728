/** State folded day by day from the epoch, with checkpoints, readable in any order. */
import { assert } from '../domain/outcome';

export interface CheckpointedFold<S> {
  /** State at the start of a day. */
  getState(day: number): S;
  /** The computed states at every CHECKPOINT_DAYS days from day 0, without a gap. */
  listCheckpoints(): readonly S[];
  /** Drops checkpoints and cached days; results stay the same. */
  forget(): void;
}

/**
 * Days between checkpoints, and recent days that are all kept: a running market reads them often.
 */
export const CHECKPOINT_DAYS = 64;
const RECENT_DAYS = 160;

/**
 * Starts with `createFirst` on day 0. `computeNext` derives a day's state from the previous one and
 * must not change it. `restored` are checkpoints of an earlier fold of the same functions.
 */
export function createCheckpointedFold<S>(
  createFirst: () => S,
  computeNext: (before: S, day: number) => S,
  restored: readonly S[] = [],
): CheckpointedFold<S> {
  const checkpoints: (S | undefined)[] = [...restored];
  const recent = new Map<number, S>();
  const store = (day: number, state: S): void => {
    if (day % CHECKPOINT_DAYS === 0) checkpoints[day / CHECKPOINT_DAYS] = state;
    recent.set(day, state);
    recent.delete(day - RECENT_DAYS);
    if (recent.size > 2 * RECENT_DAYS) recent.clear();
  };
  /** Latest stored day at or before a day, 0 if none. */
  const findStoredDay = (day: number): number => {
    for (let storedDay = day; storedDay > 0; storedDay -= 1)
      if (
        recent.has(storedDay) ||
        (storedDay % CHECKPOINT_DAYS === 0 &&
          checkpoints[storedDay / CHECKPOINT_DAYS] !== undefined)
      )
        return storedDay;
    return 0;
  };
  return {
    getState(day) {
      const cached = recent.get(day);
      if (cached !== undefined) return cached;
      assert(
        Number.isInteger(day) && day >= 0,
        () => `a simulated day is a whole number from 0, got ${day}`,
      );
      let from = findStoredDay(day);
      let state = recent.get(from) ?? checkpoints[from / CHECKPOINT_DAYS] ?? createFirst();
      if (from === 0) store(0, state);
      while (from < day) {
        from += 1;
        state = computeNext(state, from);
        store(from, state);
      }
      return state;
    },
    listCheckpoints() {
      const states: S[] = [];
      for (const state of checkpoints) {
        if (state === undefined) break;
        states.push(state);
      }
      return states;
    },
    forget() {
      checkpoints.length = 0;
      recent.clear();
    },
  };
}
