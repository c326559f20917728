/**
 * Orders by hand of the last second, folded from the log, so that two tabs that send the same order place it once.
 */
import { type Book, type LoggedDesk, type RecentHandOrder, selectedBook } from '../domain/book';
import { canonicalJson } from '../domain/canonical';
import type { Command } from '../domain/command';
import type { LogRecord } from '../domain/record';
import type { EpochMs } from '../domain/units';

/** Equal orders of one book that follow each other within this time of the engine are one order. */
export const HAND_ORDER_WINDOW_MS = 1_000;

const isRecent = ({ atMs }: RecentHandOrder, nowMs: EpochMs): boolean => nowMs - atMs < HAND_ORDER_WINDOW_MS;

/** Commands after which an equal order is meant: what the first one opened is closed or canceled. */
const ENDS_REPEATS: ReadonlySet<Command['type']> = new Set(['ClosePosition', 'CloseTrading', 'CancelOrder']);

/** The book with an order by hand remembered, or without those that are over; null where a command changes nothing about them. */
export function withHandOrder(desk: LoggedDesk, { seq, userId, atMs, payload }: Extract<LogRecord, { type: 'CommandReceived' }>): Book | null {
  const { command } = payload;
  if (userId === null || (command.type !== 'PlaceOrder' && !ENDS_REPEATS.has(command.type))) return null;
  const book = selectedBook(desk, userId);
  if (!book) return null;
  if (command.type !== 'PlaceOrder') return book.recentHandOrders?.length ? { ...book, recentHandOrders: [] } : null;
  const isOver = (hand: Command): boolean => hand.type === 'PlaceOrder' && hand.instrumentId === command.instrumentId && hand.side !== command.side;
  const recent = (book.recentHandOrders ?? []).filter((order) => isRecent(order, atMs) && !isOver(order.command));
  return { ...book, recentHandOrders: [...recent, { seq, atMs, command, orderIds: [] }] };
}

/** The book after an order was placed: one that a command by hand caused is noted beside that command. */
export function withPlacedByHand(book: Book, { causeSeq, payload }: Extract<LogRecord, { type: 'OrderPlaced' }>): Book {
  if (!book.recentHandOrders?.some(({ seq }) => seq === causeSeq)) return book;
  const noted = book.recentHandOrders.map((hand) => (hand.seq === causeSeq ? { ...hand, orderIds: [...hand.orderIds, payload.order.id] } : hand));
  return { ...book, recentHandOrders: noted };
}

/** The orders that an equal command placed within the last second; null where there was none, or it was refused. */
export function findPlacedTwice(book: Book, command: Extract<Command, { type: 'PlaceOrder' }>, nowMs: EpochMs): readonly string[] | null {
  const text = canonicalJson(command);
  const first = book.recentHandOrders?.find((hand) => hand.orderIds.length > 0 && isRecent(hand, nowMs) && canonicalJson(hand.command) === text);
  return first?.orderIds ?? null;
}
