// The audit has its own table of order states: every step from every state must have the same answer
// there and in the engine.
import { expect, it } from 'vitest';
import { buildReleasePostings } from '../../app/trading/domain/ledger';
import {
  ORDER_STATES,
  ORDER_STEPS,
  type OrderState,
  type OrderStep,
  getNextOrderState,
  isWorking,
} from '../../app/trading/domain/order';
import type { LogRecord, RecordType } from '../../app/trading/domain/record';
import { toLots } from '../../app/trading/domain/units';
import { auditRecords } from '../support/audited-records';
import { ScriptedDesk } from '../support/scripted-desk';

const LOTS = 10;
const RECORDS = {
  send: 'OrderSent',
  acknowledge: 'OrderAcknowledged',
  fillPart: 'OrderFilled',
  fillRest: 'OrderFilled',
  cancel: 'OrderCancelled',
  reject: 'OrderRejected',
  expire: 'OrderExpired',
  lose: 'OrderLost',
} as const satisfies Record<OrderStep, RecordType>;

const PATHS: Readonly<Partial<Record<OrderState, readonly OrderStep[]>>> = {
  INTENT: [],
  SENT: ['send'],
  ACKNOWLEDGED: ['send', 'acknowledge'],
  PARTIAL: ['send', 'fillPart'],
  UNKNOWN: ['send', 'lose'],
};

/** An account with an order in this state. */
function createOrderDesk(state: OrderState) {
  const desk = new ScriptedDesk(null);
  desk.listMarket();
  const { id: bookId } = desk.openAccount('ada');
  const { id: orderId } = desk.placeOrder(bookId, {
    instrumentId: 'NG',
    side: 'BUY',
    purpose: 'ENTRY',
    lots: toLots(LOTS),
    positionId: desk.createId(),
    playbookId: null,
  });
  for (const step of PATHS[state] ?? []) recordStep(desk, bookId, orderId, step);
  expect(desk.getBook(bookId).orders[orderId]?.state).toBe(state);
  return { desk, bookId, orderId };
}

function recordStep(desk: ScriptedDesk, bookId: string, orderId: string, step: OrderStep): void {
  const book = desk.getBook(bookId);
  const order = book.orders[orderId];
  if (!order) throw new Error('the order is working');
  const openLots = order.lots - order.filledLots;
  if (step === 'fillPart') return desk.fillOrder(orderId, bookId, 3, 2800);
  if (step === 'fillRest') return desk.fillOrder(orderId, bookId, openLots, 2800);
  const entry = buildReleasePostings(order.reservedMills);
  desk.record(RECORDS[step], book, { orderId, reason: 'test', entry } as never);
}

/** A record that the engine would refuse, as a faulty engine would write it. */
function forgeRecord(desk: ScriptedDesk, bookId: string, orderId: string, type: RecordType) {
  const { userId } = desk.getBook(bookId);
  const seq = desk.state.logSeq + 1;
  const payload = { orderId, reason: 'test', entry: [] };
  return { seq, userId, bookId, type, payload, causeSeq: null, atMs: desk.nowMs } as LogRecord;
}

const working = ORDER_STATES.filter(isWorking);
const CASES = working.flatMap((state) => ORDER_STEPS.map((step) => ({ state, step })));

it.each(CASES)('$step from $state', ({ state, step }) => {
  const { desk, bookId, orderId } = createOrderDesk(state);
  if (getNextOrderState(state, step) !== null) {
    recordStep(desk, bookId, orderId, step);
    expect(auditRecords(desk.commit().records)).toBeNull();
    return;
  }
  expect(() => recordStep(desk, bookId, orderId, step)).toThrow();
  const forged = forgeRecord(desk, bookId, orderId, RECORDS[step]);
  expect(auditRecords([...desk.commit().records, forged])).toBe('type');
});
