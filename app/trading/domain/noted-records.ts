// Which records appear in the notification log. The table names every record type, so a new one
// does not compile before it is decided here.
import type { LogRecord, RecordType } from './record';

/**
 * The noted types come first, in the order of the index `event_notice`: SQLite uses it only for the
 * same list.
 */
const IS_NOTED = {
  CommandReceived: true,
  CommandRefused: true,
  OrderFilled: true,
  OrderRejected: true,
  OrderLost: true,
  BookReset: true,
  TradingHalted: true,
  TradingResumed: true,
  DrawdownTripped: true,
  DrawdownRearmed: true,
  CoolOffBegan: true,
  MarginCalled: true,
  MarginReduced: true,
  MarginRestored: true,
  CloseRequested: true,
  UserDisabled: true,
  UserEnabled: true,
  SignalFrozen: true,
  NetworkDemoted: true,
  PlaybookHalted: true,
  PlaybookRearmed: true,
  MarketListed: false,
  BookOpened: false,
  ResetRequested: false,
  ModeSelected: false,
  SettingsSaved: false,
  CommodityStarted: false,
  CommodityStopped: false,
  AllStarted: false,
  AllStopped: false,
  PlaybookChosen: false,
  DecisionTaken: false,
  OrderPlaced: false,
  OrderRefused: false,
  OrderSent: false,
  OrderAcknowledged: false,
  OrderCancelled: false,
  OrderExpired: false,
  PortfolioValued: false,
  SignalScored: false,
} as const satisfies Readonly<Record<RecordType, boolean>>;

export type NotedType = {
  [T in RecordType]: (typeof IS_NOTED)[T] extends true ? T : never;
}[RecordType];
export type NotedRecord = Extract<LogRecord, { readonly type: NotedType }>;

/** Literals for an SQL `IN (...)`. */
export const NOTED_TYPES_SQL = Object.entries(IS_NOTED)
  .flatMap(([type, isNoted]) => (isNoted ? [`'${type}'`] : []))
  .join(', ');
