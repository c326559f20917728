// Sizes of tests: short in `npm test`, long in the deep run (`npm run test:deep`), which sets
// DEEP_RUN.

/** Whether this is the deep run. */
export const IS_DEEP_RUN = process.env['DEEP_RUN'] === '1';

/** A size, e.g. a count of repeats or cases: `short` in `npm test`, `deep` in the deep run. */
export const chooseSize = <T>(short: T, deep: T): T => (IS_DEEP_RUN ? deep : short);

/**
 * Settings that repeat a failure, e.g. `DEEP_RUN=1 KILL_SEED=7`: with other sizes, a seed gives other
 * cases.
 */
export const formatSeed = (name: string, seed: number): string =>
  `${IS_DEEP_RUN ? 'DEEP_RUN=1 ' : ''}${name}=${seed}`;
