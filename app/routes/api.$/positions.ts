// What the selected book holds and held, and closing it.
import { RequestFault, jsonAnswer } from '../../server/http/answer.server';
import { findPosition, listClosedPositions } from '../../models/positions/closed-position.server';
import { type Book, bookId } from '../../trading/domain/book';
import type { WaitingClose } from '../../trading/domain/command';
import {
  closedWire,
  positionList,
  tradedInstrument,
} from '../../models/portfolio/serialize-book.server';
import { PositionsSchema } from '../../contracts/api/book';
import { COMMAND_FAULTS } from '../../contracts/api/faults';
import { ClosedAllSchema, ClosedOneSchema } from '../../contracts/api/trading';
import { type ApiCall, NOTHING, type SignedIn, read, refusalAnswer, send, write } from './call';

const CLOSED_MAX = 500;
export const NONE_OPEN = 'No active positions to close';

function selectBook({ desk, session }: SignedIn): Book {
  const state = desk.state();
  const book =
    state.books[bookId(session.userId, state.users[session.userId]?.mode ?? 'simulation')];
  if (!book) throw new RequestFault(404, 'This user has no book yet.');
  return book;
}

async function closePosition(call: SignedIn) {
  await call.desk.ensureBook(call.session.userId);
  const book = selectBook(call);
  const { sequence } = call.desk.state();
  return listClosedPositions(call.desk.db, call.session.userId, book, 0, CLOSED_MAX).map((row) =>
    closedWire(row, tradedInstrument(call.desk, book.market, row.instrumentId), sequence),
  );
}

async function loadRecent({ desk, session }: SignedIn) {
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  return view ? positionList(desk, view, session.userId) : [];
}

/** What is still open after a close, and what it waits for. */
function formatCloseMessage(waiting: readonly WaitingClose[]): string {
  const reasons = [...new Set(waiting.map(({ reason }) => reason))];
  return ['Close order sent.', ...reasons].join(' ');
}

/**
 * A repeated close answers what the first one did: the position as it was closed, which is as true
 * at every later sequence number.
 */
async function close(call: SignedIn) {
  const id = call.parts['id'] ?? '';
  // Asked before it is sent: the log keeps for ever what a command names.
  if (!findPosition(call.desk.db, call.session.userId, id))
    throw new RequestFault(404, 'There is no such position.');
  const { refusal, value } = await send(call, { type: 'ClosePosition', positionId: id });
  const row = findPosition(call.desk.db, call.session.userId, id);
  if (!row) throw new RequestFault(404, 'There is no such position.');
  if (refusal && row.status !== 'CLOSED') return refusalAnswer(refusal);
  if (row.status !== 'CLOSED')
    return jsonAnswer(
      { success: true, message: formatCloseMessage(value?.waiting ?? []), position: null },
      202,
    );
  const { books, sequence } = call.desk.state();
  const market = books[row.bookId]?.market ?? '';
  return {
    success: true as const,
    message: 'Position has been closed and P&L has been realized.',
    position: closedWire(row, tradedInstrument(call.desk, market, row.instrumentId), sequence),
  };
}

async function closeAll(call: SignedIn) {
  const { value, refusal } = await send(call, { type: 'CloseTrading', commodity: null });
  if (refusal) return refusalAnswer(refusal);
  const { closedPositions, waiting = [] } = value;
  if (closedPositions.length === 0 && waiting.length === 0) throw new RequestFault(409, NONE_OPEN);
  const message =
    waiting.length === 0
      ? 'All active positions have been closed and P&L has been realized.'
      : formatCloseMessage(waiting);
  const answer = {
    success: true as const,
    message,
    closedPositions,
    waiting,
    asOfSeq: call.desk.state().sequence,
  };
  return closedPositions.length === 0 ? jsonAnswer(answer, 202) : answer;
}

export const POSITION_CALLS: readonly ApiCall[] = [
  read(
    'trading-positions',
    {
      summary:
        'Returns active positions of the selected account and up to 20 closed within the last 24 hours, newest first.',
      answer: PositionsSchema,
    },
    loadRecent,
  ),
  read(
    'closed-positions',
    {
      summary: 'Returns closed positions of this account period, newest first, at most 500.',
      answer: PositionsSchema,
      faults: ['NO_BOOK'],
    },
    closePosition,
  ),
  write(
    'trading-positions/close-all',
    NOTHING,
    {
      summary:
        'Closes all positions of the selected account at market and stops auto-trading (CLOSE ALL), in one step. Positions that cannot close now are listed under waiting and close at the first tradable price.',
      answer: ClosedAllSchema,
      status: '200, or 202 while all of them wait',
      faults: ['NONE_OPEN', ...COMMAND_FAULTS],
    },
    closeAll,
  ),
  write(
    'trading-positions/:id/close',
    NOTHING,
    {
      summary:
        'Closes one position with all its legs, in any of your accounts, and turns its commodity off. Idempotent: a repeat returns the first result.',
      answer: ClosedOneSchema,
      status: '200, or 202 while the exit order waits',
      faults: ['NO_POSITION', ...COMMAND_FAULTS],
    },
    close,
  ),
];
