// Stops that go to the gateway along with their entries: parent and child at its double.
import { describe, expect, it, vi } from 'vitest';
import type { IbkrBroker } from '../../../app/server/brokers/ibkr/ibkr-broker.server';
import type { GatewayOrder } from '../../../app/programs/broker-mock/gateway-types';
import { type Order, buildAttachedStopId } from '../../../app/trading/domain/order';
import { toTicks } from '../../../app/trading/domain/units';
import { buildGasOrder, submitOrder, toGasLots } from '../../support/broker-desk';
import { GATEWAY_ACCOUNT, GatewayDesk } from '../../support/gateway-desk';

const WAIT = { timeout: 15_000 };
const PLACE = '3';

/** Entry 7 for two contracts, with stop 8 at 2.950. */
const ENTRY = buildGasOrder(7, {
  remote: {
    broker: 'the broker',
    number: 7,
    isAddition: false,
    fills: [],
    attachedStop: { number: 8, priceTicks: toTicks(2950) },
  },
});
const STOP = buildGasOrder(8, {
  id: buildAttachedStopId(ENTRY.id),
  side: 'SELL',
  type: 'STOP',
  purpose: 'STOP',
  priceTicks: toTicks(2950),
  remote: { broker: 'the broker', number: 8, isAddition: true, fills: [], sentWith: ENTRY.id },
});
const LIMIT: Order = { ...ENTRY, type: 'LIMIT', priceTicks: toTicks(2990) };

const describeOrders = (orders: readonly GatewayOrder[]) =>
  orders.map(({ request, status, filled }) => [request.orderRef, status, filled]);

async function openDesk() {
  const desk = await GatewayDesk.open();
  return { desk, broker: await desk.openBroker() };
}

/** As `openDesk`, with an entry and its stop at the gateway. */
async function openSent(entry: Order = ENTRY) {
  const opened = await openDesk();
  submitOrder(opened.broker, entry);
  await vi.waitFor(() => expect(opened.desk.gateway.listOpenOrders()).toHaveLength(2), WAIT);
  const [parent, child] = opened.desk.gateway.listOpenOrders();
  if (!parent || !child) throw new Error('two orders work');
  return { ...opened, parent, child };
}

const listReports = (desk: GatewayDesk, orderId: string) =>
  desk.reports.filter((report) => report.orderId === orderId).map(({ type }) => type);

const findState = async (broker: IbkrBroker, order: Order) => (await broker.findOrders([order]))[0];

describe('an entry with a stop', () => {
  it('is sent as a parent that waits for its child', async () => {
    const { parent, child } = await openSent();
    expect(parent.request).toMatchObject({
      orderNumber: 7,
      orderRef: 'fm:order-7',
      action: 'BUY',
      orderType: 'MKT',
      timeInForce: 'DAY',
      isTransmitted: false,
      parentNumber: null,
    });
    expect(child.request).toMatchObject({
      orderNumber: 8,
      orderRef: 'fm:order-7.stop',
      action: 'SELL',
      quantity: 2,
      orderType: 'STP',
      stopPrice: 2.95,
      timeInForce: 'GTC',
      account: GATEWAY_ACCOUNT,
      isTransmitted: true,
      parentNumber: 7,
      orderGroup: 'fm:order-7.stop',
    });
  });

  it('does not work without its stop, and is found to be nowhere', async () => {
    const { desk, broker } = await openDesk();
    let placed = 0;
    desk.fault = {
      loses: ([kind], socket) => {
        if (kind !== PLACE || (placed += 1) < 2) return false;
        desk.fault = {};
        socket.destroy();
        return true;
      },
    };
    submitOrder(broker, ENTRY);
    await vi.waitFor(() => expect(desk.news).toHaveLength(3), WAIT);
    desk.setQuote(3);
    expect(desk.gateway.listExecutions()).toEqual([]);
    expect((await findState(broker, ENTRY))?.state).toBe('never received');
    expect(listReports(desk, ENTRY.id)).toEqual(['Cancelled']);
    expect((await findState(broker, ENTRY))?.state).toBe('rejected');
  });
});

