// Results of `npm run desk-year`: a desk left running in simulated markets after one RUN ALL.
import { computeMean, computeStandardError } from '../../trading/statistics/sample';

/** Return of an account after costs. */
interface AccountReturn {
  /** In percent of the starting capital, and in dollars. */
  readonly returnPercent: number;
  readonly returnDollars: number;
  /** Largest decline of the valued equity, in percent of its peak. */
  readonly worstDrawdownPercent: number;
  /** Closed positions. */
  readonly trades: number;
}

export interface DeskYear extends AccountReturn {
  readonly seed: string;
  /** Fees, half-spreads and slippage, in dollars and in percent of the starting capital. */
  readonly costsDollars: number;
  readonly costsPercent: number;
  /** UTC days on which a position was valued. */
  readonly daysWithPositions: number;
  /** The same account without signals. */
  readonly shadow: AccountReturn;
  /** Differences that the audit found between the stored figures and the log. */
  readonly auditDifferences: number;
  /** Hash of the last record of the log. */
  readonly head: string;
}

export interface DeskYearStudy {
  /** First day, YYYY-MM-DD. */
  readonly from: string;
  readonly days: number;
  readonly capitalDollars: number;
  readonly markets: readonly DeskYear[];
  /** Markets with efficient prices, where no strategy has an edge. */
  readonly efficient: readonly DeskYear[];
}

export interface DeskYearSummary {
  readonly count: number;
  /** Accounts above cash, which earns nothing. */
  readonly positive: number;
  /** Accounts above their shadow account, which trades without signals. */
  readonly aboveShadow: number;
  readonly worstDrawdownPercent: number;
  readonly meanReturnPercent: number;
  readonly meanCostsPercent: number;
  readonly meanShadowPercent: number;
  /** Mean return before costs, and its standard error; NaN for one market. */
  readonly meanGrossPercent: number;
  readonly grossErrorPercent: number;
}

export function summarizeDeskYears(rows: readonly DeskYear[]): DeskYearSummary {
  const gross = rows.map(({ returnPercent, costsPercent }) => returnPercent + costsPercent);
  return {
    count: rows.length,
    positive: rows.filter(({ returnPercent }) => returnPercent > 0).length,
    aboveShadow: rows.filter(({ returnPercent, shadow }) => returnPercent > shadow.returnPercent)
      .length,
    worstDrawdownPercent: Math.max(...rows.map(({ worstDrawdownPercent }) => worstDrawdownPercent)),
    meanReturnPercent: computeMean(rows.map(({ returnPercent }) => returnPercent)),
    meanCostsPercent: computeMean(rows.map(({ costsPercent }) => costsPercent)),
    meanShadowPercent: computeMean(rows.map(({ shadow }) => shadow.returnPercent)),
    meanGrossPercent: computeMean(gross),
    grossErrorPercent: computeStandardError(gross),
  };
}
