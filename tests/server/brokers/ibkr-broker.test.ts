// Our broker against the double of the gateway: orders, fills, fees, corrections and lost connections.
import { describe, expect, it, vi } from 'vitest';
import { toMills, toTicks } from '../../../app/trading/domain/units';
import type { Order } from '../../../app/trading/domain/order';
import type { IbkrBroker } from '../../../app/server/brokers/ibkr/ibkr-broker.server';
import {
  GAS_MONTH,
  GATEWAY_ACCOUNT,
  GatewayDesk,
  buildGasOrder,
  getMonth,
  toGasLots,
} from '../../support/gateway-desk';

/** Message of the gateway with the fee of an execution. */
const COMMISSION = 59;

const submitOrder = (broker: IbkrBroker, order: Order, instrument = GAS_MONTH): void => {
  broker.submitOrder(order as Parameters<IbkrBroker['submitOrder']>[0], null, instrument);
};

describe('connection', () => {
  it('is ready when the gateway has named the account', async () => {
    const desk = await GatewayDesk.open();
    await desk.openBroker();
    expect(desk.news).toEqual(['connected 1']);
  });

  it('is rejected where the gateway is signed in to another account', async () => {
    const desk = await GatewayDesk.open();
    await desk.openBroker(desk.createBroker('DU7654321'));
    expect(desk.news).toEqual(['disconnected the gateway is signed in to another account']);
  });

  it('is rejected while another program has the client id', async () => {
    const desk = await GatewayDesk.open();
    await desk.openBroker();
    desk.news.length = 0;
    await desk.openBroker(desk.createBroker());
    expect(desk.news[0]).toMatch(/^disconnected .*client id is already in use/);
  });

  it.each([99, 200])('is rejected by version %i of the gateway', async (serverVersion) => {
    const desk = await GatewayDesk.open();
    desk.fault = { serverVersion };
    await desk.openBroker();
    expect(desk.news[0]).toMatch(/^disconnected /);
  });

  it('names the port where no gateway answers', async () => {
    const desk = await GatewayDesk.open();
    const broker = desk.createBroker();
    const { port } = desk.server;
    await desk.server.close();
    await desk.openBroker(broker);
    expect(desk.news).toEqual([`disconnected no gateway answers on port ${port}`]);
  });

  it('comes back after a restart of the gateway', async () => {
    const desk = await GatewayDesk.open();
    await desk.openBroker();
    desk.server.dropClients();
    await vi.waitFor(() => expect(desk.news).toHaveLength(3), { timeout: 10_000 });
    expect(desk.news).toEqual([
      'connected 1',
      'disconnected the connection was closed',
      'connected 1',
    ]);
  });
});

