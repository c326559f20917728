/** Logged signals: the forecast recorded before the outcome, its score, demotions. */
import type { CommodityKey } from './commodity';
import type { SideSign } from './position';
import type { RiskLevel } from './settings';
import type { EpochMs, Ticks } from './units';

/** Contribution of a feature group to a probability. */
export interface SignalReason {
  /** E.g. `storage`. */
  readonly group: string;
  /** Contribution to the logit of the probability of a rise. */
  readonly adds: number;
  /** Largest feature of the group, with value and unit; null when the value is missing. */
  readonly feature: string;
  readonly value: number | null;
  readonly unit: string;
}

/** Benchmarks: simple forecasts scored beside each signal. */
export const BENCHMARKS = ['even', 'momentum', 'seasonal'] as const;
export type Benchmark = (typeof BENCHMARKS)[number];
export type ByBenchmark<T> = Readonly<Record<Benchmark, T>>;

/**
 * Models that can issue the signals of a market: its network, the linear model on the same inputs, or a
 * benchmark. In order of precedence when two are equally good: docs/decisions/0061.
 */
export const SIGNAL_SOURCES = ['network', 'linear', 'momentum', 'seasonal'] as const;
export type SignalSource = (typeof SIGNAL_SOURCES)[number];

export interface SignalFacts {
  /** Network id and prefix of the manifest digest: other weights count as another network. */
  readonly network: string;
  readonly model: string;
  /** Absent in older records, where the network spoke for every market. */
  readonly source?: SignalSource;
  readonly market: string;
  readonly chain: string;
  readonly commodity: CommodityKey;
  /** Contract at issue time; later rolls do not change it. */
  readonly instrumentId: string;
  /** `stampMs`: point in time of all inputs. `slotMs`: model run behind the forecast. */
  readonly stampMs: EpochMs;
  readonly slotMs: EpochMs;
  readonly expiresMs: EpochMs;
  /** Last price at issue: base of the move. */
  readonly priceTicks: Ticks;
  /**
   * Calibrated probability of a rise, 0 to 1, and the uncalibrated logit: `base` plus the
   * contributions.
   */
  readonly chanceUp: number;
  readonly logit: number;
  readonly base: number;
  /** 10%, 50% and 90% quantiles of the price change to expiry, in quoted units. */
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  /**
   * Standard deviation of the move in quoted units, and chance of a power price spike, by networks
   * proven in the chain; null without one, absent on older records.
   */
  readonly sigma?: number | null;
  readonly spikeChance?: number | null;
  readonly rivals: ByBenchmark<number>;
  readonly reasons: readonly SignalReason[];
  /** Names of inputs without a value, for which the median of the training stood. */
  readonly missing?: readonly string[];
  /** Result of the skill test in this market, its grade and its text. Older records have no grade. */
  readonly hasSkill: boolean;
  /** On real data, to which the skill test does not apply. */
  readonly isUnproven?: true;
  readonly grade?: 'A' | 'B' | null;
  readonly verdict: string;
  /**
   * Side of the call that was active before this signal, by risk level. Absent in older records,
   * where each signal was decided by itself.
   */
  readonly heldSides?: Readonly<Record<RiskLevel, SideSign>>;
  /** Risk levels at which the action differs from that of the previous signal. */
  readonly news: readonly RiskLevel[];
}

export interface ScoreFacts {
  /** Log sequence number of the signal. */
  readonly frozenSeq: number;
  /**
   * 1 for a rise, 0 for a fall, 0.5 unchanged; null without a price near expiry, which is not
   * counted.
   */
  readonly outcome: number | null;
  /** First price at or after expiry, and its time. */
  readonly priceTicks: Ticks;
  readonly pricedMs: EpochMs;
  /** Brier scores (probability - outcome)^2 of network and benchmarks; null without an outcome. */
  readonly brier: number | null;
  readonly rivalBriers: ByBenchmark<number> | null;
}

/** A network demoted in a market because a benchmark is significantly better. */
export interface DemotionFacts {
  readonly network: string;
  readonly model: string;
  readonly market: string;
  readonly chain: string;
  readonly rival: Benchmark;
  /** Scored days, and the e-value of the benchmark against the network. */
  readonly days: number;
  readonly evidence: number;
}

/** A recorded signal with its log sequence number. */
export interface IssuedSignal extends SignalFacts {
  readonly seq: number;
  readonly madeMs: EpochMs;
}

/** Fields needed to score a signal. */
export type PendingSignal = Pick<
  IssuedSignal,
  | 'seq'
  | 'network'
  | 'model'
  | 'market'
  | 'chain'
  | 'instrumentId'
  | 'madeMs'
  | 'expiresMs'
  | 'priceTicks'
  | 'chanceUp'
  | 'rivals'
>;

export interface ScoredSignal extends PendingSignal {
  readonly outcome: number | null;
  readonly thenTicks: Ticks;
  readonly scoredMs: EpochMs;
  readonly brier: number | null;
}

/** State of a daily e-process against a benchmark: days, sums and log e-value. */
export interface EvidenceState {
  readonly days: number;
  readonly sum: number;
  readonly squares: number;
  readonly logWealth: number;
}

/** Calibration bin: count, sum of probabilities, sum of outcomes. */
export interface CalibrationBin {
  readonly count: number;
  readonly stated: number;
  readonly came: number;
}

/** Running score of one network version in one chain. */
export interface SignalScorecard {
  readonly network: string;
  readonly model: string;
  readonly market: string;
  readonly chain: string;
  readonly count: number;
  /** Signals without a price near expiry. */
  readonly voids: number;
  /** Signals with a side whose price moved, and the correct ones. */
  readonly sided: number;
  readonly hits: number;
  /** Sums over `count` signals. */
  readonly brier: number;
  readonly logLoss: number;
  readonly rivals: ByBenchmark<number>;
  readonly bins: readonly CalibrationBin[];
  /** UTC day (since 1970) being scored, and the gain of each benchmark on it. */
  readonly open: { readonly day: number; readonly gains: ByBenchmark<number> } | null;
  /** Separate processes for even and odd days, whose signals do not overlap. */
  readonly stakes: ByBenchmark<readonly [EvidenceState, EvidenceState]>;
  readonly demoted: {
    readonly atMs: EpochMs;
    readonly rival: Benchmark;
    readonly days: number;
  } | null;
}

export interface SignalState {
  /** Latest signal by market and chain. */
  readonly inForce: Readonly<Record<string, IssuedSignal>>;
  /** Unscored signals, oldest first. */
  readonly pending: readonly PendingSignal[];
  /** Recently scored signals, newest first. */
  readonly scored: readonly ScoredSignal[];
  /** Scorecards by market, network, chain and model. */
  readonly tallies: Readonly<Record<string, SignalScorecard>>;
}

export const NO_SIGNALS: SignalState = { inForce: {}, pending: [], scored: [], tallies: {} };
