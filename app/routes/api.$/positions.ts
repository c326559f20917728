// Open and closed positions of the selected account, and closing them.
import { HttpError, createJsonResponse } from '../../server/http/responses.server';
import { findPosition, listClosedPositions } from '../../models/positions/position-rows.server';
import { type Book, getBookId } from '../../trading/domain/book';
import type { WaitingClose } from '../../trading/domain/command';
import {
  serializeClosedPosition,
  listPositionDtos,
  getTradedInstrument,
} from '../../models/portfolio/serialize-book.server';
import { PositionsSchema } from '../../contracts/api/book';
import { COMMAND_FAULTS } from '../../contracts/api/faults';
import { ClosedPositionsSchema, ClosedPositionSchema } from '../../contracts/api/trading';
import {
  type ApiCall,
  NO_INPUT,
  type SignedInRequest,
  defineRead,
  createRefusalResponse,
  sendCommand,
  defineWrite,
} from './api-call';

const CLOSED_MAX = 500;
export const NONE_OPEN = 'No active positions to close';

function selectBook({ desk, session }: SignedInRequest): Book {
  const state = desk.state();
  const book =
    state.books[getBookId(session.userId, state.users[session.userId]?.mode ?? 'simulation')];
  if (!book) throw new HttpError(404, 'This user has no account yet.');
  return book;
}

async function loadClosed(call: SignedInRequest) {
  await call.desk.ensureBook(call.session.userId);
  const book = selectBook(call);
  const { sequence } = call.desk.state();
  return listClosedPositions(call.desk.db, call.session.userId, book, 0, CLOSED_MAX).map((row) =>
    serializeClosedPosition(
      row,
      getTradedInstrument(call.desk, book.market, row.instrumentId),
      sequence,
    ),
  );
}

async function loadRecent({ desk, session }: SignedInRequest) {
  await desk.ensureBook(session.userId);
  const view = desk.getView(session.userId);
  return view ? listPositionDtos(desk, view, session.userId) : [];
}

/** What is still open after a close, and why. */
function formatCloseMessage(waiting: readonly WaitingClose[]): string {
  const reasons = [...new Set(waiting.map(({ reason }) => reason))];
  return ['Close order sent.', ...reasons].join(' ');
}

/** Idempotent: a repeat returns the closed position. */
async function closePosition(call: SignedInRequest) {
  const id = call.parts['id'] ?? '';
  // Checked before the command: the log keeps command contents forever.
  if (!findPosition(call.desk.db, call.session.userId, id))
    throw new HttpError(404, 'Position not found.');
  const { refusal, value } = await sendCommand(call, { type: 'ClosePosition', positionId: id });
  const row = findPosition(call.desk.db, call.session.userId, id);
  if (!row) throw new HttpError(404, 'Position not found.');
  if (refusal && row.status !== 'CLOSED') return createRefusalResponse(refusal);
  if (row.status !== 'CLOSED')
    return createJsonResponse(
      { success: true, message: formatCloseMessage(value?.waiting ?? []), position: null },
      202,
    );
  const { books, sequence } = call.desk.state();
  const market = books[row.bookId]?.market ?? '';
  return {
    success: true as const,
    message: 'Position has been closed and P&L has been realized.',
    position: serializeClosedPosition(
      row,
      getTradedInstrument(call.desk, market, row.instrumentId),
      sequence,
    ),
  };
}

async function closeAllPositions(call: SignedInRequest) {
  const { value, refusal } = await sendCommand(call, { type: 'CloseTrading', commodity: null });
  if (refusal) return createRefusalResponse(refusal);
  const { closedPositions, waiting = [] } = value;
  if (closedPositions.length === 0 && waiting.length === 0) throw new HttpError(409, NONE_OPEN);
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
  return closedPositions.length === 0 ? createJsonResponse(answer, 202) : answer;
}

export const POSITION_CALLS: readonly ApiCall[] = [
  defineRead(
    'trading-positions',
    {
      summary:
        'Returns active positions of the selected account and up to 20 closed within the last 24 hours, newest first.',
      answer: PositionsSchema,
    },
    loadRecent,
  ),
  defineRead(
    'closed-positions',
    {
      summary: 'Returns closed positions of this account period, newest first, at most 500.',
      answer: PositionsSchema,
      faults: ['NO_BOOK'],
    },
    loadClosed,
  ),
  defineWrite(
    'trading-positions/close-all',
    NO_INPUT,
    {
      summary:
        'Closes all positions of the selected account at market and stops auto-trading (CLOSE ALL), in one step. Positions that cannot close now are listed under waiting and close at the first tradable price.',
      answer: ClosedPositionsSchema,
      status: '200, or 202 while all of them wait',
      faults: ['NONE_OPEN', ...COMMAND_FAULTS],
    },
    closeAllPositions,
  ),
  defineWrite(
    'trading-positions/:id/close',
    NO_INPUT,
    {
      summary:
        'Closes one position with all its legs, in any of your accounts, and turns its commodity off. Idempotent: a repeat returns the first result.',
      answer: ClosedPositionSchema,
      status: '200, or 202 while the exit order waits',
      faults: ['NO_POSITION', ...COMMAND_FAULTS],
    },
    closePosition,
  ),
];
