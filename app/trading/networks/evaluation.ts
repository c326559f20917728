/**
 * Schema of the network evaluation: result rows, with the simulated paths and weights they refer
 * to.
 */
import type { NetworkId } from './network-spec';
import type { SignalSource } from '../domain/signal-facts';

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

/** The model that issues the signals of a subject. */
export interface SubjectSource {
  readonly network: NetworkId;
  /** Hub or chain. */
  readonly subject: string;
  readonly source: SignalSource;
}

/** A candidate on the selection paths. The one with the lowest Brier score issues the signals. */
export interface CandidateRow extends SubjectSource {
  readonly brier: number;
  readonly ic: number | null;
  readonly icT: number | null;
  readonly sharpe: number | null;
  /** Expected gains of the next five days as a multiple of that of the first. */
  readonly persistence: number | null;
  readonly isChosen: boolean;
}

/** The source of a subject on paths that it was not chosen on. Figures are of one-day signals. */
export interface SourceRow extends SubjectSource {
  readonly count: number;
  /** Correlation of probability and move with its Newey-West t-statistic. */
  readonly ic: number | null;
  readonly icT: number | null;
  /** One-sided p-value of `icT`, and the same adjusted for all subjects (Benjamini and Hochberg). */
  readonly pValue: number;
  readonly adjusted: number;
  /** Annualized Sharpe ratio of the signals after costs, and its lower one-sided 90% bound. */
  readonly sharpe: number | null;
  readonly lowerSharpe: number | null;
  /** Fraction of days with BUY or SELL at moderate risk. */
  readonly calls: number;
  readonly brier: number;
  readonly ece: number;
  readonly eceByChance: number;
  readonly attainable: number | null;
  readonly share: number | null;
  readonly hasSkill: boolean;
}

/** Models of all subjects on a set of simulated paths. */
export interface SourceTable {
  readonly seeds: readonly string[];
  readonly years: number;
  readonly powerYears: number;
  readonly rows: readonly SourceRow[];
}

/** Skill of a network that was trained on fewer paths, on the selection paths. */
export interface CurveRow {
  readonly network: NetworkId;
  readonly target: string;
  /** Training paths and their years in total. */
  readonly paths: number;
  readonly years: number;
  readonly lossName: string;
  readonly loss: number;
  readonly ic: number | null;
}

/** A placebo test: no skill is expected. */
export interface CheckRow {
  readonly network: NetworkId;
  readonly count: number;
  readonly ic: number | null;
  /** By the error of sampling; for shuffled labels by the spread between the networks. */
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
  /** Paper or history of the size; absent from verdicts computed before sources were stored. */
  readonly source?: string;
}

export interface Evaluation {
  /** Digest of each weights file, by the name of its model. */
  readonly weights: Readonly<Record<string, string>>;
  readonly seeds: readonly string[];
  readonly years: number;
  readonly powerYears: number;
  /** Out-of-sample: on simulated paths not used in training. */
  readonly rows: readonly EvaluationRow[];
  /** Which model issues the signals of a subject, chosen on the selection paths. */
  readonly selection: { readonly seeds: readonly string[]; readonly rows: readonly CandidateRow[] };
  /** Whether it has skill. A second set confirms it; null if the caller chose the paths. */
  readonly verdict: SourceTable;
  readonly confirmation: SourceTable | null;
  /** The same sources on efficient paths. */
  readonly efficientVerdict: SourceTable;
  readonly curve: readonly CurveRow[];
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
/** Thresholds of sources: t-statistic, and the normal quantile of a one-sided 90% bound. */
export const SOURCE_T_STATISTIC_MIN = 3;
export const CONFIDENCE_QUANTILE = 1.2815515655446004;
