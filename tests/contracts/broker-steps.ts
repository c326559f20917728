// Steps of the tests that every remote broker passes.
import { expect, vi } from 'vitest';
import type { GatewayContract } from '../../app/programs/broker-mock/gateway-types';
import type { Order } from '../../app/trading/domain/order';
import { toTicks } from '../../app/trading/domain/units';
import type { FilledReport, OrderStatus, RemoteBroker } from '../../app/trading/ports';
import { type BrokerDesk, buildGasOrder, submitOrder } from '../support/broker-desk';

export type OpenDesk = (change?: Partial<GatewayContract>) => Promise<BrokerDesk>;

export const LIMIT = { type: 'LIMIT', priceTicks: toTicks(2000) } as const;
export const WAIT = { timeout: 15_000 };

export const findReport = (desk: BrokerDesk, type: string) =>
  desk.reports.find((report) => report.type === type);
export const waitForReport = (desk: BrokerDesk, type: string): Promise<void> =>
  vi.waitFor(() => expect(desk.reports.map((report) => report.type)).toContain(type), WAIT);

export function listFills(desk: BrokerDesk): readonly FilledReport[] {
  const fills = desk.reports.filter((report) => report.type === 'Filled');
  return [...new Map(fills.map((fill) => [fill.executionId, fill])).values()];
}

/** As reported with the execution, or after it. */
export const getLastFee = (desk: BrokerDesk, { executionId, feeMills }: FilledReport): number =>
  desk.reports.reduce<number>(
    (last, report) =>
      report.type === 'Fee' && report.executionId === executionId ? report.feeMills : last,
    feeMills,
  );

export const countOrders = ({ gateway }: BrokerDesk): number =>
  gateway.listOpenOrders().length + gateway.listCompletedOrders().length;

export async function findStatus(
  broker: RemoteBroker,
  order: Order,
): Promise<OrderStatus | undefined> {
  const [status] = await broker.findOrders([order]);
  return status;
}

/** While the connection is being restored, the broker rejects questions. */
export const waitForStatus = (broker: RemoteBroker, order: Order, state: string): Promise<void> =>
  vi.waitFor(async () => expect(await findStatus(broker, order)).toMatchObject({ state }), {
    ...WAIT,
    interval: 200,
  });

export async function openWorking(open: OpenDesk, order = buildGasOrder(5, LIMIT)) {
  const desk = await open();
  const broker = await desk.openBroker();
  submitOrder(broker, order);
  await waitForReport(desk, 'Acknowledged');
  const [placed] = desk.gateway.listOpenOrders();
  if (!placed) throw new Error('the order works');
  return { desk, broker, order, permanentId: placed.permanentId };
}

export async function openFilled(open: OpenDesk) {
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
