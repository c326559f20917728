import fc from 'fast-check';
import { expect } from 'vitest';
import { listInstruments } from '../../app/trading/domain/contract';
import { POSITION_SIZES, RISK_LEVELS } from '../../app/trading/domain/settings';
import { toMills, toTicks } from '../../app/trading/domain/units';
import { computeSizingTicks } from '../../app/trading/risk/exposure';
import { RISK_LIMITS, SIZE_BANDS } from '../../app/trading/risk/limits';
import { type SizingInput, computePositionLots } from '../../app/trading/risk/sizing';
import { computeReferenceValue } from '../support/reference-money';
import { expectMet, property } from './property';

const quality = fc.double({ min: 0, max: 1, noNaN: true });
const volatility = fc.double({ min: 0.001, max: 5, noNaN: true });
const input: fc.Arbitrary<SizingInput> = fc.record({
  instrument: fc.constantFrom(...listInstruments()),
  positionSize: fc.constantFrom(...POSITION_SIZES),
  riskLevel: fc.constantFrom(...RISK_LEVELS),
  equityMills: fc.integer({ min: 1, max: 10_000_000_000 }).map(toMills),
  priceTicks: fc.integer({ min: -50_000, max: 200_000 }).map(toTicks),
  scaleTicks: fc.integer({ min: 0, max: 100_000 }),
  quality,
  volatility: fc.option(volatility, { nil: null }),
  stopDistanceTicks: fc.option(fc.integer({ min: 1, max: 20_000 }).map(toTicks), { nil: null }),
});

/** Notional at the sizing price, in mills. */
const computeNotional = (
  { instrument, priceTicks, scaleTicks }: SizingInput,
  lots: number,
): number =>
  Number(
    computeReferenceValue(instrument, computeSizingTicks(instrument, priceTicks, scaleTicks), lots),
  );
const SLACK = 1 + 1e-9;

let [sized, refused] = [0, 0];
property(
  'a position stays within its size band, less one lot, unless a stop reduces it',
  input,
  (sizing) => {
    const lots = computePositionLots(sizing);
    const band = SIZE_BANDS[sizing.positionSize];
    const got = computeNotional(sizing, lots) / sizing.equityMills;
    expect(got).toBeLessThanOrEqual(band.highRatio * SLACK);
    const oneLot = computeNotional(sizing, 1) / sizing.equityMills;
    if (lots === 0) refused += 1;
    else sized += 1;
    if (lots > 0) expect(got).toBeGreaterThanOrEqual(band.lowRatio / 2 / SLACK);
    if (lots > 0 && sizing.stopDistanceTicks === null)
      expect(got).toBeGreaterThan((band.lowRatio - oneLot) / SLACK);
    // Size zero only if one lot exceeds the band or there is no price.
    if (lots === 0 && sizing.stopDistanceTicks === null)
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
  'the loss at the stop is within the risk level',
  input,
  (sizing) => {
    if (sizing.stopDistanceTicks === null) return;
    const atRisk = Number(
      computeReferenceValue(
        sizing.instrument,
        sizing.stopDistanceTicks,
        computePositionLots(sizing),
      ),
    );
    expect(atRisk).toBeLessThanOrEqual(
      RISK_LIMITS[sizing.riskLevel].stopLossRatioMax * sizing.equityMills * SLACK,
    );
  },
  { runs: 3000 },
);

property(
  'higher quality never reduces the size',
  fc.tuple(input, quality, quality),
  ([sizing, a, b]) => {
    expect(computePositionLots({ ...sizing, quality: Math.max(a, b) })).toBeGreaterThanOrEqual(
      computePositionLots({ ...sizing, quality: Math.min(a, b) }),
    );
  },
  { runs: 2000 },
);

property(
  'higher volatility never increases the size',
  fc.tuple(input, volatility, volatility),
  ([sizing, a, b]) => {
    expect(computePositionLots({ ...sizing, volatility: Math.max(a, b) })).toBeLessThanOrEqual(
      computePositionLots({ ...sizing, volatility: Math.min(a, b) }),
    );
    expect(computePositionLots({ ...sizing, volatility: a })).toBeLessThanOrEqual(
      computePositionLots({ ...sizing, volatility: null }),
    );
  },
  { runs: 2000 },
);

property(
  'a wider stop never increases the size',
  fc.tuple(input, fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 9000 })),
  ([sizing, a, b]) => {
    const withStop = (ticks: number): number =>
      computePositionLots({ ...sizing, stopDistanceTicks: toTicks(ticks) });
    expect(withStop(Math.max(a, b))).toBeLessThanOrEqual(withStop(Math.min(a, b)));
    expect(withStop(a)).toBeLessThanOrEqual(
      computePositionLots({ ...sizing, stopDistanceTicks: null }),
    );
  },
  { runs: 2000 },
);

property('a larger band never gives a smaller position', input, (sizing) => {
  const [small, medium, large] = POSITION_SIZES.map((positionSize) =>
    computePositionLots({ ...sizing, positionSize, stopDistanceTicks: null }),
  );
  expect(medium).toBeGreaterThanOrEqual(small ?? NaN);
  expect(large).toBeGreaterThanOrEqual(medium ?? NaN);
});

property('a price near zero is sized by its mean absolute price', input, (sizing) => {
  const { instrument, priceTicks, scaleTicks } = sizing;
  const near = computeSizingTicks(instrument, priceTicks, scaleTicks);
  expect(near).toBe(
    instrument.priceMayBeNegative
      ? Math.max(Math.abs(priceTicks), scaleTicks, instrument.scaleFloorTicks)
      : Math.abs(priceTicks),
  );
  if (instrument.priceMayBeNegative)
    expect(computePositionLots(sizing)).toBe(
      computePositionLots({ ...sizing, priceTicks: toTicks(-priceTicks) }),
    );
});
