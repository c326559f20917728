// Orders sent to a remote broker without an answer before shutdown: the next start queries their
// state.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Terminal } from '../../../app/models/desk/terminal';
import { recoverOrders } from '../../../app/server/desk/order-recovery.server';
import type { Order } from '../../../app/trading/domain/order';
import { toLots, toMills, toTicks } from '../../../app/trading/domain/units';
import type { EngineConfig } from '../../../app/trading/engine/config';
import { listUnansweredOrders, toReports } from '../../../app/trading/engine/order-inquiry';
import { explainBlockedMode } from '../../../app/trading/engine/broker-access';
import type { Broker, FilledReport, OrderStatus } from '../../../app/trading/ports';
import { RemoteVenue } from '../../properties/remote-venue';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  createDeskHarness,
  createMemoryJournal,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import { openLiveTerminal, placeLiveOrder } from '../../support/live-terminal';
import { QUOTED } from '../../support/quote-source';
import {
  executeCommand,
  getBook,
  createManualOrder,
  listHoldings,
} from '../../support/reference-orders';
import { createWallClock } from '../../support/wall-clock';
import { compareAccount } from '../../support/venue-desk';

const makeVenue = (): RemoteVenue => new RemoteVenue(() => undefined, 84n);
const configOver = (broker: Broker): EngineConfig =>
  createTestConfig({ brokers: { simulation: broker, paper: null } });

/** A desk that sent an order for 30 lots of gas and stopped at once; its venue continues. */
async function crashedDesk(venue = makeVenue()): Promise<{ desk: DeskHarness; orderId: string }> {
  const desk = await openDesk(configOver(venue));
  compareAccount(desk);
  desk.quote(GAS, 2800);
  await desk.send('ann', createManualOrder());
  const [order] = Object.values(getBook(desk).orders);
  expect(order?.state).toBe('SENT');
  return { desk, orderId: order?.id ?? '' };
}

/** The next run over the same log. */
function restartDesk(desk: DeskHarness, broker: Broker) {
  const config = configOver(broker);
  const next = createDeskHarness(config, createMemoryJournal(), desk.runner.state());
  const wall = createWallClock(0);
  const recovery = recoverOrders({
    runner: next.runner,
    config,
    nowMs: next.nowMs,
    setTimer: wall.setTimer,
  });
  next.runner.drain();
  const settleOrders = async (untilMs = wall.nowMs): Promise<void> => {
    await wall.runTo(untilMs);
    next.runner.drain();
  };
  return { desk: next, recovery, settleOrders };
}

const readOrderState = (desk: DeskHarness, orderId: string): string =>
  getBook(desk).orders[orderId]?.state ?? 'over';
const listRecordTypes = ({ journal }: DeskHarness): string[] =>
  journal.records.map(({ type }) => type);

/** A broker with one answer about every order; counts orders and queries. */
function createAnsweringBroker(status: (order: Order) => OrderStatus | Error) {
  const calls = { submitted: 0, found: 0 };
  const broker: Broker = {
    name: 'venue',
    isRemote: true,
    submitOrder: () => ((calls.submitted += 1), []),
    matchOrders: () => [],
    cancelOrder: () => [],
    findOrders(orders) {
      calls.found += 1;
      const statuses = orders.map(status);
      const fault = statuses.find((one) => one instanceof Error);
      return fault ? Promise.reject(fault) : Promise.resolve(statuses as OrderStatus[]);
    },
  };
  return { broker, calls };
}

const createFill = (orderId: string, lots: number): FilledReport => ({
  type: 'Filled',
  orderId,
  executionId: `x-${lots}`,
  lots: toLots(lots),
  priceTicks: toTicks(2802),
  feeMills: toMills(84),
  midTicks: toTicks(2800),
  atMs: 0,
});

type Expected = readonly [
  state: string,
  held: readonly (readonly [string, number])[],
  records: readonly string[],
];
const ANSWERS: readonly (readonly [string, (id: string) => OrderStatus, Expected])[] = [
  [
    'working, nothing filled',
    (orderId) => ({ orderId, state: 'working', fills: [] }),
    ['ACKNOWLEDGED', [], ['OrderLost', 'OrderAcknowledged']],
  ],
  [
    'working, a part filled',
    (orderId) => ({ orderId, state: 'working', fills: [createFill(orderId, 10)] }),
    ['PARTIAL', [['NG', 10]], ['OrderLost', 'OrderAcknowledged', 'OrderFilled']],
  ],
  [
    'filled',
    (orderId) => ({
      orderId,
      state: 'filled',
      fills: [createFill(orderId, 10), createFill(orderId, 20)],
    }),
    ['over', [['NG', 30]], ['OrderLost', 'OrderFilled', 'OrderFilled']],
  ],
  [
    'cancelled after a part',
    (orderId) => ({
      orderId,
      state: 'cancelled',
      fills: [createFill(orderId, 10)],
      reason: 'end of day',
    }),
    ['over', [['NG', 10]], ['OrderLost', 'OrderFilled', 'OrderCancelled']],
  ],
  [
    'rejected',
    (orderId) => ({ orderId, state: 'rejected', reason: 'no credit' }),
    ['over', [], ['OrderLost', 'OrderRejected']],
  ],
  [
    'never received',
    (orderId) => ({ orderId, state: 'never received' }),
    ['UNKNOWN', [], ['OrderLost']],
  ],
];

