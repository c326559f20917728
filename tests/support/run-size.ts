// Sizes of tests: small in the run of a change (`npm test`), large in the deep run (`npm run
// test:deep`), which sets DEEP_RUN.

/** Whether this is the deep run. */
export const IS_DEEP_RUN = process.env['DEEP_RUN'] === '1';

/** A count, e.g. of repeats or cases, for each of the two runs. */
export const chooseSize = <T>(change: T, deep: T): T => (IS_DEEP_RUN ? deep : change);
