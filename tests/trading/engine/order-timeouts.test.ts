// Messages to a remote broker that stay without an answer.
import { describe, expect, it } from 'vitest';
import { ANSWER_MS_MAX } from '../../../app/trading/engine/order-timeouts';
import { GAS, openDesk } from '../../support/desk-harness';
import { createManualOrder, executeCommand, getBook } from '../../support/reference-orders';
import { createVenue, openVenueDesk } from '../../support/venue-desk';

const BUY = createManualOrder({ lots: 10 });

describe('an order without an answer', () => {
  it('becomes unknown after ten seconds, not earlier, and blocks entries in its contract', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(BUY);
    account.passTime(ANSWER_MS_MAX);
    expect(account.book.orders[orderId]?.state).toBe('SENT');
    account.passTime(1);
    expect(account.book.orders[orderId]?.state).toBe('UNKNOWN');
    expect(account.records.at(-1)).toMatchObject({
      type: 'OrderLost',
      payload: { orderId, reason: 'venue has not answered the order within 10 s' },
    });
    account.desk.quote(GAS, 2801);
    expect(await executeCommand(account.desk, BUY)).toBe('DUPLICATE');
    const count = account.records.length;
    account.passTime(ANSWER_MS_MAX);
    expect(account.records).toHaveLength(count);
    account.expectAudited();
  });

  it('is known again with its late answer', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(BUY);
    account.passTime(ANSWER_MS_MAX + 1);
    account.offerReports({ type: 'Acknowledged', orderId });
    account.passTime(ANSWER_MS_MAX + 1);
    expect(account.book.orders[orderId]?.state).toBe('ACKNOWLEDGED');
  });
});

it('a cancellation without an answer makes the order unknown', async () => {
  const account = await openVenueDesk(createVenue());
  const orderId = await account.placeOrder(BUY);
  account.offerReports({ type: 'Acknowledged', orderId });
  account.passTime(ANSWER_MS_MAX + 1);
  await account.sendCommands({ type: 'StopTrading', commodity: null });
  account.passTime(ANSWER_MS_MAX);
  expect(account.book.orders[orderId]?.state).toBe('ACKNOWLEDGED');
  account.passTime(1);
  expect(account.book.orders[orderId]?.state).toBe('UNKNOWN');
  expect(account.records.at(-1)?.payload).toMatchObject({
    reason: 'venue has not answered its cancellation within 10 s',
  });
  account.expectAudited();
});

it('resting orders of local brokers have no time limit', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  await desk.send('ann', createManualOrder({ orderType: 'LIMIT', price: 2700 }));
  desk.wait(ANSWER_MS_MAX + 1);
  desk.offer({ type: 'Time', atMs: desk.nowMs() });
  expect(Object.values(getBook(desk).orders).map(({ state }) => state)).toEqual(['ACKNOWLEDGED']);
});
