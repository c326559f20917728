/**
 * What the facts of the breakers do to a book: peaks, falls, and trades lost one after the other.
 */
import { type Book, IDLE_SWITCH, type OpenTrade } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import type { Order } from '../domain/order';
import { type Position, groupName } from '../domain/position';
import type { RecordPayloads } from '../domain/record';
import { type EpochMs, type Mills, NO_MILLS, addMills } from '../domain/units';

/** After a valuation: the peak is the highest equity that one has shown. */
export const withPeak = (book: Book): Book =>
  book.equityMills > book.peakMills ? { ...book, peakMills: book.equityMills } : book;

export const tripBreaker = (
  book: Book,
  { peakMills, equityMills, allowedMills }: RecordPayloads['DrawdownTripped'],
  atMs: EpochMs,
): Book => ({ ...book, drawdown: { atMs, peakMills, equityMills, allowedMills, day: book.day } });

/** The allowance of an earlier re-arming of the day is replaced, never added to. */
export function applyRearm(
  book: Book,
  { peakMills, allowedMills = null }: RecordPayloads['DrawdownRearmed'],
): Book {
  const { reducedAllowance: _replaced, ...rest } = book;
  const reduced =
    allowedMills === null ? {} : { reducedAllowance: { day: book.day, allowedMills } };
  return { ...rest, ...reduced, peakMills, drawdown: null };
}

/** Equity fell below the maintenance margin. */
export const applyMarginCall = (
  book: Book,
  { equityMills, maintenanceMills }: RecordPayloads['MarginCalled'],
  atMs: EpochMs,
): Book => ({ ...book, marginCall: { atMs, equityMills, maintenanceMills } });

/** A pause begins, and the row of losses is counted anew. */
export const startCoolOff = (
  book: Book,
  { commodity, untilMs }: RecordPayloads['CoolOffBegan'],
): Book => withLosses(book, [commodity], () => 0, untilMs);

/**
 * A position has closed with a profit after fees: its trade is over when nothing else of its group
 * is open or on its way.
 */
export function countClosedTrade(book: Book, closed: Position, netMills: Mills): Book {
  const group = groupName(closed);
  const before = book.openTrades[group];
  const trade: OpenTrade = {
    netMills: addMills(before?.netMills ?? NO_MILLS, netMills),
    commodities: [...new Set([...(before?.commodities ?? []), closed.commodity])],
  };
  return finishGroup({ ...book, openTrades: { ...book.openTrades, [group]: trade } }, group);
}

/** An entry that will never come may be what a trade was still waiting for. */
export const forgetOrder = (book: Book, order: Order | undefined): Book =>
  order?.groupId && book.openTrades[order.groupId] ? finishGroup(book, order.groupId) : book;

function finishGroup(book: Book, group: string): Book {
  const isOpen = Object.values(book.positions).some((position) => groupName(position) === group);
  const isComing = Object.values(book.orders).some(
    (order) => order.purpose === 'ENTRY' && order.groupId === group,
  );
  const { [group]: trade, ...openTrades } = book.openTrades;
  if (!trade || isOpen || isComing) return book;
  return withLosses({ ...book, openTrades }, trade.commodities, (losses) =>
    trade.netMills < 0 ? losses + 1 : 0,
  );
}

function withLosses(
  book: Book,
  keys: readonly CommodityKey[],
  next: (losses: number) => number,
  coolUntilMs?: EpochMs,
): Book {
  const changed = keys.map((key) => {
    const current = book.commodities[key] ?? IDLE_SWITCH;
    return [
      key,
      { ...current, losses: next(current.losses), coolUntilMs: coolUntilMs ?? current.coolUntilMs },
    ];
  });
  return { ...book, commodities: { ...book.commodities, ...Object.fromEntries(changed) } };
}
