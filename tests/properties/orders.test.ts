import fc from 'fast-check';
import { expect } from 'vitest';
import {
  ORDER_STATES,
  ORDER_STEPS,
  ORDER_TRANSITIONS,
  type OrderState,
  isWorking,
  getNextOrderState,
} from '../../app/trading/domain/order';
import type { RecordType } from '../../app/trading/domain/record';
import { toLots } from '../../app/trading/domain/units';
import { INSTRUMENTS, MARKET, ScriptedDesk } from '../support/scripted-desk';
import { expectMet, property } from './property';

property(
  'random steps stay in the state table and end in final states',
  fc.array(fc.constantFrom(...ORDER_STEPS), { maxLength: 30 }),
  (steps) => {
    let state: OrderState = 'INTENT';
    for (const step of steps) {
      const next = getNextOrderState(state, step);
      expect(next).toBe(ORDER_TRANSITIONS[state][step]);
      if (!isWorking(state)) expect(next).toBeNull();
      if (next === null) continue;
      expect(ORDER_STATES).toContain(next);
      expect(next).not.toBe('INTENT');
      state = next;
    }
  },
  { runs: 5000 },
);

type Attempt = { readonly type: RecordType; readonly lots: number };
const attempt: fc.Arbitrary<Attempt> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant<RecordType>('OrderFilled'),
      lots: fc.integer({ min: 1, max: 8 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom<RecordType>(
        'OrderSent',
        'OrderAcknowledged',
        'OrderLost',
        'OrderCancelled',
        'OrderRejected',
        'OrderExpired',
      ),
      lots: fc.constant(0),
    }),
  },
);
const STEP_OF: Partial<Record<RecordType, (isRest: boolean) => (typeof ORDER_STEPS)[number]>> = {
  OrderSent: () => 'send',
  OrderAcknowledged: () => 'acknowledge',
  OrderLost: () => 'lose',
  OrderCancelled: () => 'cancel',
  OrderRejected: () => 'reject',
  OrderExpired: () => 'expire',
  OrderFilled: (isRest) => (isRest ? 'fillRest' : 'fillPart'),
};

function write(desk: ScriptedDesk, bookId: string, orderId: string, { type, lots }: Attempt): void {
  const order = desk.getBook(bookId).orders[orderId];
  const entry =
    order && order.reservedMills !== 0
      ? [
          { account: 'reserved', unit: 'mills', amount: -order.reservedMills } as const,
          { account: 'available', unit: 'mills', amount: order.reservedMills } as const,
        ]
      : [];
  if (type === 'OrderFilled') return desk.fillOrder(orderId, bookId, lots, 2800);
  const facts =
    type === 'OrderCancelled' || type === 'OrderRejected'
      ? { orderId, reason: 'test', entry }
      : type === 'OrderLost'
        ? { orderId, reason: 'test' }
        : type === 'OrderExpired'
          ? { orderId, entry }
          : { orderId };
  desk.record(type, { userId: 'ada', id: bookId }, facts as never);
}

let fills = 0;
let refusals = 0;
property(
  'order records follow the state table and never overfill',
  fc.tuple(fc.integer({ min: 1, max: 20 }), fc.boolean(), fc.array(attempt, { maxLength: 14 })),
  ([size, isSent, tries]) => {
    const desk = new ScriptedDesk(null);
    desk.listMarket();
    const book = desk.openAccount('ada');
    const request = {
      instrumentId: INSTRUMENTS[0]?.id ?? '',
      side: 'BUY',
      purpose: 'ENTRY',
      lots: toLots(size),
      positionId: desk.createId(),
      playbookId: null,
    } as const;
    const { id } = desk.placeOrder(book.id, request);
    const attempts: readonly Attempt[] = isSent
      ? [{ type: 'OrderSent', lots: 0 }, ...tries]
      : tries;
    let filled = 0;
    for (const each of attempts) {
      const order = desk.getBook(book.id).orders[id];
      const isRest = filled + each.lots >= size;
      const allowed =
        order && STEP_OF[each.type]
          ? getNextOrderState(order.state, STEP_OF[each.type]?.(isRest) ?? 'send')
          : null;
      const before = desk.state;
      if (allowed === null || (each.type === 'OrderFilled' && filled + each.lots > size)) {
        expect(() => write(desk, book.id, id, each)).toThrow();
        expect(desk.state).toBe(before);
        refusals += 1;
        continue;
      }
      write(desk, book.id, id, each);
      if (each.type === 'OrderFilled') [filled, fills] = [filled + each.lots, fills + 1];
      const after = desk.getBook(book.id).orders[id];
      expect(after?.state ?? allowed).toBe(allowed);
      expect(after === undefined).toBe(!isWorking(allowed));
      expect(after?.filledLots ?? filled).toBe(filled);
      expect(desk.getBook(book.id).positions[request.positionId]?.lots ?? 0).toBe(filled);
      expect(filled).toBeLessThanOrEqual(size);
    }
    expect(desk.state.listings[MARKET]?.['NG']).toBeDefined();
  },
  {
    after: () => {
      expectMet('fills', fills, 150);
      expectMet('refusals', refusals, 200);
    },
  },
);
