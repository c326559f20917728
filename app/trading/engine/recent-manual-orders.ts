/**
 * Manual orders of the last second, rebuilt from the log, so that two browser tabs sending the same
 * order place it once.
 */
import {
  type Book,
  type LoggedState,
  type RecentManualOrder,
  getSelectedBook,
} from '../domain/book';
import { toCanonicalJson } from '../domain/canonical-json';
import type { Command } from '../domain/command';
import { type Position, getEntrySide } from '../domain/position';
import type { LogRecord } from '../domain/record';
import type { EpochMs } from '../domain/units';

/** Equal orders of one account within this engine time count as one. */
const DUPLICATE_WINDOW_MS = 1_000;

const isRecent = ({ atMs }: RecentManualOrder, nowMs: EpochMs): boolean =>
  nowMs - atMs < DUPLICATE_WINDOW_MS;

/**
 * Adds a manual order and drops those that are older than the window or were followed by an
 * opposite order in the contract. Null if the command is no manual order.
 */
export function addManualOrder(
  state: LoggedState,
  { seq, userId, atMs, payload }: Extract<LogRecord, { type: 'CommandReceived' }>,
): Book | null {
  const { command } = payload;
  if (command.type !== 'PlaceOrder' || userId === null) return null;
  const book = getSelectedBook(state, userId);
  if (!book) return null;
  const isOpposite = (order: RecentManualOrder): boolean =>
    order.command.instrumentId === command.instrumentId && order.command.side !== command.side;
  const recent = (book.recentHandOrders ?? []).filter(
    (order) => isRecent(order, atMs) && !isOpposite(order),
  );
  return { ...book, recentHandOrders: [...recent, { seq, atMs, command, orderIds: [] }] };
}

/** After a cancellation the same order is intentional. */
export const removeCancelledManualOrder = (book: Book, orderId: string): Book =>
  removeManualOrders(book, ({ orderIds }) => orderIds.includes(orderId));

/**
 * After its position closes, the same opening order is intentional. Closing orders stay remembered.
 */
export const removeManualOrdersOfClosed = (
  book: Book,
  { instrumentId, direction }: Position,
): Book =>
  removeManualOrders(
    book,
    ({ command }) =>
      command.instrumentId === instrumentId && command.side === getEntrySide(direction),
  );

function removeManualOrders(book: Book, isObsolete: (order: RecentManualOrder) => boolean): Book {
  const remaining = book.recentHandOrders?.filter((order) => !isObsolete(order));
  return remaining && remaining.length !== book.recentHandOrders?.length
    ? { ...book, recentHandOrders: remaining }
    : book;
}

/** Links a placed order to the manual command that caused it. */
export function addManualPlacement(
  book: Book,
  { causeSeq, payload }: Extract<LogRecord, { type: 'OrderPlaced' }>,
): Book {
  if (!book.recentHandOrders?.some(({ seq }) => seq === causeSeq)) return book;
  const updated = book.recentHandOrders.map((order) =>
    order.seq === causeSeq ? { ...order, orderIds: [...order.orderIds, payload.order.id] } : order,
  );
  return { ...book, recentHandOrders: updated };
}

/** Order ids of an equal command within the window; null if there was none or it was rejected. */
export function findDuplicateOrder(
  book: Book,
  command: Extract<Command, { type: 'PlaceOrder' }>,
  nowMs: EpochMs,
): readonly string[] | null {
  const text = toCanonicalJson(command);
  const duplicate = book.recentHandOrders?.find(
    (order) =>
      order.orderIds.length > 0 &&
      isRecent(order, nowMs) &&
      toCanonicalJson(order.command) === text,
  );
  return duplicate?.orderIds ?? null;
}
