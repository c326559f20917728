import type { ProfitAndLoss } from './profit-and-loss';

/**
 * Costs / gross profit in percent, above 100 if costs exceed it; null if gross profit is zero or
 * below.
 */
export const computeCostPercent = ({
  costsMills,
  grossMills,
}: Pick<ProfitAndLoss, 'costsMills' | 'grossMills'>): number | null =>
  grossMills > 0 ? (costsMills / grossMills) * 100 : null;
