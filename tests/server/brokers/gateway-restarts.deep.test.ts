// Restarts of the gateway and of the server: order numbers are never used again, and a comparison of what has
// not changed adds nothing.
import { expect, it, vi } from 'vitest';
import { SECOND_MS } from '../../../app/trading/domain/time';
import { auditRecords } from '../../support/audited-records';
import { GAS_MONTH, toGasLots } from '../../support/broker-desk';
import {
  FIRST_TICKS,
  WAIT,
  listOrders,
  openGatewayDesk,
  waitUntilDown,
  waitUntilReady,
  type GatewayLiveDesk,
} from '../../support/gateway-live-desk';
import { createManualOrder } from '../../support/reference-orders';
import { chooseFullSize } from '../../support/run-size';

const RESTARTS = chooseFullSize(300, 1000);
/** Each nth restart is one of the server too. */
const SERVER_RESTARTS = 10;

const waitForOrders = (desk: GatewayLiveDesk, count: number): Promise<void> =>
  vi.waitFor(() => {
    const orders = listOrders(desk);
    expect(orders.map(({ state }) => state)).toEqual(Array(count).fill('ACKNOWLEDGED'));
    expect(desk.gateway.listOpenOrders()).toHaveLength(count);
  }, WAIT);

async function placeLimit(desk: GatewayLiveDesk): Promise<boolean> {
  await desk.permitEntries();
  return desk.sendCommand(
    createManualOrder({
      instrumentId: GAS_MONTH.id,
      orderType: 'LIMIT',
      lots: toGasLots(1),
      price: FIRST_TICKS - 40,
    }),
  );
}

it(
  `uses no order number again in ${RESTARTS} restarts of a gateway that proposes old ones`,
  async () => {
    const desk = await openGatewayDesk();
    for (let nth = 1; nth <= RESTARTS; nth += 1) {
      // Within the limit of entries per minute, at a price that is not old.
      desk.skipTime(5 * SECOND_MS);
      desk.setPrice(FIRST_TICKS);
      expect(await placeLimit(desk)).toBe(true);
      await waitForOrders(desk, 1);
      // Any number from the first to the next.
      desk.gateway.rollNumbersBack(1 + (nth % 7 === 0 ? nth : 0));
      if (nth % SERVER_RESTARTS === 0) desk.restartRun();
      else desk.venue.server.dropClients();
      await waitUntilDown(desk);
      await waitUntilReady(desk);
      await waitForOrders(desk, 1);
      for (const { id: orderId } of listOrders(desk))
        expect(await desk.sendCommand({ type: 'CancelOrder', orderId })).toBe(true);
      await waitForOrders(desk, 0);
    }
    expect(desk.book?.halt).toBeNull();
    const numbers = desk.gateway.listCompletedOrders().map(({ request }) => request.orderNumber);
    expect(numbers).toHaveLength(RESTARTS);
    expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(numbers);
    process.stdout.write(
      `${RESTARTS} restarts of the gateway: ${numbers.length} numbers up to ${Math.max(...numbers)}, 0 used again\n`,
    );
  },
  chooseFullSize(300_000, 900_000),
);

it('adds no record in ten restarts of the server with open orders', async () => {
  const desk = await openGatewayDesk();
  const entry = createManualOrder({ instrumentId: GAS_MONTH.id, lots: toGasLots(2), stop: 40 });
  await desk.permitEntries();
  expect(await desk.sendCommand(entry)).toBe(true);
  await vi.waitFor(() => expect(Object.values(desk.book?.positions ?? {})).toHaveLength(1), WAIT);
  expect(await placeLimit(desk)).toBe(true);
  // The stop of the position, and the limit.
  await waitForOrders(desk, 2);
  desk.restartRun();
  await waitUntilReady(desk);
  const { length } = desk.journal.records;
  for (let nth = 0; nth < 10; nth += 1) {
    desk.restartRun();
    await waitUntilDown(desk);
    await waitUntilReady(desk);
    // By the end of a second comparison, what followed the first one is stored.
    expect(await desk.compareNow()).toBe(true);
    expect(desk.journal.records.slice(length)).toEqual([]);
    await waitForOrders(desk, 2);
  }
  expect(desk.gateway.listExecutions()).toHaveLength(1);
  expect(auditRecords(desk.journal.records)).toBeNull();
});
