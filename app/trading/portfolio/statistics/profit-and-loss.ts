/** Gross and net profit with each cost. */
import { type Mills, addMills, subtractMills } from '../../domain/units';

export interface ProfitAndLoss {
  /** Profit at mid prices: net plus all costs. */
  readonly grossMills: Mills;
  readonly feesMills: Mills;
  /** Sum of |fill price - market price| x lots: half-spreads and slippage. */
  readonly frictionMills: Mills;
  readonly costsMills: Mills;
  /** Change of equity: realized and unrealized, after all costs. */
  readonly netMills: Mills;
}

/** Splits net profit (change of equity) exactly: gross = net + fees + friction. */
export function computeProfitAndLoss(
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

/** Net profit of a book: equity minus capital. */
export const computeNetResultMills = (equityMills: Mills, capitalMills: Mills): Mills =>
  subtractMills(equityMills, capitalMills);
