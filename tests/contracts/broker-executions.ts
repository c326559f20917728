// Executions, lists and snapshots of a remote broker.
import { describe, expect, it, vi } from 'vitest';
import { toTicks } from '../../app/trading/domain/units';
import { GAS_MONTH, buildGasOrder, submitOrder, toGasLots } from '../support/broker-desk';
import {
  type OpenDesk,
  LIMIT,
  WAIT,
  findReport,
  findStatus,
  getLastFee,
  listFills,
  openFilled,
  openWorking,
  waitForReport,
} from './broker-steps';

export function describeExecutions(name: string, open: OpenDesk): void {
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
}

export function describeLists(name: string, open: OpenDesk): void {
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

    it('has executions that were not ordered here apart, with side and price', async () => {
      const desk = await open();
      const broker = await desk.openBroker();
      submitOrder(broker, buildGasOrder(1));
      await waitForReport(desk, 'Acknowledged');
      desk.setQuote(3);
      await vi.waitFor(() => expect(desk.gateway.listCompletedOrders()).toHaveLength(1), WAIT);
      desk.placeByPhone(1, 3.1);
      desk.placeByPhone(-2, 2.9);
      const { reports, externalTrades } = await broker.takeSnapshot();
      expect(reports).toMatchObject([{ orderId: 'order-1' }]);
      const instrumentId = GAS_MONTH.id;
      expect(externalTrades).toMatchObject([
        { instrumentId, signedLots: 1000, priceTicks: expect.any(Number) },
        { instrumentId, signedLots: -2000, priceTicks: expect.any(Number) },
      ]);
      expect(new Set(externalTrades.map(({ executionId }) => executionId)).size).toBe(2);
      for (const { priceTicks } of externalTrades)
        expect(Math.abs(priceTicks - 3000)).toBeLessThanOrEqual(101);
    });
  });
}
