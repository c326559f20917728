// Steps with large price jumps and excessive trading.
import fc from 'fast-check';
import { INSTRUMENTS } from '../support/desk-harness';
import type { Step } from './steps';

const instrument = fc.constantFrom(...INSTRUMENTS);
export const worldStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('quote' as const),
    instrument,
    move: fc.integer({ min: -300, max: 300 }),
  }),
  fc.record({
    do: fc.constant('bar' as const),
    instrument,
    moves: fc.tuple(...[0, 1, 2, 3].map(() => fc.integer({ min: -150, max: 150 }))) as fc.Arbitrary<
      [number, number, number, number]
    >,
  }),
  fc.record({ do: fc.constant('time' as const), ms: fc.integer({ min: 0, max: 3_600_000 }) }),
);

export const wildStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      user: fc.constant('ann'),
      instrument,
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      orderType: fc.constant('MARKET' as const),
      lots: fc.integer({ min: 20, max: 120 }),
      away: fc.constant(0),
      stop: fc.constant(null),
      target: fc.constant(null),
      isKeyed: fc.constant(false),
      isTwice: fc.constant(false),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('close-position' as const),
      user: fc.constant('ann'),
      nth: fc.nat({ max: 1 }),
      isKeyed: fc.constant(false),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('quote' as const),
      instrument,
      move: fc.integer({ min: -900, max: 900 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('time' as const),
      ms: fc.integer({ min: 0, max: 3_600_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      user: fc.constant('ann'),
      commodity: fc.constant(null),
      isKeyed: fc.constant(false),
    }),
  },
  { weight: 2, arbitrary: worldStep },
);
