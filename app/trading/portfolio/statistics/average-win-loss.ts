/** Average win and average loss: the two sides of the expectancy. */
import { type Mills, multiplyDivide, toMills } from '../../domain/units';
import { type ClosedTrade, netMills } from './input';

export interface AverageWinLoss {
  /** Mean of the results above zero, in mills; null without one. */
  readonly winMills: Mills | null;
  /** Mean of the results below zero, in mills and negative; null without one. */
  readonly lossMills: Mills | null;
}

/** Both averages, rounded half to even. */
export function averageWinLoss(trades: readonly ClosedTrade[]): AverageWinLoss {
  const nets = trades.map(netMills);
  return {
    winMills: meanMills(nets.filter((net) => net > 0)),
    lossMills: meanMills(nets.filter((net) => net < 0)),
  };
}

const meanMills = (nets: readonly number[]): Mills | null =>
  nets.length === 0
    ? null
    : toMills(
        multiplyDivide(
          nets.reduce((sum, net) => sum + net, 0),
          1,
          nets.length,
        ),
      );
