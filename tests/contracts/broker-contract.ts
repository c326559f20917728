// What the desk requires of every remote broker: a broker runs it with a desk at its double.
import { describe, expect, it, vi } from 'vitest';
import type { GatewayContract } from '../../app/programs/broker-mock/gateway-types';
import type { Order } from '../../app/trading/domain/order';
import { toTicks } from '../../app/trading/domain/units';
import type { FilledReport, OrderStatus, RemoteBroker } from '../../app/trading/ports';
import {
  type BrokerDesk,
  GAS_MONTH,
  buildGasOrder,
  getMonth,
  submitOrder,
  toGasLots,
} from '../support/broker-desk';

type OpenDesk = (change?: Partial<GatewayContract>) => Promise<BrokerDesk>;

const LIMIT = { type: 'LIMIT', priceTicks: toTicks(2000) } as const;
const WAIT = { timeout: 15_000 };

const findReport = (desk: BrokerDesk, type: string) =>
  desk.reports.find((report) => report.type === type);
const waitForReport = (desk: BrokerDesk, type: string): Promise<void> =>
  vi.waitFor(() => expect(desk.reports.map((report) => report.type)).toContain(type), WAIT);

function listFills(desk: BrokerDesk): readonly FilledReport[] {
  const fills = desk.reports.filter((report) => report.type === 'Filled');
  return [...new Map(fills.map((fill) => [fill.executionId, fill])).values()];
}

/** As reported with the execution, or after it. */
const getLastFee = (desk: BrokerDesk, { executionId, feeMills }: FilledReport): number =>
  desk.reports.reduce<number>(
    (last, report) =>
      report.type === 'Fee' && report.executionId === executionId ? report.feeMills : last,
    feeMills,
  );

const countOrders = ({ gateway }: BrokerDesk): number =>
  gateway.listOpenOrders().length + gateway.listCompletedOrders().length;

async function findStatus(broker: RemoteBroker, order: Order): Promise<OrderStatus | undefined> {
  const [status] = await broker.findOrders([order]);
  return status;
}

/** While the connection is being restored, the broker rejects questions. */
const waitForStatus = (broker: RemoteBroker, order: Order, state: string): Promise<void> =>
  vi.waitFor(async () => expect(await findStatus(broker, order)).toMatchObject({ state }), {
    ...WAIT,
    interval: 200,
  });

async function openWorking(open: OpenDesk, order = buildGasOrder(5, LIMIT)) {
  const desk = await open();
  const broker = await desk.openBroker();
  submitOrder(broker, order);
  await waitForReport(desk, 'Acknowledged');
  const [placed] = desk.gateway.listOpenOrders();
  if (!placed) throw new Error('the order works');
  return { desk, broker, order, permanentId: placed.permanentId };
}

async function openFilled(open: OpenDesk) {
  const desk = await open();
  const broker = await desk.openBroker();
  submitOrder(broker, buildGasOrder(1));
  await waitForReport(desk, 'Acknowledged');
  desk.setQuote(3);
  await waitForReport(desk, 'Filled');
  const [execution] = desk.gateway.listExecutions();
  const [fill] = listFills(desk);
  if (!execution || !fill) throw new Error('the order is filled');
  return { desk, broker, execution, fill };
}

