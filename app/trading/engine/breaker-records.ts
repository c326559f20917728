/** Applies breaker records to an account: peak equity, drawdown and losing streaks. */
import { type Book, IDLE_SWITCH, type OpenTrade } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import type { Order } from '../domain/order';
import { type Position, getGroupId } from '../domain/position';
import type { RecordPayloads } from '../domain/record';
import { type EpochMs, type Mills, NO_MILLS, addMills } from '../domain/units';

/** The peak is the highest valued equity. */
export const updatePeak = (book: Book, atMs: EpochMs): Book =>
  book.equityMills > book.peakMills ? { ...book, peakMills: book.equityMills, peakMs: atMs } : book;

export const tripBreaker = (
  book: Book,
  { peakMills, equityMills, allowedMills }: RecordPayloads['DrawdownTripped'],
  atMs: EpochMs,
): Book => ({ ...book, drawdown: { atMs, peakMills, equityMills, allowedMills, day: book.day } });

/** A reduced allowance replaces that of an earlier re-arm of the day. */
export function applyRearm(
  book: Book,
  { peakMills, allowedMills = null }: RecordPayloads['DrawdownRearmed'],
  atMs: EpochMs,
): Book {
  const { reducedAllowance: _replaced, ...rest } = book;
  const allowance =
    allowedMills === null ? {} : { reducedAllowance: { day: book.day, allowedMills } };
  return { ...rest, ...allowance, peakMills, peakMs: atMs, drawdown: null };
}

export const applyMarginCall = (
  book: Book,
  { equityMills, maintenanceMills }: RecordPayloads['MarginCalled'],
  atMs: EpochMs,
): Book => ({ ...book, marginCall: { atMs, equityMills, maintenanceMills } });

/** The pause resets the losing streak. */
export const startCoolOff = (
  book: Book,
  { commodity, untilMs }: RecordPayloads['CoolOffBegan'],
): Book => updateLosses(book, [commodity], () => 0, untilMs);

/**
 * Adds a closed position's net profit to its trade. A trade ends when nothing of its group is open
 * or pending.
 */
export function countClosedTrade(book: Book, closed: Position, netMills: Mills): Book {
  const group = getGroupId(closed);
  const before = book.openTrades[group];
  const trade: OpenTrade = {
    netMills: addMills(before?.netMills ?? NO_MILLS, netMills),
    commodities: [...new Set([...(before?.commodities ?? []), closed.commodity])],
  };
  return finishTradeIfFlat({ ...book, openTrades: { ...book.openTrades, [group]: trade } }, group);
}

/** The end of a pending entry may end its trade. */
export const finishTradeOfEndedOrder = (book: Book, order: Order | undefined): Book =>
  order?.groupId && book.openTrades[order.groupId] ? finishTradeIfFlat(book, order.groupId) : book;

function finishTradeIfFlat(book: Book, group: string): Book {
  const isOpen = Object.values(book.positions).some((position) => getGroupId(position) === group);
  const hasPendingEntry = Object.values(book.orders).some(
    (order) => order.purpose === 'ENTRY' && order.groupId === group,
  );
  const { [group]: trade, ...openTrades } = book.openTrades;
  if (!trade || isOpen || hasPendingEntry) return book;
  return updateLosses({ ...book, openTrades }, trade.commodities, (losses) =>
    trade.netMills < 0 ? losses + 1 : 0,
  );
}

function updateLosses(
  book: Book,
  keys: readonly CommodityKey[],
  next: (losses: number) => number,
  coolUntilMs?: EpochMs,
): Book {
  const updatedSwitches = keys.map((key) => {
    const current = book.commodities[key] ?? IDLE_SWITCH;
    return [
      key,
      { ...current, losses: next(current.losses), coolUntilMs: coolUntilMs ?? current.coolUntilMs },
    ];
  });
  return { ...book, commodities: { ...book.commodities, ...Object.fromEntries(updatedSwitches) } };
}
