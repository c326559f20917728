// The audit finds stops that do not belong to the entry which they were sent along with.
import { expect, it } from 'vitest';
import {
  type Order,
  type RemoteOrder,
  buildAttachedStopId,
} from '../../../app/trading/domain/order';
import type { LogRecord } from '../../../app/trading/domain/record';
import { toLots, toTicks } from '../../../app/trading/domain/units';
import { auditRecords } from '../../support/audited-records';
import { createManualOrder } from '../../support/reference-orders';
import { createAttachingVenue, createFill, openVenueDesk } from '../../support/venue-desk';

/** The log of an entry whose stop was stored with its fill. */
async function createLog(): Promise<readonly LogRecord[]> {
  const account = await openVenueDesk(createAttachingVenue());
  const entryId = await account.placeOrder(createManualOrder({ lots: 10, stop: 50 }));
  account.offerReports(createFill(entryId, 10));
  expect(account.book.orders[buildAttachedStopId(entryId)]).toBeDefined();
  account.expectAudited();
  return account.records;
}

/** The log with other facts of the orders of a purpose. */
const changeOrders = (
  records: readonly LogRecord[],
  purpose: Order['purpose'],
  change: (order: Order) => Partial<Order>,
): readonly LogRecord[] =>
  records.map((record) => {
    if (record.type !== 'OrderPlaced' || record.payload.order.purpose !== purpose) return record;
    const { order } = record.payload;
    return { ...record, payload: { ...record.payload, order: { ...order, ...change(order) } } };
  });

type Facts = Partial<RemoteOrder>;
const changeRemote =
  (change: (remote: RemoteOrder) => Facts) =>
  ({ remote }: Order): Partial<Order> =>
    remote ? { remote: { ...remote, ...change(remote) } } : {};

const NUMBER = 'payload.order.remote.number';
const RESERVED = 'payload.order.remote.attachedStop';

it.each<[string, Order['purpose'], (order: Order) => Partial<Order>, string]>([
  ['another number', 'STOP', changeRemote(({ number }) => ({ number: number + 1 })), NUMBER],
  ['another price', 'STOP', () => ({ priceTicks: toTicks(2700) }), 'payload.order.priceTicks'],
  ['other lots', 'STOP', () => ({ lots: toLots(9) }), 'payload.order'],
  ['another id', 'STOP', ({ id }) => ({ id: `${id}s` }), 'payload.order'],
  [
    'an entry that is not known',
    'STOP',
    changeRemote(() => ({ sentWith: 'another' })),
    'payload.order.remote.sentWith',
  ],
  [
    'a reserved price at another distance',
    'ENTRY',
    changeRemote(() => ({ attachedStop: { number: 2, priceTicks: toTicks(2700) } })),
    `${RESERVED}.priceTicks`,
  ],
  [
    'a reserved number that is not the next',
    'ENTRY',
    changeRemote(() => ({ attachedStop: { number: 5, priceTicks: toTicks(2751) } })),
    `${RESERVED}.number`,
  ],
  [
    'an entry without a stop distance',
    'ENTRY',
    () => ({ stopDistanceTicks: null }),
    `${RESERVED}.priceTicks`,
  ],
])('a stop with %s is found', async (_name, purpose, change, column) => {
  expect(auditRecords(changeOrders(await createLog(), purpose, change))).toBe(column);
});

it('a stop of an entry that has not filled is found', async () => {
  const records = await createLog();
  const withoutFill = records.filter(({ type }) => type !== 'OrderFilled');
  expect(auditRecords(withoutFill.map((record, index) => ({ ...record, seq: index + 1 })))).toBe(
    'payload.order.positionId',
  );
});

it('a stop that is stored twice is found', async () => {
  const records = await createLog();
  const stop = records.find(
    (record) => record.type === 'OrderPlaced' && record.payload.order.purpose === 'STOP',
  );
  if (!stop) throw new Error('the stop is placed');
  const again = { ...stop, seq: records.length + 1 };
  expect(auditRecords([...records, again])).toBe('payload.order.id');
});
