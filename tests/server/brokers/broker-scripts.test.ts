// Scripts of single faults at the double of the gateway, with an engine in fast time: each ends with account and
// broker in agreement, or with a halt that names both sides.
import { expect, it, vi } from 'vitest';
import { NO_REQUEST, buildError } from '../../../app/programs/broker-mock/answers';
import type { PlaceRequest } from '../../../app/programs/broker-mock/requests';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';
import { auditRecords } from '../../support/audited-records';
import { GAS_MONTH, toGasLots } from '../../support/broker-desk';
import { GATEWAY_ACCOUNT } from '../../support/gateway-desk';
import {
  FIRST_TICKS,
  WAIT,
  listOrders,
  openGatewayDesk,
  waitUntilReady,
  type GatewayLiveDesk,
} from '../../support/gateway-live-desk';
import { createManualOrder } from '../../support/reference-orders';

const PLACE = '3';
const CANCEL = '4';
const COMMISSION = 59;
const PACING = { code: 100, text: 'Max rate of messages per second has been exceeded' };
const DELAYED = { code: 10167, text: 'Displaying delayed market data' };
const CLOSED = { code: 399, text: 'Your order will not be placed at the exchange until it opens' };

const waitForStates = (desk: GatewayLiveDesk, ...states: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect(listOrders(desk).map(({ state }) => state)).toEqual(states), WAIT);

const buildOrder = (orderType: 'MARKET' | 'LIMIT') =>
  createManualOrder({
    instrumentId: GAS_MONTH.id,
    orderType,
    lots: toGasLots(2),
    ...(orderType === 'LIMIT' ? { price: FIRST_TICKS - 40 } : {}),
  });

async function placeOrder(desk: GatewayLiveDesk, orderType: 'MARKET' | 'LIMIT'): Promise<void> {
  await desk.permitEntries();
  expect(await desk.sendCommand(buildOrder(orderType))).toBe(true);
}

const waitForContracts = (desk: GatewayLiveDesk, contracts: number): Promise<void> =>
  vi.waitFor(() => {
    const positions = Object.values(desk.book?.positions ?? {});
    expect(positions.map(({ lots }) => lots)).toEqual(
      contracts === 0 ? [] : [toGasLots(contracts)],
    );
  }, WAIT);

/** Compares them again, and audits the log. */
async function expectAgreement(desk: GatewayLiveDesk): Promise<void> {
  await vi.waitFor(async () => expect(await desk.compareNow()).toBe(true), WAIT);
  expect(desk.book?.halt).toBeNull();
  const held = desk.gateway.listPositions().map(({ quantity }) => quantity);
  await waitForContracts(desk, held[0] ?? 0);
  expect(auditRecords(desk.journal.records)).toBeNull();
}

const waitForHalt = (desk: GatewayLiveDesk, reason: string): Promise<void> =>
  vi.waitFor(() => expect(desk.book?.halt?.reason).toBe(reason), WAIT);

const findReasons = (desk: GatewayLiveDesk, type: string): readonly string[] =>
  desk.journal.records.flatMap((record) =>
    record.type === type && 'reason' in record.payload ? [String(record.payload.reason)] : [],
  );

/** An order that another program of the account placed, or the broker. */
function placeForeignOrder(desk: GatewayLiveDesk, change: Partial<PlaceRequest>): void {
  const { contractId } = desk.venue.contract;
  desk.gateway.placeOrder(
    {
      type: 'place',
      orderNumber: 900_001,
      contract: { contractId, symbol: '', secType: '', expiry: '', exchange: '' },
      action: 'BUY',
      quantity: 1,
      orderType: 'MKT',
      limitPrice: null,
      stopPrice: null,
      timeInForce: 'GTC',
      account: GATEWAY_ACCOUNT,
      orderRef: '',
      isTransmitted: true,
      parentNumber: null,
      orderGroup: null,
      ...change,
    },
    0,
  );
}

it('an answer that comes after 24 hours settles its order', async () => {
  const desk = await openGatewayDesk();
  const held: (() => void)[] = [];
  desk.venue.fault = { deliver: (fields, send) => void held.push(() => send(fields)) };
  await placeOrder(desk, 'LIMIT');
  await waitForStates(desk, 'UNKNOWN');
  desk.skipTime(DAY_MS);
  // The order is asked for again, and stays unknown: time is no proof.
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(1), WAIT);
  await waitForStates(desk, 'UNKNOWN');
  expect(await desk.sendCommand(buildOrder('MARKET'))).toBe(false);
  desk.venue.fault = {};
  for (const send of held) send();
  await waitForStates(desk, 'ACKNOWLEDGED');
  expect(desk.gateway.listOpenOrders()).toHaveLength(1);
  await expectAgreement(desk);
});

