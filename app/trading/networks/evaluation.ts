/**
 * Schema of the network evaluation: result rows, with the simulated paths and weights they refer
 * to.
 */
import type { NetworkId } from './network-spec';

export interface BenchmarkScore {
  readonly name: string;
  readonly loss: number;
}

/** One calibration bin: mean probability, observed frequency and count. */
export interface ReliabilityRow {
  readonly chance: number;
  readonly came: number;
  readonly count: number;
}

/** One network on one target of one subject. Figures that do not apply are null. */
export interface EvaluationRow {
  readonly network: NetworkId;
  /** Chain, hub or cell; `all` for the pooled result. */
  readonly subject: string;
  readonly target: string;
  /** The row that decides whether the network has skill on the subject. */
  readonly isMain: boolean;
  /** For example `Brier score`; smaller is better. */
  readonly lossName: string;
  readonly count: number;
  readonly loss: number;
  readonly rivals: readonly BenchmarkScore[];
  /** The benchmark with the lowest loss on the same cases. */
  readonly best: string;
  /**
   * Two-sided p-value of the Diebold-Mariano test against the best benchmark, and the same adjusted
   * for all rows (Benjamini and Yekutieli).
   */
  readonly pValue: number | null;
  readonly adjusted: number | null;
  /** Loss of a linear model on the same inputs, and the p-value against it. */
  readonly lineLoss: number;
  readonly linePValue: number | null;
  /** Correlation of forecast and outcome with its Newey-West t-statistic. */
  readonly ic: number | null;
  readonly icT: number | null;
  /** Hit rates: of all rows, and of the decile with the largest forecasts. */
  readonly hit: number | null;
  readonly topHit: number | null;
  readonly brier: number | null;
  readonly logLoss: number | null;
  readonly ece: number | null;
  /**
   * Expected calibration error of perfectly calibrated probabilities on as many days, from sampling
   * noise alone.
   */
  readonly eceByChance: number | null;
  /** Area under the ROC curve. */
  readonly area: number | null;
  /** Annualized Sharpe ratio of following the signals, after costs. */
  readonly sharpe: number | null;
  /**
   * Maximum attainable correlation, given news and reports, and the fraction of it that was
   * reached.
   */
  readonly attainable: number | null;
  readonly share: number | null;
  readonly reliability: readonly ReliabilityRow[] | null;
  readonly hasSkill: boolean;
}

/** A placebo test: no skill is expected. */
export interface CheckRow {
  readonly network: NetworkId;
  readonly count: number;
  readonly ic: number | null;
  readonly icT: number | null;
}

/** Evaluation on imported price histories; weather inputs are missing there. */
export interface RealStudy {
  readonly from: string;
  readonly until: string;
  /**
   * The delivered weights, and networks of the same shape retrained walk-forward on the history.
   */
  readonly asTrained: readonly EvaluationRow[];
  readonly retrained: readonly EvaluationRow[];
}

/** One source of predictability in the simulated market. */
export interface BudgetRow {
  readonly what: string;
  readonly leaves: string;
}

export interface Evaluation {
  /** Digest of each network's weight file. */
  readonly weights: Readonly<Record<NetworkId, string>>;
  readonly seeds: readonly string[];
  readonly years: number;
  readonly powerYears: number;
  /** Out-of-sample: on simulated paths not used in training. */
  readonly rows: readonly EvaluationRow[];
  /** Walk-forward within one simulated path. */
  readonly inside: {
    readonly seed: string;
    readonly splits: number;
    readonly rows: readonly EvaluationRow[];
  };
  /**
   * Placebo tests: on simulated paths without predictability, and after training on shuffled
   * labels.
   */
  readonly efficient: readonly CheckRow[];
  readonly shuffled: readonly CheckRow[];
  readonly real: RealStudy | null;
  /** Intended predictability of the simulated market. */
  readonly budget: readonly BudgetRow[];
}

/** Significance thresholds: adjusted p-value and t-statistic. */
export const P_VALUE_MAX = 0.05;
export const T_STATISTIC_MIN = 2;
