/**
 * Types of playbooks: a row is data, a rule folds bars into a state with a current side.
 *
 * `fold` changes the state in place to avoid garbage in backtests; copy a state before a bar to
 * keep it.
 */
import type { SideSign } from '../domain/position';
import type { PlaybookRisk } from '../domain/playbook-risk';
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';
import type { CalendarWindow } from './calendar-window';
import { BAR_INTERVAL_MS, type BarInterval } from '../domain/bar-interval';

/** The rule families: twelve on prices and public data, one on the AI signals. */
export const FAMILIES = [
  'MOM',
  'REV',
  'BRK',
  'SEAS',
  'SPRD',
  'CARRY',
  'WXA',
  'EVT',
  'FUND',
  'HEDGE',
  'VOLR',
  'SCALP',
  'AI',
] as const;
export type Family = (typeof FAMILIES)[number];

/** Bar lengths in milliseconds. Days are UTC days. */
export const BAR_MS = BAR_INTERVAL_MS;
export type BarLength = BarInterval;

/** Warm-up bars per length, more than the longest lookback of the catalog. */
export const WARM_UP_BARS: Readonly<Record<BarLength, number>> = {
  '15m': 300,
  '1h': 300,
  '1d': 160,
};

const HALF_DAY_MS = BAR_MS['1d'] / 2;

/** Bar length class of a duration: sessions shorten days and weekends lengthen them. */
export const getBarLength = (lengthMs: number): BarLength =>
  lengthMs >= HALF_DAY_MS ? '1d' : lengthMs > BAR_MS['1h'] / 2 ? '1h' : '15m';

/**
 * A finished bar in quoted units with the inputs published by its end. The object may be reused:
 * rules must not keep it.
 */
export interface InputBar {
  open: number;
  high: number;
  low: number;
  close: number;
  endsMs: EpochMs;
  /** Inputs in row order; NaN when missing. */
  inputs: ArrayLike<number>;
}

/** State common to all rules. */
export interface FoldState {
  side: SideSign;
  /** Distance beyond the threshold, 0 to 1. */
  strength: number;
  /** Expected range of the coming bar in quoted units; NaN or absent: the ATR is used. */
  expectedRange?: number;
}

/** A rule family: initial state, update, copy and reason text. */
export interface Rule<P, S extends FoldState = FoldState> {
  readonly family: Family;
  init(params: P): S;
  /** Takes one bar into the state, in place. */
  fold(params: P, state: S, bar: InputBar): void;
  /**
   * Takes inputs published since the last bar of the row into the state, in place; true if the
   * state changed. `bar` is a shorter bar that ended later. Absent for rules that decide only at
   * their own bars.
   */
  refreshInputs?(params: P, state: S, bar: InputBar): boolean;
  copy(state: S): S;
  /**
   * Distance of the last close from the price at which the rule takes its profit, in quoted units;
   * null while flat. Absent for rules that follow a move without a price to reach.
   */
  computeExpectedMove?(params: P, state: S): number | null;
  /**
   * One sentence with the figures of the last bar; for a flat side the entry condition. `inputs`
   * are the input ids of the row.
   */
  formatReason(params: P, state: S, inputs: readonly string[]): string;
}

/** A condition on an input, required for entry. */
export interface Gate {
  /** Index into the inputs of the row. */
  readonly input: number;
  readonly is: 'above' | 'below';
  readonly value: number;
  /** True when a closed gate also ends a holding. */
  readonly ends: boolean;
  /** Text, e.g. `the dollar falls`. */
  readonly text: string;
}

/**
 * A contract month: by position from the front month (1, 2, 3), or the first listed one of a name.
 */
export type MonthPick = 1 | 2 | 3 | 'Jan' | 'Mar' | 'Apr' | 'May' | 'Jul' | 'Sep' | 'Nov' | 'Dec';

/** Spread legs. LONG is long one unit of the first and short `ratio` units of the second. */
export interface SpreadLegs {
  readonly first: { readonly chain: string; readonly month: MonthPick };
  readonly second: { readonly chain: string; readonly month: MonthPick };
  /**
   * Size of the second leg per unit of the first, in units worth one dollar per 1.00 of quoted
   * price.
   */
  readonly ratio: number;
}

