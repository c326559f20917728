/**
 * What the log keeps of a signal: what was said before the outcome, what became of it, and what
 * follows for who said it.
 */
import type { CommodityKey } from './commodity';
import type { RiskLevel } from './settings';
import type { EpochMs, Ticks } from './units';

/** A part of a chance, with the figure that stands behind it. */
export interface SignalReason {
  /** Such as `storage`. */
  readonly group: string;
  /** What it adds to the logit of the chance of a rise. */
  readonly adds: number;
  /**
   * The feature of the group that adds most, its value and unit; null where that value is not
   * known.
   */
  readonly feature: string;
  readonly value: number | null;
  readonly unit: string;
}

/** The simple forecasts that stand beside each chance and are scored with it. */
export const RIVALS = ['even', 'momentum', 'seasonal'] as const;
export type Benchmark = (typeof RIVALS)[number];
export type ByBenchmark<T> = Readonly<Record<Benchmark, T>>;

export interface FrozenFacts {
  /**
   * Id of the network in the registry, and the beginning of its manifest's digest: other weights
   * are another forecaster.
   */
  readonly network: string;
  readonly model: string;
  readonly market: string;
  readonly chain: string;
  readonly commodity: CommodityKey;
  /** The very contract that it speaks of, whatever comes into force later. */
  readonly instrumentId: string;
  /**
   * What was public at `stampMs` is all that it rests on; `slotMs` is the publication after which
   * nothing new had come.
   */
  readonly stampMs: EpochMs;
  readonly slotMs: EpochMs;
  readonly expiresMs: EpochMs;
  /** The last price when it was written down: what a rise is measured from. */
  readonly priceTicks: Ticks;
  /**
   * Calibrated chance of a rise, 0 to 1, and the logit before calibration: `base` plus what the
   * reasons add.
   */
  readonly chanceUp: number;
  readonly logit: number;
  readonly base: number;
  /** Quantiles of 10, 50 and 90 % of the move to the expiry, in quoted units. */
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  readonly rivals: ByBenchmark<number>;
  readonly reasons: readonly SignalReason[];
  /** What the network's evaluation found in this market, and in words. */
  readonly hasSkill: boolean;
  readonly verdict: string;
  /**
   * The risk levels at which its word is another than that of the chain's signal before it: for
   * them it is news.
   */
  readonly news: readonly RiskLevel[];
}

export interface ScoreFacts {
  /** The record that froze it. */
  readonly frozenSeq: number;
  /**
   * 1 where the price rose, 0 where it fell, .5 where it stands where it stood; null where no price
   * came near its expiry: then nothing is counted.
   */
  readonly outcome: number | null;
  /** The first price at or after the expiry, and its moment. */
  readonly priceTicks: Ticks;
  readonly pricedMs: EpochMs;
  /** (chance - outcome) squared, of the network and of its rivals; null without an outcome. */
  readonly brier: number | null;
  readonly rivalBriers: ByBenchmark<number> | null;
}

/**
 * A network that lost to a simple forecast in a market, so surely that it is no longer listened to
 * there.
 */
export interface DemotionFacts {
  readonly network: string;
  readonly model: string;
  readonly market: string;
  readonly chain: string;
  readonly rival: Benchmark;
  /**
   * Days on which the verdict rests, and its evidence: how many times a stake laid on the rival
   * would have grown.
   */
  readonly days: number;
  readonly evidence: number;
}

/** A signal as it stands in the desk: its facts and the record that froze it. */
export interface FrozenSignal extends FrozenFacts {
  readonly seq: number;
  readonly madeMs: EpochMs;
}

/** What is needed to score it. */
export type PendingSignal = Pick<
  FrozenSignal,
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

/**
 * A stake laid day by day on the rival being better: how many days, what they came to, and the
 * logarithm of what it has grown to.
 */
export interface Stake {
  readonly days: number;
  readonly sum: number;
  readonly squares: number;
  readonly logWealth: number;
}

/** One bin of stated chances: how many, their sum, and the sum of what came. */
export interface ChanceBin {
  readonly count: number;
  readonly stated: number;
  readonly came: number;
}

/** The running score of one network with one set of weights in one chain. */
export interface SignalTally {
  readonly network: string;
  readonly model: string;
  readonly market: string;
  readonly chain: string;
  readonly count: number;
  /** Signals without a price near their expiry. */
  readonly voids: number;
  /** Signals that leaned to a side while the price moved, and how many leaned to the right one. */
  readonly sided: number;
  readonly hits: number;
  /** Sums over `count`. */
  readonly brier: number;
  readonly logLoss: number;
  readonly rivals: ByBenchmark<number>;
  readonly bins: readonly ChanceBin[];
  /**
   * The day (UTC, counted from 1970) whose signals are being scored, and what each rival gained
   * over them.
   */
  readonly open: { readonly day: number; readonly gains: ByBenchmark<number> } | null;
  /** Of even days and of odd ones, which do not overlap. */
  readonly stakes: ByBenchmark<readonly [Stake, Stake]>;
  readonly demoted: {
    readonly atMs: EpochMs;
    readonly rival: Benchmark;
    readonly days: number;
  } | null;
}

export interface SignalsDesk {
  /** The newest signal of each chain, by market and chain. */
  readonly inForce: Readonly<Record<string, FrozenSignal>>;
  /** Not scored yet, the oldest first. */
  readonly pending: readonly PendingSignal[];
  /** The latest that were scored, the newest first. */
  readonly scored: readonly ScoredSignal[];
  /** By market, network, chain and model. */
  readonly tallies: Readonly<Record<string, SignalTally>>;
}

export const NO_SIGNALS: SignalsDesk = { inForce: {}, pending: [], scored: [], tallies: {} };
