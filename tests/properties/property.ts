// The one way to run a property: at least a thousand cases, from a seed that is printed and may be
// given again.
import fc from 'fast-check';
import { expect, test } from 'vitest';

const RUNS_MIN = 1000;
const TIMEOUT_MS = 400_000;
/** After this, no further cases are checked and a failing one is not made smaller. */
const SEARCH_MS = 300_000;
const SEED_MAX = 2 ** 31 - 1;

function seedFrom(text: string | undefined): number {
  if (text === undefined || text === '') return Date.now() % SEED_MAX;
  const seed = Number(text);
  if (!Number.isSafeInteger(seed))
    throw new Error(`FAST_CHECK_SEED must be a whole number, got '${text}'`);
  return seed;
}

/** The seed of this run: FAST_CHECK_SEED, or the clock. */
const SEED = seedFrom(process.env['FAST_CHECK_SEED']);

/** FAST_CHECK_TIMES=100 checks a hundred times as many cases, for a night. */
const TIMES = Math.max(1, Number(process.env['FAST_CHECK_TIMES'] ?? 1) || 1);

interface PropertyOptions {
  readonly runs?: number;
  /** Asked once all cases have passed: have they met what they were made for? */
  readonly after?: () => void;
}

/**
 * A test that `check` throws for no value of the arbitrary. A failure prints seed, path and the
 * smallest counterexample.
 */
export function property<T>(
  name: string,
  values: fc.Arbitrary<T>,
  check: (value: T) => void | Promise<void>,
  options: PropertyOptions = {},
): void {
  const numRuns = Math.max(RUNS_MIN, options.runs ?? RUNS_MIN) * TIMES;
  test(name, { timeout: TIMEOUT_MS * TIMES }, async () => {
    process.stdout.write(`${name}: ${numRuns} cases, FAST_CHECK_SEED=${SEED}\n`);
    const checked = fc.asyncProperty(values, async (value) => {
      await check(value);
    });
    // Checks that wait for nothing leave no timer a turn, so the time-out of the test would not end
    // a long search for a smaller case.
    await fc.assert(checked, {
      seed: SEED,
      numRuns,
      interruptAfterTimeLimit: SEARCH_MS * TIMES,
      markInterruptAsFailure: true,
    });
    options.after?.();
  });
}

/** FAST_CHECK_COUNTS=1 prints how often the cases of each property met what they were made for. */
const PRINTS_COUNTS = process.env['FAST_CHECK_COUNTS'] === '1';

/**
 * The cases have met `name` more than `least` times: a property that never meets what it judges
 * proves nothing.
 * Seeds differ, so `least` is at most half of what is usual.
 */
export function expectMet(name: string, count: number, least: number): void {
  if (PRINTS_COUNTS) process.stdout.write(`met: ${name}: ${count}, at least ${least}\n`);
  expect(count, name).toBeGreaterThan(least);
}

/**
 * `expect(actual).toEqual(expected)`, a hundred times faster while they agree: properties compare
 * millions of figures.
 */
export function agree(actual: unknown, expected: unknown, what: string): void {
  if (Object.is(actual, expected)) return;
  if (typeof actual === 'object' && JSON.stringify(actual) === JSON.stringify(expected)) return;
  expect(actual, what).toEqual(expected);
}
