// Seeds of the simulated paths by use. No path has two uses: docs/decisions/0061.

const listSeeds = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(first + index));

export const TRAIN_SEEDS = listSeeds(1, 12);
export const CALIBRATE_SEEDS = listSeeds(101, 3);
/** Which model issues the signals of a subject is chosen on these; so are learning curves. */
export const SELECTION_SEEDS = listSeeds(1201, 8);
/** Skill is assessed once on the first set; the second confirms it. Fourth round of paths. */
export const VERDICT_SEEDS = listSeeds(4301, 8);
export const CONFIRMATION_SEEDS = listSeeds(4401, 8);
/** Efficient paths, on which no model may have skill. */
export const EFFICIENT_SEEDS = listSeeds(4501, 20);

/** Years per training path; the model card has the learning curve. */
export const YEARS = 6;
export const YEARS_MAX = 20;
/** Years per test path: an IC of 0.05 needs thousands of days to be significant. */
export const TEST_YEARS = 8;
/** Years with power strips, which take longer to price than all other chains. */
export const POWER_YEARS = 2.5;
/**
 * Warm-up days before the first row (normals, momentum). Shorter for power, which has few years.
 */
export const WARM_UP_DAYS = 260;
export const POWER_WARM_UP_DAYS = 60;
export const YEAR_DAYS = 365.25;
