import { expect, test } from 'vitest';
import {
  ORDER_STATES,
  ORDER_STEPS,
  type OrderState,
  type OrderStep,
  isReduceOnly,
  isWorking,
  getNextOrderState,
  getOppositeSide,
} from '../../app/trading/domain/order';

/** All allowed steps; every other step is invalid. */
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
    reject: 'REJECTED',
    expire: 'EXPIRED',
    lose: 'UNKNOWN',
  },
  PARTIAL: {
    fillPart: 'PARTIAL',
    fillRest: 'FILLED',
    cancel: 'CANCELLED',
    reject: 'REJECTED',
    expire: 'EXPIRED',
    lose: 'UNKNOWN',
  },
  // only a broker report ends this state
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

test('covers nine states and eight steps', () => expect(all).toHaveLength(72));
test.each(all)('%s, %s -> %s', (state, step, next) =>
  expect(getNextOrderState(state, step)).toBe(next),
);
test.each(ORDER_STATES)('%s is working exactly while a step may follow', (state) =>
  expect(isWorking(state)).toBe(Object.keys(ALLOWED[state]).length > 0),
);

test('only entries may increase a position', () => {
  expect(
    (['ENTRY', 'EXIT', 'STOP', 'TARGET'] as const).map((purpose) => isReduceOnly({ purpose })),
  ).toEqual([false, true, true, true]);
  expect([getOppositeSide('BUY'), getOppositeSide('SELL')]).toEqual(['SELL', 'BUY']);
});
