/** Halts one account, by levels: see `HALT_LEVELS`. */
import type { HaltLevel } from '../domain/account-halt';
import type { Book } from '../domain/book';
import { closePositions, closeTrading } from './close-positions';
import type { EngineConfig } from './config';
import { disarmAccount } from './disarm-account';
import { getOwner } from './orders';
import type { StateTransaction } from './state-transaction';
import { cancelPendingEntries, stopTrading } from './stop-trading';

interface HaltRequest {
  readonly level: HaltLevel;
  /** A clause. */
  readonly reason: string;
  /** True where broker and account disagree. */
  readonly needsOperator?: boolean;
  /** The contract that level 3 closes. */
  readonly instrumentId?: string | null;
}

/**
 * A level below the present one changes nothing, except that a disagreement keeps the account for an
 * operator; the same level is carried out again.
 */
export function haltAccount(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  request: HaltRequest,
): void {
  const book = tx.state.books[bookId];
  if (!book) return;
  const before = book.halt ?? NO_HALT;
  const needsOperator = before.needsOperator || request.needsOperator === true;
  const isNewDisagreement = needsOperator && !before.needsOperator;
  if (request.level < before.level && !isNewDisagreement) return;
  const level = request.level > before.level ? request.level : (before.level as HaltLevel);
  if (level > before.level || isNewDisagreement)
    tx.record('AccountHalted', getOwner(book), { reason: request.reason, level, needsOperator });
  carryOutHalt(tx, config, book, level, request.instrumentId ?? null);
}

const NO_HALT = { level: 0, needsOperator: false };

function carryOutHalt(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  level: HaltLevel,
  instrumentId: string | null,
): void {
  disarmAccount(tx, book.id, 'the account was halted');
  if (level >= 2) cancelPendingEntries(tx, config, book, null, 'trading halted');
  if (level === 3 && instrumentId !== null) closeContract(tx, config, book, instrumentId);
  if (level >= 4) stopTrading(tx, config, book, null, 'trading halted');
  if (level === 4) closeTrading(tx, config, book.id, null, 'halt');
  if (level === 5) tx.setBrokerDown(book.id, 'it is disconnected by a halt of level 5');
}

/** For two sides that disagree: the log alone no longer proves what is held. */
export const haltForDisagreement = (
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
  reason: string,
  level: HaltLevel = 2,
): void => haltAccount(tx, config, bookId, { level, reason, needsOperator: true });

function closeContract(
  tx: StateTransaction,
  config: EngineConfig,
  { id, positions }: Book,
  instrumentId: string,
): void {
  const held = Object.values(positions).filter(
    (position) => position.instrumentId === instrumentId,
  );
  closePositions(tx, config, id, held, 'halt');
}