export interface PlaybookRow {
  readonly id: string;
  readonly commodity: CommodityKey;
  readonly name: string;
  readonly description: string;
  /** Symbol of the icon sprite. */
  readonly icon: string;
  readonly riskLevel: PlaybookRisk;
  /** Claimed return in a good year, percent; shown as `15-25%` beside the measured one. */
  readonly expectedReturn: { readonly low: number; readonly high: number };
  /** E.g. `3-15 days`. */
  readonly timeframe: string;
  readonly family: Family;
  readonly params: Readonly<Record<string, unknown>>;
  readonly bar: BarLength;
  /** Input ids, referenced by index in rule and gates; `{hub}` is replaced by the traded hub. */
  readonly inputs: readonly string[];
  readonly gates: readonly Gate[];
  /** Trading season; null for the whole year. */
  readonly window: CalendarWindow | null;
  readonly sides: 'BOTH' | 'LONG' | 'SHORT';
  /** Traded chains; null for all of the commodity. */
  readonly chains: readonly string[] | null;
  readonly legs: SpreadLegs | null;
  /** Protective stop in ATR (20 bars); null for none. */
  readonly stopRanges: number | null;
  /** Target as a multiple of the stop distance; null for none. */
  readonly targetRatio: number | null;
  /** Maximum holding in bars; null for no limit. */
  readonly barsHeldMax: number | null;
  /** True when fewer than 20 trades are expected in ten years. */
  readonly isRare: boolean;
  /** Description for traders: what, when, how, and why it may work or fail. */
  readonly text: {
    readonly what: string;
    readonly when: string;
    readonly how: string;
    readonly why: string;
  };
}

/** Target of a row after a bar. */
export interface PlaybookTarget {
  readonly side: 'LONG' | 'SHORT' | 'FLAT';
  readonly strength: number;
  readonly reason: string;
  /** ATR in quoted units, for stops; null with fewer than 20 bars. */
  readonly range: number | null;
  /** Move to the price that the rule aims at, quoted units; absent without one. */
  readonly expectedMove?: number;
}

/** State of a bound row: rule state, entry conditions and ATR. */
export interface PlaybookState {
  /** Side after gates, season and allowed sides. */
  side: SideSign;
  strength: number;
  /** ATR; NaN with fewer than 20 bars. */
  range: number;
  /** Number of bars. */
  bars: number;
}

/** A row bound to its rule with validated parameters. */
export interface Evaluator {
  readonly row: PlaybookRow;
  createState(): PlaybookState;
  /** Updates the state with one bar, in place. Throws RangeError for a non-finite price. */
  fold(state: PlaybookState, bar: InputBar): void;
  /**
   * Takes inputs published between two bars, in place; absent for rules that do not use them. True
   * if the target may have changed.
   */
  refreshInputs?(state: PlaybookState, bar: InputBar): boolean;
  copyState(state: PlaybookState): PlaybookState;
  /** As the rule; null for rules without a price to reach and while flat. */
  computeExpectedMove?(state: PlaybookState): number | null;
  buildTarget(state: PlaybookState): PlaybookTarget;
}

/** Input ids by the inputs of a row and by chain: every bar needs those of all rows. */
const cachedInputIds = new WeakMap<readonly string[], Map<string, readonly string[]>>();

/** Input ids of a row for a chain; `{hub}` becomes the hub of a power chain. */
export function getInputIds(
  { inputs }: Pick<PlaybookRow, 'inputs'>,
  chain: string,
): readonly string[] {
  const idsByChain = cachedInputIds.get(inputs) ?? new Map<string, readonly string[]>();
  cachedInputIds.set(inputs, idsByChain);
  const cached = idsByChain.get(chain);
  if (cached) return cached;
  const hub = chain.startsWith('ET-') ? chain.slice(3) : '';
  const ids = inputs.map((id) => id.replace('{hub}', hub));
  idsByChain.set(chain, ids);
  return ids;
}

/**
 * True when a row is evaluated in a chain. A spread is evaluated only in the chain of its first
 * leg, so that it opens once.
 */
export const isDecidedIn = (
  { chains, legs }: Pick<PlaybookRow, 'chains' | 'legs'>,
  chain: string,
): boolean => (legs ? legs.first.chain === chain : chains === null || chains.includes(chain));
