import { type Sample, computeDeviation } from './sample';

/** Business days per year by market convention. */
export const BUSINESS_DAYS_PER_YEAR = 252;

/**
 * Annualized volatility: sample standard deviation of daily log returns x sqrt(252), in percent;
 * NaN under two returns.
 */
export const computeAnnualVolatilityPercent = (returns: Sample): number =>
  100 * computeDeviation(returns) * Math.sqrt(BUSINESS_DAYS_PER_YEAR);
