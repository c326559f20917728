// Replays close requests: each names an open position and is followed by an exit order.
import { readList, assertFact, readText } from './record-facts';
import type { ReplayState } from './replay-state';
import type { ReplayedBook, ReplayedOrder } from './replayed-desk';

/**
 * After this time the engine has retried at many prices; a valuation proves that there were live
 * quotes.
 */
const EXIT_DELAY_MAX_MS = 10 * 60_000;

export function requestClose({ facts, row }: ReplayState, book: ReplayedBook): void {
  for (const position of readList(facts, 'positions')) {
    const id = readText(position, 'positionId');
    const openPosition = book.positions.get(id);
    assertFact(openPosition !== undefined, 'payload.positions', id, 'an open position');
    assertFact(
      readText(position, 'instrumentId') === openPosition.instrumentId,
      'payload.positions',
      position['instrumentId'],
      openPosition.instrumentId,
    );
    book.closing.set(id, row.at_ms);
  }
}

/**
 * Each requested close has an exit order for all lots. Checked in simulation at a local broker only,
 * where no venue is closed and every order is accepted.
 */
export function assertExits({ row }: ReplayState, book: ReplayedBook): void {
  if (book.mode !== 'simulation' || book.hasRemoteOrders) return;
  for (const [id, sinceMs] of book.closing) {
    const openPosition = book.positions.get(id);
    if (!openPosition || row.at_ms - sinceMs < EXIT_DELAY_MAX_MS) continue;
    const isExit = (order: ReplayedOrder): boolean =>
      order.purpose === 'EXIT' &&
      order.positionId === id &&
      order.facts['type'] === 'MARKET' &&
      order.lots - order.filled >= openPosition.lots;
    assertFact(
      [...book.orders.values()].some(isExit),
      'payload',
      `position ${id} without an exit order`,
      'an exit order of a position that must close',
    );
  }
}

/** A position that must close is neither increased nor rolled. */
export function assertNotClosing(book: ReplayedBook, order: ReplayedOrder): void {
  if (order.purpose !== 'ENTRY') return;
  const rolledId = order.facts['rollOf'];
  const target = typeof rolledId === 'string' ? rolledId : order.positionId;
  assertFact(
    !book.closing.has(target),
    'payload.order.positionId',
    target,
    'a position that may stay open',
  );
}
