/** Profit and loss, gross and net, with what each cost took. */
import { type Mills, addMills, subtractMills } from '../../domain/units';

export interface ProfitAndLoss {
  /** What the positions would have made at the market's own prices: net plus all costs. */
  readonly grossMills: Mills;
  readonly feesMills: Mills;
  /** Sum of |fill price - market price| x lots: half-spreads and slippage. */
  readonly frictionMills: Mills;
  readonly costsMills: Mills;
  /** Change of equity: realized and unrealized, after all costs. */
  readonly netMills: Mills;
}

/**
 * Splits a net result (change of equity) into gross and its costs, exactly: gross = net + fees +
 * friction.
 */
export function profitAndLoss(
  netMills: Mills,
  feesMills: Mills,
  frictionMills: Mills,
): ProfitAndLoss {
  const costsMills = addMills(feesMills, frictionMills);
  return {
    netMills,
    feesMills,
    frictionMills,
    costsMills,
    grossMills: addMills(netMills, costsMills),
  };
}

/** Net result of a book: its equity less its capital. */
export const netResultMills = (equityMills: Mills, capitalMills: Mills): Mills =>
  subtractMills(equityMills, capitalMills);
