// The worlds of training by purpose: nobody may score a network on a world that it has seen.

export const TRAIN_SEEDS: readonly string[] = Array.from({ length: 12 }, (_, place) =>
  String(place + 1),
);
export const CALIBRATE_SEEDS: readonly string[] = ['101', '102', '103'];
export const TEST_SEEDS: readonly string[] = Array.from({ length: 8 }, (_, place) =>
  String(1201 + place),
);

/**
 * Years of each world: more of them take their time, a second of one processor each, and tell
 * little that more passes over fewer rows would not.
 */
export const YEARS = 3;
export const YEARS_MAX = 20;
/**
 * Years of each world that networks are judged on: a correlation of a twentieth takes thousands of
 * days to be told from none.
 */
export const TEST_YEARS = 8;
/**
 * Strips of power cost more to price than all else together: their networks are trained on the
 * first years of each world.
 */
export const POWER_YEARS = 1.5;
/**
 * Days before the first row: norms and momentum need a past. Power, of which there are few years,
 * begins as soon as its moves have a deviation.
 */
export const WARM_UP_DAYS = 260;
export const POWER_WARM_UP_DAYS = 60;
export const YEAR_DAYS = 365.25;
