// Random steps of three users and a market.
import fc from 'fast-check';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import type { Instrument } from '../../app/trading/domain/instrument';
import type { OrderType } from '../../app/trading/domain/order';
import {
  DEFAULT_SETTINGS,
  POSITION_SIZES,
  RISK_LEVELS,
  type Settings,
  TRADING_MODES,
  type TradingMode,
} from '../../app/trading/domain/settings';
import { INSTRUMENTS } from '../support/desk-harness';

export const USERS = ['ann', 'bob', 'cyd'] as const;
/** Three contracts traded here and one that is not. */
const KEYS: readonly CommodityKey[] = ['natural-gas', 'crude-oil', 'corn', 'coffee'];

export type Step =
  | {
      do: 'order';
      user: string;
      instrument: Instrument;
      side: 'BUY' | 'SELL';
      orderType: OrderType;
      lots: number;
      away: number;
      stop: number | null;
      target: number | null;
      isKeyed: boolean;
      isTwice: boolean;
    }
  | { do: 'close-position'; user: string; nth: number; isKeyed: boolean }
  | {
      do: 'close' | 'start' | 'stop';
      user: string;
      commodity: CommodityKey | null;
      isKeyed: boolean;
    }
  | { do: 'cancel'; user: string; nth: number }
  | { do: 'reset'; user: string; isKeyed: boolean }
  | { do: 'mode'; user: string; mode: TradingMode }
  | { do: 'settings'; user: string; settings: Settings }
  | { do: 'repeat'; nth: number; isOther: boolean }
  | { do: 'halt' | 'resume' }
  | { do: 'quote'; instrument: Instrument; move: number }
  | { do: 'bar'; instrument: Instrument; moves: readonly [number, number, number, number] }
  | { do: 'bad-quote'; instrument: Instrument; fault: 'crossed' | 'outside' | 'old' }
  | { do: 'weather'; series: string; value: number }
  | { do: 'time'; ms: number };

const user = fc.constantFrom(...USERS);
const instrument = fc.constantFrom(...INSTRUMENTS);
const isKeyed = fc.boolean();
const small = fc.integer({ min: -60, max: 60 });
const move = fc.oneof(
  { weight: 5, arbitrary: small },
  { weight: 1, arbitrary: fc.integer({ min: -900, max: 900 }) },
);
const distance = fc.option(fc.integer({ min: 1, max: 120 }), { nil: null });
const commodity = fc.option(fc.constantFrom(...KEYS), { nil: null, freq: 3 });
const nth = fc.nat({ max: 5 });

const getOrder = (
  orderType: fc.Arbitrary<OrderType>,
  protective: fc.Arbitrary<number | null>,
): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constant('order' as const),
    user,
    instrument,
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    orderType,
    lots: fc.integer({ min: 1, max: 90 }),
    away: small,
    stop: protective,
    target: protective,
    isKeyed,
    isTwice: fc.boolean(),
  });

const SHARED: readonly fc.WeightedArbitrary<Step>[] = [
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('close-position' as const), user, nth, isKeyed }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('close' as const, 'stop' as const),
      user,
      commodity,
      isKeyed,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('start' as const), user, commodity, isKeyed }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const), user, isKeyed }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('mode' as const),
      user,
      mode: fc.constantFrom(...TRADING_MODES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('settings' as const),
      user,
      settings: fc
        .record({
          riskLevel: fc.constantFrom(...RISK_LEVELS),
          positionSize: fc.constantFrom(...POSITION_SIZES),
        })
        .map((some) => ({ ...DEFAULT_SETTINGS, ...some })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('repeat' as const), nth, isOther: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('halt' as const, 'resume' as const, 'resume' as const),
    }),
  },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('quote' as const), instrument, move }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('bar' as const),
      instrument,
      moves: fc.tuple(move, small, small, small),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('bad-quote' as const),
      instrument,
      fault: fc.constantFrom('crossed' as const, 'outside' as const, 'old' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('weather' as const),
      series: fc.constantFrom('hdd us', 'cdd us'),
      value: fc.integer({ min: 0, max: 60 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('time' as const),
      ms: fc.integer({ min: 0, max: 3_600_000 }),
    }),
  },
];

/** Market orders without stops and playbooks: every fill is predictable. */
export const plainSteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof({ weight: 9, arbitrary: getOrder(fc.constant('MARKET'), fc.constant(null)) }, ...SHARED),
  { minLength: 5, maxLength: 45, size: 'max' },
);
/** All kinds of steps. */
export const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 10,
      arbitrary: getOrder(fc.constantFrom('MARKET', 'MARKET', 'LIMIT', 'STOP'), distance),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), user, nth }) },
    ...SHARED,
  ),
  { minLength: 5, maxLength: 45, size: 'max' },
);
