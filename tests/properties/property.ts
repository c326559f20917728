// Runs a property on cases from a printed seed that can be set again: at least 150 in `npm test`, at
// least 1,000 in the deep run.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IS_DEEP_RUN, formatSeed } from '../support/run-size';

const RUNS_MIN = 1000;
const TIMEOUT_MS = 400_000;
/** Time limit for cases and for shrinking a failure. */
const SEARCH_MS = 300_000;
const SEED_MAX = 2 ** 31 - 1;

function seedFrom(text: string | undefined): number {
  if (text === undefined || text === '') return Date.now() % SEED_MAX;
  const seed = Number(text);
  if (!Number.isSafeInteger(seed))
    throw new Error(`FAST_CHECK_SEED must be a whole number, got '${text}'`);
  return seed;
}

/** Seed: FAST_CHECK_SEED, else the clock. */
const SEED = seedFrom(process.env['FAST_CHECK_SEED']);

/** Fraction of the deep run's cases that `npm test` makes. */
const SHORT_FRACTION = 0.15;

/** FAST_CHECK_TIMES=100 runs 100 times as many cases. */
const TIMES = Math.max(1, Number(process.env['FAST_CHECK_TIMES'] ?? 1) || 1);

interface PropertyOptions {
  readonly runs?: number;
  /** Called after all cases: checks that they covered what they target. */
  readonly after?: () => void;
}

/**
 * Tests that `check` throws for no value. A failure prints seed, path and the smallest
 * counterexample.
 */
export function property<T>(
  name: string,
  values: fc.Arbitrary<T>,
  check: (value: T) => void | Promise<void>,
  options: PropertyOptions = {},
): void {
  const runs = Math.max(RUNS_MIN, options.runs ?? RUNS_MIN) * TIMES;
  const numRuns = IS_DEEP_RUN ? runs : Math.ceil(runs * SHORT_FRACTION);
  test(name, { timeout: TIMEOUT_MS * TIMES }, async () => {
    process.stdout.write(`${name}: ${numRuns} cases, ${formatSeed('FAST_CHECK_SEED', SEED)}\n`);
    const checked = fc.asyncProperty(values, async (value) => {
      await check(value);
    });
    // Synchronous checks block timers, so the test's timeout could not end a long search.
    await fc.assert(checked, {
      seed: SEED,
      numRuns,
      interruptAfterTimeLimit: SEARCH_MS * TIMES,
      markInterruptAsFailure: true,
    });
    options.after?.();
  });
}

/** FAST_CHECK_COUNTS=1 prints the coverage counts of each property. */
const PRINTS_COUNTS = process.env['FAST_CHECK_COUNTS'] === '1';

/**
 * Fraction of a deep minimum that `npm test` requires. With 0.15 of the cases, the typical count is
 * 12 times as high.
 */
const SHORT_MIN_FRACTION = 0.025;

/** Smaller deep minimums are asserted in the deep run only. */
const SHORT_ASSERTED_MIN = 50;

/**
 * Asserts that the cases of the deep run had more than `min` occurrences of `name`. Seeds differ, so
 * `min` is at most half of the typical count. Typically at least 15 cases of `npm test` have one of
 * the asserted ones, so that none has it by luck less than once in a million runs.
 */
export function expectMet(name: string, count: number, min: number): void {
  if (PRINTS_COUNTS) process.stdout.write(`met: ${name}: ${count}, at least ${min}\n`);
  if (IS_DEEP_RUN) expect(count, name).toBeGreaterThan(min);
  else if (min >= SHORT_ASSERTED_MIN)
    expect(count, name).toBeGreaterThanOrEqual(Math.floor(min * SHORT_MIN_FRACTION));
}

/**
 * Asserts that the cases of the deep run had everything that is named, and nothing else. Those of
 * `npm test` may lack some by luck.
 */
export function expectAllMet(met: ReadonlySet<string>, names: readonly string[]): void {
  if (IS_DEEP_RUN) expect([...met].sort()).toEqual([...names].sort());
  else expect([...met].filter((name) => !names.includes(name))).toEqual([]);
}

/** As `expect(actual).toEqual(expected)`, but 100 times faster for equal values. */
export function assertEqual(actual: unknown, expected: unknown, subject: string): void {
  if (Object.is(actual, expected)) return;
  if (typeof actual === 'object' && JSON.stringify(actual) === JSON.stringify(expected)) return;
  expect(actual, subject).toEqual(expected);
}
