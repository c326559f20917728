/**
 * Operator commands: stop and resume accounts of other users; disable and enable users; log changes of
 * users. Only the system user may send them.
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
import { closeTrading } from './close-positions';
import { moveUserIn, moveUserOut } from './moved-users';
import { type EngineConfig, SYSTEM_USER } from './config';
import type { StateTransaction } from './state-transaction';
import { stopTrading } from './stop-trading';

export type OperatorCommand = Extract<
  Command,
  {
    type:
      | 'StopUser'
      | 'StopAllUsers'
      | 'DisableUser'
      | 'EnableUser'
      | 'RecordAdministration'
      | 'MoveUserOut'
      | 'MoveUserIn';
  }
>;

export const isOperatorCommand = (command: Command): command is OperatorCommand =>
  command.type === 'StopUser' ||
  command.type === 'StopAllUsers' ||
  command.type === 'DisableUser' ||
  command.type === 'EnableUser' ||
  command.type === 'RecordAdministration' ||
  command.type === 'MoveUserOut' ||
  command.type === 'MoveUserIn';

/** Rejects with code MODE any sender but the system user. */
export function executeOperatorCommand(
  tx: StateTransaction,
  config: EngineConfig,
  senderId: string,
  command: OperatorCommand,
): Outcome<CommandValue> {
  if (senderId !== SYSTEM_USER) {
    return rejectWith(
      createRefusal(
        'MODE',
        'Only an operator stops or changes users; use STOP ALL for your account.',
      ),
    );
  }
  switch (command.type) {
    case 'StopUser':
      return stopBooks(
        tx,
        config,
        listBooks(tx, command.userId),
        command.close,
        'stopped by the operator',
      );
    case 'StopAllUsers':
      return stopBooks(
        tx,
        config,
        Object.values(tx.state.books),
        command.close,
        'stopped by the operator',
      );
    case 'DisableUser':
      if (!isUserDisabled(tx.state, command.userId)) {
        tx.record(
          'UserDisabled',
          { userId: command.userId, bookId: null },
          { reason: command.reason },
        );
      }
      return stopBooks(tx, config, listBooks(tx, command.userId), command.close, 'user disabled');
    case 'EnableUser':
      if (isUserDisabled(tx.state, command.userId)) {
        tx.record(
          'UserEnabled',
          { userId: command.userId, bookId: null },
          { reason: command.reason },
        );
      }
      return succeedWith({ closedPositions: [], placedOrders: [] });
    // The record of the command is all that it leaves.
    case 'RecordAdministration':
      return succeedWith({ closedPositions: [], placedOrders: [] });
    case 'MoveUserOut':
      return moveUserOut(tx, command);
    case 'MoveUserIn':
      return moveUserIn(tx, config, command);
    default:
      return assertNever(command);
  }
}

const listBooks = (tx: StateTransaction, userId: string): readonly Book[] =>
  Object.values(tx.state.books).filter((book) => book.userId === userId);

/**
 * Stops each account and, if `close`, closes its positions. Blocked closes stay requested; the stop
 * is effective anyway.
 */
function stopBooks(
  tx: StateTransaction,
  config: EngineConfig,
  books: readonly Book[],
  close: boolean,
  reason: string,
): Outcome<CommandValue> {
  const stoppedBooks: StoppedBook[] = [];
  const closedPositions: string[] = [];
  const placedOrders: string[] = [];
  for (const book of books) {
    stoppedBooks.push(stopBook(tx, config, book, close ? 'closed' : reason));
    if (!close) continue;
    const closeOutcome = closeTrading(tx, config, book.id, null, 'operator');
    if (!closeOutcome.ok) continue;
    closedPositions.push(...closeOutcome.value.closedPositions);
    placedOrders.push(...closeOutcome.value.placedOrders);
  }
  return succeedWith({
    closedPositions,
    placedOrders,
    stoppedBooks,
    ...(close ? { waiting: [] } : {}),
  });
}

function stopBook(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  reason: string,
): StoppedBook {
  stopTrading(tx, config, book, null, reason);
  const stoppedBook = tx.state.books[book.id];
  // A remote broker confirms a cancellation later.
  const cancelledEntries = Object.values(book.orders).filter(({ id, purpose }) => {
    const order = stoppedBook?.orders[id];
    return purpose === 'ENTRY' && (!order || order.cancelRequest !== undefined);
  });
  return {
    bookId: book.id,
    commodities: COMMODITY_KEYS.filter((key) => book.commodities[key]?.active),
    cancelledOrders: cancelledEntries.length,
  };
}
