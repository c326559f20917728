// The part of the state that the log determines, for comparisons.
import type { LoggedState } from '../../app/trading/domain/book';
import type { LogRecord } from '../../app/trading/domain/record';
import { applyRecord } from '../../app/trading/engine/apply-record';
import { type DeskState, EMPTY_DESK } from '../../app/trading/engine/state';

/** All but prices, event count and time since the last record, as text. */
export const formatLoggedState = ({
  trading,
  listings,
  users,
  books,
  logSeq,
}: LoggedState): string => JSON.stringify({ trading, listings, users, books, logSeq });

const { markets: _prices, ...EMPTY }: DeskState = EMPTY_DESK;

/** A state without prices, as at recovery. */
export const EMPTY_LOGGED_STATE: Omit<DeskState, 'markets'> = EMPTY;

/** State that the records give, as a start computes it. */
export const replayRecords = (records: readonly LogRecord[]): typeof EMPTY_LOGGED_STATE =>
  records.reduce((state, record) => applyRecord(state, record), EMPTY_LOGGED_STATE);
