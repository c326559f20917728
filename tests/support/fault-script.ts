// Seeded scripts of orders and faults at the double of a broker: no order is doubled, lost or rejected
// without proof, and account and broker agree when the faults are over.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { GatewayOrder } from '../../app/programs/broker-mock/gateway-types';
import { type Order, buildAttachedStopId } from '../../app/trading/domain/order';
import { type EpochMs, toTicks } from '../../app/trading/domain/units';
import { createSeededRandom } from '../../app/trading/random';
import { auditRecords } from './audited-records';
import { GAS_MONTH, toGasLots } from './broker-desk';
import { LiveDesk } from './live-desk';
import type { LiveVenue } from './live-venue';
import { createManualOrder } from './reference-orders';

const STEPS = 25;
const FIRST_TICKS = 3000;
/** Milliseconds of the machine until all must be settled: twenty minutes of the desk, and a slow machine. */
const SETTLE_MS_MAX = 30_000;
const random = createSeededRandom('fault scripts');

class Script {
  private step = 0;
  private ticks = FIRST_TICKS;
  private areServersLost = false;
  readonly done: string[] = [];

  constructor(
    private readonly desk: LiveDesk,
    private readonly seed: number,
  ) {}

  async playSteps(): Promise<void> {
    const { desk } = this;
    await desk.openAccount();
    desk.setPrice(this.ticks);
    await waitUntil(() => desk.isReady);
    const acts = [...ACTS, ...desk.venue.ownFaults];
    for (let step = 0; step < STEPS; step += 1) {
      const [name, act] = this.chooseValue(acts);
      this.done.push(name);
      await act(this);
      await pause(this.drawNumber(40));
    }
    this.endFaults();
  }

  async placeOrder(): Promise<void> {
    const isLimit = this.drawNumber(4) === 0;
    await this.desk.permitEntries();
    await this.desk.sendCommand(
      createManualOrder({
        instrumentId: GAS_MONTH.id,
        side: this.chooseValue(['BUY', 'SELL'] as const),
        lots: toGasLots(1 + this.drawNumber(2)),
        stop: this.drawNumber(2) === 0 ? 40 : null,
        target: this.drawNumber(2) === 0 ? 40 : null,
        ...(isLimit ? { orderType: 'LIMIT', price: this.ticks - 10 + this.drawNumber(20) } : {}),
      }),
    );
  }

  async closeAll(): Promise<void> {
    await this.desk.sendCommand({ type: 'CloseTrading', commodity: null });
  }

  async stopAll(): Promise<void> {
    await this.desk.sendCommand({ type: 'StopTrading', commodity: null });
  }

  movePrice(): void {
    this.ticks += this.drawNumber(61) - 30;
    this.desk.setPrice(toTicks(this.ticks));
  }

  addFault(fault: (venue: LiveVenue) => void): void {
    fault(this.desk.venue);
  }

  switchServers(): void {
    this.areServersLost = !this.areServersLost;
    if (this.areServersLost) this.desk.venue.loseServers();
    else this.desk.venue.restoreServers();
  }

  correctExecution(): void {
    const executions = this.desk.gateway.listExecutions();
    const execution = executions[this.drawNumber(Math.max(1, executions.length))];
    if (execution)
      this.desk.gateway.correctExecution(
        execution.executionId,
        Number((execution.price + 0.001 * (1 + this.drawNumber(5))).toFixed(3)),
      );
  }

  /** A part of a working or cancelled order fills. */
  fillPart(): void {
    const { gateway } = this.desk;
    const orders = listVenueOrders(this.desk).filter(
      (order) => order.filled < order.request.quantity && order.status !== 'Inactive',
    );
    const order = orders[this.drawNumber(Math.max(1, orders.length))];
    if (order) gateway.fillOrder(order.permanentId, 1, this.ticks / 1000);
  }

  endOrder(): void {
    const orders = this.desk.gateway.listOpenOrders().filter(({ filled }) => filled === 0);
    const order = orders[this.drawNumber(Math.max(1, orders.length))];
    if (!order) return;
    const status = this.chooseValue(['Cancelled', 'Inactive'] as const);
    this.desk.gateway.endByBroker(order.permanentId, status, 'the broker ended the order');
  }

  restartDesk(): void {
    this.desk.restartRun();
  }

  /** The process dies between storing an order and sending it. */
  async dieBeforeSending(): Promise<void> {
    this.desk.dieBeforeSending();
    await this.placeOrder();
    this.desk.restartRun();
  }

