// Sessions of the desk at the double of the gateway, message by message, against stored transcripts.
// `RENEW_TRANSCRIPTS=1 npx vitest run --project brokers tests/server/brokers/transcripts.test.ts` renews them.
import { expect, it, vi } from 'vitest';
import { type Order, buildAttachedStopId } from '../../../app/trading/domain/order';
import { toTicks } from '../../../app/trading/domain/units';
import type { IbkrBroker } from '../../../app/server/brokers/ibkr/ibkr-broker.server';
import { GAS_MONTH, buildGasOrder } from '../../support/broker-desk';
import { GatewayDesk } from '../../support/gateway-desk';
import {
  RENEWS_TRANSCRIPTS,
  hashTranscript,
  readHashes,
  readTranscript,
  recordTranscript,
  writeTranscript,
} from '../../support/gateway-transcript';

const LIMIT = { type: 'LIMIT', priceTicks: toTicks(2000) } as const;

const submitOrder = (broker: IbkrBroker, order: Order): void => {
  broker.submitOrder(order as Parameters<IbkrBroker['submitOrder']>[0], null, GAS_MONTH);
};

const waitForReport = (desk: GatewayDesk, type: string): Promise<void> =>
  vi.waitFor(() => expect(desk.reports.map((report) => report.type)).toContain(type));

type PlaySession = (desk: GatewayDesk, broker: IbkrBroker) => Promise<unknown>;

/** Each session starts connected and compared once. */
const SESSIONS: Readonly<Record<string, PlaySession>> = {
  connect: (_desk, broker) => broker.findOrders([buildGasOrder(1)]),
  fill: async (desk, broker) => {
    submitOrder(broker, buildGasOrder(1));
    await waitForReport(desk, 'Acknowledged');
    desk.setQuote(3);
    await waitForReport(desk, 'Fee');
    await broker.takeSnapshot();
  },
  'attached-stop': async (desk, broker) => {
    const attachedStop = { number: 2, priceTicks: toTicks(2950) };
    const remote = { broker: 'the broker', number: 1, isAddition: false, fills: [], attachedStop };
    const entry = buildGasOrder(1, { remote });
    submitOrder(broker, entry);
    await waitForReport(desk, 'Acknowledged');
    desk.setQuote(3);
    await waitForReport(desk, 'Fee');
    const stopId = buildAttachedStopId(entry.id);
    broker.followStop({ ...entry, id: stopId });
    await broker.takeSnapshot();
    desk.setQuote(2.9);
    await vi.waitFor(() =>
      expect(desk.reports).toContainEqual(
        expect.objectContaining({ type: 'Fee', orderId: stopId }),
      ),
    );
  },
  cancel: async (desk, broker) => {
    const order = buildGasOrder(1, LIMIT);
    submitOrder(broker, order);
    await waitForReport(desk, 'Acknowledged');
    broker.cancelOrder(order);
    await waitForReport(desk, 'Cancelled');
    await broker.findOrders([order]);
  },
  reject: async (desk, broker) => {
    submitOrder(broker, buildGasOrder(1, LIMIT));
    await waitForReport(desk, 'Acknowledged');
    const [order] = desk.gateway.listOpenOrders();
    desk.gateway.endByBroker(order?.permanentId ?? 0, 'Inactive', 'the margin is too low');
    await waitForReport(desk, 'Rejected');
  },
  reconnect: async (desk, broker) => {
    submitOrder(broker, buildGasOrder(1, LIMIT));
    await waitForReport(desk, 'Acknowledged');
    desk.gateway.rollNumbersBack(1);
    desk.server.dropClients();
    await vi.waitFor(() => expect(desk.news.at(-1)).toBe('connected 1'), { timeout: 20_000 });
    await vi.waitFor(() => expect(desk.news).toHaveLength(3), { timeout: 20_000 });
    await broker.findOrders([buildGasOrder(1, LIMIT)]);
    await broker.takeSnapshot();
  },
};

async function playSession(name: string): Promise<readonly string[]> {
  const desk = await GatewayDesk.open();
  const lines = recordTranscript(desk);
  const broker = await desk.openBroker();
  await SESSIONS[name]?.(desk, broker);
  return [...lines];
}

it.each(Object.keys(SESSIONS))(
  'the session "%s" has the messages of its transcript',
  async (name) => {
    const lines = await playSession(name);
    if (RENEWS_TRANSCRIPTS) writeTranscript(name, lines);
    const stored = readTranscript(name);
    const first = lines.findIndex((line, index) => line !== stored[index]);
    expect(lines[first]?.split('|'), `line ${first + 1} of ${name}`).toEqual(
      stored[first]?.split('|'),
    );
    expect(stored, name).toHaveLength(lines.length);
  },
);

it('each transcript has its hash', () => {
  const hashes = Object.fromEntries(
    Object.keys(SESSIONS).map((name) => [name, hashTranscript(name)]),
  );
  expect(readHashes()).toEqual(hashes);
});