describe('orders', () => {
  it('are sent with their number and reference, and filled', async () => {
    const desk = await GatewayDesk.open();
    const broker = await desk.openBroker();
    submitOrder(broker, buildGasOrder(41));
    await desk.waitForReports(1);
    desk.setQuote(3);
    await vi.waitFor(() => expect(desk.reports.map(({ type }) => type)).toContain('Fee'));
    const [order] = desk.gateway.listCompletedOrders();
    expect(order?.request).toMatchObject({
      orderNumber: 41,
      orderRef: 'fm:order-41',
      account: GATEWAY_ACCOUNT,
      action: 'BUY',
      quantity: 2,
      orderType: 'MKT',
    });
    expect(desk.reports[0]).toEqual({ type: 'Acknowledged', orderId: 'order-41' });
    expect(desk.reports.find(({ type }) => type === 'Filled')).toMatchObject({
      orderId: 'order-41',
      executionId: 'frontmonth.000001.01',
      lots: toGasLots(2),
      priceTicks: toTicks(3002),
      feeMills: toMills(4500),
    });
    expect(desk.reports.at(-1)).toEqual({
      type: 'Fee',
      orderId: 'order-41',
      executionId: 'frontmonth.000001.01',
      feeMills: toMills(4500),
    });
  });

  it('have an estimated fee where the gateway states none in time, and its fee later', async () => {
    const desk = await GatewayDesk.open();
    const broker = await desk.openBroker();
    let sendFee: () => void = () => undefined;
    desk.fault = {
      deliver: (fields, send) => {
        if (fields[0] === COMMISSION) sendFee = () => send(fields);
        else send(fields);
      },
    };
    submitOrder(broker, buildGasOrder(1));
    await desk.waitForReports(1);
    desk.setQuote(3);
    const findReport = (type: string) => desk.reports.find((report) => report.type === type);
    await vi.waitFor(() => expect(findReport('Filled')).toMatchObject({ feeMills: 5000 }), {
      timeout: 5000,
    });
    sendFee();
    await vi.waitFor(() => expect(findReport('Fee')).toMatchObject({ feeMills: 4500 }));
  });

  it('have limits and stops in the units of the venue', async () => {
    const desk = await GatewayDesk.open();
    const broker = await desk.openBroker();
    submitOrder(broker, buildGasOrder(1, { type: 'LIMIT', priceTicks: toTicks(2950) }));
    submitOrder(
      broker,
      buildGasOrder(2, { type: 'STOP', side: 'SELL', priceTicks: toTicks(2800) }),
    );
    const corn = getMonth('CORN.H27');
    submitOrder(
      broker,
      buildGasOrder(3, {
        instrumentId: corn.id,
        commodity: 'corn',
        lots: toGasLots(0.5),
        type: 'LIMIT',
        priceTicks: toTicks(1721),
      }),
      corn,
    );
    await vi.waitFor(() => expect(desk.gateway.listOpenOrders()).toHaveLength(3));
    expect(
      desk.gateway
        .listOpenOrders()
        .map(({ request }) => [request.orderType, request.limitPrice, request.stopPrice]),
    ).toEqual([
      ['LMT', 2.95, null],
      ['STP', null, 2.8],
      ['LMT', 430.25, null],
    ]);
  });

  it.each([
    ['a part of a contract', { lots: toGasLots(0.5) }, 'not a whole number of contracts'],
    ['a contract and a half', { lots: toGasLots(1.5) }, 'not a whole number of contracts'],
  ])('of %s are rejected before they are sent', async (_name, change, reason) => {
    const desk = await GatewayDesk.open();
    const broker = await desk.openBroker();
    submitOrder(broker, buildGasOrder(1, change));
    expect(desk.reports).toEqual([
      { type: 'Rejected', orderId: 'order-1', reason: expect.stringContaining(reason) },
    ]);
  });

  it('of a contract with other terms at the venue are rejected before they are sent', async () => {
    const desk = await GatewayDesk.open({ tick: 0.005 });
    const broker = await desk.openBroker();
    submitOrder(broker, buildGasOrder(1));
    expect(desk.reports).toEqual([
      {
        type: 'Rejected',
        orderId: 'order-1',
        reason:
          'NGF27 has other terms at Interactive Brokers: the tick is 0.005 there and 0.001 here',
      },
    ]);
  });

  it.each([
    [{ multiplier: 1000 }, 'one point is worth $1000 there and $10000 here'],
    [{ expiry: '20261230' }, 'the last trading day is 20261230 there and 20261229 here'],
    [{ month: '202709' }, 'it lists 0 contracts of that month'],
  ])('are rejected where the venue lists %o', async (change, reason) => {
    const desk = await GatewayDesk.open(change);
    const broker = await desk.openBroker();
    submitOrder(broker, buildGasOrder(1));
    expect(desk.reports).toMatchObject([{ reason: expect.stringContaining(reason) }]);
    expect(desk.gateway.listOpenOrders()).toEqual([]);
  });

  it('are cancelled by their number', async () => {
    const desk = await GatewayDesk.open();
    const broker = await desk.openBroker();
    const order = buildGasOrder(5, { type: 'LIMIT', priceTicks: toTicks(2000) });
    submitOrder(broker, order);
    await desk.waitForReports(1);
    broker.cancelOrder(order);
    await vi.waitFor(() => expect(desk.reports.at(-1)).toMatchObject({ type: 'Cancelled' }));
  });

  it('of an earlier run are cancelled, and their end is reported', async () => {
    const desk = await GatewayDesk.open();
    const first = await desk.openBroker();
    const order = buildGasOrder(5, { type: 'LIMIT', priceTicks: toTicks(2000) });
    submitOrder(first, order);
    await desk.waitForReports(1);
    first.endSession();
    desk.news.length = 0;
    const next = await desk.openBroker();
    next.cancelOrder(order);
    await vi.waitFor(() => expect(desk.reports.at(-1)).toMatchObject({ type: 'Cancelled' }));
    // There is nothing left to cancel.
    next.cancelOrder(order);
    await vi.waitFor(() =>
      expect(desk.reports.at(-1)).toMatchObject({ type: 'Lost', orderId: 'order-5' }),
    );
  });

  it('that the broker rejects are rejected with its reason', async () => {
    const desk = await GatewayDesk.open();
    const broker = await desk.openBroker();
    submitOrder(broker, buildGasOrder(5, { type: 'LIMIT', priceTicks: toTicks(2000) }));
    await desk.waitForReports(1);
    const [order] = desk.gateway.listOpenOrders();
    desk.gateway.endByBroker(order?.permanentId ?? 0, 'Inactive', 'margin');
    await vi.waitFor(() =>
      expect(desk.reports.at(-1)).toEqual({
        type: 'Rejected',
        orderId: 'order-5',
        reason: 'margin',
      }),
    );
  });

  it('with a number that was used before end in a disagreement', async () => {
    const desk = await GatewayDesk.open();
    const broker = await desk.openBroker();
    const limit = { type: 'LIMIT', priceTicks: toTicks(2000) } as const;
    submitOrder(broker, buildGasOrder(5, limit));
    await desk.waitForReports(1);
    submitOrder(broker, buildGasOrder(5, { ...limit, id: 'other' }));
    await vi.waitFor(() => expect(desk.news).toHaveLength(2));
    expect(desk.reports.at(-1)).toMatchObject({ type: 'Rejected', orderId: 'other' });
    expect(desk.news[1]).toMatch(/^disagreement order numbers are used by another program/);
  });

  it('are not sent without a connection', async () => {
    const desk = await GatewayDesk.open();
    const broker = await desk.openBroker();
    broker.endSession();
    expect(() => submitOrder(broker, buildGasOrder(1))).toThrow('the gateway is not connected');
    expect(desk.gateway.listOpenOrders()).toEqual([]);
  });
});

