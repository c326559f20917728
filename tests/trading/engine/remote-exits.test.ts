// Exits at a remote broker: what could fill beside a market exit is cancelled first, and stops cover
// exactly the lots held.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../app/trading/domain/command';
import type { Order } from '../../../app/trading/domain/order';
import { toTicks } from '../../../app/trading/domain/units';
import { getDeskView } from '../../../app/trading/desk-view';
import { GAS, createLevelPlaybook } from '../../support/desk-harness';
import { createManualOrder } from '../../support/reference-orders';
import { type VenueDesk, createFill, createVenue, openVenueDesk } from '../../support/venue-desk';

const CLOSE_ALL: Command = { type: 'CloseTrading', commodity: null };

const findOrder = (account: VenueDesk, purpose: Order['purpose']): Order => {
  const order = account.listOrders().find((each) => each.purpose === purpose);
  if (!order) throw new Error(`a working ${purpose}`);
  return order;
};

const listLots = (account: VenueDesk, purpose: Order['purpose']) =>
  account
    .listOrders()
    .filter((order) => order.purpose === purpose && !order.cancelRequest)
    .map(({ lots, filledLots, priceTicks }) => [lots - filledLots, priceTicks]);

/** CLOSE of an account with stop and target; the broker confirms both cancellations. */
async function closeProtected(account: VenueDesk): Promise<void> {
  await account.sendCommands(CLOSE_ALL);
  for (const { id: orderId } of account.listOrders())
    account.offerReports({ type: 'Cancelled', orderId, reason: '' });
}

/** An account that holds 10 lots of gas with stop and target. */
async function openProtected(venue = createVenue()): Promise<VenueDesk> {
  const account = await openVenueDesk(venue);
  const orderId = await account.placeOrder(createManualOrder({ lots: 10, stop: 50, target: 100 }));
  account.offerReports(createFill(orderId, 10));
  for (const { id } of account.listOrders())
    account.offerReports({ type: 'Acknowledged', orderId: id });
  return account;
}

describe('CLOSE beside a working stop and target', () => {
  it('cancels both first; the exit follows the last confirmation', async () => {
    const venue = createVenue();
    const account = await openProtected(venue);
    const [stop, target] = [findOrder(account, 'STOP'), findOrder(account, 'TARGET')];
    venue.sent.length = 0;
    const [result] = await account.sendCommands(CLOSE_ALL);
    const waiting = 'Its exit follows the cancellation of its stop or target at the broker.';
    expect(result?.outcome).toMatchObject({
      ok: true,
      value: { placedOrders: [], waiting: [{ reason: waiting }] },
    });
    const view = getDeskView(account.desk.runner.state(), 'ann', 'simulation');
    expect(view?.positions[0]?.pending).toBe(
      'must be closed (CLOSE): its exit follows the cancellation of its stop or target at the broker',
    );
    account.desk.quote(GAS, 2801);
    expect(venue.sent).toEqual([`cancel ${stop.id}`, `cancel ${target.id}`]);
    account.offerReports({ type: 'Cancelled', orderId: stop.id, reason: '' });
    expect(venue.sent).toHaveLength(2);
    account.offerReports({ type: 'Cancelled', orderId: target.id, reason: '' });
    const exit = findOrder(account, 'EXIT');
    expect(exit).toMatchObject({ type: 'MARKET', lots: 10 });
    expect(venue.sent.at(-1)).toBe(`submit ${exit.id}`);
    account.offerReports(createFill(exit.id, 10, { executionId: 'exit' }));
    expect(account.book.positions).toEqual({});
    account.expectAudited();
  });

  it('needs no exit when the stop fills before its cancellation', async () => {
    const account = await openProtected();
    const [stop, target] = [findOrder(account, 'STOP'), findOrder(account, 'TARGET')];
    await account.sendCommands(CLOSE_ALL);
    account.offerReports(createFill(stop.id, 10, { executionId: 'stop' }));
    account.offerReports({ type: 'Cancelled', orderId: target.id, reason: '' });
    expect([account.book.positions, account.listOrders()]).toEqual([{}, []]);
    account.expectAudited();
  });

  it('exits the rest when the stop fills in part', async () => {
    const account = await openProtected();
    const [stop, target] = [findOrder(account, 'STOP'), findOrder(account, 'TARGET')];
    await account.sendCommands(CLOSE_ALL);
    account.offerReports(createFill(stop.id, 4, { executionId: 'stop' }));
    account.offerReports({ type: 'Cancelled', orderId: stop.id, reason: '' });
    account.offerReports({ type: 'Cancelled', orderId: target.id, reason: '' });
    expect(listLots(account, 'EXIT')).toEqual([[6, null]]);
    account.expectAudited();
  });

  it('places the exit again when the broker cancels it', async () => {
    const account = await openProtected();
    await closeProtected(account);
    const first = findOrder(account, 'EXIT');
    account.offerReports({ type: 'Expired', orderId: first.id });
    expect(findOrder(account, 'EXIT').id).not.toBe(first.id);
    account.expectAudited();
  });

  it('places a rejected exit again at the next price only', async () => {
    const account = await openProtected();
    await closeProtected(account);
    const first = findOrder(account, 'EXIT');
    account.offerReports({ type: 'Rejected', orderId: first.id, reason: 'no' });
    expect(listLots(account, 'EXIT')).toEqual([]);
    account.desk.quote(GAS, 2801);
    expect(listLots(account, 'EXIT')).toEqual([[10, null]]);
    account.expectAudited();
  });
});

