import fc from 'fast-check';
import { expect } from 'vitest';
import { listedInstruments } from '../../app/trading/domain/contract';
import { POSITION_SIZES, RISK_LEVELS } from '../../app/trading/domain/settings';
import { toMills, toTicks } from '../../app/trading/domain/units';
import { sizingTicks } from '../../app/trading/risk/exposure';
import { RISK_LIMITS, SIZE_BANDS } from '../../app/trading/risk/limits';
import { type SizingInput, positionLots } from '../../app/trading/risk/sizing';
import { referenceValue } from '../support/reference-money';
import { expectMet, property } from './property';

const quality = fc.double({ min: 0, max: 1, noNaN: true });
const volatility = fc.double({ min: 0.001, max: 5, noNaN: true });
const input: fc.Arbitrary<SizingInput> = fc.record({
  instrument: fc.constantFrom(...listedInstruments()),
  positionSize: fc.constantFrom(...POSITION_SIZES),
  riskLevel: fc.constantFrom(...RISK_LEVELS),
  equityMills: fc.integer({ min: 1, max: 10_000_000_000 }).map(toMills),
  priceTicks: fc.integer({ min: -50_000, max: 200_000 }).map(toTicks),
  scaleTicks: fc.integer({ min: 0, max: 100_000 }),
  quality,
  volatility: fc.option(volatility, { nil: null }),
  stopDistanceTicks: fc.option(fc.integer({ min: 1, max: 20_000 }).map(toTicks), { nil: null }),
});

/** Notional of so many lots at the price that sizing reckons with, in mills. */
const notional = ({ instrument, priceTicks, scaleTicks }: SizingInput, lots: number): number =>
  Number(referenceValue(instrument, sizingTicks(instrument, priceTicks, scaleTicks), lots));
const SLACK = 1 + 1e-9;

let [sized, refused] = [0, 0];
property(
  'a position keeps to its band: at most its top, at least its bottom less one lot where no stop narrows it',
  input,
  (asked) => {
    const lots = positionLots(asked);
    const band = SIZE_BANDS[asked.positionSize];
    const got = notional(asked, lots) / asked.equityMills;
    expect(got).toBeLessThanOrEqual(band.highRatio * SLACK);
    const oneLot = notional(asked, 1) / asked.equityMills;
    if (lots === 0) refused += 1;
    else sized += 1;
    if (lots > 0) expect(got).toBeGreaterThanOrEqual(band.lowRatio / 2 / SLACK);
    if (lots > 0 && asked.stopDistanceTicks === null)
      expect(got).toBeGreaterThan((band.lowRatio - oneLot) / SLACK);
    // Nothing is refused for its size but what cannot be had: one lot alone leaves the band, or
    // there is no price.
    if (lots === 0 && asked.stopDistanceTicks === null)
      expect(oneLot === 0 || oneLot * SLACK > band.lowRatio).toBe(true);
  },
  {
    runs: 3000,
    after: () => {
      expectMet('sized', sized, 500);
      expectMet('refused', refused, 100);
    },
  },
);

property(
  'what the stop may lose is never more than the risk level allows',
  input,
  (asked) => {
    if (asked.stopDistanceTicks === null) return;
    const atRisk = Number(
      referenceValue(asked.instrument, asked.stopDistanceTicks, positionLots(asked)),
    );
    expect(atRisk).toBeLessThanOrEqual(
      RISK_LIMITS[asked.riskLevel].stopLossRatioMax * asked.equityMills * SLACK,
    );
  },
  { runs: 3000 },
);

property(
  'better quality never makes it smaller',
  fc.tuple(input, quality, quality),
  ([asked, a, b]) => {
    expect(positionLots({ ...asked, quality: Math.max(a, b) })).toBeGreaterThanOrEqual(
      positionLots({ ...asked, quality: Math.min(a, b) }),
    );
  },
  { runs: 2000 },
);

property(
  'more volatility never makes it larger',
  fc.tuple(input, volatility, volatility),
  ([asked, a, b]) => {
    expect(positionLots({ ...asked, volatility: Math.max(a, b) })).toBeLessThanOrEqual(
      positionLots({ ...asked, volatility: Math.min(a, b) }),
    );
    expect(positionLots({ ...asked, volatility: a })).toBeLessThanOrEqual(
      positionLots({ ...asked, volatility: null }),
    );
  },
  { runs: 2000 },
);

property(
  'a wider stop never makes it larger',
  fc.tuple(input, fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 9000 })),
  ([asked, a, b]) => {
    const withStop = (ticks: number): number =>
      positionLots({ ...asked, stopDistanceTicks: toTicks(ticks) });
    expect(withStop(Math.max(a, b))).toBeLessThanOrEqual(withStop(Math.min(a, b)));
    expect(withStop(a)).toBeLessThanOrEqual(positionLots({ ...asked, stopDistanceTicks: null }));
  },
  { runs: 2000 },
);

property('a larger band is never a smaller position', input, (asked) => {
  const [small, medium, large] = POSITION_SIZES.map((positionSize) =>
    positionLots({ ...asked, positionSize, stopDistanceTicks: null }),
  );
  expect(medium).toBeGreaterThanOrEqual(small ?? NaN);
  expect(large).toBeGreaterThanOrEqual(medium ?? NaN);
});

property(
  'a price near zero is reckoned at the size it usually has, where it may pass through zero',
  input,
  (asked) => {
    const { instrument, priceTicks, scaleTicks } = asked;
    const near = sizingTicks(instrument, priceTicks, scaleTicks);
    expect(near).toBe(
      instrument.priceMayBeNegative
        ? Math.max(Math.abs(priceTicks), scaleTicks, instrument.scaleFloorTicks)
        : Math.abs(priceTicks),
    );
    if (instrument.priceMayBeNegative)
      expect(positionLots(asked)).toBe(
        positionLots({ ...asked, priceTicks: toTicks(-priceTicks) }),
      );
  },
);
