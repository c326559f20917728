// Executions that a remote broker reports after an order has ended, or beyond the lots held: they are
// proof and are booked in whatever state the order is.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../app/trading/domain/command';
import { DAY_MS } from '../../../app/trading/domain/time';
import { toMills } from '../../../app/trading/domain/units';
import { LATE_REPORT_MS } from '../../../app/trading/engine/ended-orders';
import { GAS } from '../../support/desk-harness';
import { createManualOrder } from '../../support/reference-orders';
import { type VenueDesk, createFill, createVenue, openVenueDesk } from '../../support/venue-desk';

const BUY = createManualOrder({ lots: 10 });
const SELL = createManualOrder({ side: 'SELL', lots: 10 });
const STOP_ALL: Command = { type: 'StopTrading', commodity: null };
const CLOSE_ALL: Command = { type: 'CloseTrading', commodity: null };

const listHeld = ({ book }: VenueDesk) =>
  Object.values(book.positions).map(({ direction, lots }) => [direction, lots]);

/** An account that holds 10 lots of gas. */
async function openHolding(): Promise<VenueDesk> {
  const account = await openVenueDesk(createVenue());
  const orderId = await account.placeOrder(BUY);
  account.offerReports(createFill(orderId, 10, { feeMills: toMills(0) }));
  return account;
}

const getExit = (account: VenueDesk) => {
  const exit = account.listOrders().find(({ purpose }) => purpose === 'EXIT');
  if (!exit) throw new Error('an exit is working');
  return exit;
};

describe('a fill of an ended entry', () => {
  it.each(['Cancelled', 'Rejected', 'Expired'] as const)('is booked after %s', async (type) => {
    const account = await openVenueDesk(createVenue());
    const before = account.book.balances;
    const orderId = await account.placeOrder(BUY);
    account.offerReports({ type, orderId, reason: 'by the broker' });
    expect(account.listOrders()).toEqual([]);
    expect(account.book.balances).toEqual(before);
    account.offerReports(createFill(orderId, 4), createFill(orderId, 6));
    expect(listHeld(account)).toEqual([['LONG', 10]]);
    expect(account.book.balances.fees).toBe(20);
    expect(account.book.balances.reserved).toBeGreaterThan(0);
    expect(account.desk.journal.orders.get(orderId)).toMatchObject({
      state: 'FILLED',
      filledLots: 10,
    });
    account.expectAudited();
  });

  it('is booked once, however often it is reported', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(BUY);
    account.offerReports({ type: 'Cancelled', orderId, reason: 'by the broker' });
    const fill = createFill(orderId, 4);
    account.offerReports(fill, fill);
    expect(listHeld(account)).toEqual([['LONG', 4]]);
    account.expectAudited();
  });

  it('gets its stop, also after STOP', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(createManualOrder({ lots: 10, stop: 50 }));
    await account.sendCommands(STOP_ALL);
    account.offerReports({ type: 'Cancelled', orderId, reason: 'by request' });
    account.offerReports(createFill(orderId, 10));
    expect(listHeld(account)).toEqual([['LONG', 10]]);
    expect(account.listOrders()).toMatchObject([{ purpose: 'STOP', lots: 10, priceTicks: 2750 }]);
    account.expectAudited();
  });

  it('is closed at once when CLOSE had cancelled the entry', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(createManualOrder({ lots: 10, stop: 50 }));
    await account.sendCommands(CLOSE_ALL);
    account.offerReports(
      { type: 'Cancelled', orderId, reason: 'by request' },
      createFill(orderId, 10),
    );
    expect(account.listOrders()).toMatchObject([{ purpose: 'EXIT', type: 'MARKET', lots: 10 }]);
    expect(Object.values(account.book.closing)).toMatchObject([{ reason: 'late fill' }]);
    account.offerReports(createFill(getExit(account).id, 10));
    expect(listHeld(account)).toEqual([]);
    account.expectAudited();
  });

  it('is closed at once while that cancellation is under way', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(BUY);
    await account.sendCommands(CLOSE_ALL);
    account.offerReports(createFill(orderId, 10));
    expect(account.listOrders()).toMatchObject([{ purpose: 'EXIT', lots: 10 }]);
    account.expectAudited();
  });

  it('is booked within 30 days and survives a restart', async () => {
    const venue = createVenue();
    const account = await openVenueDesk(venue);
    const orderId = await account.placeOrder(BUY);
    account.offerReports({ type: 'Cancelled', orderId, reason: 'by the broker' });
    account.passTime(LATE_REPORT_MS - DAY_MS);
    const next = account.restartDesk(venue);
    next.offerReports(createFill(orderId, 3));
    expect(listHeld(next)).toEqual([['LONG', 3]]);
    next.expectAudited();
  });

  it('is booked later than that while no other order has ended', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(BUY);
    account.offerReports({ type: 'Cancelled', orderId, reason: 'by the broker' });
    account.passTime(LATE_REPORT_MS + DAY_MS);
    account.offerReports(createFill(orderId, 3));
    expect(listHeld(account)).toEqual([['LONG', 3]]);
    account.expectAudited();
  });

  it('is forgotten after 30 days when another order ends', async () => {
    const account = await openVenueDesk(createVenue());
    const first = await account.placeOrder(BUY);
    account.offerReports({ type: 'Cancelled', orderId: first, reason: 'by the broker' });
    account.passTime(LATE_REPORT_MS + 1);
    account.desk.quote(GAS, 2800);
    const second = await account.placeOrder(BUY);
    account.offerReports({ type: 'Cancelled', orderId: second, reason: 'by the broker' });
    expect(Object.keys(account.book.endedOrders)).toEqual([second]);
    account.expectAudited();
  });

  it('halts the account when it exceeds the order', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(BUY);
    account.offerReports({ type: 'Cancelled', orderId, reason: 'by the broker' });
    account.offerReports(createFill(orderId, 11));
    expect(listHeld(account)).toEqual([]);
    expect(account.book.halt).not.toBeNull();
    account.expectAudited();
  });
});

