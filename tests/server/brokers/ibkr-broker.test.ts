// What is special to Interactive Brokers, at the double of its gateway: clients, versions, numbers and fees.
// What every broker must do is in tests/contracts.
import { describe, expect, it, vi } from 'vitest';
import { toMills, toTicks } from '../../../app/trading/domain/units';
import { buildGasOrder, submitOrder, toGasLots } from '../../support/broker-desk';
import { GATEWAY_ACCOUNT, GatewayDesk } from '../../support/gateway-desk';

/** Message of the gateway with the fee of an execution. */
const COMMISSION = 59;

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

  it.each([
    ['DU7654321', true],
    ['U7654321', false],
  ])('of account %s is one of a demo account: %s', async (account, isDemo) => {
    const desk = await GatewayDesk.open();
    expect(desk.createBroker(account).isDemo).toBe(isDemo);
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

describe('the status of orders', () => {
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
