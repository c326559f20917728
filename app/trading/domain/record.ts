/** Records of the event log: every change of a book, in order. */
import type { HaltLevel } from './account-halt';
import type { CloseReason } from './book';
import type { CommodityKey } from './commodity';
import type { Command } from './command';
import type { DecisionFacts } from './decision-facts';
import type { EntryProposal } from './entry-proposal';
import type { PreTradeFacts } from './pre-trade-facts';
import type { Instrument } from './instrument';
import type { Posting } from './ledger';
import type { TrailFacts, PlanFacts, TrailPlan } from './plan-facts';
import type { MarginFacts, MarginReduction } from './margin-facts';
import type { MovedAccount } from './moved-account';
import type { Order } from './order';
import type { HaltedRule, PlaybookHaltFacts } from './playbook-halt';
import type { Refusal } from './outcome';
import type { Quote } from './quote';
import type { Settings, TradingMode } from './settings';
import type { DemotionFacts, SignalFacts, ScoreFacts } from './signal-facts';
import type { EpochMs, Lots, Mills, Ticks } from './units';

export interface FillFacts {
  readonly orderId: string;
  readonly executionId: string;
  readonly positionId: string;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  readonly feeMills: Mills;
  /** Mid price at decision time, before spread and slippage, for execution cost. */
  readonly midTicks: Ticks;
  readonly reserveMills: Mills;
  readonly entry: readonly Posting[];
}

/** An execution replaced by another price or fee. `executionId`: that of the replacement. */
export interface CorrectionFacts {
  readonly orderId: string;
  readonly executionId: string;
  readonly replacesId: string;
  readonly positionId: string;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  readonly feeMills: Mills;
  readonly entry: readonly Posting[];
}

/** The fee of a booked execution, reported later or instead of an estimate. */
export type FeeFacts = Omit<CorrectionFacts, 'replacesId'>;

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
  /** Base of the daily loss: equity of the last valuation of an earlier day, or the capital. */
  readonly dayStartMills: Mills;
  /**
   * Time of the oldest live quote among the marks; null when nothing is held. Absent on older
   * records, which may lack live quotes.
   */
  readonly oldestQuoteMs?: EpochMs | null;
}

/** Terms of an arming: see `Arming`. */
export interface ArmingFacts {
  readonly lossLimitMills: Mills;
  readonly equityMills: Mills;
  readonly needsApproval: boolean;
  readonly untilMs: EpochMs;
}

export interface ClosePosition {
  readonly positionId: string;
  readonly instrumentId: string;
  /** Reason shown to the user why it cannot close at once; null for none. */
  readonly obstacle: string | null;
}

