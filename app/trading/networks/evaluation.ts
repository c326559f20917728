/**
 * What an evaluation of the networks found: rows of figures with a verdict each, and the worlds and
 * weights that they are about.
 */
import type { NetworkId } from './network-spec';

export interface BenchmarkScore {
  readonly name: string;
  readonly loss: number;
}

/** Chances of one class beside what became of them. */
export interface ReliabilityRow {
  readonly chance: number;
  readonly came: number;
  readonly count: number;
}

/** One network on one target of one subject. Figures that do not apply are null. */
export interface EvaluationRow {
  readonly network: NetworkId;
  /** Chain, hub or cell; `all` for all of them together. */
  readonly subject: string;
  readonly target: string;
  /** The row by which the network's word about the subject is judged. */
  readonly isMain: boolean;
  /** Such as `Brier score`; smaller is better. */
  readonly lossName: string;
  readonly count: number;
  readonly loss: number;
  readonly rivals: readonly BenchmarkScore[];
  /** The rival with the least loss on these very rows. */
  readonly best: string;
  /**
   * Two-sided, of Diebold and Mariano's test against it, and the same corrected for all rows of the
   * table (Benjamini and Yekutieli).
   */
  readonly pValue: number | null;
  readonly adjusted: number | null;
  /** Loss of the same inputs through a straight line, and the p-value against it. */
  readonly lineLoss: number;
  readonly linePValue: number | null;
  /** Correlation of forecast and outcome with its t by Newey and West. */
  readonly ic: number | null;
  readonly icT: number | null;
  /** Shares of right sides: of all rows, and of the boldest tenth. */
  readonly hit: number | null;
  readonly topHit: number | null;
  readonly brier: number | null;
  readonly logLoss: number | null;
  readonly ece: number | null;
  /** What right chances would show of it on as many days, by the luck of outcomes alone. */
  readonly eceByChance: number | null;
  /** Area under the curve of hits against false alarms. */
  readonly area: number | null;
  /** A year's Sharpe ratio of following the signals, costs taken off. */
  readonly sharpe: number | null;
  /**
   * Correlation of what could be foreseen from news and reports, and the share of it that was
   * reached.
   */
  readonly attainable: number | null;
  readonly share: number | null;
  readonly reliability: readonly ReliabilityRow[] | null;
  readonly hasSkill: boolean;
}

/** A check that must find nothing. */
export interface CheckRow {
  readonly network: NetworkId;
  readonly count: number;
  readonly ic: number | null;
  readonly icT: number | null;
}

/** Real prices of a folder of histories: what the networks read of weather is missing there. */
export interface RealStudy {
  readonly from: string;
  readonly until: string;
  /**
   * The weights as they are, and networks of the same shape trained on the history itself, always
   * on what came before.
   */
  readonly asTrained: readonly EvaluationRow[];
  readonly retrained: readonly EvaluationRow[];
}

/** One thing that the simulated market leaves on the table. */
export interface BudgetRow {
  readonly what: string;
  readonly leaves: string;
}

export interface Evaluation {
  /** Digest of the file of each network's weights. */
  readonly weights: Readonly<Record<NetworkId, string>>;
  readonly seeds: readonly string[];
  readonly years: number;
  readonly powerYears: number;
  /** On worlds that no network has seen. */
  readonly rows: readonly EvaluationRow[];
  /** Inside one world, always trained on what came before. */
  readonly inside: {
    readonly seed: string;
    readonly splits: number;
    readonly rows: readonly EvaluationRow[];
  };
  /** In worlds that leave nothing on the table; and after training on shuffled labels. */
  readonly efficient: readonly CheckRow[];
  readonly shuffled: readonly CheckRow[];
  readonly real: RealStudy | null;
  /** What the simulated market leaves on the table on purpose. */
  readonly budget: readonly BudgetRow[];
}

/**
 * A difference counts when chance alone would show it less often than this, and a correlation from
 * so many standard errors on.
 */
export const P_MAX = 0.05;
export const T_MIN = 2;
