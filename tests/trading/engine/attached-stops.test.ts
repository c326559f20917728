// Stops that a broker takes along with entries: reserved with the entry, stored with its first fill, looked
// up instead of sent, and replaced when the broker does not have them.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../app/trading/domain/command';
import { type Order, buildAttachedStopId } from '../../../app/trading/domain/order';
import type { ExecutionReport } from '../../../app/trading/ports';
import { toTicks } from '../../../app/trading/domain/units';
import { CRUDE, GAS, createLevelPlaybook } from '../../support/desk-harness';
import { createManualOrder } from '../../support/reference-orders';
import {
  type VenueDesk,
  createAttachingVenue,
  createFill,
  createVenue,
  openVenueDesk,
} from '../../support/venue-desk';

const ENTRY = createManualOrder({ lots: 10, stop: 50 });
const CLOSE_ALL: Command = { type: 'CloseTrading', commodity: null };
const STOP_ALL: Command = { type: 'StopTrading', commodity: null };

const findOrder = (account: VenueDesk, id: string): Order | undefined => account.book.orders[id];

const listStops = (account: VenueDesk) =>
  account
    .listOrders()
    .filter(({ purpose, cancelRequest }) => purpose === 'STOP' && !cancelRequest)
    .map(({ lots, priceTicks, remote }) => [lots, priceTicks, remote?.sentWith !== undefined]);

const listHeld = ({ book }: VenueDesk) =>
  Object.values(book.positions).map(({ direction, lots }) => [direction, lots]);

const buildCancellation = (orderId: string): ExecutionReport => ({
  type: 'Cancelled',
  orderId,
  reason: 'by the broker',
});

/** An account whose entry of 10 lots at 2.800 is at the broker, with its stop. */
async function openEntry(command: Command = ENTRY) {
  const venue = createAttachingVenue();
  const account = await openVenueDesk(venue);
  const entryId = await account.placeOrder(command);
  return { venue, account, entryId, stopId: buildAttachedStopId(entryId) };
}

/** As `openEntry`, with its first fill. */
async function openFilled(lots = 10, command: Command = ENTRY) {
  const opened = await openEntry(command);
  opened.account.offerReports(createFill(opened.entryId, lots));
  return opened;
}

describe('an entry with a stop', () => {
  it.each([
    ['a market order to buy', { side: 'BUY' }, 2801 - 50],
    ['a market order to sell', { side: 'SELL' }, 2799 + 50],
    ['a limit to buy', { side: 'BUY', orderType: 'LIMIT', price: 2790 }, 2790 - 50],
    [
      'a limit to buy above the market',
      { side: 'BUY', orderType: 'LIMIT', price: 2840 },
      2801 - 50,
    ],
    [
      'a limit to sell below the market',
      { side: 'SELL', orderType: 'LIMIT', price: 2760 },
      2799 + 50,
    ],
    ['a limit to sell', { side: 'SELL', orderType: 'LIMIT', price: 2810 }, 2810 + 50],
    ['a stop to buy', { side: 'BUY', orderType: 'STOP', price: 2810 }, 2810 - 50],
    ['a stop to buy below the market', { side: 'BUY', orderType: 'STOP', price: 2790 }, 2801 - 50],
    [
      'a stop to sell above the market',
      { side: 'SELL', orderType: 'STOP', price: 2810 },
      2799 + 50,
    ],
    ['a stop to sell', { side: 'SELL', orderType: 'STOP', price: 2780 }, 2780 + 50],
  ] as const)('reserves two numbers and a price as %s', async (_name, change, priceTicks) => {
    const { account, entryId } = await openEntry(
      createManualOrder({ lots: 10, stop: 50, ...change }),
    );
    expect(findOrder(account, entryId)?.remote).toMatchObject({
      number: 1,
      attachedStop: { number: 2, priceTicks },
    });
    expect(account.book.nextOrderNumber).toBe(3);
    account.expectAudited();
  });

  it.each([
    ['without a stop distance', createAttachingVenue(), createManualOrder({ lots: 10 })],
    [
      'whose stop would be below zero',
      createAttachingVenue(),
      createManualOrder({ lots: 10, stop: 2801 }),
    ],
    ['at a broker that takes none along', createVenue(), ENTRY],
  ])('reserves one number %s', async (_name, venue, command) => {
    const account = await openVenueDesk(venue);
    const entryId = await account.placeOrder(command);
    expect(findOrder(account, entryId)?.remote?.attachedStop).toBeUndefined();
    expect(account.book.nextOrderNumber).toBe(2);
  });

  it('gives no number away twice, also after its stop is stored', async () => {
    const { account } = await openFilled();
    account.desk.quote(CRUDE, 7000);
    const next = await account.placeOrder(createManualOrder({ instrumentId: 'CL', lots: 1 }));
    expect(findOrder(account, next)?.remote?.number).toBe(3);
    account.expectAudited();
  });
});

