/** Measured returns of a strategy in simulations: end of each path, and the summary. */
import { formatCount, formatSignedPercent } from '../../trading/domain/format';
import { computeMedian } from '../../trading/statistics/quantile';
import type { MeasuredReturns } from './report-model';

/** Equity at the end: the returns are simple, in percent of the capital. */
export const computeEndDollars = (capital: number, percent: number, years: number): number =>
  capital * (1 + (percent * years) / 100);

/** Median, range and number of winning simulations. */
export function formatWorldsSentence({ percents, years }: MeasuredReturns): string {
  const won = percents.filter((percent) => percent > 0).length;
  return `${formatCount(percents.length)} simulations of ${formatCount(years)} years: median ${formatSignedPercent(computeMedian(percents))} a year on the account, from ${formatSignedPercent(Math.min(...percents))} to ${formatSignedPercent(Math.max(...percents))}; ${formatCount(won)} of ${formatCount(percents.length)} gained. Each line joins start and end.`;
}
