// Seeds of training, calibration and test paths. No network may be tested on a path used in
// training.

export const TRAIN_SEEDS: readonly string[] = Array.from({ length: 12 }, (_, index) =>
  String(index + 1),
);
export const CALIBRATE_SEEDS: readonly string[] = ['101', '102', '103'];
export const TEST_SEEDS: readonly string[] = Array.from({ length: 8 }, (_, index) =>
  String(1201 + index),
);

/** Years per training path. More years take about 1 s of CPU each and hardly improve the fit. */
export const YEARS = 3;
export const YEARS_MAX = 20;
/** Years per test path: an IC of 0.05 needs thousands of days to be significant. */
export const TEST_YEARS = 8;
/** Years with power strips, which take longer to price than all other chains. */
export const POWER_YEARS = 1.5;
/**
 * Warm-up days before the first row (normals, momentum). Shorter for power, which has few years.
 */
export const WARM_UP_DAYS = 260;
export const POWER_WARM_UP_DAYS = 60;
export const YEAR_DAYS = 365.25;
