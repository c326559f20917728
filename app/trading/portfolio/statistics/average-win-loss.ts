/** Average win and average loss. */
import { type Mills, multiplyDivide, toMills } from '../../domain/units';
import { type ClosedTrade, computeNetMills } from './input';

export interface AverageWinLoss {
  /** Mean of the results above zero, in mills; null without one. */
  readonly winMills: Mills | null;
  /** Mean of the results below zero, in mills and negative; null without one. */
  readonly lossMills: Mills | null;
}

/** Both averages, rounded half to even. */
export function computeAverageWinLoss(trades: readonly ClosedTrade[]): AverageWinLoss {
  const nets = trades.map(computeNetMills);
  return {
    winMills: computeMeanMills(nets.filter((net) => net > 0)),
    lossMills: computeMeanMills(nets.filter((net) => net < 0)),
  };
}

const computeMeanMills = (nets: readonly number[]): Mills | null =>
  nets.length === 0
    ? null
    : toMills(
        multiplyDivide(
          nets.reduce((sum, net) => sum + net, 0),
          1,
          nets.length,
        ),
      );
