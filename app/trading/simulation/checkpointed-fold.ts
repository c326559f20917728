/** A lane of the world: a state folded day by day from the epoch, asked for in any order. */
import { assert } from '../domain/outcome';

export interface Lane<S> {
  /** The state at the midnight that begins a day. */
  at(day: number): S;
  /** Drops checkpoints and remembered days; no value changes. */
  forget(): void;
}

/**
 * Days between two checkpoints, and latest days kept whole: a live desk asks for the same few again
 * and again.
 */
export const CHECKPOINT_DAYS = 64;
const RECENT_DAYS = 160;

/**
 * A lane that starts with `first` on day 0; `next` gives a day's state from that of the day before
 * it and must not change it.
 */
export function createCheckpointedFold<S>(
  first: () => S,
  next: (before: S, day: number) => S,
): Lane<S> {
  const checkpoints: S[] = [];
  const recent = new Map<number, S>();
  const keep = (day: number, state: S): void => {
    if (day % CHECKPOINT_DAYS === 0) checkpoints[day / CHECKPOINT_DAYS] = state;
    recent.set(day, state);
    recent.delete(day - RECENT_DAYS);
    if (recent.size > 2 * RECENT_DAYS) recent.clear();
  };
  /** The latest day up to one that is still known, 0 when none is. */
  const nearest = (day: number): number => {
    for (let known = day; known > 0; known -= 1)
      if (
        recent.has(known) ||
        (known % CHECKPOINT_DAYS === 0 && checkpoints[known / CHECKPOINT_DAYS] !== undefined)
      )
        return known;
    return 0;
  };
  return {
    at(day) {
      const known = recent.get(day);
      if (known !== undefined) return known;
      assert(
        Number.isInteger(day) && day >= 0,
        () => `a world day is a whole number from 0, got ${day}`,
      );
      let from = nearest(day);
      let state = recent.get(from) ?? checkpoints[from / CHECKPOINT_DAYS] ?? first();
      if (from === 0) keep(0, state);
      while (from < day) {
        from += 1;
        state = next(state, from);
        keep(from, state);
      }
      return state;
    },
    forget() {
      checkpoints.length = 0;
      recent.clear();
    },
  };
}
