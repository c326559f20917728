// Cancellations at a remote broker: requested once, stored, and sent again where the broker may have
// missed them.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../app/trading/domain/command';
import { createManualOrder } from '../../support/reference-orders';
import { createFill, createVenue, openVenueDesk } from '../../support/venue-desk';

const STOP_ALL: Command = { type: 'StopTrading', commodity: null };
const BUY = createManualOrder({ lots: 10 });

describe('a cancellation at a remote broker', () => {
  it('is requested once, and its reason is that of the request', async () => {
    const venue = createVenue();
    const account = await openVenueDesk(venue);
    const orderId = await account.placeOrder(BUY);
    account.offerReports({ type: 'Acknowledged', orderId });
    await account.sendCommands(STOP_ALL);
    await account.sendCommands(STOP_ALL, { type: 'EmergencyStop' });
    expect(venue.sent).toEqual([`submit ${orderId}`, `cancel ${orderId}`]);
    expect(account.book.orders[orderId]).toMatchObject({
      state: 'ACKNOWLEDGED',
      cancelRequest: { reason: 'stopped' },
    });
    account.offerReports({ type: 'Cancelled', orderId, reason: 'by request' });
    expect(account.listOrders()).toEqual([]);
    expect(account.records.at(-1)?.payload).toMatchObject({ reason: 'stopped' });
    account.expectAudited();
  });

  it('loses to a fill that came first', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(BUY);
    await account.sendCommands(STOP_ALL);
    account.offerReports(createFill(orderId, 10));
    expect(account.listOrders()).toEqual([]);
    expect(Object.values(account.book.positions)).toMatchObject([{ lots: 10 }]);
    account.expectAudited();
  });

  it('is sent again when an unknown order turns out to work', async () => {
    const venue = createVenue();
    const account = await openVenueDesk(venue);
    const orderId = await account.placeOrder(BUY);
    await account.sendCommands(STOP_ALL);
    account.offerReports({ type: 'Lost', orderId, reason: 'no answer' });
    account.offerReports({ type: 'Acknowledged', orderId });
    expect(venue.sent).toEqual([`submit ${orderId}`, `cancel ${orderId}`, `cancel ${orderId}`]);
    // Each request has its own record, so that it is stored before it is sent.
    const requests = account.records.filter(({ type }) => type === 'OrderCancelRequested');
    expect(requests).toHaveLength(2);
    account.expectAudited();
  });

  it('is accepted while no broker is connected, and stored', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(BUY);
    account.offerReports({ type: 'Acknowledged', orderId });
    const offline = account.restartDesk(null);
    const [stop] = await offline.sendCommands(STOP_ALL);
    expect(stop?.outcome.ok).toBe(true);
    expect(offline.book.orders[orderId]).toMatchObject({ cancelRequest: { reason: 'stopped' } });
    offline.expectAudited();
  });

  it('counts as cancelled in the answer to an operator', async () => {
    const account = await openVenueDesk(createVenue());
    await account.placeOrder(BUY);
    const stop = { type: 'StopUser', userId: 'ann', close: false, reason: 'test' } as const;
    const { runner } = account.desk;
    const result = runner.execute({ userId: 'system', command: stop, idempotencyKey: null });
    runner.drain();
    expect((await result).outcome).toMatchObject({
      value: { stoppedBooks: [{ cancelledOrders: 1 }] },
    });
  });
});
