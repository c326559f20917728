// Market impact by order size, and depth at one price.
import { describe, expect, test } from 'vitest';
import {
  getContractCosts,
  getFrontInstrument,
  computeLevelDepth,
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

  test('is never below the contract’s own slippage, at any price and size', () => {
    for (const instrument of listInstruments()) {
      const costs = getContractCosts(instrument);
      for (const ticks of [-3763, 0, 1, 5000])
        for (const lots of [1, 100, 1_000_000])
          expect(
            computeSlippageTicks(costs, instrument, toTicks(ticks), toLots(lots)),
          ).toBeGreaterThanOrEqual(costs.slippageTicks);
    }
  });

  test('is zero for the smallest orders and without liquidity data', () => {
    for (const instrument of listInstruments())
      expect(
        computeSlippageTicks(getContractCosts(instrument), instrument, toTicks(5000), toLots(1)),
      ).toBe(getContractCosts(instrument).slippageTicks);
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

test('depth at one price is 1/5000 of a day of volume, at least one lot', () => {
  expect(computeLevelDepth(getFrontInstrument('electricity', 'PJM'))).toBe(8);
  expect(computeLevelDepth(JUICE)).toBe(180);
  for (const instrument of listInstruments())
    expect(computeLevelDepth(instrument)).toBeGreaterThanOrEqual(1);
});
