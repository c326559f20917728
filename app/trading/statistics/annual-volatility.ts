/** Volatility of a price: how widely its daily log returns scatter, put on a year. */
import { type Sample, computeDeviation } from './sample';

/** Business days in a year, by custom of the trade. */
export const BUSINESS_DAYS_PER_YEAR = 252;

/** Sample deviation of daily log returns x sqrt(252), in percent; NaN under two returns. */
export const annualVolatilityPercent = (returns: Sample): number =>
  100 * computeDeviation(returns) * Math.sqrt(BUSINESS_DAYS_PER_YEAR);
