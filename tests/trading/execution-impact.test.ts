// Market impact by order size, and depth at one price.
import { describe, expect, test } from 'vitest';
import {
  getContractCosts,
  getFrontInstrument,
  listInstruments,
} from '../../app/trading/domain/contract';
import { toWholeLots } from '../../app/trading/domain/instrument';
import { type Lots, toLots, toTicks } from '../../app/trading/domain/units';
import { computeSlippageTicks } from '../../app/trading/execution/friction';

const JUICE = getFrontInstrument('orange-juice');
const juice = getContractCosts(JUICE);
const computeSlippage = (lots: Lots, ticks = 4600): number =>
  computeSlippageTicks(juice, JUICE, toTicks(ticks), lots);

describe('market impact', () => {
  test('is 0.1 daily sigma for a day of volume and grows with the square root of size', () => {
    const day = toWholeLots(JUICE, juice.liquidity.dayUnits);
    const whole = 0.1 * juice.liquidity.daySigma * 4600;
    expect(computeSlippage(day) - juice.slippageTicks).toBe(Math.round(whole));
    expect(computeSlippage(toLots(day * 4)) - juice.slippageTicks).toBe(Math.round(2 * whole));
    expect(computeSlippage(toLots(day / 4)) - juice.slippageTicks).toBe(Math.round(whole / 2));
  });

  test.each(listInstruments().map((instrument) => [instrument.id, instrument] as const))(
    'of %s starts beyond the displayed depth, with its own slippage, at any price',
    (_id, instrument) => {
      const costs = getContractCosts(instrument);
      const { depthLots } = costs;
      for (const ticks of [-3763, 0, 1, 5000]) {
        const computeAt = (lots: number): number =>
          computeSlippageTicks(costs, instrument, toTicks(ticks), toLots(lots));
        expect(computeAt(depthLots)).toBe(0);
        expect(computeAt(Math.min(1, depthLots))).toBe(0);
        expect(computeAt(depthLots + 1)).toBeGreaterThanOrEqual(costs.slippageTicks);
        expect(computeAt(10 * depthLots + 1)).toBeGreaterThanOrEqual(costs.slippageTicks);
      }
    },
  );

  test('has no square-root part without liquidity data', () => {
    expect(
      computeSlippageTicks(
        { feeBasisPoints: 1, halfSpreadTicks: 1, slippageTicks: 3 },
        JUICE,
        toTicks(5000),
        toLots(1_000_000),
      ),
    ).toBe(3);
  });
});

test('displayed depth is 30 contracts of corn, one of orange juice, and none of power', () => {
  expect(getContractCosts(getFrontInstrument('corn')).depthLots).toBe(30 * 500);
  expect(juice.depthLots).toBe(1500);
  expect(getContractCosts(getFrontInstrument('electricity', 'PJM')).depthLots).toBe(0);
});
