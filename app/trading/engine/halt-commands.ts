/** Commands of people that halt live accounts by levels, and resume them. */
import type { Book } from '../domain/book';
import type { Command, CommandValue } from '../domain/command';
import { type Outcome, createRefusal, rejectWith, succeedWith } from '../domain/outcome';
import { acceptHoldings } from './accept-holdings';
import { haltAccount } from './account-halts';
import { findBroker } from './broker-access';
import { type EngineConfig, SYSTEM_USER } from './config';
import { getOwner } from './orders';
import type { DeskState } from './state';
import type { StateTransaction } from './state-transaction';

export type HaltCommand = Extract<Command, { type: 'HaltAccounts' | 'ResumeAccount' }>;

export const isHaltCommand = (command: Command): command is HaltCommand =>
  command.type === 'HaltAccounts' || command.type === 'ResumeAccount';

/** Users send them for their own account, the system user for any. */
export const executeHaltCommand = (
  tx: StateTransaction,
  config: EngineConfig,
  senderId: string,
  command: HaltCommand,
): Outcome<CommandValue> =>
  command.type === 'HaltAccounts'
    ? haltAccounts(tx, config, senderId, command)
    : resumeAccount(tx, config, senderId, command);

function haltAccounts(
  tx: StateTransaction,
  config: EngineConfig,
  senderId: string,
  { userId, level, instrumentId, reason }: Extract<Command, { type: 'HaltAccounts' }>,
): Outcome<CommandValue> {
  if (senderId !== SYSTEM_USER && senderId !== userId)
    return rejectWith(createRefusal('MODE', 'Only an operator halts the accounts of other users.'));
  const books = Object.values(tx.state.books).filter(
    (book) => book.mode === 'live' && (userId === null || book.userId === userId),
  );
  if (books.length === 0)
    return rejectWith(
      createRefusal('UNKNOWN_BOOK', 'There is no live account to halt; STOP ALL stops the others.'),
    );
  if (level === 3 && instrumentId === null)
    return rejectWith(createRefusal('INVALID', 'Level 3 closes one contract: name it.'));
  for (const { id } of books) haltAccount(tx, config, id, { level, reason, instrumentId });
  return DONE;
}

const DONE: Outcome<CommandValue> = succeedWith({ closedPositions: [], placedOrders: [] });

/** An account without a halt stays as it is. */
function resumeAccount(
  tx: StateTransaction,
  config: EngineConfig,
  senderId: string,
  { bookId, reason, acceptsBroker }: Extract<Command, { type: 'ResumeAccount' }>,
): Outcome<CommandValue> {
  const book = Object.hasOwn(tx.state.books, bookId) ? tx.state.books[bookId] : undefined;
  const isOperator = senderId === SYSTEM_USER;
  if (!book || (!isOperator && book.userId !== senderId))
    return rejectWith(createRefusal('UNKNOWN_BOOK', `There is no account ${bookId}.`));
  const hasBroker = findBroker(config, book)?.isRemote === true;
  const blocked = isOperator ? null : explainBlockedResume(tx.state, hasBroker, book);
  if (blocked !== null) return rejectWith(createRefusal('HALTED', blocked));
  if (acceptsBroker && !isOperator)
    return rejectWith(
      createRefusal('MODE', 'Only an operator takes over what the broker holds: npm run resume.'),
    );
  const refusal = acceptsBroker && book.halt ? acceptHoldings(tx, config, book) : null;
  if (refusal) return rejectWith(refusal);
  if (book.halt) tx.record('AccountResumed', getOwner(book), { reason });
  return DONE;
}

/** Why its user cannot resume an account, or null. `hasBroker`: it trades at a remote broker. */
export function explainBlockedResume(
  { links }: Pick<DeskState, 'links'>,
  hasBroker: boolean,
  { id, halt }: Book,
): string | null {
  if (halt?.needsOperator)
    return 'Broker and account disagreed: an operator compares them and runs npm run resume.';
  // Level 5 disconnects; resuming connects again.
  return links[id]?.state === 'ready' || halt?.level === 5 || !hasBroker
    ? null
    : 'The broker is not connected: the account is resumed after both were compared.';
}