  private endFaults(): void {
    this.desk.venue.clearFaults();
    if (this.areServersLost) this.switchServers();
  }

  /** A whole number from 0 up to a limit. */
  private drawNumber(limit: number): number {
    this.step += 1;
    return Math.floor(random.uniform(`script ${this.seed}`, this.step) * limit);
  }

  private chooseValue<T>(values: readonly T[]): T {
    return values[this.drawNumber(values.length)] as T;
  }
}

type Act = readonly [name: string, act: (script: Script) => Promise<void> | void];
const buildFault = (name: string, fault: (venue: LiveVenue) => void): Act => [
  name,
  (script) => script.addFault(fault),
];
const ORDER: Act = ['order', (script) => script.placeOrder()];
const PRICE: Act = ['price', (script) => script.movePrice()];
/** Orders and prices are more frequent than faults. */
const ACTS: readonly Act[] = [
  ...Array.from({ length: 8 }, () => ORDER),
  ...Array.from({ length: 3 }, () => PRICE),
  ['close', (script) => script.closeAll()],
  ['stop', (script) => script.stopAll()],
  buildFault('drop', (venue) => venue.dropConnections()),
  buildFault('lose order', (venue) => venue.loseNextOrder()),
  buildFault('cut answer', (venue) => venue.cutNextAnswer()),
  buildFault('repeat', (venue) => venue.repeatNews()),
  buildFault('delay', (venue) => venue.delayExecutions()),
  ['servers', (script) => script.switchServers()],
  ['correct', (script) => script.correctExecution()],
  ['part', (script) => script.fillPart()],
  ['end', (script) => script.endOrder()],
  ['restart', (script) => script.restartDesk()],
  ['die', (script) => script.dieBeforeSending()],
];

/** False where it does not come true in time. */
async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  const endMs = performance.now() + SETTLE_MS_MAX;
  while (!(await condition())) {
    if (performance.now() > endMs) return false;
    await pause(2);
  }
  return true;
}

/** Orders that wait for an answer of the broker. */
const listStuckOrders = (desk: LiveDesk): readonly Order[] =>
  Object.values(desk.book?.orders ?? {}).filter(
    ({ state, cancelRequest }) => state === 'SENT' || state === 'UNKNOWN' || cancelRequest,
  );

const countHeldContracts = (desk: LiveDesk): number =>
  Object.values(desk.book?.positions ?? {}).reduce(
    (sum, { direction, lots }) => sum + (direction === 'LONG' ? lots : -lots) / toGasLots(1),
    0,
  );

const countVenueContracts = ({ gateway }: LiveDesk): number =>
  gateway.listPositions().reduce((sum, { quantity }) => sum + quantity, 0);

const listVenueOrders = ({ gateway }: LiveDesk): readonly GatewayOrder[] => [
  ...gateway.listOpenOrders(),
  ...gateway.listCompletedOrders(),
];

/** The orders of the desk that those at the broker stand for. */
const listOrderIds = (desk: LiveDesk): readonly (string | null)[] =>
  listVenueOrders(desk).map((order) => desk.venue.findOrderId(order));

/** Orders that were stored before they were sent, and the stops that were sent along with them. */
const listStoredIds = ({ journal }: LiveDesk): ReadonlySet<string> =>
  new Set(
    journal.records.flatMap((record) => {
      if (record.type !== 'OrderPlaced') return [];
      const { id, remote } = record.payload.order;
      return remote?.attachedStop ? [id, buildAttachedStopId(id)] : [id];
    }),
  );

/** Contracts that working stops of a side can fill at the broker. */
function countStopContracts({ gateway }: LiveDesk, side: 'BUY' | 'SELL'): number {
  const open = gateway.listOpenOrders();
  return open
    .filter(({ request }) => request.orderType === 'STP' && request.action === side)
    .reduce((sum, { request, filled, parentId }) => {
      const parent = open.find(({ permanentId }) => permanentId === parentId);
      return sum + Math.min(request.quantity, parent?.filled ?? request.quantity) - filled;
    }, 0);
}

/**
 * Directions in which positions with a stop have less than their lots in stops at the broker. A close waits
 * for a price, and the script has none any more.
 */
const listUnprotected = (desk: LiveDesk): readonly string[] =>
  (['LONG', 'SHORT'] as const).filter((direction) => {
    const heldLots = Object.values(desk.book?.positions ?? {})
      .filter(({ id, hasStop }) => hasStop && !desk.book?.closing[id])
      .filter((position) => position.direction === direction)
      .reduce((sum, { lots }) => sum + lots, 0);
    return heldLots > toGasLots(countStopContracts(desk, direction === 'LONG' ? 'SELL' : 'BUY'));
  });

