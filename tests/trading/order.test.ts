import { expect, test } from 'vitest';
import {
  ORDER_STATES,
  ORDER_STEPS,
  type OrderState,
  type OrderStep,
  isReduceOnly,
  isWorking,
  nextOrderState,
  oppositeSide,
} from '../../app/trading/domain/order';

/** Every step that may happen; all others may not. */
const ALLOWED: Readonly<Record<OrderState, Partial<Record<OrderStep, OrderState>>>> = {
  INTENT: { send: 'SENT', cancel: 'CANCELLED', reject: 'REJECTED' },
  SENT: {
    acknowledge: 'ACKNOWLEDGED',
    fillPart: 'PARTIAL',
    fillRest: 'FILLED',
    cancel: 'CANCELLED',
    reject: 'REJECTED',
    expire: 'EXPIRED',
    lose: 'UNKNOWN',
  },
  ACKNOWLEDGED: {
    fillPart: 'PARTIAL',
    fillRest: 'FILLED',
    cancel: 'CANCELLED',
    expire: 'EXPIRED',
    lose: 'UNKNOWN',
  },
  PARTIAL: {
    fillPart: 'PARTIAL',
    fillRest: 'FILLED',
    cancel: 'CANCELLED',
    expire: 'EXPIRED',
    lose: 'UNKNOWN',
  },
  // only the broker's own word leads out of it, and it may be any word
  UNKNOWN: {
    acknowledge: 'ACKNOWLEDGED',
    fillPart: 'PARTIAL',
    fillRest: 'FILLED',
    cancel: 'CANCELLED',
    reject: 'REJECTED',
    expire: 'EXPIRED',
  },
  FILLED: {},
  CANCELLED: {},
  REJECTED: {},
  EXPIRED: {},
};

const all = ORDER_STATES.flatMap((state) =>
  ORDER_STEPS.map((step) => [state, step, ALLOWED[state][step] ?? null] as const),
);

test('the table is whole: nine states, eight steps', () => expect(all).toHaveLength(72));
test.each(all)('%s, %s -> %s', (state, step, next) =>
  expect(nextOrderState(state, step)).toBe(next),
);
test.each(ORDER_STATES)('%s works exactly as long as something may follow', (state) =>
  expect(isWorking(state)).toBe(Object.keys(ALLOWED[state]).length > 0),
);

test('all but entries only reduce', () => {
  expect(
    (['ENTRY', 'EXIT', 'STOP', 'TARGET'] as const).map((purpose) => isReduceOnly({ purpose })),
  ).toEqual([false, true, true, true]);
  expect([oppositeSide('BUY'), oppositeSide('SELL')]).toEqual(['SELL', 'BUY']);
});