describe('the stop at the gateway', () => {
  it('is inactive until its entry fills, and then fills no more than that', async () => {
    const { desk, parent } = await openSent(LIMIT);
    desk.gateway.setQuote(desk.contract, { bid: 2.99, ask: 2.995, last: 2.94 });
    expect(describeOrders(desk.gateway.listOpenOrders())).toEqual([
      ['fm:order-7', 'Submitted', 0],
      ['fm:order-7.stop', 'PreSubmitted', 0],
    ]);
    desk.gateway.fillOrder(parent.permanentId, 1, 2.99);
    desk.gateway.setQuote(desk.contract, { bid: 2.99, ask: 2.995, last: 2.94 });
    expect(describeOrders(desk.gateway.listOpenOrders())).toEqual([
      ['fm:order-7', 'Submitted', 1],
      ['fm:order-7.stop', 'PreSubmitted', 1],
    ]);
    expect(desk.gateway.listPositions()).toMatchObject([{ quantity: 0 }]);
  });

  it.each([0, 1])('ends with its entry, of which %d contracts have filled', async (filled) => {
    const { desk, broker, parent } = await openSent(LIMIT);
    desk.gateway.fillOrder(parent.permanentId, filled, 2.99);
    broker.cancelOrder(LIMIT);
    await vi.waitFor(() => expect(listReports(desk, STOP.id)).toContain('Cancelled'), WAIT);
    expect(describeOrders(desk.gateway.listCompletedOrders())).toEqual([
      ['fm:order-7', 'Cancelled', filled],
      ['fm:order-7.stop', 'Cancelled', 0],
    ]);
    expect(await findState(broker, STOP)).toMatchObject({ state: 'cancelled', fills: [] });
  });

  it('cancels the target of its group when it fills, and takes no other', async () => {
    const { desk, broker } = await openSent();
    desk.setQuote(3);
    const buildTarget = (number: number): Order =>
      buildGasOrder(number, {
        side: 'SELL',
        purpose: 'TARGET',
        type: 'LIMIT',
        priceTicks: toTicks(3100),
        remote: { broker: broker.name, number, isAddition: true, fills: [], orderGroup: STOP.id },
      });
    submitOrder(broker, buildTarget(9));
    await vi.waitFor(() => expect(listReports(desk, 'order-9')).toContain('Acknowledged'), WAIT);
    // The process is gone: the broker alone closes the position and ends the other order.
    broker.endSession();
    desk.gateway.setQuote(desk.contract, { bid: 2.9, ask: 2.901, last: 2.9 });
    expect(describeOrders(desk.gateway.listCompletedOrders())).toEqual([
      ['fm:order-7', 'Filled', 2],
      ['fm:order-7.stop', 'Filled', 2],
      ['fm:order-9', 'Cancelled', 0],
    ]);
    expect(desk.gateway.listPositions()).toMatchObject([{ quantity: 0 }]);
    desk.news.length = 0;
    submitOrder(await desk.openBroker(), buildTarget(10));
    await vi.waitFor(() => expect(listReports(desk, 'order-10')).toContain('Rejected'), WAIT);
  });

  it('is rejected without its entry', async () => {
    const { desk, broker } = await openDesk();
    desk.gateway.placeOrder(
      {
        type: 'place',
        orderNumber: 8,
        contract: { ...desk.contract, secType: 'FUT' },
        action: 'SELL',
        quantity: 2,
        orderType: 'STP',
        limitPrice: null,
        stopPrice: 2.95,
        timeInForce: 'GTC',
        account: GATEWAY_ACCOUNT,
        orderRef: 'fm:order-7.stop',
        isTransmitted: true,
        parentNumber: 7,
        orderGroup: null,
      },
      7,
    );
    expect(desk.gateway.listOpenOrders()).toEqual([]);
    expect((await findState(broker, STOP))?.state).toBe('rejected');
  });
});

describe('a stop that is followed', () => {
  it('is reported as working, and is not sent again', async () => {
    const { desk, broker } = await openSent();
    desk.setQuote(3);
    await vi.waitFor(() => expect(listReports(desk, ENTRY.id)).toContain('Filled'), WAIT);
    desk.reports.length = 0;
    broker.followStop(STOP);
    await vi.waitFor(() => expect(listReports(desk, STOP.id)).toContain('Acknowledged'), WAIT);
    expect(desk.gateway.listOpenOrders()).toHaveLength(1);
    expect(desk.gateway.listCompletedOrders()).toHaveLength(1);
  });

  it('is reported with its executions', async () => {
    const { desk, broker } = await openSent();
    desk.setQuote(3);
    desk.setQuote(2.9);
    await vi.waitFor(() => expect(listReports(desk, STOP.id)).toContain('Filled'), WAIT);
    desk.reports.length = 0;
    broker.followStop(STOP);
    await vi.waitFor(() => expect(listReports(desk, STOP.id)).toContain('Filled'), WAIT);
    expect(desk.reports.find(({ type }) => type === 'Filled')).toMatchObject({
      lots: toGasLots(2),
      priceTicks: toTicks(2898),
    });
  });

  it('that ended with its entry is reported as cancelled', async () => {
    const { desk, broker, parent } = await openSent(LIMIT);
    desk.gateway.fillOrder(parent.permanentId, 1, 2.99);
    desk.gateway.endByBroker(parent.permanentId, 'Cancelled', 'the day is over');
    await vi.waitFor(() => expect(listReports(desk, STOP.id)).toContain('Cancelled'), WAIT);
    desk.reports.length = 0;
    broker.followStop(STOP);
    await vi.waitFor(() => expect(listReports(desk, STOP.id)).toEqual(['Cancelled']), WAIT);
  });

  it('waits for the next comparison while nothing is connected', async () => {
    const { desk, broker } = await openSent();
    broker.endSession();
    broker.followStop(STOP);
    await new Promise((resolve) => setImmediate(resolve));
    expect(listReports(desk, STOP.id)).not.toContain('Lost');
  });
});

it('a snapshot lists the executions of an entry before those of its stop', async () => {
  const { desk, broker } = await openSent();
  desk.setQuote(3);
  desk.setQuote(2.9);
  const [first] = desk.gateway.listExecutions();
  // The double lists a correction last.
  desk.gateway.correctExecution(first?.executionId ?? '', 3.01);
  const { reports } = await broker.takeSnapshot();
  expect(reports.map(({ type, orderId }) => [type, orderId])).toEqual([
    ['Corrected', ENTRY.id],
    ['Filled', STOP.id],
  ]);
});
