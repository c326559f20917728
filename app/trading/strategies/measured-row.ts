import type { CommodityKey } from '../domain/commodity';

/**
 * One playbook in the table. Percent a year, net of all costs, on the money that an open holding
 * binds.
 */
export interface MeasuredRow {
  readonly mode: CommodityKey;
  readonly id: string;
  /** Fingerprint of the rule that was run. */
  readonly rule: string;
  /** Holdings closed, in all worlds together. */
  readonly trades: number;
  readonly medianPercent: number | null;
  /** The tenth and the ninetieth percentile over worlds. */
  readonly lowPercent: number | null;
  readonly highPercent: number | null;
  /** Mean over worlds, of a year. */
  readonly sharpe: number | null;
  /**
   * Chance, 0 to 1, that the true Sharpe ratio is above what the best of as many playbooks shows by
   * luck.
   */
  readonly deflatedSharpe: number | null;
  /** A median above zero that luck does not explain: a deflated ratio of at least .95. */
  readonly hasEdge: boolean;
}
