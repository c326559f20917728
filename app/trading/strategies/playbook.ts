/**
 * The ports of playbooks: a data row over a rule family, and a rule as a fold over bars that always
 * has a standing side.
 *
 * A rule's state is changed in place by `fold`, so that a backtest makes no garbage; who needs the
 * state before a bar copies it first.
 */
import type { PlaybookRisk } from '../domain/playbook-risk';
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';
import type { CalendarWindow } from './calendar-window';
import { DAY_MS } from '../domain/time';

/** The twelve ways of deciding. */
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
] as const;
export type Family = (typeof FAMILIES)[number];

/** Lengths of the bars that rules are folded over, in milliseconds. Days are UTC days. */
export const BAR_MS = { '15m': 900_000, '1h': 3_600_000, '1d': DAY_MS } as const;
export type BarLength = keyof typeof BAR_MS;

/**
 * Bars of each length that a desk folds of the past before a rule may be asked: more than any row
 * of the catalogue looks back.
 */
export const WARM_UP_BARS: Readonly<Record<BarLength, number>> = {
  '15m': 300,
  '1h': 300,
  '1d': 160,
};

const HALF_DAY_MS = BAR_MS['1d'] / 2;

/**
 * The length to which a bar of so many milliseconds belongs: sessions make days shorter and
 * weekends longer.
 */
export const getBarLength = (lengthMs: number): BarLength =>
  lengthMs >= HALF_DAY_MS ? '1d' : lengthMs > BAR_MS['1h'] / 2 ? '1h' : '15m';

/**
 * A finished bar in quoted units with what was published by its end. One object may be filled again
 * for every bar: rules keep figures, never the bar.
 */
export interface InputBar {
  open: number;
  high: number;
  low: number;
  close: number;
  endsMs: EpochMs;
  /** The playbook's inputs, in the order of its row; NaN for what is not known. */
  inputs: ArrayLike<number>;
}

/** 1 long, -1 short, 0 flat. */
export type SideSign = 1 | -1 | 0;

/** What every rule remembers; a family adds its own figures. */
export interface FoldState {
  side: SideSign;
  /** How far beyond its threshold the rule stands, 0 to 1. */
  strength: number;
}

/** A family: how its state begins, takes a bar and is told. */
export interface Rule<P, S extends FoldState = FoldState> {
  readonly family: Family;
  init(params: P): S;
  /** Takes one bar into the state, in place. */
  fold(params: P, state: S, bar: InputBar): void;
  copy(state: S): S;
  /**
   * One sentence with the numbers of the last bar; for a flat side the condition that it waits for.
   * `inputs` are the ids of the row's inputs.
   */
  reason(params: P, state: S, inputs: readonly string[]): string;
}

/** A condition on an input: the side is entered only while it holds. */
export interface Gate {
  /** Place in the row's inputs. */
  readonly input: number;
  readonly is: 'above' | 'below';
  readonly value: number;
  /** Whether it also ends a holding, rather than only keeping out a new one. */
  readonly ends: boolean;
  /** What it says in words, such as `the dollar falls`. */
  readonly text: string;
}

/**
 * A month of a chain, counted from the active one (1, 2, 3), or by name: the first that is listed.
 */
export type MonthPick = 1 | 2 | 3 | 'Jan' | 'Mar' | 'Apr' | 'May' | 'Jul' | 'Sep' | 'Nov' | 'Dec';

/**
 * The two sides of a spread: long the first and short `ratio` of the second where the rule says
 * long.
 */
export interface SpreadLegs {
  readonly first: { readonly chain: string; readonly month: MonthPick };
  readonly second: { readonly chain: string; readonly month: MonthPick };
  /**
   * Size of the second leg over that of the first, both in units that are worth one dollar per 1.00
   * of the quoted price.
   */
  readonly ratio: number;
}

export interface PlaybookRow {
  readonly id: string;
  readonly commodity: CommodityKey;
  readonly name: string;
  readonly description: string;
  /** Name of a symbol of the icon sprite. */
  readonly icon: string;
  readonly riskLevel: PlaybookRisk;
  /**
   * What such a trade is said to bring in a good year, percent; shown as `15-25%` beside what was
   * measured.
   */
  readonly expectedReturn: { readonly low: number; readonly high: number };
  /** Such as `3-15 days`. */
  readonly timeframe: string;
  readonly family: Family;
  readonly params: Readonly<Record<string, unknown>>;
  readonly bar: BarLength;
  /**
   * Ids of the catalogue of inputs in the order in which rule and gates name them by place; `{hub}`
   * stands for the hub that is traded.
   */
  readonly inputs: readonly string[];
  readonly gates: readonly Gate[];
  /** Part of the year in which it trades at all; null for all of it. */
  readonly window: CalendarWindow | null;
  readonly sides: 'BOTH' | 'LONG' | 'SHORT';
  /** Chains that it trades; null for all of its commodity. */
  readonly chains: readonly string[] | null;
  readonly legs: SpreadLegs | null;
  /** Protective stop in average true ranges of its own bars (20); null for none. */
  readonly stopRanges: number | null;
  /** Target in multiples of the stop distance; null for none. */
  readonly targetRatio: number | null;
  /** Longest holding in its own bars; null for no limit. */
  readonly barsHeldMax: number | null;
  /** Trades fewer than twenty times in ten years, because what it waits for is rare. */
  readonly isRare: boolean;
  /**
   * Texts from which a trader learns: what it trades, when, how, and why it might work and when it
   * will not.
   */
  readonly text: {
    readonly what: string;
    readonly when: string;
    readonly how: string;
    readonly why: string;
  };
}

/** What a row wants after a bar. */
export interface PlaybookTarget {
  readonly side: 'LONG' | 'SHORT' | 'FLAT';
  readonly strength: number;
  readonly reason: string;
  /** Average true range of its bars in quoted units, for stops; null until there are twenty. */
  readonly range: number | null;
}

/** The state of a bound row: family state, gates and true range. */
export interface PlaybookState {
  /** After gates, window and allowed sides. */
  side: SideSign;
  strength: number;
  /** Average true range, NaN until there are twenty bars. */
  range: number;
  /** Bars folded. */
  bars: number;
}

/**
 * A row bound to its family with checked parameters: what the engine, the kernel and every program
 * fold.
 */
export interface Evaluator {
  readonly row: PlaybookRow;
  init(): PlaybookState;
  /** Takes one bar into the state, in place. Throws RangeError when a price is no finite number. */
  fold(state: PlaybookState, bar: InputBar): void;
  copy(state: PlaybookState): PlaybookState;
  target(state: PlaybookState): PlaybookTarget;
}

/**
 * The ids of a row's inputs for the chain that is traded: `{hub}` becomes the hub of a power chain.
 */
export const inputIds = (row: Pick<PlaybookRow, 'inputs'>, chain: string): readonly string[] => {
  const hub = chain.startsWith('ET-') ? chain.slice(3) : '';
  return row.inputs.map((id) => id.replace('{hub}', hub));
};

/**
 * Whether a row is folded and decided in a chain: a spread in that of its first leg alone, so that
 * it is opened once.
 */
export const isDecidedIn = (
  { chains, legs }: Pick<PlaybookRow, 'chains' | 'legs'>,
  chain: string,
): boolean => (legs ? legs.first.chain === chain : chains === null || chains.includes(chain));