/** Orders that the desk calls rejected although the broker executed them. */
function listWronglyRejected(desk: LiveDesk): readonly string[] {
  const executed = new Set(
    desk.gateway.listExecutions().map(({ order }) => desk.venue.findOrderId(order)),
  );
  return desk.journal.records.flatMap((record) =>
    record.type === 'OrderRejected' && executed.has(record.payload.orderId)
      ? [record.payload.orderId]
      : [],
  );
}

const countRecords = (desk: LiveDesk, type: string): number =>
  desk.journal.records.filter((record) => record.type === type).length;

interface ScriptTotals {
  orders: number;
  /** Stops that were sent along with entries that filled. */
  attached: number;
  executions: number;
  corrections: number;
  unknown: number;
  late: number;
}

const createTotals = (): ScriptTotals => ({
  orders: 0,
  attached: 0,
  executions: 0,
  corrections: 0,
  unknown: 0,
  late: 0,
});

function addTotals(totals: ScriptTotals, desk: LiveDesk): void {
  totals.orders += listVenueOrders(desk).length;
  totals.attached += desk.journal.records.filter(
    (record) =>
      record.type === 'OrderPlaced' && record.payload.order.remote?.sentWith !== undefined,
  ).length;
  totals.executions += desk.gateway.listExecutions().length;
  totals.corrections += countRecords(desk, 'FillCorrected');
  totals.unknown += countRecords(desk, 'OrderLost');
  totals.late += desk.journal.records.filter(
    (record) => record.type === 'CloseRequested' && record.payload.reason === 'late fill',
  ).length;
}

async function expectSettled(desk: LiveDesk, context: string): Promise<void> {
  const settled = await waitUntil(
    () => desk.isReady && listStuckOrders(desk).length === 0 && !desk.isDisputed,
  );
  expect(desk.isDisputed, context).toBe(false);
  expect({ settled, stuck: listStuckOrders(desk) }, context).toEqual({ settled: true, stuck: [] });
  // A connection may just have been lost.
  expect(await waitUntil(() => desk.compareNow()), context).toBe(true);
}

async function expectAgreement(desk: LiveDesk, context: string): Promise<void> {
  const agrees = await waitUntil(() => countHeldContracts(desk) === countVenueContracts(desk));
  expect([agrees, countHeldContracts(desk)], context).toEqual([true, countVenueContracts(desk)]);
  expect(desk.isDisputed, context).toBe(false);
  const ids = listOrderIds(desk);
  expect(ids, context).not.toContain(null);
  expect(new Set(ids).size, context).toBe(ids.length);
  const known = listStoredIds(desk);
  expect(
    ids.filter((id) => id !== null && !known.has(id)),
    context,
  ).toEqual([]);
  const isProtected = await waitUntil(() => listUnprotected(desk).length === 0);
  expect([isProtected, listUnprotected(desk)], context).toEqual([true, []]);
  expect(listWronglyRejected(desk), context).toEqual([]);
  expect(auditRecords(desk.journal.records), context).toBeNull();
}

/** Scripts at once: they mostly wait for answers. */
const SCRIPTS_AT_ONCE = 4;

type OpenVenue = (nowMs: () => EpochMs) => Promise<LiveVenue>;

/** Plays `count` scripts from a seed on. Throws where an outcome is not as it must be. */
export async function playScripts(
  openVenue: OpenVenue,
  firstSeed: number,
  count: number,
): Promise<ScriptTotals> {
  const totals = createTotals();
  const seeds = Array.from({ length: count }, (_, nth) => firstSeed + nth)[Symbol.iterator]();
  const playNext = async (): Promise<void> => {
    for (const seed of seeds) await playScript(openVenue, seed, totals);
  };
  await Promise.all(Array.from({ length: SCRIPTS_AT_ONCE }, playNext));
  return totals;
}

/** Adds what happened to the totals. */
async function playScript(openVenue: OpenVenue, seed: number, totals: ScriptTotals): Promise<void> {
  const desk = await LiveDesk.openAt(openVenue);
  const script = new Script(desk, seed);
  try {
    await script.playSteps();
    const context = `SCRIPT_SEED=${seed}: ${script.done.join(', ')}`;
    await expectSettled(desk, context);
    await expectAgreement(desk, context);
    addTotals(totals, desk);
  } finally {
    await desk.closeDesk();
  }
}
