/** Expectancy: what a trade brought on average after fees. */
import { type Mills, multiplyDivide, toMills } from '../../domain/units';
import { type ClosedTrade, netMills } from './input';

/**
 * Mean net result of a closed trade in mills, rounded half to even; null before the first close.
 */
export const expectancyMills = (trades: readonly ClosedTrade[]): Mills | null =>
  trades.length === 0
    ? null
    : toMills(
        multiplyDivide(
          trades.reduce((sum, trade) => sum + netMills(trade), 0),
          1,
          trades.length,
        ),
      );
