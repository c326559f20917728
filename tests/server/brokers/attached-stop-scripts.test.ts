// Entries with stops on a live desk at the double of the gateway: the stop protects the position while the
// process is dead or gets no reports, and one that is lost is replaced or the position closed.
import { expect, it, vi } from 'vitest';
import { buildAttachedStopId } from '../../../app/trading/domain/order';
import { auditRecords } from '../../support/audited-records';
import { GAS_MONTH, toGasLots } from '../../support/broker-desk';
import {
  FIRST_TICKS,
  WAIT,
  type GatewayLiveDesk,
  listOrders,
  openGatewayDesk,
  waitUntilReady,
} from '../../support/gateway-live-desk';
import { createManualOrder } from '../../support/reference-orders';

const LIMIT_TICKS = FIRST_TICKS - 10;

/** A price at the gateway alone. */
const setGatewayPrice = ({ gateway, venue }: GatewayLiveDesk, last: number): void =>
  gateway.setQuote(venue.contract, { bid: last - 0.001, ask: last + 0.001, last });

/** A limit for two contracts at 2.990, with a stop at 2.950. Returns its id. */
async function placeEntry(desk: GatewayLiveDesk): Promise<string> {
  await desk.permitEntries();
  const isDone = await desk.sendCommand(
    createManualOrder({
      instrumentId: GAS_MONTH.id,
      orderType: 'LIMIT',
      lots: toGasLots(2),
      price: LIMIT_TICKS,
      stop: 40,
    }),
  );
  expect(isDone).toBe(true);
  await vi.waitFor(
    () => expect(listOrders(desk).map(({ state }) => state)).toEqual(['ACKNOWLEDGED']),
    WAIT,
  );
  expect(desk.gateway.listOpenOrders()).toHaveLength(2);
  return listOrders(desk)[0]?.id ?? '';
}

const countRecords = (desk: GatewayLiveDesk, type: string, orderId: string): number =>
  desk.journal.records.filter(
    ({ type: each, payload }) =>
      each === type && 'orderId' in payload && payload.orderId === orderId,
  ).length;

const listReasons = (desk: GatewayLiveDesk): readonly string[] =>
  desk.journal.records.flatMap((record) =>
    record.type === 'CloseRequested' ? [record.payload.reason] : [],
  );

/** Entry and stop are booked once, the account is flat, and both sides agree. */
async function expectStoppedOut(desk: GatewayLiveDesk, entryId: string): Promise<void> {
  const { book } = desk;
  expect([book?.opened, book?.closed, book?.positions]).toEqual([1, 1, {}]);
  expect(countRecords(desk, 'OrderFilled', entryId)).toBe(1);
  expect(countRecords(desk, 'OrderFilled', buildAttachedStopId(entryId))).toBe(1);
  expect(await desk.compareNow()).toBe(true);
  await expectAgreement(desk);
  expect(listOrders(desk)).toEqual([]);
}

async function expectAgreement(desk: GatewayLiveDesk): Promise<void> {
  await vi.waitFor(() => expect(desk.isReady).toBe(true), WAIT);
  expect(desk.book?.halt).toBeNull();
  expect(auditRecords(desk.journal.records)).toBeNull();
}

/** Working stops at the gateway: their contracts, and whether they have a parent. */
const listGatewayStops = ({ gateway }: GatewayLiveDesk) =>
  gateway
    .listOpenOrders()
    .filter(({ request }) => request.orderType === 'STP')
    .map(({ request, parentId }) => [request.quantity, parentId !== null]);

const waitForHeld = (desk: GatewayLiveDesk, contracts: number): Promise<void> =>
  vi.waitFor(
    () =>
      expect(Object.values(desk.book?.positions ?? {}).map(({ lots }) => lots)).toEqual(
        contracts === 0 ? [] : [toGasLots(contracts)],
      ),
    WAIT,
  );