describe('stops of an entry that fills in parts', () => {
  it('cover the lots held, each part at its own distance', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(createManualOrder({ lots: 10, stop: 50 }));
    account.offerReports(createFill(orderId, 3, { priceTicks: toTicks(2800) }));
    account.offerReports(createFill(orderId, 7, { priceTicks: toTicks(2810) }));
    expect(listLots(account, 'STOP')).toEqual([
      [3, 2750],
      [7, 2760],
    ]);
    account.expectAudited();
  });

  it('shrink with a partial exit once the broker has confirmed it', async () => {
    const account = await openProtected();
    const stop = findOrder(account, 'STOP');
    const exitId = await account.placeOrder(createManualOrder({ side: 'SELL', lots: 4 }));
    account.offerReports(createFill(exitId, 4, { executionId: 'part' }));
    expect(listLots(account, 'STOP')).toEqual([]);
    account.offerReports({ type: 'Cancelled', orderId: stop.id, reason: '' });
    expect(listLots(account, 'STOP')).toEqual([[6, 2750]]);
    account.expectAudited();
  });

  it('are not placed again when the trader cancels one', async () => {
    const account = await openProtected();
    const stop = findOrder(account, 'STOP');
    await account.sendCommands({ type: 'CancelOrder', orderId: stop.id });
    account.offerReports({ type: 'Cancelled', orderId: stop.id, reason: '' });
    expect(listLots(account, 'STOP')).toEqual([]);
  });
});

describe('an exit of a strategy', () => {
  it('follows the cancellation of the stop', async () => {
    const account = await openVenueDesk(createVenue(), {
      listPlaybooks: (commodity) =>
        commodity === 'natural-gas' ? [createLevelPlaybook(commodity, 2.9, 2)] : [],
    });
    const { desk } = account;
    desk.bar(GAS, [2800, 2800, 2800, 2800]);
    await account.sendCommands(
      { type: 'ChoosePlaybook', commodity: 'natural-gas', playbookId: 'LEVEL' },
      { type: 'StartTrading', commodity: 'natural-gas' },
    );
    const entry = findOrder(account, 'ENTRY');
    account.offerReports(createFill(entry.id, entry.lots));
    const protective = account.listOrders().map(({ id }) => id);
    expect(protective.length).toBeGreaterThan(0);
    desk.bar(GAS, [2950, 2950, 2950, 2950]);
    desk.bar(GAS, [2960, 2960, 2960, 2960]);
    expect(listLots(account, 'EXIT')).toEqual([]);
    expect(Object.values(account.book.closing)).toMatchObject([{ reason: 'strategy' }]);
    const exits = account.records.filter(
      ({ type, payload }) =>
        type === 'DecisionTaken' && (payload as { action: string }).action === 'EXIT',
    );
    expect(exits).toHaveLength(1);
    for (const orderId of protective)
      account.offerReports({ type: 'Cancelled', orderId, reason: '' });
    expect(listLots(account, 'EXIT')).toEqual([[entry.lots, null]]);
    account.expectAudited();
  });
});