describe('the stop of an entry', () => {
  it('is stored with the first fill for the whole entry, and looked up instead of sent', async () => {
    const { venue, account, entryId, stopId } = await openFilled(4);
    expect(findOrder(account, stopId)).toMatchObject({
      purpose: 'STOP',
      side: 'SELL',
      lots: 10,
      priceTicks: 2751,
      state: 'SENT',
      remote: { number: 2, sentWith: entryId },
    });
    account.offerReports(createFill(entryId, 6));
    expect(listStops(account)).toEqual([[10, 2751, true]]);
    expect(venue.sent).toEqual([`submit ${entryId}`, `follow ${stopId}`]);
    account.expectAudited();
  });

  it('that filled while nothing was reported closes the position', async () => {
    const { account, entryId, stopId } = await openEntry();
    account.offerReports(createFill(entryId, 10), createFill(stopId, 10));
    expect([account.book.positions, account.listOrders()]).toEqual([{}, []]);
    account.expectAudited();
  });

  it('is stored after a restart between the fill and its report', async () => {
    const { account, entryId, stopId } = await openEntry();
    const next = account.restartDesk(createAttachingVenue());
    next.offerReports(createFill(entryId, 10), createFill(stopId, 10));
    expect(listHeld(next)).toEqual([]);
    expect(next.book.halt).toBeNull();
    next.expectAudited();
  });

  it.each(['Cancelled', 'Rejected', 'Expired'] as const)(
    'is replaced for the lots held when it is %s',
    async (type) => {
      const { account, entryId, stopId } = await openFilled(4);
      account.offerReports({ type, orderId: stopId, reason: 'gone' });
      expect(listStops(account)).toEqual([[4, 2751, false]]);
      account.offerReports(createFill(entryId, 6, { priceTicks: toTicks(2810) }));
      expect(listStops(account)).toEqual([
        [4, 2751, false],
        [6, 2760, false],
      ]);
      account.expectAudited();
    },
  );

  it('is not replaced when the trader cancels it', async () => {
    const { account, stopId } = await openFilled();
    await account.sendCommands({ type: 'CancelOrder', orderId: stopId });
    account.offerReports(buildCancellation(stopId));
    expect(listStops(account)).toEqual([]);
  });

  it('is replaced when its entry ends partly filled', async () => {
    const { venue, account, entryId, stopId } = await openFilled(4);
    account.offerReports(buildCancellation(entryId));
    expect(venue.sent.at(-1)).toBe(`cancel ${stopId}`);
    expect(listStops(account)).toEqual([]);
    account.offerReports(buildCancellation(stopId));
    expect(listStops(account)).toEqual([[4, 2751, false]]);
    account.expectAudited();
  });

  it('covers a late fill of its entry until the broker cancels it', async () => {
    const { account, entryId, stopId } = await openEntry();
    account.offerReports(buildCancellation(entryId), createFill(entryId, 4));
    expect(listStops(account)).toEqual([[10, 2751, true]]);
    account.offerReports(buildCancellation(stopId));
    expect(listStops(account)).toEqual([[4, 2751, false]]);
    account.expectAudited();
  });

  it('covers a late fill that follows its replacement', async () => {
    const { account, entryId, stopId } = await openFilled(4);
    account.offerReports(
      buildCancellation(entryId),
      buildCancellation(stopId),
      createFill(entryId, 6),
    );
    expect(listStops(account)).toEqual([
      [4, 2751, false],
      [6, 2750, false],
    ]);
    account.expectAudited();
  });

  it('is not stored for an entry that was never filled', async () => {
    const { account, entryId, stopId } = await openEntry();
    account.offerReports(buildCancellation(stopId), buildCancellation(entryId));
    expect([account.listOrders(), account.book.endedOrders[stopId]]).toEqual([[], undefined]);
    account.expectAudited();
  });
});