export function describeRemoteBroker(name: string, open: OpenDesk, otherAccount: string): void {
  describe(`connection to ${name}`, () => {
    it('is ready with the number of the next order', async () => {
      const desk = await open();
      await desk.openBroker();
      expect(desk.news).toEqual(['connected 1']);
    });

    it('is rejected for an account that the user does not have', async () => {
      const desk = await open();
      await desk.openBroker(desk.createBroker(otherAccount));
      expect(desk.news[0]).toMatch(/^disconnected .*another account/);
    });

    it('comes back after it was lost', async () => {
      const desk = await open();
      const broker = await desk.openBroker();
      desk.loseConnection();
      await vi.waitFor(() => expect(desk.news[1]).toMatch(/^disconnected ./), WAIT);
      desk.restoreConnection();
      await vi.waitFor(() => expect(desk.news.at(-1)).toBe('connected 1'), WAIT);
      expect((await broker.takeSnapshot()).cashMills).toBe(250_000_000);
    });

    it('is not needed to end the session', async () => {
      const desk = await open();
      const broker = await desk.openBroker();
      broker.endSession();
      await expect(broker.takeSnapshot()).rejects.toThrow('not connected');
    });
  });

  describe(`orders at ${name}`, () => {
    it('are acknowledged, and filled at the price of the broker', async () => {
      const { desk, fill } = await openFilled(open);
      expect(desk.reports[0]).toEqual({ type: 'Acknowledged', orderId: 'order-1' });
      expect(fill).toMatchObject({
        orderId: 'order-1',
        lots: toGasLots(2),
        priceTicks: toTicks(3002),
      });
      // Commission or estimate: more than nothing, less than ten dollars for both contracts.
      expect(fill.feeMills).toBeGreaterThan(0);
      expect(fill.feeMills).toBeLessThan(10_000);
      expect(countOrders(desk)).toBe(1);
    });

    it('fill in parts, each with an id of its own', async () => {
      const { desk, permanentId } = await openWorking(open);
      desk.gateway.fillOrder(permanentId, 1, 2);
      desk.gateway.fillOrder(permanentId, 1, 2);
      await vi.waitFor(() => expect(listFills(desk)).toHaveLength(2), WAIT);
      expect(listFills(desk).map(({ lots }) => lots)).toEqual([toGasLots(1), toGasLots(1)]);
    });

    it('have limits and stops in the units of the venue', async () => {
      const desk = await open();
      const broker = await desk.openBroker();
      submitOrder(broker, buildGasOrder(1, { type: 'LIMIT', priceTicks: toTicks(2950) }));
      const stop = { type: 'STOP', side: 'SELL', priceTicks: toTicks(2800) } as const;
      submitOrder(broker, buildGasOrder(2, stop));
      const corn = getMonth('CORN.H27');
      const change = { instrumentId: corn.id, commodity: 'corn', lots: toGasLots(0.5) } as const;
      const limit = { type: 'LIMIT', priceTicks: toTicks(1721) } as const;
      submitOrder(broker, buildGasOrder(3, { ...change, ...limit }), corn);
      await vi.waitFor(() => expect(desk.gateway.listOpenOrders()).toHaveLength(3), WAIT);
      const placed = desk.gateway
        .listOpenOrders()
        .map(({ request }) => [request.orderType, request.limitPrice, request.stopPrice]);
      expect(placed).toHaveLength(3);
      expect(placed).toContainEqual(['LMT', 2.95, null]);
      expect(placed).toContainEqual(['STP', null, 2.8]);
      expect(placed).toContainEqual(['LMT', 430.25, null]);
    });

    it.each([
      ['a part of a contract', 0.5],
      ['a contract and a half', 1.5],
    ])('of %s are rejected before they are sent', async (_name, contracts) => {
      const desk = await open();
      const broker = await desk.openBroker();
      submitOrder(broker, buildGasOrder(1, { lots: toGasLots(contracts) }));
      expect(desk.reports).toMatchObject([
        { type: 'Rejected', reason: expect.stringContaining('not a whole number of contracts') },
      ]);
      expect(countOrders(desk)).toBe(0);
    });

    it.each([
      [{ tick: 0.005 }, 'the tick is 0.005 there and 0.001 here'],
      [{ multiplier: 1000 }, 'one point is worth $1000 there and $10000 here'],
      [{ expiry: '20261230' }, 'the last trading day is 20261230 there and 20261229 here'],
      [{ month: '202709' }, 'it lists 0 contracts of that month'],
    ])('are rejected before they are sent where the venue lists %o', async (change, reason) => {
      const desk = await open(change);
      const broker = await desk.openBroker();
      submitOrder(broker, buildGasOrder(1));
      expect(desk.reports).toMatchObject([
        {
          type: 'Rejected',
          orderId: 'order-1',
          reason: `NGF27 has other terms at ${broker.name}: ${reason}`,
        },
      ]);
      expect(countOrders(desk)).toBe(0);
    });

    it('are cancelled', async () => {
      const { desk, broker, order } = await openWorking(open);
      broker.cancelOrder(order);
      await waitForReport(desk, 'Cancelled');
      expect(desk.gateway.listOpenOrders()).toEqual([]);
    });

    it('of an earlier run are cancelled, and there is nothing left to cancel then', async () => {
      const { desk, broker, order } = await openWorking(open);
      broker.endSession();
      desk.news.length = 0;
      const next = await desk.openBroker();
      next.cancelOrder(order);
      await waitForReport(desk, 'Cancelled');
      next.cancelOrder(order);
      await waitForReport(desk, 'Lost');
      expect(desk.reports.at(-1)).toMatchObject({ type: 'Lost', orderId: 'order-5' });
    });

    it('that the broker rejects are rejected with its reason', async () => {
      const { desk, permanentId } = await openWorking(open);
      desk.gateway.endByBroker(permanentId, 'Inactive', 'margin');
      await waitForReport(desk, 'Rejected');
      expect(findReport(desk, 'Rejected')).toEqual({
        type: 'Rejected',
        orderId: 'order-5',
        reason: 'margin',
      });
    });

    it('are not sent without a connection', async () => {
      const desk = await open();
      const broker = await desk.openBroker();
      broker.endSession();
      try {
        submitOrder(broker, buildGasOrder(1));
      } catch (error) {
        expect(error).toMatchObject({ message: expect.stringContaining('not connected') });
      }
      desk.news.length = 0;
      await desk.openBroker();
      expect(countOrders(desk)).toBe(0);
    });

    it('without an answer are found, and sent once', async () => {
      const desk = await open();
      const broker = await desk.openBroker();
      desk.loseNextAnswer();
      const order = buildGasOrder(1, LIMIT);
      submitOrder(broker, order);
      await waitForStatus(broker, order, 'working');
      expect(countOrders(desk)).toBe(1);
    });

    it('that never arrived are rejected, with proof', async () => {
      const desk = await open();
      const broker = await desk.openBroker();
      desk.loseNextOrder();
      const order = buildGasOrder(1, LIMIT);
      submitOrder(broker, order);
      await waitForStatus(broker, order, 'rejected');
      expect(desk.reports.map(({ type }) => type)).not.toContain('Rejected');
      expect(countOrders(desk)).toBe(0);
    });
  });

  describe(`executions at ${name}`, () => {
    it('have one id, however often they are reported', async () => {
      const { desk, broker, permanentId } = await openWorking(open);
      desk.repeatNews();
      desk.gateway.fillOrder(permanentId, 2, 2);
      await waitForReport(desk, 'Filled');
      desk.restoreConnection();
      desk.loseConnection();
      await vi.waitFor(() => expect(desk.news[1]).toMatch(/^disconnected ./), WAIT);
      desk.restoreConnection();
      await vi.waitFor(() => expect(desk.news.at(-1)).toMatch(/^connected /), WAIT);
      const { reports } = await broker.takeSnapshot();
      expect(reports).toHaveLength(1);
      expect(reports).toMatchObject([{ executionId: listFills(desk)[0]?.executionId }]);
      expect(listFills(desk)).toHaveLength(1);
      expect(listFills(desk)).toMatchObject([{ lots: toGasLots(2) }]);
    });

    it('that the venue corrects replace the former ones', async () => {
      const { desk, execution, fill } = await openFilled(open);
      desk.gateway.correctExecution(execution.executionId, 2.95);
      await waitForReport(desk, 'Corrected');
      expect(findReport(desk, 'Corrected')).toMatchObject({
        replacesIds: [fill.executionId],
        lots: toGasLots(2),
        priceTicks: toTicks(2950),
      });
      expect(findReport(desk, 'Corrected')).toMatchObject({ feeMills: getLastFee(desk, fill) });
    });

    it('that were booked by an earlier run are corrected too', async () => {
      const { desk, broker, execution, fill } = await openFilled(open);
      broker.endSession();
      const order = buildGasOrder(1);
      const fills = [{ ...fill, positionId: 'p1' }];
      desk.orders.set(order.id, {
        ...order,
        executionIds: [fill.executionId],
        remote: { broker: broker.name, number: 1, isAddition: false, fills },
      });
      desk.gateway.correctExecution(execution.executionId, 2.95);
      desk.news.length = 0;
      const next = await desk.openBroker();
      const { reports } = await next.takeSnapshot();
      expect(reports).toEqual([
        expect.objectContaining({ type: 'Corrected', replacesIds: [fill.executionId] }),
      ]);
    });

    it('are reported after a cancellation', async () => {
      const { desk, broker, order, permanentId } = await openWorking(open);
      broker.cancelOrder(order);
      await waitForReport(desk, 'Cancelled');
      desk.gateway.fillOrder(permanentId, 1, 2);
      await waitForReport(desk, 'Filled');
      expect(findReport(desk, 'Filled')).toMatchObject({ orderId: 'order-5', lots: toGasLots(1) });
    });
  });

  describe(`status of orders at ${name}`, () => {
    it('follows from its lists', async () => {
      const desk = await open();
      const broker = await desk.openBroker();
      const [working, cancelled] = [buildGasOrder(1, LIMIT), buildGasOrder(2, LIMIT)];
      const filled = buildGasOrder(3);
      for (const order of [working, cancelled, filled]) submitOrder(broker, order);
      await vi.waitFor(() => expect(desk.gateway.listOpenOrders()).toHaveLength(3), WAIT);
      broker.cancelOrder(cancelled);
      desk.setQuote(3);
      await vi.waitFor(() => expect(desk.gateway.listCompletedOrders()).toHaveLength(2), WAIT);
      const neverSent = buildGasOrder(4, { state: 'UNKNOWN' });
      const statuses = await broker.findOrders([working, cancelled, filled, neverSent]);
      expect(statuses).toEqual([
        { orderId: 'order-1', state: 'working', fills: [] },
        { orderId: 'order-2', state: 'cancelled', fills: [], reason: 'Order Canceled - reason:' },
        {
          orderId: 'order-3',
          state: 'filled',
          fills: [expect.objectContaining({ type: 'Filled', lots: toGasLots(2) })],
        },
        {
          orderId: 'order-4',
          state: 'rejected',
          reason: expect.stringMatching(/never (rec|sent)/),
        },
      ]);
    });

    it('is found after a restart', async () => {
      const { desk, broker, order, permanentId } = await openWorking(open);
      broker.endSession();
      desk.orders.set(order.id, order);
      desk.gateway.fillOrder(permanentId, 1, 2);
      desk.news.length = 0;
      const next = await desk.openBroker();
      expect(await findStatus(next, order)).toMatchObject({
        state: 'working',
        fills: [{ type: 'Filled', orderId: order.id, lots: toGasLots(1) }],
      });
    });
  });

  describe(`snapshot of ${name}`, () => {
    it('has own executions, positions and cash', async () => {
      const desk = await open();
      const broker = await desk.openBroker();
      submitOrder(broker, buildGasOrder(1, { side: 'SELL' }));
      await waitForReport(desk, 'Acknowledged');
      desk.setQuote(3);
      await vi.waitFor(() => expect(desk.gateway.listCompletedOrders()).toHaveLength(1), WAIT);
      desk.placeByPhone(1, 1);
      const snapshot = await broker.takeSnapshot();
      expect(snapshot).toMatchObject({
        reports: [{ type: 'Filled', orderId: 'order-1' }],
        positions: [{ instrumentId: GAS_MONTH.id, signedLots: -2000 }],
        cashMills: 249_995_500,
      });
    });
  });
}
