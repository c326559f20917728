// Seeded scripts of orders and faults at the double of the gateway: no order is doubled, lost or rejected
// without proof, and account and broker agree when the faults are over.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { NO_REQUEST } from '../../../app/programs/broker-mock/answers';
import { ERROR_CODES } from '../../../app/programs/broker-mock/error-codes';
import type { GatewayOrder } from '../../../app/programs/broker-mock/gateway-types';
import type { Field } from '../../../app/programs/broker-mock/frames';
import type { SendFields } from '../../../app/programs/broker-mock/gateway-server';
import type { Order } from '../../../app/trading/domain/order';
import { toTicks } from '../../../app/trading/domain/units';
import { createSeededRandom } from '../../../app/trading/random';
import { auditRecords } from '../../support/audited-records';
import { GAS_MONTH, toGasLots } from '../../support/broker-desk';
import { LiveDesk } from '../../support/live-desk';
import { createManualOrder } from '../../support/reference-orders';
import { chooseSize } from '../../support/run-size';

const SCRIPTS = chooseSize(20, 300, 5000);
const FIRST_SEED = Number(process.env['SCRIPT_SEED'] ?? 1);
const STEPS = 25;
const FIRST_TICKS = 3000;
/** Messages of the gateway about an order, its status and its executions. */
const ORDER_NEWS: readonly Field[] = [3, 5, 11];
const EXECUTION = 11;
const PLACE = '3';
/** Milliseconds of the machine until all must be settled: two minutes of the desk, and a slow machine. */
const SETTLE_MS_MAX = 20_000;

class Script {
  private step = 0;
  private ticks = FIRST_TICKS;
  private areServersLost = false;
  readonly done: string[] = [];

  constructor(
    private readonly desk: LiveDesk,
    private readonly seed: number,
  ) {}

  /** A whole number from 0 up to a limit. */
  private drawNumber(limit: number): number {
    this.step += 1;
    return Math.floor(random.uniform(`script ${this.seed}`, this.step) * limit);
  }

  private chooseValue<T>(values: readonly T[]): T {
    return values[this.drawNumber(values.length)] as T;
  }

  async playSteps(): Promise<void> {
    const { desk } = this;
    await desk.openAccount();
    desk.setPrice(this.ticks);
    await waitUntil(() => isReady(desk));
    for (let step = 0; step < STEPS; step += 1) {
      const [name, act] = this.chooseValue(ACTS);
      this.done.push(name);
      await act(this);
      await pause(this.drawNumber(40));
    }
    this.endFaults();
  }

