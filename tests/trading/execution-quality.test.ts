// Execution quality, against figures computed manually.
import { describe, expect, it } from 'vitest';
import { createContractInstrument } from '../../app/trading/domain/contract';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
import {
  type ObservedFill,
  computeExecutionQuality,
} from '../../app/trading/execution/execution-quality';

const instrument = createContractInstrument('crude-oil', 'CL');
/** 10 barrels of crude, in cents: mid $70.00, spread 2 cents. */
const buildFill = (own: Partial<ObservedFill>): ObservedFill => ({
  instrument,
  side: 'BUY',
  type: 'MARKET',
  lots: toLots(10),
  priceTicks: toTicks(7001),
  feeMills: toMills(20),
  placedMs: 1000,
  atMs: 1000,
  triggerTicks: null,
  bidTicks: toTicks(6999),
  askTicks: toTicks(7001),
  ...own,
});

describe('execution quality', () => {
  it('is half the spread for a fill at bid or ask', () => {
    const { slippageMean, slippageP95, spreadDollars, shortfallDollars, shortfall, fills } =
      computeExecutionQuality([buildFill({})]);
    expect(fills).toBe(1);
    expect(slippageMean).toBeCloseTo(10_000 / 7000, 9);
    expect(slippageP95).toBe(slippageMean);
    expect(spreadDollars).toBeCloseTo(0.1, 9);
    expect(shortfallDollars).toBeCloseTo(0.12, 9);
    expect(shortfall).toBeCloseTo((10_000 * 0.12) / 700, 9);
  });

  it('counts a sale below mid as a cost and a better price as a gain', () => {
    expect(
      computeExecutionQuality([buildFill({ side: 'SELL', priceTicks: toTicks(6993) })])
        .slippageMean,
    ).toBeCloseTo(10, 9);
    expect(
      computeExecutionQuality([buildFill({ priceTicks: toTicks(6993), feeMills: toMills(0) })])
        .shortfallDollars,
    ).toBeCloseTo(-0.7, 9);
  });

  it('reports latency quantiles', () => {
    const fills = Array.from({ length: 101 }, (_, nth) => buildFill({ atMs: 1000 + nth }));
    expect(computeExecutionQuality(fills).latencyMs).toEqual({ p50: 50, p95: 95, p99: 99 });
  });

  it('measures stops against their triggers only', () => {
    const found = computeExecutionQuality([
      buildFill({
        type: 'STOP',
        side: 'SELL',
        triggerTicks: toTicks(5000),
        priceTicks: toTicks(4950),
        bidTicks: toTicks(6000),
        askTicks: toTicks(6002),
      }),
    ]);
    expect(found).toMatchObject({
      fills: 0,
      slippageMean: null,
      shortfall: null,
      latencyMs: null,
      stops: 1,
    });
    expect(found.stopGap).toBeCloseTo(100, 9);
  });

  it('reports dollars near zero, and basis points only for a non-zero mid', () => {
    const found = computeExecutionQuality([
      buildFill({ priceTicks: toTicks(1), bidTicks: toTicks(-1), askTicks: toTicks(1) }),
      buildFill({ priceTicks: toTicks(-99), bidTicks: toTicks(-101), askTicks: toTicks(-99) }),
    ]);
    expect(found.slippageMean).toBeCloseTo(100, 9);
    expect(found.spreadDollars).toBeCloseTo(0.2, 9);
  });
});
