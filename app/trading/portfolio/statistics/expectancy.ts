import { type Mills, multiplyDivide, toMills } from '../../domain/units';
import { type ClosedTrade, computeNetMills } from './input';

/**
 * Mean net result of a closed trade in mills, rounded half to even; null before the first close.
 */
export const computeExpectancyMills = (trades: readonly ClosedTrade[]): Mills | null =>
  trades.length === 0
    ? null
    : toMills(
        multiplyDivide(
          trades.reduce((sum, trade) => sum + computeNetMills(trade), 0),
          1,
          trades.length,
        ),
      );
