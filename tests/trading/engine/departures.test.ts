// What leaves to a remote broker after a commit: nothing that the same batch stopped, and no error of
// a broker escapes.
import { describe, expect, it } from 'vitest';
import { getSelectedBook } from '../../../app/trading/domain/book';
import type { Command } from '../../../app/trading/domain/command';
import type { Order } from '../../../app/trading/domain/order';
import { toLots, toMills, toTicks } from '../../../app/trading/domain/units';
import type { Broker, ExecutionReport } from '../../../app/trading/ports';
import { CRUDE, GAS, MARKET, createTestConfig, openDesk } from '../../support/desk-harness';

const buildBuy = (lots: number, instrument = GAS): Command => ({
  type: 'PlaceOrder',
  instrumentId: instrument.id,
  side: 'BUY',
  orderType: 'MARKET',
  lots: toLots(lots),
  priceTicks: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
});

interface Venue extends Broker {
  readonly sent: string[];
}

/** A remote broker that lists what it got; `failsOn` throws instead. */
function createVenue(failsOn: 'submit' | 'cancel' | null = null): Venue {
  const sent: string[] = [];
  const receiveCall = (what: 'submit' | 'cancel', { id }: Order): readonly ExecutionReport[] => {
    if (what === failsOn) throw new Error('the socket is closed');
    sent.push(`${what} ${id}`);
    return [];
  };
  return {
    name: 'venue',
    isRemote: true,
    sent,
    submit: (order) => receiveCall('submit', order),
    match: () => [],
    cancel: (order) => receiveCall('cancel', order),
    findOrders: () => Promise.resolve([]),
  };
}

async function openVenueDesk(venue: Venue) {
  const brokers = { simulation: venue, paper: null, live: null };
  const desk = await openDesk(createTestConfig({ brokers }));
  desk.quote(GAS, 2800);
  const getBook = () => {
    const book = getSelectedBook(desk.runner.state(), 'ann');
    if (!book) throw new Error('the account is open');
    return book;
  };
  /** Executes commands in one transaction. */
  const sendBatch = async (...commands: readonly Command[]) => {
    const results = commands.map((command) =>
      desk.runner.execute({ userId: 'ann', command, idempotencyKey: null }),
    );
    desk.runner.drain();
    return Promise.all(results);
  };
  const offerReport = (report: ExecutionReport): void =>
    desk.offer({ type: 'Execution', bookId: getBook().id, report, atMs: desk.nowMs() });
  return { desk, getBook, sendBatch, offerReport };
}

const STOP_ALL: Command = { type: 'StopTrading', commodity: null };

describe('an order of a batch', () => {
  it('does not leave when the batch stops trading, and its collateral is free again', async () => {
    const venue = createVenue();
    const { desk, getBook, sendBatch } = await openVenueDesk(venue);
    const before = getBook().balances;
    await sendBatch(buildBuy(10), STOP_ALL);
    expect(venue.sent).toEqual([]);
    expect(getBook().orders).toEqual({});
    expect(getBook().balances).toEqual(before);
    expect(desk.journal.records.at(-1)).toMatchObject({
      type: 'OrderCancelled',
      payload: { reason: 'cancelled before it was sent' },
    });
  });

  it('does not leave when a report in the batch halts trading', async () => {
    const venue = createVenue();
    const { desk, getBook, sendBatch } = await openVenueDesk(venue);
    await sendBatch(buildBuy(10));
    const [orderId = ''] = Object.keys(getBook().orders);
    desk.quote(CRUDE, 7000);
    const other = buildBuy(5, CRUDE);
    const placed = desk.runner.execute({ userId: 'ann', command: other, idempotencyKey: null });
    const atMs = desk.nowMs();
    const tooMany = { lots: toLots(11), priceTicks: toTicks(2801), midTicks: toTicks(2800) };
    desk.offer({
      type: 'Execution',
      bookId: getBook().id,
      report: { type: 'Filled', orderId, executionId: 'x', ...tooMany, feeMills: toMills(1), atMs },
      atMs,
    });
    expect((await placed).outcome.ok).toBe(true);
    expect(desk.runner.state().trading.state).toBe('HALTED');
    expect(venue.sent).toEqual([`submit ${orderId}`]);
    expect(Object.keys(getBook().orders)).toEqual([orderId]);
    expect(desk.journal.records.at(-1)).toMatchObject({
      type: 'OrderCancelled',
      payload: { reason: expect.stringContaining('halted before it was sent') as string },
    });
  });

  it('leaves otherwise, and a later STOP is sent after it', async () => {
    const venue = createVenue();
    const { getBook, sendBatch } = await openVenueDesk(venue);
    await sendBatch(buildBuy(10));
    const [id = ''] = Object.keys(getBook().orders);
    await sendBatch(STOP_ALL);
    expect(venue.sent).toEqual([`submit ${id}`, `cancel ${id}`]);
    expect(getBook().orders[id]?.state).toBe('SENT');
  });
});

describe('a broker that throws', () => {
  it('makes the order unknown, and the engine goes on', async () => {
    const { desk, getBook, sendBatch } = await openVenueDesk(createVenue('submit'));
    const [result] = await sendBatch(buildBuy(10));
    expect(result?.outcome.ok).toBe(true);
    const [order] = Object.values(getBook().orders);
    expect(order?.state).toBe('UNKNOWN');
    expect(desk.journal.records.at(-1)).toMatchObject({
      type: 'OrderLost',
      payload: { reason: 'sending it to venue failed: the socket is closed' },
    });
    desk.quote(GAS, 2801);
    expect(desk.runner.state().markets[MARKET]?.instruments[GAS.id]?.quote?.lastTicks).toBe(2801);
  });

  it('at a cancellation makes the order unknown too', async () => {
    const { getBook, sendBatch } = await openVenueDesk(createVenue('cancel'));
    await sendBatch(buildBuy(10));
    await sendBatch(STOP_ALL);
    expect(Object.values(getBook().orders).map(({ state }) => state)).toEqual(['UNKNOWN']);
  });
});

describe('a rejection', () => {
  it('after the acknowledgement ends the order and frees its collateral', async () => {
    const { getBook, sendBatch, offerReport } = await openVenueDesk(createVenue());
    const before = getBook().balances;
    await sendBatch(buildBuy(10));
    const [orderId = ''] = Object.keys(getBook().orders);
    offerReport({ type: 'Acknowledged', orderId });
    offerReport({ type: 'Rejected', orderId, reason: 'margin' });
    expect(getBook().orders).toEqual({});
    expect(getBook().balances).toEqual(before);
  });
});
