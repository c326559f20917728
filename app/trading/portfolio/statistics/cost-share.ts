/** Cost share: how much of what the positions made went to fees, spread and slippage. */
import type { ProfitAndLoss } from './profit-and-loss';

/**
 * Costs / gross result in percent, above 100 where costs ate all of it; null when the gross result
 * is zero or below.
 */
export const costSharePercent = ({
  costsMills,
  grossMills,
}: Pick<ProfitAndLoss, 'costsMills' | 'grossMills'>): number | null =>
  grossMills > 0 ? (costsMills / grossMills) * 100 : null;
