/**
 * Orders by hand of the last second, folded from the log, so that two tabs that send the same order
 * place it once.
 */
import { type Book, type LoggedDesk, type RecentHandOrder, selectedBook } from '../domain/book';
import { canonicalJson } from '../domain/canonical';
import type { Command } from '../domain/command';
import { type Position, entrySide } from '../domain/position';
import type { LogRecord } from '../domain/record';
import type { EpochMs } from '../domain/units';

/** Equal orders of one book that follow each other within this time of the engine are one order. */
const HAND_ORDER_WINDOW_MS = 1_000;

const isRecent = ({ atMs }: RecentHandOrder, nowMs: EpochMs): boolean =>
  nowMs - atMs < HAND_ORDER_WINDOW_MS;

/**
 * The book with an order by hand remembered, without those that are over: a second ago, or followed
 * by an opposite order in the
 * same contract. Null where the command is no order by hand.
 */
export function withManualOrder(
  desk: LoggedDesk,
  { seq, userId, atMs, payload }: Extract<LogRecord, { type: 'CommandReceived' }>,
): Book | null {
  const { command } = payload;
  if (command.type !== 'PlaceOrder' || userId === null) return null;
  const book = selectedBook(desk, userId);
  if (!book) return null;
  const isOpposite = (hand: RecentHandOrder): boolean =>
    hand.command.instrumentId === command.instrumentId && hand.command.side !== command.side;
  const recent = (book.recentHandOrders ?? []).filter(
    (hand) => isRecent(hand, atMs) && !isOpposite(hand),
  );
  return { ...book, recentHandOrders: [...recent, { seq, atMs, command, orderIds: [] }] };
}

/** The book once a working order was cancelled: who places it again means it. */
export const withoutCancelledManualOrder = (book: Book, orderId: string): Book =>
  withoutHandOrders(book, ({ orderIds }) => orderIds.includes(orderId));

/**
 * The book once a position was closed: who opens it again means it. An order that closed it stays
 * remembered.
 */
export const withoutClosedByHand = (book: Book, { instrumentId, direction }: Position): Book =>
  withoutHandOrders(
    book,
    ({ command }) => command.instrumentId === instrumentId && command.side === entrySide(direction),
  );

function withoutHandOrders(book: Book, isOver: (hand: RecentHandOrder) => boolean): Book {
  const kept = book.recentHandOrders?.filter((hand) => !isOver(hand));
  return kept && kept.length !== book.recentHandOrders?.length
    ? { ...book, recentHandOrders: kept }
    : book;
}

/**
 * The book after an order was placed: one that a command by hand caused is noted beside that
 * command.
 */
export function withManualPlacement(
  book: Book,
  { causeSeq, payload }: Extract<LogRecord, { type: 'OrderPlaced' }>,
): Book {
  if (!book.recentHandOrders?.some(({ seq }) => seq === causeSeq)) return book;
  const noted = book.recentHandOrders.map((hand) =>
    hand.seq === causeSeq ? { ...hand, orderIds: [...hand.orderIds, payload.order.id] } : hand,
  );
  return { ...book, recentHandOrders: noted };
}

/**
 * The orders that an equal command placed within the last second; null where there was none, or it
 * was refused.
 */
export function findPlacedTwice(
  book: Book,
  command: Extract<Command, { type: 'PlaceOrder' }>,
  nowMs: EpochMs,
): readonly string[] | null {
  const text = canonicalJson(command);
  const first = book.recentHandOrders?.find(
    (hand) =>
      hand.orderIds.length > 0 && isRecent(hand, nowMs) && canonicalJson(hand.command) === text,
  );
  return first?.orderIds ?? null;
}
