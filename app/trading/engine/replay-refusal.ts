/** Runs the pre-trade checks again on a recorded order, using the state rebuilt from the log. */
import { type LoggedState, isUserDisabled } from '../domain/book';
import { toCanonicalJson } from '../domain/canonical-json';
import type { LogRecord } from '../domain/record';
import { findRefusal } from '../risk/approve-orders';
import { applyLeg, findHalt } from './orders';
import type { ReplayedDecision } from './replay-decision';

/** Null if the record stored no inputs. `state`: the log folded up to the previous record. */
export function replayRefusal(
  state: LoggedState,
  { payload: { order, refusal, seen }, atMs }: Extract<LogRecord, { type: 'OrderRefused' }>,
): ReplayedDecision | null {
  const book = state.books[order.bookId];
  const user = book && state.users[book.userId];
  const instrument = book && state.listings[book.market]?.[order.instrumentId];
  if (!seen || !book || !user || !instrument) return null;
  const { before, ...gate } = seen;
  const replayedRefusal = findRefusal({
    unvalued: [],
    ...gate,
    order,
    instrument,
    book: before.reduce(applyLeg, book),
    settings: user.settings,
    nowMs: atMs,
    isSelected: user.mode === book.mode,
    ...findHalt(state, book),
    isUserDisabled: isUserDisabled(state, book.userId),
    clockFault: gate.clockFault ?? null,
  });
  const [recorded, replayedText] = [toCanonicalJson(refusal), toCanonicalJson(replayedRefusal)];
  return { isSame: recorded === replayedText, recorded, made: replayedText };
}
