// Filters of the notification log. Weather alerts are not logged.
import type { NoticeFilter } from '../../contracts/messages';
import type { NotificationRecordType } from '../../trading/domain/notification-records';

type LogFilter = Exclude<NoticeFilter, 'weather'>;

/** Filters that show each record type. Without a filter all types are shown. */
const FILTERS: Readonly<Record<NotificationRecordType, readonly LogFilter[]>> = {
  CommandReceived: ['mine'],
  CommandRefused: ['refusals', 'mine'],
  OrderFilled: ['fills'],
  FillCorrected: ['fills'],
  OrderRejected: ['refusals'],
  OrderLost: ['refusals'],
  BookReset: [],
  TradingHalted: ['risk'],
  TradingResumed: ['risk'],
  AccountHalted: ['risk'],
  AccountResumed: ['risk'],
  DrawdownTripped: ['risk'],
  DrawdownRearmed: ['risk'],
  CoolOffBegan: ['risk'],
  MarginCalled: ['risk'],
  MarginReduced: ['risk'],
  MarginRestored: ['risk'],
  CloseRequested: ['risk'],
  UserDisabled: ['risk'],
  UserEnabled: ['risk'],
  SignalFrozen: [],
  NetworkDemoted: ['risk'],
  PlaybookHalted: ['risk'],
  PlaybookRearmed: ['risk'],
  ArmingRequested: ['risk'],
  AccountArmed: ['risk'],
  AccountDisarmed: ['risk'],
  EntryProposed: ['risk'],
  EntryDeclined: ['risk'],
  BookMovedIn: [],
};

const listTypes = (filter: LogFilter): readonly NotificationRecordType[] =>
  (Object.keys(FILTERS) as NotificationRecordType[]).filter((type) =>
    FILTERS[type].includes(filter),
  );

export const FILTER_TYPES: Readonly<Record<LogFilter, readonly NotificationRecordType[]>> = {
  fills: listTypes('fills'),
  refusals: listTypes('refusals'),
  risk: listTypes('risk'),
  mine: listTypes('mine'),
};
