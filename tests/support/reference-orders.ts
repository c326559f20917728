// Manual orders for tests, and account views of an in-memory engine.
import { getSelectedBook } from '../../app/trading/domain/book';
import type { Command } from '../../app/trading/domain/command';
import type { OrderType, Side } from '../../app/trading/domain/order';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
import type { DeskHarness } from './desk-harness';

interface ManualOrder {
  readonly instrumentId: string;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly lots: number;
  readonly price: number | null;
  readonly stop: number | null;
  readonly target: number | null;
}

/** Allows entries of a live account, without approvals. */
export const ARM_ACCOUNT = {
  type: 'ArmAccount',
  lossLimitMills: toMills(5_000_000),
  needsApproval: false,
} as const satisfies Command;

const toTicksOrNull = (value: number | null) => (value === null ? null : toTicks(value));

/** Manual market order for 30 lots of gas, with overrides. */
export function createManualOrder(change: Partial<ManualOrder> = {}): Command {
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
    priceTicks: toTicksOrNull(price),
    stopDistanceTicks: toTicksOrNull(stop),
    targetDistanceTicks: toTicksOrNull(target),
  };
}

export const getBook = (desk: DeskHarness, userId = 'ann') => {
  const book = getSelectedBook(desk.runner.state(), userId);
  if (!book) throw new Error(`${userId} has no account`);
  return book;
};

/** Fill prices, in order. */
export const listFillPrices = ({ journal }: DeskHarness): number[] =>
  journal.records.flatMap((record) =>
    record.type === 'OrderFilled' ? [record.payload.priceTicks] : [],
  );

/** Purpose, lots and price of every working order of the selected book. */
export const listWorkingOrders = (desk: DeskHarness, userId = 'ann') =>
  Object.values(getBook(desk, userId).orders).map(
    ({ purpose, lots, priceTicks }) => [purpose, lots, priceTicks] as const,
  );

/** Contract and lots of every open position of the selected book. */
export const listHoldings = (desk: DeskHarness, userId = 'ann') =>
  Object.values(getBook(desk, userId).positions).map(
    ({ instrumentId, direction, lots }) =>
      [instrumentId, direction === 'LONG' ? lots : -lots] as const,
  );

/** `granted` or the refusal code. */
export async function executeCommand(
  desk: DeskHarness,
  command: Command,
  userId = 'ann',
): Promise<string> {
  const { outcome } = await desk.send(userId, command);
  return outcome.ok ? 'granted' : outcome.refusal.code;
}
