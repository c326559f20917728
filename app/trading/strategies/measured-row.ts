import type { CommodityKey } from '../domain/commodity';

/**
 * One row of the measured table. Returns are on the account: net profit / $25,000, percent a year,
 * simple (not compounded), after costs, one for each simulation.
 */
export interface MeasuredRow {
  readonly mode: CommodityKey;
  readonly id: string;
  /** Fingerprint of the measured rule. */
  readonly rule: string;
  /** Closed positions over all simulations. */
  readonly trades: number;
  /** Mean over simulations. */
  readonly tradesPerYear: number;
  /** Return of each simulation. */
  readonly accountPercents: readonly number[];
  /** Return of the worst calendar year of all simulations. */
  readonly worstYearPercent: number;
  /** Largest drawdown of the account over simulations, percent of its peak. */
  readonly drawdownPercent: number | null;
  /** Notional of all fills / mean equity, per year, mean over simulations. */
  readonly turnover: number | null;
  /** Mean profit per trade before costs, basis points of notional; null without trades. */
  readonly edgeBp: number | null;
  /** Fees, spread and slippage per trade, basis points of notional. */
  readonly costBp: number | null;
  /** Annualized Sharpe ratio, mean over simulations. */
  readonly sharpe: number | null;
  /** Probability, 0 to 1, that the true Sharpe ratio exceeds the hurdle. */
  readonly deflatedSharpe: number | null;
  /** Annualized Sharpe ratio of the best of as many trials without skill. */
  readonly hurdleSharpe: number | null;
  /** Configurations tried in the family of the rule. */
  readonly trials: number;
}
