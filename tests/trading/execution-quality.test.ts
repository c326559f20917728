// What fills paid, worked out by hand: a half spread is paid by everybody, a better price is a
// gain, and stops are judged by their triggers.
import { describe, expect, it } from 'vitest';
import { contractInstrument } from '../../app/trading/domain/contract';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { type FillSeen, executionQuality } from '../../app/trading/execution/quality';

const instrument = contractInstrument('crude-oil', 'CL');
/** Ten barrels of crude, in cents: the middle is $70.00 and the spread two cents. */
const fill = (own: Partial<FillSeen>): FillSeen => ({
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
  it('of a fill at the touch is half the spread', () => {
    const { slippageMean, slippageP95, spreadDollars, shortfallDollars, shortfall, fills } =
      executionQuality([fill({})]);
    expect(fills).toBe(1);
    expect(slippageMean).toBeCloseTo(10_000 / 7000, 9);
    expect(slippageP95).toBe(slippageMean);
    expect(spreadDollars).toBeCloseTo(0.1, 9);
    expect(shortfallDollars).toBeCloseTo(0.12, 9);
    expect(shortfall).toBeCloseTo((10_000 * 0.12) / 700, 9);
  });

  it('counts a sale below the middle as a loss, and a better price than the middle as a gain', () => {
    expect(
      executionQuality([fill({ side: 'SELL', priceTicks: toTicks(6993) })]).slippageMean,
    ).toBeCloseTo(10, 9);
    expect(
      executionQuality([fill({ priceTicks: toTicks(6993), feeMills: toMills(0) })])
        .shortfallDollars,
    ).toBeCloseTo(-0.7, 9);
  });

  it('tells the time from decision to fill by its quantiles', () => {
    const fills = Array.from({ length: 101 }, (_, nth) => fill({ atMs: 1000 + nth }));
    expect(executionQuality(fills).latencyMs).toEqual({ p50: 50, p95: 95, p99: 99 });
  });

  it('judges stops by their triggers and by nothing else', () => {
    const found = executionQuality([
      fill({
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

  it('tells a price around zero in dollars, and in basis points only of a middle that is not zero', () => {
    const found = executionQuality([
      fill({ priceTicks: toTicks(1), bidTicks: toTicks(-1), askTicks: toTicks(1) }),
      fill({ priceTicks: toTicks(-99), bidTicks: toTicks(-101), askTicks: toTicks(-99) }),
    ]);
    expect(found.slippageMean).toBeCloseTo(100, 9);
    expect(found.spreadDollars).toBeCloseTo(0.2, 9);
  });
});
