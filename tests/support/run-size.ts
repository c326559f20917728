// Sizes of tests: short in `npm test`, long in the deep run (`npm run test:deep`), which sets
// DEEP_RUN. `FULL_RUN=1 npm run test:deep` takes hours; it is for a release.

/** Whether this is the deep run. */
export const IS_DEEP_RUN = process.env['DEEP_RUN'] === '1';

/** Whether this is the deep run at full size. */
export const IS_FULL_RUN = IS_DEEP_RUN && process.env['FULL_RUN'] === '1';

/**
 * A size, e.g. a count of repeats or cases: `short` in `npm test`, `deep` in the deep run, `full` in
 * the deep run at full size.
 */
export function chooseSize<T>(short: T, deep: T, full: T = deep): T {
  if (IS_FULL_RUN) return full;
  return IS_DEEP_RUN ? deep : short;
}

/** A size in files of the deep run alone: `full` in the deep run at full size. */
export const chooseFullSize = <T>(deep: T, full: T): T => (IS_FULL_RUN ? full : deep);

/**
 * Settings that repeat a failure, e.g. `DEEP_RUN=1 KILL_SEED=7`: with other sizes, a seed gives other
 * cases.
 */
export const formatSeed = (name: string, seed: number): string =>
  `${IS_DEEP_RUN ? 'DEEP_RUN=1 ' : ''}${name}=${seed}`;