describe('an unanswered order', () => {
  it.each(ANSWERS)(
    'gets the state that its broker reports: %s',
    async (_name, status, expected) => {
      const { desk: ended, orderId } = await crashedDesk();
      const { broker, calls } = createAnsweringBroker(({ id }) => status(id));
      const { desk, settleOrders } = restartDesk(ended, broker);
      expect(readOrderState(desk, orderId)).toBe('UNKNOWN');
      await settleOrders();
      expect([readOrderState(desk, orderId), listHoldings(desk), listRecordTypes(desk)]).toEqual(
        expected,
      );
      expect(calls).toEqual({ submitted: 0, found: 1 });
    },
  );

  it('blocks entries in its contract until the broker has answered', async () => {
    const { desk: ended, orderId } = await crashedDesk();
    const { broker } = createAnsweringBroker(({ id }) => ({
      orderId: id,
      state: 'rejected',
      reason: 'no',
    }));
    const { desk, settleOrders } = restartDesk(ended, broker);
    desk.quote(GAS, 2801);
    expect(await executeCommand(desk, createManualOrder({ lots: 5 }))).toBe('DUPLICATE');
    await settleOrders();
    expect(readOrderState(desk, orderId)).toBe('over');
    desk.quote(GAS, 2802);
    expect(await executeCommand(desk, createManualOrder({ lots: 5 }))).not.toBe('DUPLICATE');
  });

  it('is booked once, whatever the broker repeats', async () => {
    const venue = makeVenue();
    const { desk: ended, orderId } = await crashedDesk(venue);
    const part = venue.report('part', 0, 2802);
    if (!part) throw new Error('the order is open at the venue');
    const { desk, settleOrders } = restartDesk(ended, venue);
    await settleOrders();
    expect([readOrderState(desk, orderId), listHoldings(desk)]).toEqual(['PARTIAL', [['NG', 10]]]);
    desk.offer({ type: 'Execution', ...part, atMs: desk.nowMs() });
    expect(listHoldings(desk)).toEqual([['NG', 10]]);
    const rest = venue.report('rest', 0, 2803);
    if (rest) desk.offer({ type: 'Execution', ...rest, atMs: desk.nowMs() });
    expect([readOrderState(desk, orderId), listHoldings(desk)]).toEqual(['over', [['NG', 30]]]);
    expect(venue.submitted).toHaveLength(1);
  });

  it('stays UNKNOWN while the broker is unavailable, with retries after one minute, then two', async () => {
    const { desk: ended, orderId } = await crashedDesk();
    let isDown = true;
    const { broker, calls } = createAnsweringBroker(({ id }) =>
      isDown ? new Error('no connection') : { orderId: id, state: 'working', fills: [] },
    );
    const { desk, settleOrders } = restartDesk(ended, broker);
    const found: number[] = [];
    for (const untilMs of [0, 59_000, 61_000, 179_000]) {
      await settleOrders(untilMs);
      found.push(calls.found);
    }
    expect([found, readOrderState(desk, orderId)]).toEqual([[1, 1, 2, 2], 'UNKNOWN']);
    isDown = false;
    await settleOrders(181_000);
    expect([calls.found, readOrderState(desk, orderId)]).toEqual([3, 'ACKNOWLEDGED']);
    await settleOrders(10_000_000);
    expect(calls.found).toBe(3);
  });

  it('is queried within seconds when it becomes unknown while the server runs', async () => {
    const { desk: ended } = await crashedDesk();
    const { broker, calls } = createAnsweringBroker(({ id }) => ({
      orderId: id,
      state: 'working',
      fills: [],
    }));
    const { desk, settleOrders } = restartDesk(ended, broker);
    await settleOrders();
    const [earlierId = ''] = Object.keys(getBook(desk).orders);
    expect(readOrderState(desk, earlierId)).toBe('ACKNOWLEDGED');
    desk.quote(CRUDE, 7000);
    await desk.send('ann', createManualOrder({ instrumentId: CRUDE.id, lots: 2 }));
    const [, orderId = ''] = Object.keys(getBook(desk).orders);
    const report = { type: 'Lost', orderId, reason: 'the line is down' } as const;
    desk.offer({ type: 'Execution', bookId: 'ann:simulation', report, atMs: desk.nowMs() });
    expect([calls.found, readOrderState(desk, orderId)]).toEqual([1, 'UNKNOWN']);
    await settleOrders(5_000);
    expect([calls.found, readOrderState(desk, orderId)]).toEqual([2, 'ACKNOWLEDGED']);
  });

  it('to be cancelled gets its cancellation again', async () => {
    const venue = makeVenue();
    const desk = await openDesk(configOver(venue));
    compareAccount(desk);
    desk.quote(GAS, 2800);
    await desk.send('ann', createManualOrder({ lots: 10 }));
    const [orderId = ''] = Object.keys(getBook(desk).orders);
    const acknowledged = { type: 'Acknowledged', orderId } as const;
    desk.offer({ type: 'Execution', bookId: 'ann:simulation', report: acknowledged, atMs: 0 });
    await desk.send('ann', { type: 'StopTrading', commodity: null });
    const cancelled: string[] = [];
    const { broker } = createAnsweringBroker(({ id }) => ({
      orderId: id,
      state: 'working',
      fills: [],
    }));
    const next = restartDesk(desk, {
      ...broker,
      cancelOrder: ({ id }) => (cancelled.push(id), []),
    });
    expect(readOrderState(next.desk, orderId)).toBe('UNKNOWN');
    await next.settleOrders();
    expect([readOrderState(next.desk, orderId), cancelled]).toEqual(['ACKNOWLEDGED', [orderId]]);
  });

  it('is not queried again after its report arrives', async () => {
    const { desk: ended, orderId } = await crashedDesk();
    const { broker, calls } = createAnsweringBroker(() => new Error('no connection'));
    const { desk, settleOrders } = restartDesk(ended, broker);
    await settleOrders();
    const report = { type: 'Rejected', orderId, reason: 'no' } as const;
    desk.offer({ type: 'Execution', bookId: 'ann:simulation', report, atMs: desk.nowMs() });
    await settleOrders(10_000_000);
    expect([calls.found, readOrderState(desk, orderId)]).toEqual([1, 'over']);
  });

  it('is not queried after shutdown', async () => {
    const { desk: ended, orderId } = await crashedDesk();
    const { broker, calls } = createAnsweringBroker(({ id }) => ({
      orderId: id,
      state: 'working',
      fills: [],
    }));
    const { desk, recovery, settleOrders } = restartDesk(ended, broker);
    recovery.stop();
    await settleOrders(10_000_000);
    expect([calls.found, readOrderState(desk, orderId)]).toEqual([1, 'UNKNOWN']);
  });
});

