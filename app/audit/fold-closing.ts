// Positions that have to be closed: each was open when it was requested, and in an account that
// trades at all hours none of them is forgotten.
import { readList, assertFact, readText } from './facts';
import type { ReplayState } from './replay-state';
import type { ReplayedBook, ReplayedOrder } from './replayed';

/**
 * By then the engine has tried again at many prices; a valuation shows that there were prices of
 * everything held.
 */
const TRIED_AFTER_MS = 10 * 60_000;

export function requestClose({ facts, row }: ReplayState, book: ReplayedBook): void {
  for (const position of readList(facts, 'positions')) {
    const id = readText(position, 'positionId');
    const held = book.positions.get(id);
    assertFact(held !== undefined, 'payload.positions', id, 'an open position');
    assertFact(
      readText(position, 'instrumentId') === held.instrumentId,
      'payload.positions',
      position['instrumentId'],
      held.instrumentId,
    );
    book.closing.set(id, row.at_ms);
  }
}

/**
 * What has to be closed gets an exit order for all its lots. In simulation no venue is shut, so
 * that a missing order is a fault of the engine.
 */
export function requireExits({ row }: ReplayState, book: ReplayedBook): void {
  if (book.mode !== 'simulation') return;
  for (const [id, sinceMs] of book.closing) {
    const held = book.positions.get(id);
    if (!held || row.at_ms - sinceMs < TRIED_AFTER_MS) continue;
    const isExit = (order: ReplayedOrder): boolean =>
      order.purpose === 'EXIT' &&
      order.positionId === id &&
      order.facts['type'] === 'MARKET' &&
      order.lots - order.filled >= held.lots;
    assertFact(
      [...book.orders.values()].some(isExit),
      'payload',
      `position ${id} without an exit order`,
      'an exit order of a position that has to be closed',
    );
  }
}

/**
 * Nothing is opened in a position that has to be closed: neither by adding to it nor by carrying it
 * into another month.
 */
export function requireNotClosing(book: ReplayedBook, order: ReplayedOrder): void {
  if (order.purpose !== 'ENTRY') return;
  const rolled = order.facts['rollOf'];
  const target = typeof rolled === 'string' ? rolled : order.positionId;
  assertFact(
    !book.closing.has(target),
    'payload.order.positionId',
    target,
    'a position that may stay open',
  );
}
