/** The facts that the log keeps: everything that ever changed a book, in the order it happened. */
import type { CloseReason } from './book';
import type { CommodityKey } from './commodity';
import type { Command } from './command';
import type { DecisionFacts } from './decision-facts';
import type { GateFacts } from './gate-facts';
import type { Instrument } from './instrument';
import type { Posting } from './ledger';
import type { KnownAtTrail, Made, TrailPlan } from './leaving-facts';
import type { MarginFacts, MarginReduction } from './margin-facts';
import type { Order } from './order';
import type { HaltedRule, PlaybookHaltFacts } from './playbook-halt';
import type { Refusal } from './outcome';
import type { Quote } from './quote';
import type { Settings, TradingMode } from './settings';
import type { DemotionFacts, FrozenFacts, ScoreFacts } from './signal-facts';
import type { EpochMs, Lots, Mills, Ticks } from './units';

export interface FillFacts {
  readonly orderId: string;
  readonly executionId: string;
  readonly positionId: string;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  readonly feeMills: Mills;
  /**
   * The price that the decision saw and the one the market showed before spread and slippage: what
   * a fill cost.
   */
  readonly midTicks: Ticks;
  readonly reserveMills: Mills;
  readonly entry: readonly Posting[];
}

export interface ValuationFacts {
  /** Last price of each contract held. Older valuations lack contracts that had no quote. */
  readonly marks: Readonly<Record<string, Ticks>>;
  readonly balanceMills: Mills;
  readonly availableMills: Mills;
  readonly unrealisedMills: Mills;
  readonly equityMills: Mills;
  readonly positions: number;
  /** Trading day in the market's time zone, YYYY-MM-DD. */
  readonly day: string;
  /**
   * Base of the daily loss: the equity of the last valuation of an earlier day, the capital before
   * the first.
   */
  readonly dayStartMills: Mills;
  /**
   * Time of the oldest live quote among the marks, null when nothing is held. Absent on older
   * records, which were made without live quotes too.
   */
  readonly oldestQuoteMs?: EpochMs | null;
}

export interface ClosePosition {
  readonly positionId: string;
  readonly instrumentId: string;
  /** What keeps it from closing at once, a sentence for a person; null when nothing does. */
  readonly obstacle: string | null;
}

export interface RecordPayloads {
  /**
   * The contracts of a market with the worth of their ticks, whenever they are first seen or
   * change.
   */
  MarketListed: { market: string; instruments: readonly Instrument[] };
  BookOpened: {
    mode: TradingMode;
    market: string;
    epoch: number;
    capitalMills: Mills;
    entry: readonly Posting[];
  };
  ResetRequested: Record<string, never>;
  BookReset: {
    epoch: number;
    capitalMills: Mills;
    closing: readonly Posting[];
    entry: readonly Posting[];
  };
  ModeSelected: { mode: TradingMode };
  SettingsSaved: { settings: Settings };
  /** With its key, so that a stored answer can neither vanish nor be forged unseen. */
  CommandReceived: { command: Command; idempotencyKey: string | null };
  CommandRefused: { refusal: Refusal };
  CommodityStarted: { commodity: CommodityKey };
  CommodityStopped: { commodity: CommodityKey };
  AllStarted: Record<string, never>;
  AllStopped: Record<string, never>;
  PlaybookChosen: { commodity: CommodityKey; playbookId: string | null };
  DecisionTaken: DecisionFacts;
  /** `trail`: of a stop that was moved or placed anew after a bar, what that was decided from. */
  OrderPlaced: {
    order: Order;
    quote: Quote;
    entry: readonly Posting[];
    trail?: Made<KnownAtTrail, TrailPlan>;
  };
  /** `seen`: what the gate saw; absent on older ones. */
  OrderRefused: { order: Order; refusal: Refusal; seen?: GateFacts };
  OrderSent: { orderId: string };
  OrderAcknowledged: { orderId: string };
  OrderFilled: FillFacts;
  OrderCancelled: { orderId: string; reason: string; entry: readonly Posting[] };
  OrderRejected: { orderId: string; reason: string; entry: readonly Posting[] };
  OrderExpired: { orderId: string; entry: readonly Posting[] };
  OrderLost: { orderId: string; reason: string };
  /** Positions that have to be closed. The engine tries at every price until they are. */
  CloseRequested: { reason: CloseReason; positions: readonly ClosePosition[] };
  /** An operator has disabled or enabled the user of the record, who may have no book. */
  UserDisabled: { reason: string };
  UserEnabled: { reason: string };
  TradingHalted: { reason: string };
  TradingResumed: { reason: string };
  PortfolioValued: ValuationFacts;
  /**
   * What a network said of a price, before anybody knows the outcome; what came of it; and that it
   * is no longer listened to.
   */
  SignalFrozen: FrozenFacts;
  SignalScored: ScoreFacts;
  NetworkDemoted: DemotionFacts;
  /** The book fell too far from its peak: what follows stops and closes it. */
  DrawdownTripped: { peakMills: Mills; equityMills: Mills; allowedMills: Mills };
  /**
   * A person has re-armed the breaker: the peak is the equity of the last valuation.
   * `allowedMills`: the reduced allowance
   * for the rest of the trading day, null where the normal one counts; absent on older records,
   * where it is the normal one.
   */
  DrawdownRearmed: { peakMills: Mills; allowedMills?: Mills | null };
  /** So many trades of a commodity were lost one after the other: it opens nothing until then. */
  CoolOffBegan: { commodity: CommodityKey; losses: number; untilMs: EpochMs };
  /** Equity is below the maintenance margin: entries are refused from here on. */
  MarginCalled: MarginFacts;
  /** Still below at a later price: the exits that follow it close so many lots. */
  MarginReduced: MarginReduction;
  /** Equity covers the maintenance margin again, or nothing is held. */
  MarginRestored: MarginFacts;
  /**
   * A playbook threw, told nonsense or asked for more than a bar allows; and that a person lets it
   * decide again.
   */
  PlaybookHalted: PlaybookHaltFacts;
  PlaybookRearmed: HaltedRule;
}

export type RecordType = keyof RecordPayloads;

interface RecordOf<T extends RecordType> {
  /** Place in the log, from 1 without gaps. */
  readonly seq: number;
  readonly userId: string | null;
  readonly bookId: string | null;
  readonly type: T;
  readonly payload: Readonly<RecordPayloads[T]>;
  /** The record that led to this one, null for what came from outside. */
  readonly causeSeq: number | null;
  /** Engine time. */
  readonly atMs: EpochMs;
}

export type LogRecord = { [T in RecordType]: RecordOf<T> }[RecordType];
