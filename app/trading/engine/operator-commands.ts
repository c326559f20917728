/**
 * What an operator may ask of the books of others: to stop them, and to disable or enable a user.
 * Only the desk itself sends these commands; they come from the operator's programs.
 */
import { type Book, isUserDisabled } from '../domain/book';
import { COMMODITY_KEYS } from '../domain/commodity';
import type { Command, CommandValue, StoppedBook } from '../domain/command';
import {
  type Outcome,
  succeedWith,
  createRefusal,
  rejectWith,
  assertNever,
} from '../domain/outcome';
import { closeTrading } from './closing';
import { type EngineConfig, SYSTEM_USER } from './config';
import type { Draft } from './state-transaction';
import { stopTrading } from './stop-trading';

export type OperatorCommand = Extract<
  Command,
  { type: 'StopUser' | 'StopAllUsers' | 'DisableUser' | 'EnableUser' }
>;

export const isOperatorCommand = (command: Command): command is OperatorCommand =>
  command.type === 'StopUser' ||
  command.type === 'StopAllUsers' ||
  command.type === 'DisableUser' ||
  command.type === 'EnableUser';

/** Carries out a command of the operator. Refused with MODE when anybody but the desk sends it. */
export function executeOperatorCommand(
  draft: Draft,
  config: EngineConfig,
  senderId: string,
  command: OperatorCommand,
): Outcome<CommandValue> {
  if (senderId !== SYSTEM_USER) {
    return rejectWith(
      createRefusal(
        'MODE',
        'Only an operator stops, disables or enables users; stop your own books with STOP ALL.',
      ),
    );
  }
  switch (command.type) {
    case 'StopUser':
      return stopBooks(
        draft,
        config,
        listBooks(draft, command.userId),
        command.close,
        'stopped by the operator',
      );
    case 'StopAllUsers':
      return stopBooks(
        draft,
        config,
        Object.values(draft.state.books),
        command.close,
        'stopped by the operator',
      );
    case 'DisableUser':
      if (!isUserDisabled(draft.state, command.userId)) {
        draft.record(
          'UserDisabled',
          { userId: command.userId, bookId: null },
          { reason: command.reason },
        );
      }
      return stopBooks(
        draft,
        config,
        listBooks(draft, command.userId),
        command.close,
        'user disabled',
      );
    case 'EnableUser':
      if (isUserDisabled(draft.state, command.userId)) {
        draft.record(
          'UserEnabled',
          { userId: command.userId, bookId: null },
          { reason: command.reason },
        );
      }
      return succeedWith({ closedPositions: [], placedOrders: [] });
    default:
      return assertNever(command);
  }
}

const listBooks = (draft: Draft, userId: string): readonly Book[] =>
  Object.values(draft.state.books).filter((book) => book.userId === userId);

/**
 * Stops each book and, where asked, closes what it holds. What cannot close now stays requested;
 * the stop stands all the same.
 */
function stopBooks(
  draft: Draft,
  config: EngineConfig,
  books: readonly Book[],
  close: boolean,
  reason: string,
): Outcome<CommandValue> {
  const stoppedBooks: StoppedBook[] = [];
  const closedPositions: string[] = [];
  const placedOrders: string[] = [];
  for (const book of books) {
    stoppedBooks.push(stopBook(draft, config, book, close ? 'closed' : reason));
    if (!close) continue;
    const closing = closeTrading(draft, config, book.id, null, 'operator');
    if (!closing.ok) continue;
    closedPositions.push(...closing.value.closedPositions);
    placedOrders.push(...closing.value.placedOrders);
  }
  return succeedWith({
    closedPositions,
    placedOrders,
    stoppedBooks,
    ...(close ? { waiting: [] } : {}),
  });
}

function stopBook(draft: Draft, config: EngineConfig, book: Book, reason: string): StoppedBook {
  stopTrading(draft, config, book, null, reason);
  const stopped = draft.state.books[book.id];
  const cancelled = Object.values(book.orders).filter(
    (order) => order.purpose === 'ENTRY' && !stopped?.orders[order.id],
  );
  return {
    bookId: book.id,
    commodities: COMMODITY_KEYS.filter((key) => book.commodities[key]?.active),
    cancelledOrders: cancelled.length,
  };
}
