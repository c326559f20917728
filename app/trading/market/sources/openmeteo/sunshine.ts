/** Sunshine from the radiation of a day. */
import { DAY_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';

/** Solar constant in W/m2. */
const SOLAR_CONSTANT = 1367;
/** Regression of Angstrom: share of radiation under a covered sky, and its rise to a clear one. */
const COVERED_SHARE = 0.25;
const CLEAR_RISE = 0.5;

/**
 * Sunshine as a fraction of a clear day, 0 to 1, from the mean radiation of 24 hours in W/m2.
 * Formulas 21 to 25 and 35: https://www.fao.org/4/x0490e/x0490e07.htm. Null where the sun hardly
 * rises.
 */
export function computeSunShare(
  meanWatts: number,
  latitudeDegrees: number,
  dayMs: EpochMs,
): number | null {
  const year = Date.UTC(new Date(dayMs).getUTCFullYear(), 0, 1);
  const angle = (2 * Math.PI * ((dayMs - year) / DAY_MS + 1)) / 365;
  const distance = 1 + 0.033 * Math.cos(angle);
  const declination = 0.409 * Math.sin(angle - 1.39);
  const latitude = (latitudeDegrees * Math.PI) / 180;
  const cosine = -Math.tan(latitude) * Math.tan(declination);
  const sunset = Math.acos(Math.min(1, Math.max(-1, cosine)));
  const aboveAir =
    ((SOLAR_CONSTANT * distance) / Math.PI) *
    (sunset * Math.sin(latitude) * Math.sin(declination) +
      Math.cos(latitude) * Math.cos(declination) * Math.sin(sunset));
  if (aboveAir < 10) return null;
  return Math.min(1, Math.max(0, (meanWatts / aboveAir - COVERED_SHARE) / CLEAR_RISE));
}