export interface RecordPayloads {
  /** Contracts of a market, logged when new or changed. */
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
  /**
   * The account has moved to another server: its cash is posted back, and it stays empty. `epoch`: an
   * empty period, which starts here.
   */
  BookMovedOut: {
    to: string;
    epoch: number;
    account: MovedAccount;
    closing: readonly Posting[];
    entry: readonly Posting[];
  };
  /** The other side: a new account, or a new period of one that had moved away. */
  BookMovedIn: { from: string; epoch: number; account: MovedAccount; entry: readonly Posting[] };
  ModeSelected: { mode: TradingMode };
  SettingsSaved: { settings: Settings };
  /** Includes the idempotency key, so that stored results are covered by the hash chain. */
  CommandReceived: { command: Command; idempotencyKey: string | null };
  CommandRefused: { refusal: Refusal };
  CommodityStarted: { commodity: CommodityKey };
  CommodityStopped: { commodity: CommodityKey };
  AllStarted: Record<string, never>;
  AllStopped: Record<string, never>;
  PlaybookChosen: { commodity: CommodityKey; playbookId: string | null };
  DecisionTaken: DecisionFacts;
  /** `trail`: inputs and plan of a stop moved or replaced after a bar. */
  OrderPlaced: {
    order: Order;
    quote: Quote;
    entry: readonly Posting[];
    trail?: PlanFacts<TrailFacts, TrailPlan>;
  };
  /** `seen`: pre-trade inputs; absent on older records. */
  OrderRefused: { order: Order; refusal: Refusal; seen?: PreTradeFacts };
  OrderSent: { orderId: string };
  OrderAcknowledged: { orderId: string };
  OrderFilled: FillFacts;
  /** The venue corrected an execution; the difference is booked. */
  FillCorrected: CorrectionFacts;
  /** Only the difference of the fee is booked. */
  FeeReported: FeeFacts;
  /** A remote broker is to cancel the order. Logged again whenever it is sent again. */
  OrderCancelRequested: { orderId: string; reason: string };
  OrderCancelled: { orderId: string; reason: string; entry: readonly Posting[] };
  OrderRejected: { orderId: string; reason: string; entry: readonly Posting[] };
  OrderExpired: { orderId: string; entry: readonly Posting[] };
  OrderLost: { orderId: string; reason: string };
  /** Positions to close. The engine retries at every price until they are closed. */
  CloseRequested: { reason: CloseReason; positions: readonly ClosePosition[] };
  /** Operator block and unblock of a user, who may have no book. */
  UserDisabled: { reason: string };
  UserEnabled: { reason: string };
  TradingHalted: { reason: string };
  TradingResumed: { reason: string };
  /**
   * No entries in this account until a person resumes it; a later record raises the level. Older records
   * have neither level (2) nor `needsOperator` (true).
   */
  AccountHalted: { reason: string; level?: HaltLevel; needsOperator?: boolean };
  AccountResumed: { reason: string };
  /** A real account waits for the confirmation of a second person. */
  ArmingRequested: ArmingFacts;
  /** Entries may be sent. `confirmedBy`: the second person; null where none is needed. */
  AccountArmed: ArmingFacts & { confirmedBy: string | null };
  /** Also the end of a request. */
  AccountDisarmed: { reason: string };
  /** The entry of a strategy waits for the approval of a person. */
  EntryProposed: { proposal: EntryProposal };
  /** Its orders follow. */
  EntryApproved: { proposalId: string };
  /** `isByTrader`: the current signal is then used up. */
  EntryDeclined: { proposalId: string; reason: string; isByTrader: boolean };
  PortfolioValued: ValuationFacts;
  /** Life of a signal: recorded before the outcome, scored, and the demotion of its network. */
  SignalFrozen: SignalFacts;
  SignalScored: ScoreFacts;
  NetworkDemoted: DemotionFacts;
  /** Drawdown limit hit: the following records stop the book and close its positions. */
  DrawdownTripped: { peakMills: Mills; equityMills: Mills; allowedMills: Mills };
  /**
   * Breaker re-armed by a user; the new peak is the equity of the last valuation.
   * `allowedMills`: reduced limit for the rest of the trading day; null or absent means the normal
   * limit.
   */
  DrawdownRearmed: { peakMills: Mills; allowedMills?: Mills | null };
  /** Consecutive losses reached the limit: no entries in the commodity until `untilMs`. */
  CoolOffBegan: { commodity: CommodityKey; losses: number; untilMs: EpochMs };
  /** Equity fell below the maintenance margin: entries are blocked. */
  MarginCalled: MarginFacts;
  /** Still below at a later price: the exits that follow close these lots. */
  MarginReduced: MarginReduction;
  /** Equity covers the maintenance margin again, or no position is left. */
  MarginRestored: MarginFacts;
  /**
   * A playbook threw, returned an invalid value or exceeded its step budget; and its resumption by
   * a user.
   */
  PlaybookHalted: PlaybookHaltFacts;
  PlaybookRearmed: HaltedRule;
}

export type RecordType = keyof RecordPayloads;

interface LogRecordBase<T extends RecordType> {
  /** Sequence number in the log, from 1 without gaps. */
  readonly seq: number;
  readonly userId: string | null;
  readonly bookId: string | null;
  readonly type: T;
  readonly payload: Readonly<RecordPayloads[T]>;
  /** Sequence number of the causing record; null for external events. */
  readonly causeSeq: number | null;
  /** Engine time. */
  readonly atMs: EpochMs;
}

export type LogRecord = { [T in RecordType]: LogRecordBase<T> }[RecordType];
