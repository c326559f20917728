// Record types of the notification log. The table is exhaustive: a new type must be added to compile.
import type { LogRecord, RecordType } from './record';

/**
 * Notified types first, in the order of the partial index `event_notice`: SQLite needs the same
 * list.
 */
const IS_NOTIFIED = {
  CommandReceived: true,
  CommandRefused: true,
  OrderFilled: true,
  FillCorrected: true,
  OrderRejected: true,
  OrderLost: true,
  BookReset: true,
  TradingHalted: true,
  TradingResumed: true,
  AccountHalted: true,
  AccountResumed: true,
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
  ArmingRequested: true,
  AccountArmed: true,
  AccountDisarmed: true,
  EntryProposed: true,
  EntryDeclined: true,
  BookMovedIn: true,
  MarketListed: false,
  BookOpened: false,
  BookMovedOut: false,
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
  OrderCancelRequested: false,
  OrderCancelled: false,
  OrderExpired: false,
  FeeReported: false,
  PortfolioValued: false,
  SignalScored: false,
  EntryApproved: false,
} as const satisfies Readonly<Record<RecordType, boolean>>;

export type NotificationRecordType = {
  [T in RecordType]: (typeof IS_NOTIFIED)[T] extends true ? T : never;
}[RecordType];
export type NotificationRecord = Extract<LogRecord, { readonly type: NotificationRecordType }>;

/** Literals for an SQL `IN (...)`. */
export const NOTIFICATION_RECORD_TYPES_SQL = Object.entries(IS_NOTIFIED)
  .flatMap(([type, isNotified]) => (isNotified ? [`'${type}'`] : []))
  .join(', ');