describe('executions', () => {
  const openFilled = async () => {
    const desk = await GatewayDesk.open();
    const broker = await desk.openBroker();
    submitOrder(broker, buildGasOrder(1));
    await desk.waitForReports(1);
    desk.setQuote(3);
    await vi.waitFor(() => expect(desk.reports.map(({ type }) => type)).toContain('Fee'));
    return { desk, broker };
  };

  it('that the venue corrects replace the former ones', async () => {
    const { desk } = await openFilled();
    desk.gateway.correctExecution('frontmonth.000001.01', 2.95);
    await vi.waitFor(() =>
      expect(desk.reports.filter(({ type }) => type === 'Corrected')).toEqual([
        expect.objectContaining({
          executionId: 'frontmonth.000001.02',
          replacesIds: ['frontmonth.000001.01'],
          priceTicks: toTicks(2950),
          feeMills: toMills(4500),
        }),
      ]),
    );
  });

  it('that were booked by an earlier run are corrected too', async () => {
    const { desk, broker } = await openFilled();
    broker.endSession();
    const fill = desk.reports.find((report) => report.type === 'Filled');
    if (fill?.type !== 'Filled') throw new Error('the order is filled');
    const order = buildGasOrder(1);
    desk.orders.set(order.id, {
      ...order,
      executionIds: [fill.executionId],
      remote: {
        broker: 'Interactive Brokers',
        number: 1,
        isAddition: false,
        fills: [{ ...fill, positionId: 'p1' }],
      },
    });
    desk.gateway.correctExecution(fill.executionId, 2.95);
    desk.news.length = 0;
    const next = await desk.openBroker();
    const { reports } = await next.takeSnapshot();
    expect(reports).toEqual([
      expect.objectContaining({ type: 'Corrected', replacesIds: [fill.executionId] }),
    ]);
  });

  it('come after a cancellation', async () => {
    const desk = await GatewayDesk.open();
    const broker = await desk.openBroker();
    const order = buildGasOrder(5, { type: 'LIMIT', priceTicks: toTicks(2000) });
    submitOrder(broker, order);
    await desk.waitForReports(1);
    const [placed] = desk.gateway.listOpenOrders();
    broker.cancelOrder(order);
    await vi.waitFor(() => expect(desk.reports.at(-1)).toMatchObject({ type: 'Cancelled' }));
    desk.gateway.fillOrder(placed?.permanentId ?? 0, 1, 2);
    await vi.waitFor(() =>
      expect(desk.reports.find(({ type }) => type === 'Filled')).toMatchObject({
        orderId: 'order-5',
        lots: toGasLots(1),
      }),
    );
  });
});