it('an entry and its stop that fill while the process is dead are booked after the start', async () => {
  const desk = await openGatewayDesk();
  const entryId = await placeEntry(desk);
  desk.killRun();
  setGatewayPrice(desk, 2.98);
  expect(desk.gateway.listPositions()).toMatchObject([{ quantity: 2 }]);
  setGatewayPrice(desk, 2.94);
  expect(desk.gateway.listPositions()).toMatchObject([{ quantity: 0 }]);
  desk.restartRun();
  await waitUntilReady(desk);
  await vi.waitFor(() => expect(desk.book?.closed).toBe(1), WAIT);
  await expectStoppedOut(desk, entryId);
});

it('a position that opened while the process was dead has its stop, which works after the start', async () => {
  const desk = await openGatewayDesk();
  const entryId = await placeEntry(desk);
  desk.killRun();
  setGatewayPrice(desk, 2.98);
  desk.restartRun();
  await waitForHeld(desk, 2);
  await waitUntilReady(desk);
  desk.setPrice(2980);
  await vi.waitFor(
    () =>
      expect(listOrders(desk).map(({ id, state }) => [id, state])).toEqual([
        [buildAttachedStopId(entryId), 'ACKNOWLEDGED'],
      ]),
    WAIT,
  );
  expect(listGatewayStops(desk)).toEqual([[2, true]]);
  desk.setPrice(2940);
  await vi.waitFor(() => expect(desk.book?.closed).toBe(1), WAIT);
  await expectStoppedOut(desk, entryId);
});

it('executions of both that are lost with the servers of the broker are booked later', async () => {
  const desk = await openGatewayDesk();
  const entryId = await placeEntry(desk);
  desk.venue.loseServers();
  setGatewayPrice(desk, 2.98);
  setGatewayPrice(desk, 2.94);
  desk.venue.restoreServers();
  await vi.waitFor(() => expect(desk.book?.closed).toBe(1), WAIT);
  await expectStoppedOut(desk, entryId);
});

it('the stop of an entry that is cancelled partly filled is replaced for the contracts held', async () => {
  const desk = await openGatewayDesk();
  await placeEntry(desk);
  const [parent] = desk.gateway.listOpenOrders();
  desk.gateway.fillOrder(parent?.permanentId ?? 0, 1, 2.99);
  await waitForHeld(desk, 1);
  expect(await desk.sendCommand({ type: 'StopTrading', commodity: null })).toBe(true);
  await vi.waitFor(() => expect(listGatewayStops(desk)).toEqual([[1, false]]), WAIT);
  await vi.waitFor(
    () =>
      expect(listOrders(desk).map(({ purpose, lots, state }) => [purpose, lots, state])).toEqual([
        ['STOP', toGasLots(1), 'ACKNOWLEDGED'],
      ]),
    WAIT,
  );
  await expectAgreement(desk);
});

it('a stop that the broker ends is replaced once, and the position then closed', async () => {
  const desk = await openGatewayDesk();
  await placeEntry(desk);
  desk.setPrice(2980);
  await waitForHeld(desk, 2);
  await vi.waitFor(() => expect(listOrders(desk)[0]?.state).toBe('ACKNOWLEDGED'), WAIT);
  const endStop = (): void => {
    const [stop] = desk.gateway.listOpenOrders();
    desk.gateway.endByBroker(stop?.permanentId ?? 0, 'Cancelled', 'by the broker');
  };
  endStop();
  await vi.waitFor(() => expect(listGatewayStops(desk)).toEqual([[2, false]]), WAIT);
  await vi.waitFor(() => expect(listOrders(desk)[0]?.state).toBe('ACKNOWLEDGED'), WAIT);
  endStop();
  await waitForHeld(desk, 0);
  expect(listReasons(desk)).toEqual(['no stop']);
  expect(desk.gateway.listPositions()).toMatchObject([{ quantity: 0 }]);
  await expectAgreement(desk);
});
