// Connections and orders of a remote broker.
import { describe, expect, it, vi } from 'vitest';
import { toTicks } from '../../app/trading/domain/units';
import { buildGasOrder, getMonth, submitOrder, toGasLots } from '../support/broker-desk';
import {
  type OpenDesk,
  LIMIT,
  WAIT,
  countOrders,
  findReport,
  listFills,
  openFilled,
  openWorking,
  waitForReport,
  waitForStatus,
} from './broker-steps';

export function describeConnection(name: string, open: OpenDesk, otherAccount: string): void {
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
}

export function describeOrders(name: string, open: OpenDesk): void {
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
}
