// Orders by hand for tests, and what a desk in memory shows of them.
import { selectedBook } from '../../app/trading/domain/book';
import type { Command } from '../../app/trading/domain/command';
import type { OrderType, Side } from '../../app/trading/domain/order';
import { toLots, toTicks } from '../../app/trading/domain/units';
import type { DeskHarness } from './desk-harness';

interface HandOrder {
  readonly instrumentId: string;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly lots: number;
  readonly price: number | null;
  readonly stop: number | null;
  readonly target: number | null;
}

const findTicks = (value: number | null) => (value === null ? null : toTicks(value));

/** An order by hand: 30 lots of gas bought at market, but for what is said otherwise. */
export function handOrder(change: Partial<HandOrder> = {}): Command {
  const {
    instrumentId = 'NG',
    side = 'BUY',
    orderType = 'MARKET',
    lots = 30,
    price = null,
    stop = null,
    target = null,
  } = change;
  return {
    type: 'PlaceOrder',
    instrumentId,
    side,
    orderType,
    lots: toLots(lots),
    priceTicks: findTicks(price),
    stopDistanceTicks: findTicks(stop),
    targetDistanceTicks: findTicks(target),
  };
}

export const getBook = (desk: DeskHarness, userId = 'ann') => {
  const book = selectedBook(desk.runner.state(), userId);
  if (!book) throw new Error(`${userId} has a book`);
  return book;
};

/** Prices of all fills so far, in order. */
export const fillPrices = ({ journal }: DeskHarness): number[] =>
  journal.records.flatMap((record) =>
    record.type === 'OrderFilled' ? [record.payload.priceTicks] : [],
  );

/** Purpose, lots and price of every working order of the selected book. */
export const workingOrders = (desk: DeskHarness, userId = 'ann') =>
  Object.values(getBook(desk, userId).orders).map(
    ({ purpose, lots, priceTicks }) => [purpose, lots, priceTicks] as const,
  );

/** Contract and lots of every open position of the selected book. */
export const holdings = (desk: DeskHarness, userId = 'ann') =>
  Object.values(getBook(desk, userId).positions).map(
    ({ instrumentId, direction, lots }) =>
      [instrumentId, direction === 'LONG' ? lots : -lots] as const,
  );

/** `granted`, or the code of the refusal. */
export async function answer(desk: DeskHarness, command: Command, userId = 'ann'): Promise<string> {
  const { outcome } = await desk.send(userId, command);
  return outcome.ok ? 'granted' : outcome.refusal.code;
}