describe('a close', () => {
  it('cancels the stop of a late fill in the same batch, and exits after it', async () => {
    const { venue, account, entryId, stopId } = await openEntry();
    await account.sendCommands(CLOSE_ALL);
    venue.sent.length = 0;
    account.offerReports(createFill(entryId, 10));
    expect(venue.sent).toEqual([`follow ${stopId}`, `cancel ${stopId}`]);
    expect(account.listOrders().filter(({ purpose }) => purpose === 'EXIT')).toEqual([]);
    account.offerReports(buildCancellation(stopId));
    expect(account.listOrders()).toMatchObject([{ purpose: 'EXIT', type: 'MARKET', lots: 10 }]);
    account.expectAudited();
  });

  it('follows when the broker does not have the stop', async () => {
    const { account, stopId } = await openFilled();
    await account.sendCommands(CLOSE_ALL);
    account.offerReports({ type: 'Rejected', orderId: stopId, reason: 'never received' });
    expect(account.listOrders()).toMatchObject([{ purpose: 'EXIT', lots: 10 }]);
    account.expectAudited();
  });

  it('by the stop of a partly filled entry cancels the rest of both', async () => {
    const { venue, account, entryId, stopId } = await openFilled(4);
    account.offerReports(createFill(stopId, 4));
    expect(listHeld(account)).toEqual([]);
    expect(venue.sent.slice(-2).sort()).toEqual([`cancel ${entryId}`, `cancel ${stopId}`].sort());
    account.expectAudited();
  });

  it('of a part replaces the stop by one for the rest', async () => {
    const { account, stopId } = await openFilled();
    const exitId = await account.placeOrder(createManualOrder({ side: 'SELL', lots: 3 }));
    account.offerReports(createFill(exitId, 3), buildCancellation(stopId));
    expect(listStops(account)).toEqual([[7, 2751, false]]);
    account.expectAudited();
  });

  it('of a part of a partly filled entry counts what the stop can fill', async () => {
    const { account, entryId, stopId } = await openFilled(4);
    const exitId = await account.placeOrder(createManualOrder({ side: 'SELL', lots: 1 }));
    account.offerReports(createFill(exitId, 1), buildCancellation(stopId), createFill(entryId, 6));
    expect(listStops(account)).toEqual([
      [3, 2751, false],
      [6, 2750, false],
    ]);
    account.expectAudited();
  });
});

describe('an addition with a stop', () => {
  it('has a stop of its own, and both cover the position', async () => {
    const { account } = await openFilled();
    const addition = await account.placeOrder(createManualOrder({ lots: 4, stop: 30 }));
    account.offerReports(createFill(addition, 1));
    expect(listStops(account)).toEqual([
      [10, 2751, true],
      [4, 2771, true],
    ]);
    account.offerReports(createFill(addition, 3, { executionId: 'rest' }));
    expect(listStops(account)).toHaveLength(2);
    account.expectAudited();
  });

  it('does not stand in for the stop of the lots that were held', async () => {
    const { account, stopId } = await openFilled();
    const addition = await account.placeOrder(createManualOrder({ lots: 4, stop: 30 }));
    account.offerReports(createFill(addition, 1), buildCancellation(stopId));
    expect(listStops(account)).toEqual([
      [4, 2771, true],
      [10, 2751, false],
    ]);
    account.expectAudited();
  });
});

describe('STOP', () => {
  it('cancels the entry, and its stop once it is stored', async () => {
    const { venue, account, entryId, stopId } = await openFilled(4);
    await account.sendCommands(STOP_ALL);
    account.offerReports(buildCancellation(stopId), buildCancellation(entryId));
    expect(listStops(account)).toEqual([[4, 2751, false]]);
    expect(venue.sent.filter((call) => call.startsWith('submit'))).toHaveLength(2);
    account.desk.quote(GAS, 2801);
    account.expectAudited();
  });
});

describe('a trailing stop', () => {
  it('follows the one that was sent along, and is not replaced', async () => {
    const venue = createAttachingVenue();
    const level = createLevelPlaybook('natural-gas', 3, 1);
    const account = await openVenueDesk(venue, {
      listPlaybooks: (commodity) =>
        commodity === 'natural-gas' ? [{ ...level, row: { ...level.row, targetRatio: null } }] : [],
    });
    const { desk } = account;
    desk.bar(GAS, [2500, 2500, 2500, 2500]);
    await account.sendCommands({ type: 'StartTrading', commodity: 'natural-gas' });
    const [entry] = account.listOrders();
    if (!entry) throw new Error('an entry works');
    account.offerReports(createFill(entry.id, entry.lots, { priceTicks: toTicks(2501) }));
    expect(listStops(account)).toEqual([[entry.lots, 2401, true]]);
    desk.bar(GAS, [2601, 2650, 2600, 2640]);
    expect(listStops(account)).toEqual([[entry.lots, 2540, false]]);
    const stopId = buildAttachedStopId(entry.id);
    expect(venue.sent.at(-1)).toBe(`cancel ${stopId}`);
    account.offerReports(buildCancellation(stopId));
    expect(listStops(account)).toEqual([[entry.lots, 2540, false]]);
    account.expectAudited();
  });
});