describe('the status of orders', () => {
  it('follows from open orders, executions and completed orders', async () => {
    const desk = await GatewayDesk.open();
    const broker = await desk.openBroker();
    const limit = { type: 'LIMIT', priceTicks: toTicks(2000) } as const;
    const [working, cancelled] = [buildGasOrder(1, limit), buildGasOrder(2, limit)];
    const filled = buildGasOrder(3);
    for (const order of [working, cancelled, filled]) submitOrder(broker, order);
    await vi.waitFor(() => expect(desk.gateway.listOpenOrders()).toHaveLength(3));
    broker.cancelOrder(cancelled);
    desk.setQuote(3);
    await vi.waitFor(() => expect(desk.gateway.listCompletedOrders()).toHaveLength(2));
    const statuses = await broker.findOrders([working, cancelled, filled, buildGasOrder(4)]);
    expect(statuses).toEqual([
      { orderId: 'order-1', state: 'working', fills: [] },
      { orderId: 'order-2', state: 'cancelled', fills: [], reason: 'Order Canceled - reason:' },
      {
        orderId: 'order-3',
        state: 'filled',
        fills: [expect.objectContaining({ type: 'Filled', lots: toGasLots(2) })],
      },
      // The gateway found nothing to cancel, and lists it nowhere.
      { orderId: 'order-4', state: 'rejected', reason: 'the gateway never received the order' },
    ]);
  });

  it('is unknown without an answer to the cancellation', async () => {
    const desk = await GatewayDesk.open();
    const broker = await desk.openBroker();
    // The cancellation gets lost, and then the connection.
    const lost: string[] = [];
    desk.fault = { loses: ([kind = '']) => kind === '4' && lost.push(kind) > 0 };
    const statuses = broker.findOrders([buildGasOrder(4)]);
    await vi.waitFor(() => expect(lost).toEqual(['4']));
    desk.server.dropClients();
    expect(await statuses).toEqual([{ orderId: 'order-4', state: 'never received' }]);
  });
});

describe('a snapshot', () => {
  it('has own executions, positions and cash', async () => {
    const desk = await GatewayDesk.open();
    const broker = await desk.openBroker();
    submitOrder(broker, buildGasOrder(1, { side: 'SELL' }));
    await desk.waitForReports(1);
    desk.setQuote(3);
    await vi.waitFor(() => expect(desk.gateway.listCompletedOrders()).toHaveLength(1));
    desk.placeByPhone(1, 1);
    const snapshot = await broker.takeSnapshot();
    expect(snapshot).toMatchObject({
      reports: [{ type: 'Filled', orderId: 'order-1' }],
      positions: [{ instrumentId: GAS_MONTH.id, signedLots: -2000 }],
      cashMills: 249_995_500,
    });
  });
});