describe('not queried', () => {
  it('are orders of local brokers, answered in the step that stored them', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 2800);
    await desk.send('ann', createManualOrder({ orderType: 'LIMIT', price: 2700 }));
    const { orders } = getBook(desk);
    expect(Object.values(orders).map(({ state }) => state)).toEqual(['ACKNOWLEDGED']);
    const config = createTestConfig();
    expect(listUnansweredOrders(desk.runner.state(), config)).toEqual([]);
    const [orderId = ''] = Object.keys(orders);
    expect(await config.brokers.simulation?.findOrders(Object.values(orders))).toEqual([
      { orderId, state: 'working', fills: [] },
    ]);
  });

  it('are acknowledged orders, and orders of a mode that may not trade', async () => {
    const venue = makeVenue();
    const { desk } = await crashedDesk(venue);
    const state = desk.runner.state();
    expect(listUnansweredOrders(state, configOver(venue))).toHaveLength(1);
    expect(
      listUnansweredOrders(state, createTestConfig({ brokers: { simulation: null, paper: null } })),
    ).toEqual([]);
    const report = venue.report('acknowledge', 0, 2800);
    if (report) desk.offer({ type: 'Execution', ...report, atMs: desk.nowMs() });
    expect(listUnansweredOrders(desk.runner.state(), configOver(venue))).toEqual([]);
  });
});

it('every broker status becomes reports in chronological order', () => {
  const kinds = ANSWERS.map(([, status]) => toReports(status('o-1')).map(({ type }) => type));
  expect(kinds).toEqual([
    ['Acknowledged'],
    ['Acknowledged', 'Filled'],
    ['Filled', 'Filled'],
    ['Filled', 'Cancelled'],
    ['Rejected'],
    ['Lost'],
  ]);
});

describe('a desk with a live broker', () => {
  it('queries the unanswered order of the earlier run at its start', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-orders-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const venue = makeVenue();
    const open = (): Terminal => openLiveTerminal(dataDir, { ann: venue });
    const getLiveAccount = (desk: Terminal) => desk.state().books['ann:live'];
    const first = open();
    await placeLiveOrder(first, 'ann');
    const [orderId = ''] = Object.keys(getLiveAccount(first)?.orders ?? {});
    expect(getLiveAccount(first)?.orders[orderId]?.state).toBe('SENT');
    await first.close();
    venue.report('rest', 0, 3001);
    const second = open();
    onTestFinished(() => second.close());
    await vi.waitFor(() => expect(getLiveAccount(second)?.orders).toEqual({}));
    expect(Object.values(getLiveAccount(second)?.positions ?? {})).toMatchObject([
      { instrumentId: QUOTED.id, lots: 10, status: 'ACTIVE' },
    ]);
    expect(getLiveAccount(second)?.halt).toBeNull();
    expect(venue.submitted.map(({ id }) => id)).toEqual([orderId]);
    // What-if orders have the broker of real ones.
    const config = second.configFor('quotes');
    expect(explainBlockedMode(config, { userId: 'ann', mode: 'live' })).toBeNull();
    expect(explainBlockedMode(config, { userId: 'bob', mode: 'live' })).not.toBeNull();
  });
});
