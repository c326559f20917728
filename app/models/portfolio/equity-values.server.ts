// Equity of an account period over time: stored valuations, then those not stored yet.
import { type Valuation, type Window, listValues } from '../log/snapshot.server';
import type { Terminal } from '../desk/terminal';
import type { Book } from '../../trading/domain/book';

/** Valuations in a window, oldest first. */
export function listEquityValues(
  desk: Pick<Terminal, 'db' | 'state'>,
  book: Book,
  window: Window,
): readonly Valuation[] {
  const unstored = (desk.state().valuation.minuteValues[book.id] ?? []).filter(
    ({ epoch, atMs }) => epoch === book.epoch && atMs >= window.fromMs && atMs <= window.toMs,
  );
  return [...listValues(desk.db, book.userId, book, window), ...unstored];
}

/** Changes with every new valuation of an account. */
export const getValuationKey = (
  desk: Pick<Terminal, 'state'>,
  { id, epoch, valuedMinute }: Book,
): string =>
  [epoch, valuedMinute, desk.state().valuation.minuteValues[id]?.at(-1)?.atMs ?? ''].join(':');
