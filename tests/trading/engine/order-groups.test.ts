// Stop and target of the same lots cancel each other at the broker, also while this process is not running.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../app/trading/domain/command';
import { type Order, buildAttachedStopId } from '../../../app/trading/domain/order';
import type { ExecutionReport } from '../../../app/trading/ports';
import { createManualOrder } from '../../support/reference-orders';
import {
  type VenueDesk,
  createAttachingVenue,
  createFill,
  createVenue,
  openVenueDesk,
} from '../../support/venue-desk';

const ENTRY = createManualOrder({ lots: 10, stop: 50, target: 60 });

const buildCancellation = (orderId: string): ExecutionReport => ({
  type: 'Cancelled',
  orderId,
  reason: 'another order of its group has filled or ended',
});

const findWorking = (account: VenueDesk, purpose: Order['purpose']): readonly Order[] =>
  account.listOrders().filter((order) => order.purpose === purpose && !order.cancelRequest);

const listExits = (account: VenueDesk) =>
  (['STOP', 'TARGET'] as const).flatMap((purpose) =>
    findWorking(account, purpose).map(({ lots, priceTicks }) => [purpose, lots, priceTicks]),
  );

/** An account that holds these lots of its entry, bought at 2.800. */
async function openFilled(lots = 10, command: Command = ENTRY) {
  const account = await openVenueDesk({ ...createAttachingVenue(), hasOrderGroups: true });
  const entryId = await account.placeOrder(command);
  account.offerReports(createFill(entryId, lots));
  const [target] = findWorking(account, 'TARGET');
  return { account, entryId, stopId: buildAttachedStopId(entryId), targetId: target?.id ?? '' };
}

describe('a target', () => {
  it('joins the group of the stop that was sent with the entry', async () => {
    const { account, stopId, targetId } = await openFilled();
    expect(account.book.orders[stopId]?.remote?.orderGroup).toBe(stopId);
    expect(account.book.orders[targetId]?.remote?.orderGroup).toBe(stopId);
    account.expectAudited();
  });

  it.each([
    ['the entry is filled in part', 4, ENTRY],
    ['there is no stop', 10, createManualOrder({ lots: 10, target: 60 })],
  ])('stays alone where %s', async (_name, lots, command) => {
    const { account, targetId } = await openFilled(lots, command);
    expect(account.book.orders[targetId]?.remote).toBeDefined();
    expect(account.book.orders[targetId]?.remote?.orderGroup).toBeUndefined();
  });

  it('stays alone at a broker without groups', async () => {
    const account = await openVenueDesk(createVenue());
    const entryId = await account.placeOrder(ENTRY);
    account.offerReports(createFill(entryId, 10));
    for (const order of account.listOrders()) expect(order.remote?.orderGroup).toBeUndefined();
  });

  it('that fills in part leaves a stop for the rest', async () => {
    const { account, stopId, targetId } = await openFilled();
    account.offerReports(createFill(targetId, 4), buildCancellation(stopId));
    expect(listExits(account)).toEqual([
      ['STOP', 6, 2751],
      ['TARGET', 10, 2860],
    ]);
    account.expectAudited();
  });

  it('that fills in part leaves a stop also where the cancellation is reported first', async () => {
    const { account, stopId, targetId } = await openFilled();
    account.offerReports(buildCancellation(stopId), createFill(targetId, 4));
    const [former] = account.listOrders().filter(({ purpose }) => purpose === 'STOP');
    account.offerReports(buildCancellation(former?.id ?? ''));
    expect(findWorking(account, 'STOP')).toMatchObject([{ lots: 6 }]);
    account.expectAudited();
  });

  it('is placed again when the trader cancels the stop, and the broker both', async () => {
    const { account, stopId, targetId } = await openFilled();
    await account.sendCommands({ type: 'CancelOrder', orderId: stopId });
    account.offerReports(buildCancellation(targetId), buildCancellation(stopId));
    expect(listExits(account)).toEqual([['TARGET', 10, 2860]]);
    account.expectAudited();
  });

  it('is placed again when the broker cancels it with the stop that another one follows', async () => {
    const { account, stopId, targetId } = await openFilled();
    const exitId = await account.placeOrder(createManualOrder({ side: 'SELL', lots: 3 }));
    account.offerReports(
      createFill(exitId, 3),
      buildCancellation(stopId),
      buildCancellation(targetId),
    );
    expect(listExits(account)).toEqual([
      ['STOP', 7, 2751],
      ['TARGET', 7, 2860],
    ]);
    const [stop] = findWorking(account, 'STOP');
    const [target] = findWorking(account, 'TARGET');
    expect(stop?.remote?.orderGroup).toBe(stop?.id);
    expect(target?.remote?.orderGroup).toBe(stop?.id);
    account.expectAudited();
  });
});

describe('a stop', () => {
  it('that fills ends the position, whichever report is first', async () => {
    const { account, stopId, targetId } = await openFilled();
    account.offerReports(buildCancellation(targetId), createFill(stopId, 10));
    expect([account.book.positions, account.listOrders()]).toEqual([{}, []]);
    account.expectAudited();
  });

  it('that the broker cancels without its group is not placed again', async () => {
    const { account, stopId } = await openFilled();
    account.offerReports({ type: 'Cancelled', orderId: stopId, reason: 'by the broker' });
    // It was sent along with its entry, so one other stop follows; that one has no partner.
    const [stop] = findWorking(account, 'STOP');
    account.offerReports({ type: 'Cancelled', orderId: stop?.id ?? '', reason: 'by the broker' });
    expect(findWorking(account, 'STOP')).toEqual([]);
    account.expectAudited();
  });
});
