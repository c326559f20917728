// Account periods of replayed accounts: an account starts one when it opens, after a reset, and on both sides of a
// move between servers.
import { DEFAULT_SETTINGS } from '../trading/domain/settings';
import { assertFact, readWhole } from './record-facts';
import type { ReplayState } from './replay-state';
import type { ReplayedBook, ReplayedDesk } from './replayed-desk';

/**
 * Starts the period that follows the current one. Selected playbooks, orders at brokers and the cash
 * accounts stay.
 */
export function startPeriod(
  { facts, row }: ReplayState,
  book: ReplayedBook,
  capital: bigint,
): void {
  assertFact(
    readWhole(facts, 'epoch') === book.epoch + 1n,
    'payload.epoch',
    facts['epoch'],
    book.epoch + 1n,
  );
  Object.assign(book, {
    epoch: book.epoch + 1n,
    capital,
    openedMs: row.at_ms,
    isGlobalActive: false,
    isResetPending: false,
    opened: 0,
    closed: 0,
    won: 0,
    valued: capital,
    day: '',
    dayStart: capital,
    dayLow: capital,
    peak: capital,
    isTripped: false,
    trippedDay: '',
    reduced: null,
    calledMs: null,
    reduction: null,
    lastValuation: null,
  });
  book.trades.clear();
  book.proposals.clear();
  book.closing.clear();
  for (const state of book.switches.values())
    Object.assign(state, { active: false, lastEntryMs: null, losses: 0 });
}

/** Adds an account; the first of a user brings the default settings. */
export function addBook({ books, users }: ReplayedDesk, book: ReplayedBook): void {
  books.set(book.id, book);
  if (!users.has(book.userId))
    users.set(book.userId, { mode: book.mode, settings: { ...DEFAULT_SETTINGS } });
}