  async placeOrder(): Promise<void> {
    const isLimit = this.drawNumber(4) === 0;
    await this.desk.sendCommand(
      createManualOrder({
        instrumentId: GAS_MONTH.id,
        side: this.chooseValue(['BUY', 'SELL'] as const),
        lots: toGasLots(1 + this.drawNumber(2)),
        stop: this.drawNumber(2) === 0 ? 40 : null,
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

  dropClients(): void {
    this.desk.server.dropClients();
  }

  /** The connection ends before the gateway reads the next order. */
  loseNextOrder(): void {
    this.desk.fault = {
      loses: ([kind], socket) => {
        if (kind !== PLACE) return false;
        this.desk.fault = {};
        socket.destroy();
        return true;
      },
    };
  }

  /** The gateway accepts, and the connection ends before its next message about an order arrives. */
  cutNextAnswer(): void {
    this.desk.fault = {
      deliver: (fields, send, socket) => {
        if (!isOrderNews(fields)) return send(fields);
        this.desk.fault = {};
        socket.destroy();
      },
    };
  }

  repeatAnswers(): void {
    this.desk.fault = {
      deliver: (fields, send) => {
        send(fields);
        if (isOrderNews(fields)) send(fields);
      },
    };
  }

  /** Executions arrive after the message that follows them: their commission, or the end of the order. */
  delayExecutions(): void {
    let release: (() => void) | null = null;
    const deliver = (fields: readonly Field[], send: SendFields): void => {
      const releaseHeld = release;
      release = null;
      if (isExecutionNews(fields)) release = () => send(fields);
      else send(fields);
      releaseHeld?.();
    };
    this.desk.fault = { deliver };
    // One without a message after it is late, not lost.
    setTimeout(() => {
      if (this.desk.fault.deliver === deliver) this.desk.fault = {};
      release?.();
      release = null;
    }, 20);
  }

  /** Executions of this time are never reported, only listed. */
  loseServers(): void {
    if (this.areServersLost) return this.restoreServers();
    this.areServersLost = true;
    this.desk.server.sendNotice(ERROR_CODES.connectionLost);
    this.desk.fault = {
      deliver: (fields, send) => {
        if (!isExecutionNews(fields)) send(fields);
      },
    };
  }

  restoreServers(): void {
    this.areServersLost = false;
    this.desk.fault = {};
    this.desk.server.sendNotice(
      this.chooseValue([ERROR_CODES.restored, ERROR_CODES.restoredWithLoss]),
    );
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
    const orders = [...gateway.listOpenOrders(), ...gateway.listCompletedOrders()].filter(
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

  rollNumbersBack(): void {
    this.desk.gateway.rollNumbersBack(1);
    this.desk.server.dropClients();
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
    this.desk.fault = {};
    if (this.areServersLost) this.restoreServers();
  }
}

const isOrderNews = ([kind]: readonly Field[]): boolean =>
  kind !== undefined && ORDER_NEWS.includes(kind);

/** An execution that belongs to no request. */
const isExecutionNews = ([kind, requestId]: readonly Field[]): boolean =>
  kind === EXECUTION && requestId === NO_REQUEST;

type Act = readonly [name: string, act: (script: Script) => Promise<void> | void];
const ORDER: Act = ['order', (script) => script.placeOrder()];
const PRICE: Act = ['price', (script) => script.movePrice()];
/** Orders and prices are more frequent than faults. */
const ACTS: readonly Act[] = [
  ORDER,
  ORDER,
  ORDER,
  ORDER,
  ORDER,
  ORDER,
  ORDER,
  ORDER,
  PRICE,
  PRICE,
  PRICE,
  ['close', (script) => script.closeAll()],
  ['stop', (script) => script.stopAll()],
  ['drop', (script) => script.dropClients()],
  ['lose order', (script) => script.loseNextOrder()],
  ['cut answer', (script) => script.cutNextAnswer()],
  ['repeat', (script) => script.repeatAnswers()],
  ['delay', (script) => script.delayExecutions()],
  ['servers', (script) => script.loseServers()],
  ['correct', (script) => script.correctExecution()],
  ['part', (script) => script.fillPart()],
  ['end', (script) => script.endOrder()],
  ['numbers', (script) => script.rollNumbersBack()],
  ['restart', (script) => script.restartDesk()],
  ['die', (script) => script.dieBeforeSending()],
];

const random = createSeededRandom('fault scripts');
const isReady = (desk: LiveDesk): boolean =>
  Object.values(desk.state.links).some(({ state }) => state === 'ready');

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

const countGatewayContracts = ({ gateway }: LiveDesk): number =>
  gateway.listPositions().reduce((sum, { quantity }) => sum + quantity, 0);

const listGatewayOrders = ({ gateway }: LiveDesk): readonly GatewayOrder[] => [
  ...gateway.listOpenOrders(),
  ...gateway.listCompletedOrders(),
];

/** Orders that the desk calls rejected although the gateway executed them. */
function listWronglyRejected(desk: LiveDesk): readonly string[] {
  const executed = new Set(
    desk.gateway.listExecutions().map(({ order }) => order.request.orderRef),
  );
  return desk.journal.records.flatMap((record) =>
    record.type === 'OrderRejected' && executed.has(`fm:${record.payload.orderId}`)
      ? [record.payload.orderId]
      : [],
  );
}

const totals = { orders: 0, executions: 0, corrections: 0, unknown: 0, late: 0 };

function countTotals(desk: LiveDesk): void {
  const countRecords = (type: string): number =>
    desk.journal.records.filter((record) => record.type === type).length;
  totals.orders += listGatewayOrders(desk).length;
  totals.executions += desk.gateway.listExecutions().length;
  totals.corrections += countRecords('FillCorrected');
  totals.unknown += countRecords('OrderLost');
  totals.late += desk.journal.records.filter(
    (record) => record.type === 'CloseRequested' && record.payload.reason === 'late fill',
  ).length;
}

async function playScript(seed: number): Promise<void> {
  const desk = await LiveDesk.open();
  const script = new Script(desk, seed);
  try {
    await script.playSteps();
    const settled = await waitUntil(
      () => isReady(desk) && listStuckOrders(desk).length === 0 && desk.book?.halt === null,
    );
    const context = `SCRIPT_SEED=${seed}: ${script.done.join(', ')}`;
    expect(desk.book?.halt ?? null, context).toBeNull();
    expect({ settled, stuck: listStuckOrders(desk) }, context).toEqual({
      settled: true,
      stuck: [],
    });
    // A connection may just have been lost.
    expect(await waitUntil(() => desk.compareNow()), context).toBe(true);
    const agrees = await waitUntil(() => countHeldContracts(desk) === countGatewayContracts(desk));
    expect([agrees, countHeldContracts(desk)], context).toEqual([
      true,
      countGatewayContracts(desk),
    ]);
    expect(desk.book?.halt ?? null, context).toBeNull();
    const references = listGatewayOrders(desk).map(({ request }) => request.orderRef);
    expect(new Set(references).size, context).toBe(references.length);
    expect(listWronglyRejected(desk), context).toEqual([]);
    expect(auditRecords(desk.journal.records), context).toBeNull();
    countTotals(desk);
  } finally {
    await desk.closeDesk();
  }
}

describe('scripts of orders and faults', () => {
  it(
    `${SCRIPTS} of them leave account and broker in agreement`,
    async () => {
      for (let nth = 0; nth < SCRIPTS; nth += 1) await playScript(FIRST_SEED + nth);
      process.stdout.write(`${SCRIPTS} scripts: ${JSON.stringify(totals)}\n`);
      // Scripts without a single order would show nothing; which orders pass depends on the machine.
      expect(totals.orders).toBeGreaterThan(SCRIPTS / 4);
      expect(totals.executions).toBeGreaterThan(SCRIPTS / 4);
    },
    chooseSize(180_000, 1_800_000, 7_200_000),
  );
});