describe('an addition that fills after its position was closed', () => {
  it('opens a position of its own', async () => {
    const account = await openHolding();
    const [firstId = ''] = Object.keys(account.book.positions);
    const addition = await account.placeOrder(createManualOrder({ lots: 5 }));
    await account.sendCommands(SELL);
    account.offerReports(createFill(getExit(account).id, 10), createFill(addition, 5));
    expect(Object.keys(account.book.positions)).not.toContain(firstId);
    expect(account.book.opened).toBe(2);
    account.expectAudited();
  });
});

describe('an exit that fills beyond the lots held', () => {
  it('closes them and opens the rest on the other side, which is closed at once', async () => {
    const account = await openHolding();
    const stopId = await account.placeOrder(
      createManualOrder({ side: 'SELL', orderType: 'STOP', price: 2790, lots: 10 }),
    );
    const [positionId = ''] = Object.keys(account.book.positions);
    await account.sendCommands({ type: 'ClosePosition', positionId });
    // The stop filled 4 lots elsewhere before its cancellation, and the exit all 10.
    account.offerReports({ type: 'Cancelled', orderId: stopId, reason: 'by request' });
    account.desk.quote(GAS, 2800);
    const exitId = getExit(account).id;
    account.offerReports(createFill(stopId, 4, { executionId: 'stop' }));
    account.offerReports(createFill(exitId, 10, { executionId: 'exit', feeMills: toMills(25) }));
    expect(listHeld(account)).toEqual([['SHORT', 4]]);
    expect(account.listOrders()).toMatchObject([{ side: 'BUY', purpose: 'EXIT', lots: 4 }]);
    expect(account.book.balances.fees).toBe(10 + 25);
    account.offerReports(createFill(getExit(account).id, 4, { executionId: 'flat' }));
    expect(listHeld(account)).toEqual([]);
    expect(account.book.balances.reserved).toBe(0);
    account.expectAudited();
  });

  it('is booked wholly on the other side when nothing is held', async () => {
    const account = await openHolding();
    await account.sendCommands(SELL);
    const exitId = getExit(account).id;
    const [positionId = ''] = Object.keys(account.book.positions);
    account.offerReports({ type: 'Cancelled', orderId: exitId, reason: 'by the broker' });
    await account.sendCommands({ type: 'ClosePosition', positionId });
    account.offerReports(createFill(getExit(account).id, 10));
    expect(listHeld(account)).toEqual([]);
    account.offerReports(createFill(exitId, 10));
    expect(listHeld(account)).toEqual([['SHORT', 10]]);
    expect(account.listOrders()).toMatchObject([{ side: 'BUY', purpose: 'EXIT', lots: 10 }]);
    account.expectAudited();
  });
});
