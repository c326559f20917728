// What the size of an order costs beyond slippage, and how much stands at one price.
import { describe, expect, test } from 'vitest';
import {
  contractCosts,
  frontInstrument,
  levelDepthLots,
  listedInstruments,
} from '../../app/trading/domain/contract';
import { lotsWithin } from '../../app/trading/domain/instrument';
import { type Lots, toLots, toTicks } from '../../app/trading/domain/units';
import { slippageTicks } from '../../app/trading/execution/friction';

const JUICE = frontInstrument('orange-juice');
const juice = contractCosts(JUICE);
const slips = (lots: Lots, ticks = 4600): number =>
  slippageTicks(juice, JUICE, toTicks(ticks), lots);

describe('impact', () => {
  test('is a tenth of a day’s sigma for a day’s volume, and grows with the root of the size', () => {
    const day = lotsWithin(JUICE, juice.liquidity.dayUnits);
    const whole = 0.1 * juice.liquidity.daySigma * 4600;
    expect(slips(day) - juice.slippageTicks).toBe(Math.round(whole));
    expect(slips(toLots(day * 4)) - juice.slippageTicks).toBe(Math.round(2 * whole));
    expect(slips(toLots(day / 4)) - juice.slippageTicks).toBe(Math.round(whole / 2));
  });

  test('is never below the contract’s own slippage, at any price and size', () => {
    for (const instrument of listedInstruments()) {
      const costs = contractCosts(instrument);
      for (const ticks of [-3763, 0, 1, 5000])
        for (const lots of [1, 100, 1_000_000])
          expect(
            slippageTicks(costs, instrument, toTicks(ticks), toLots(lots)),
          ).toBeGreaterThanOrEqual(costs.slippageTicks);
    }
  });

  test('leaves the smallest orders as they were, and a friction without volume knows none', () => {
    for (const instrument of listedInstruments())
      expect(slippageTicks(contractCosts(instrument), instrument, toTicks(5000), toLots(1))).toBe(
        contractCosts(instrument).slippageTicks,
      );
    expect(
      slippageTicks(
        { feeBasisPoints: 1, halfSpreadTicks: 1, slippageTicks: 3 },
        JUICE,
        toTicks(5000),
        toLots(1_000_000),
      ),
    ).toBe(3);
  });
});

test('at one price stands a five-thousandth of a day, at least a lot', () => {
  expect(levelDepthLots(frontInstrument('electricity', 'PJM'))).toBe(8);
  expect(levelDepthLots(JUICE)).toBe(180);
  for (const instrument of listedInstruments())
    expect(levelDepthLots(instrument)).toBeGreaterThanOrEqual(1);
});
