/**
 * A refusal made again: the gate is asked once more about the order of the record, over the desk as
 * the log tells it up to then.
 */
import { type LoggedDesk, isUserDisabled } from '../domain/book';
import { canonicalJson } from '../domain/canonical';
import type { LogRecord } from '../domain/record';
import { firstRefusal } from '../risk/pre-trade';
import { afterLeg } from './orders';
import type { ReplayedDecision } from './replay-decision';

/**
 * Asks the gate again; null where the record kept nothing of what it saw. `desk` is the log folded
 * up to the record before.
 */
export function replayRefusal(
  desk: LoggedDesk,
  { payload: { order, refusal, seen }, atMs }: Extract<LogRecord, { type: 'OrderRefused' }>,
): ReplayedDecision | null {
  const book = desk.books[order.bookId];
  const user = book && desk.users[book.userId];
  const instrument = book && desk.listings[book.market]?.[order.instrumentId];
  if (!seen || !book || !user || !instrument) return null;
  const { before, ...gate } = seen;
  const again = firstRefusal({
    unvalued: [],
    ...gate,
    order,
    instrument,
    book: before.reduce(afterLeg, book),
    settings: user.settings,
    nowMs: atMs,
    isSelected: user.mode === book.mode,
    isHalted: desk.trading.state === 'HALTED',
    haltReason: desk.trading.reason,
    isUserDisabled: isUserDisabled(desk, book.userId),
    clockFault: gate.clockFault ?? null,
  });
  const [recorded, made] = [canonicalJson(refusal), canonicalJson(again)];
  return { isSame: recorded === made, recorded, made };
}
