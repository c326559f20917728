// Arbitraries for property tests, including edge cases.
import fc from 'fast-check';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { listInstruments } from '../../app/trading/domain/contract';
import { type Instrument, defineInstrument } from '../../app/trading/domain/instrument';
import {
  type Lots,
  type Mills,
  type Ticks,
  toLots,
  toMills,
  toTicks,
} from '../../app/trading/domain/units';

/** Contracts with a tick value that is not a whole number of mills. */
const ODD_INSTRUMENTS: readonly Instrument[] = [
  defineInstrument({
    id: 'FINE',
    commodity: 'corn',
    tick: '0.0025',
    lot: '0.1',
    priceMayBeNegative: false,
  }),
  defineInstrument({
    id: 'FINER',
    commodity: 'oil',
    tick: '0.000001',
    lot: '0.3',
    priceMayBeNegative: true,
  }),
  defineInstrument({
    id: 'EIGHTH',
    commodity: 'wheat',
    tick: '0.125',
    lot: '0.01',
    priceMayBeNegative: false,
  }),
];

export const listedInstrument: fc.Arbitrary<Instrument> = fc.constantFrom(...listInstruments());
export const anyInstrument: fc.Arbitrary<Instrument> = fc.constantFrom(
  ...listInstruments(),
  ...ODD_INSTRUMENTS,
);
export const commodityKey = fc.constantFrom(...COMMODITY_KEYS);

/** Any safe integer. */
export const safeInteger: fc.Arbitrary<number> = fc.maxSafeInteger();

/** Prices in ticks from deeply negative to very high; values near zero are frequent. */
export const ticks: fc.Arbitrary<Ticks> = fc
  .oneof(fc.integer({ min: -100_000, max: 1_000_000 }), fc.integer({ min: -2, max: 2 }))
  .map(toTicks);
export const lots: fc.Arbitrary<Lots> = fc
  .oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 3 }))
  .map(toLots);
export const mills: fc.Arbitrary<Mills> = fc
  .oneof(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.maxSafeInteger())
  .map(toMills);