it('a rejection for lack of margin ends its order with the reason of the broker', async () => {
  const desk = await openGatewayDesk();
  const text = 'Order rejected - reason: the available funds are not sufficient';
  desk.venue.fault = {
    loses: ([kind], socket) => {
      if (kind !== PLACE) return false;
      desk.venue.server.sendTo(socket, buildError(1, 201, text));
      return true;
    },
  };
  await placeOrder(desk, 'MARKET');
  await vi.waitFor(() => expect(findReasons(desk, 'OrderRejected')).toEqual([text]), WAIT);
  desk.venue.fault = {};
  expect(listOrders(desk)).toEqual([]);
  await expectAgreement(desk);
});

it('an order for a closed market waits there and fills when it opens', async () => {
  const desk = await openGatewayDesk();
  await placeOrder(desk, 'LIMIT');
  desk.venue.server.sendNotice(CLOSED);
  await waitForStates(desk, 'ACKNOWLEDGED');
  const [order] = desk.gateway.listOpenOrders();
  desk.gateway.fillOrder(order?.permanentId ?? 0, 2, 2.96);
  await waitForContracts(desk, 2);
  await expectAgreement(desk);
});

it('a manual order at the broker is left alone while it works, and halts the account when it fills', async () => {
  const desk = await openGatewayDesk();
  placeForeignOrder(desk, { orderType: 'LMT', limitPrice: 2.5 });
  const cancelled: string[] = [];
  desk.venue.fault = { loses: ([kind = '']) => kind === CANCEL && cancelled.push(kind) > 0 };
  await expectAgreement(desk);
  expect(cancelled).toEqual([]);
  const [order] = desk.gateway.listOpenOrders();
  desk.gateway.fillOrder(order?.permanentId ?? 0, 1, 2.5);
  expect(await desk.compareNow()).toBe(true);
  await waitForHalt(desk, 'NG.F27: the broker holds long 10,000 MMBtu, this account nothing');
});

it('a liquidation by the broker closes the position of the account and halts it', async () => {
  const desk = await openGatewayDesk();
  await placeOrder(desk, 'MARKET');
  await waitForContracts(desk, 2);
  placeForeignOrder(desk, { action: 'SELL', quantity: 2, orderRef: '' });
  expect(await desk.compareNow()).toBe(true);
  await waitForHalt(
    desk,
    'the broker reports trades that were not ordered here: SELL 20,000 MMBtu of NGF27 at 2.998',
  );
  expect(desk.book?.positions).toEqual({});
  expect(await desk.sendCommand(buildOrder('MARKET'))).toBe(false);
});

it('an order into a half-open socket stays unknown until the connection is lost, and never arrived', async () => {
  const desk = await openGatewayDesk();
  desk.venue.fault = { loses: () => true, deliver: () => undefined };
  await placeOrder(desk, 'MARKET');
  await waitForStates(desk, 'UNKNOWN');
  expect(await desk.sendCommand(buildOrder('MARKET'))).toBe(false);
  expect(await desk.compareNow()).toBe(false);
  desk.venue.fault = {};
  desk.venue.server.dropClients();
  await waitForStates(desk);
  expect(findReasons(desk, 'OrderRejected')).toEqual(['the gateway never received the order']);
  expect(desk.gateway.listCompletedOrders()).toEqual([]);
  await expectAgreement(desk);
});

it.each([HOUR_MS, -HOUR_MS])(
  'a clock of the gateway that is %i ms off changes nothing',
  async (ms) => {
    const desk = await openGatewayDesk(ms);
    await placeOrder(desk, 'MARKET');
    await waitForContracts(desk, 2);
    desk.restartRun();
    await waitUntilReady(desk);
    await expectAgreement(desk);
    expect(desk.gateway.listExecutions()).toHaveLength(1);
  },
);

it('a note about delayed data does not disturb the account', async () => {
  const desk = await openGatewayDesk();
  desk.venue.server.sendNotice(DELAYED);
  await placeOrder(desk, 'MARKET');
  await waitForContracts(desk, 2);
  await expectAgreement(desk);
});

it('an order that is lost to the limit of messages is looked up and was never received', async () => {
  const desk = await openGatewayDesk();
  desk.venue.fault = {
    loses: ([kind], socket) => {
      if (kind !== PLACE) return false;
      desk.venue.server.sendTo(socket, buildError(NO_REQUEST, PACING.code, PACING.text));
      return true;
    },
  };
  await placeOrder(desk, 'MARKET');
  await waitForStates(desk, 'UNKNOWN');
  desk.venue.fault = {};
  await waitForStates(desk);
  expect(findReasons(desk, 'OrderRejected')).toEqual(['the gateway never received the order']);
  await placeOrder(desk, 'MARKET');
  await waitForContracts(desk, 2);
  await expectAgreement(desk);
});

it('a commission that never comes leaves an estimate', async () => {
  const desk = await openGatewayDesk();
  desk.venue.fault = {
    deliver: (fields, send) => {
      if (fields[0] !== COMMISSION) send(fields);
    },
  };
  await placeOrder(desk, 'MARKET');
  await waitForContracts(desk, 2);
  expect(desk.book?.balances.fees).toBe(5000);
  await expectAgreement(desk);
});
