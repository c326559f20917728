// A position at a remote broker that had a stop and has none for ten seconds is closed.
import { describe, expect, it } from 'vitest';
import { buildAttachedStopId } from '../../../app/trading/domain/order';
import { SECOND_MS } from '../../../app/trading/domain/time';
import type { Broker } from '../../../app/trading/ports';
import { createManualOrder } from '../../support/reference-orders';
import {
  type VenueDesk,
  createAttachingVenue,
  createFill,
  createVenue,
  openVenueDesk,
} from '../../support/venue-desk';

const ENTRY = createManualOrder({ lots: 10, stop: 50 });

const listWorking = (account: VenueDesk) =>
  account
    .listOrders()
    .map(({ purpose, lots, priceTicks, cancelRequest }) => [
      purpose,
      lots,
      priceTicks,
      cancelRequest !== undefined,
    ]);

const findStopId = (account: VenueDesk): string => {
  const stop = account.listOrders().find(({ purpose }) => purpose === 'STOP');
  if (!stop) throw new Error('a stop is working');
  return stop.id;
};

const passSeconds = (account: VenueDesk, seconds: number): void => {
  for (let second = 0; second < seconds; second += 1) account.passTime(SECOND_MS);
};

/** An account that holds 10 lots whose stop the broker has ended. */
async function openUncovered(venue: Broker = createVenue()): Promise<VenueDesk> {
  const account = await openVenueDesk(venue);
  const entryId = await account.placeOrder(ENTRY);
  account.offerReports(createFill(entryId, 10));
  account.offerReports({ type: 'Acknowledged', orderId: findStopId(account) });
  account.offerReports({
    type: 'Cancelled',
    orderId: findStopId(account),
    reason: 'by the broker',
  });
  return account;
}

const EXIT = [['EXIT', 10, null, false]];
const STOP = [['STOP', 10, 2750, false]];

describe('a position whose stop the broker has ended', () => {
  it('is closed after ten seconds, with the reason', async () => {
    const account = await openUncovered();
    passSeconds(account, 10);
    expect(listWorking(account)).toEqual([]);
    passSeconds(account, 1);
    expect(listWorking(account)).toEqual(EXIT);
    expect(Object.values(account.book.closing)).toMatchObject([{ reason: 'no stop' }]);
    const [exit] = account.listOrders();
    account.offerReports(createFill(exit?.id ?? '', 10));
    expect(account.book.positions).toEqual({});
    account.expectAudited();
  });

  it('is closed after a restart', async () => {
    const account = await openUncovered();
    passSeconds(account, 8);
    const venue = createVenue();
    const state = account.desk.runner.state();
    const next = account.restartDesk(venue, {}, { ...state, links: {}, uncoveredSince: {} });
    passSeconds(next, 60);
    expect(next.book.closing).toEqual({});
    next.compareBroker();
    passSeconds(next, 11);
    expect(next.book.closing).not.toEqual({});
    next.expectAudited();
  });

  it('is not counted while nothing can be sent', async () => {
    const account = await openUncovered();
    passSeconds(account, 8);
    account.loseBroker('gone');
    passSeconds(account, 60);
    account.compareBroker();
    passSeconds(account, 8);
    expect(account.book.closing).toEqual({});
    passSeconds(account, 3);
    expect(account.book.closing).not.toEqual({});
  });
});

describe('a stop that could not be placed', () => {
  it('with the fill, because the broker was not connected, follows when it is', async () => {
    const account = await openVenueDesk(createVenue());
    const entryId = await account.placeOrder(ENTRY);
    account.loseBroker('gone');
    account.offerReports(createFill(entryId, 10));
    expect(listWorking(account)).toEqual([]);
    account.compareBroker();
    passSeconds(account, 1);
    expect(listWorking(account)).toEqual(STOP);
    passSeconds(account, 20);
    expect(listWorking(account)).toEqual(STOP);
    account.expectAudited();
  });

  it('in place of one that was sent along follows when the broker is connected', async () => {
    const account = await openVenueDesk(createAttachingVenue());
    const entryId = await account.placeOrder(ENTRY);
    account.offerReports(createFill(entryId, 10));
    account.loseBroker('gone');
    account.offerReports({
      type: 'Cancelled',
      orderId: buildAttachedStopId(entryId),
      reason: 'by the broker',
    });
    account.compareBroker();
    passSeconds(account, 1);
    expect(listWorking(account)).toEqual([['STOP', 10, 2751, false]]);
    account.expectAudited();
  });

  it('and that the broker then rejects, closes the position', async () => {
    const account = await openVenueDesk(createVenue());
    const entryId = await account.placeOrder(ENTRY);
    account.loseBroker('gone');
    account.offerReports(createFill(entryId, 10));
    account.compareBroker();
    passSeconds(account, 1);
    account.offerReports({ type: 'Rejected', orderId: findStopId(account), reason: 'margin' });
    passSeconds(account, 9);
    expect(account.book.closing).toEqual({});
    passSeconds(account, 1);
    expect(listWorking(account)).toEqual(EXIT);
    account.expectAudited();
  });
});

describe('a position is left alone', () => {
  it('while its session is closed', async () => {
    const closed = { reason: null as string | null };
    const account = await openVenueDesk(createVenue(), {
      explainClosedSession: () => closed.reason,
    });
    const entryId = await account.placeOrder(ENTRY);
    account.offerReports(createFill(entryId, 10));
    const orderId = findStopId(account);
    account.offerReports({ type: 'Cancelled', orderId, reason: 'by the broker' });
    closed.reason = 'closed for the weekend';
    passSeconds(account, 60);
    expect(account.book.closing).toEqual({});
    closed.reason = null;
    passSeconds(account, 11);
    expect(account.book.closing).not.toEqual({});
  });

  it('while its stop is being replaced', async () => {
    const account = await openVenueDesk(createVenue());
    const entryId = await account.placeOrder(ENTRY);
    account.offerReports(createFill(entryId, 10));
    account.offerReports({ type: 'Acknowledged', orderId: findStopId(account) });
    const exitId = await account.placeOrder(createManualOrder({ side: 'SELL', lots: 3 }));
    account.offerReports(createFill(exitId, 3, { executionId: 'part' }));
    expect(listWorking(account)).toEqual([['STOP', 10, 2750, true]]);
    passSeconds(account, 60);
    expect(account.book.closing).toEqual({});
  });

  it('without a stop of its own', async () => {
    const account = await openVenueDesk(createVenue());
    const entryId = await account.placeOrder(createManualOrder({ lots: 10 }));
    account.offerReports(createFill(entryId, 10));
    passSeconds(account, 60);
    expect(account.book.closing).toEqual({});
  });
});
