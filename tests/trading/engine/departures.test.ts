// What leaves to a remote broker after a commit: nothing that the same batch stopped, and no error of
// a broker escapes.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../app/trading/domain/command';
import { CRUDE, GAS, MARKET, OPEN_BOOK } from '../../support/desk-harness';
import { createManualOrder } from '../../support/reference-orders';
import { createFill, createVenue, openVenueDesk } from '../../support/venue-desk';

const STOP_ALL: Command = { type: 'StopTrading', commodity: null };
const BUY = createManualOrder({ lots: 10 });
const BUY_CRUDE = createManualOrder({ instrumentId: CRUDE.id, lots: 5 });

describe('an order of a batch', () => {
  it('does not leave when the batch stops trading, and its collateral is free again', async () => {
    const venue = createVenue();
    const account = await openVenueDesk(venue);
    const before = account.book.balances;
    await account.sendCommands(BUY, STOP_ALL);
    expect(venue.sent).toEqual([]);
    expect(account.listOrders()).toEqual([]);
    expect(account.book.balances).toEqual(before);
    expect(account.records.at(-1)).toMatchObject({
      type: 'OrderCancelled',
      payload: { reason: 'stopped' },
    });
    account.expectAudited();
  });

  it('does not leave when a report in the batch halts its account', async () => {
    const venue = createVenue();
    const account = await openVenueDesk(venue);
    const orderId = await account.placeOrder(BUY);
    const { runner } = account.desk;
    account.desk.quote(CRUDE, 7000);
    const placed = runner.execute({ userId: 'ann', command: BUY_CRUDE, idempotencyKey: null });
    account.offerReports(createFill(orderId, 11));
    expect((await placed).outcome.ok).toBe(true);
    expect(account.book.halt).not.toBeNull();
    // The order of the impossible fill is cancelled; the other one never leaves.
    expect(venue.sent).toEqual([`submit ${orderId}`, `cancel ${orderId}`]);
    expect(account.listOrders().map(({ id }) => id)).toEqual([orderId]);
    expect(account.records.at(-1)?.payload).toMatchObject({ reason: 'trading halted' });
    account.expectAudited();
  });

  it('does not leave when a report in the batch halts all trading', async () => {
    const venue = createVenue();
    const account = await openVenueDesk(venue);
    const { desk } = account;
    // Bob has a resting order at a local broker; an impossible fill of it is a fault of the engine.
    await desk.send('bob', OPEN_BOOK);
    await desk.send('bob', { type: 'SelectMode', mode: 'paper' });
    await desk.send('bob', createManualOrder({ orderType: 'LIMIT', price: 2700, lots: 1 }));
    const bobs = desk.runner.state().books['bob:paper'];
    const [orderId = ''] = Object.keys(bobs?.orders ?? {});
    const placed = desk.runner.execute({ userId: 'ann', command: BUY, idempotencyKey: null });
    const report = createFill(orderId, 2);
    desk.offer({ type: 'Execution', bookId: 'bob:paper', report, atMs: desk.nowMs() });
    expect((await placed).outcome.ok).toBe(true);
    expect(desk.runner.state().trading.state).toBe('HALTED');
    expect(venue.sent).toEqual([]);
    expect(account.records.at(-1)).toMatchObject({
      type: 'OrderCancelled',
      payload: { reason: expect.stringContaining('halted before it was sent') as string },
    });
    account.expectAudited();
  });

  it('leaves otherwise, and a later STOP is sent after it', async () => {
    const venue = createVenue();
    const account = await openVenueDesk(venue);
    const id = await account.placeOrder(BUY);
    await account.sendCommands(STOP_ALL);
    expect(venue.sent).toEqual([`submit ${id}`, `cancel ${id}`]);
    expect(account.book.orders[id]?.state).toBe('SENT');
  });
});

describe('a broker that throws', () => {
  it('makes the order unknown, and the engine goes on', async () => {
    const account = await openVenueDesk(createVenue('submit'));
    const [result] = await account.sendCommands(BUY);
    expect(result?.outcome.ok).toBe(true);
    expect(account.listOrders().map(({ state }) => state)).toEqual(['UNKNOWN']);
    expect(account.records.at(-1)).toMatchObject({
      type: 'OrderLost',
      payload: { reason: 'sending it to venue failed: the socket is closed' },
    });
    account.desk.quote(GAS, 2801);
    const gas = account.desk.runner.state().markets[MARKET]?.instruments[GAS.id];
    expect(gas?.quote?.lastTicks).toBe(2801);
  });

  it('at a cancellation makes the order unknown too', async () => {
    const account = await openVenueDesk(createVenue('cancel'));
    await account.placeOrder(BUY);
    await account.sendCommands(STOP_ALL);
    expect(account.listOrders().map(({ state }) => state)).toEqual(['UNKNOWN']);
  });
});

describe('a rejection', () => {
  it('after the acknowledgement ends the order and frees its collateral', async () => {
    const account = await openVenueDesk(createVenue());
    const before = account.book.balances;
    const orderId = await account.placeOrder(BUY);
    account.offerReports(
      { type: 'Acknowledged', orderId },
      { type: 'Rejected', orderId, reason: 'margin' },
    );
    expect(account.listOrders()).toEqual([]);
    expect(account.book.balances).toEqual(before);
    account.expectAudited();
  });
});
