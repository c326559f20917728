import { describe, expect, test } from 'vitest';
import { toMills, toTicks } from '../../app/trading/domain/units';
import { computeCollateralMills, computeSizingTicks } from '../../app/trading/risk/exposure';
import { type SizingInput, computePositionLots } from '../../app/trading/risk/sizing';
import { toLots } from '../../app/trading/domain/units';
import { CRUDE, GAS } from '../support/desk-harness';

/** Gas at 2.800: one lot of 10 MMBtu is $28; equity $25,000. */
const createSizingInput = (change: Partial<SizingInput> = {}): SizingInput => ({
  instrument: GAS,
  positionSize: 'medium',
  riskLevel: 'moderate',
  equityMills: toMills(25_000_000),
  priceTicks: toTicks(2800),
  scaleTicks: 2800,
  quality: 1,
  volatility: null,
  stopDistanceTicks: null,
  ...change,
});

describe('position lots', () => {
  test.each([
    ['small, worst quality: 1 %', { positionSize: 'small', quality: 0 }, 8],
    ['small, best: 3 %', { positionSize: 'small' }, 26],
    ['medium, worst: 3 %', { quality: 0 }, 26],
    ['medium, half: 5 %', { quality: 0.5 }, 44],
    ['medium, best: 7 %', {}, 62],
    ['large, worst: 7 %', { positionSize: 'large', quality: 0 }, 62],
    ['large, best: 15 %', { positionSize: 'large' }, 133],
    ['quality is no more than one', { quality: 7 }, 62],
    ['and no less than zero', { quality: -7 }, 26],
    ['twice the target volatility: half', { volatility: 0.3 }, 31],
    ['calm: never more than asked', { quality: 0.5, volatility: 0.01 }, 44],
    ['wild: the bottom of the band', { volatility: 9 }, 26],
    ['a conservative target', { riskLevel: 'conservative', volatility: 0.2 }, 31],
    ['1 % at the stop: $250 over $0.50 x 10', { stopDistanceTicks: toTicks(500) }, 50],
    ['a stop that allows more changes nothing', { stopDistanceTicks: toTicks(10) }, 62],
    ['a stop that leaves half the bottom of the band', { stopDistanceTicks: toTicks(1780) }, 14],
    ['a stop that leaves less leaves nothing', { stopDistanceTicks: toTicks(2000) }, 0],
    ['one lot beyond the band is none', { equityMills: toMills(900_000) }, 2],
    ['too small a book', { equityMills: toMills(300_000), positionSize: 'small' }, 0],
    ['no equity', { equityMills: toMills(0) }, 0],
    ['less than none', { equityMills: toMills(-5_000_000) }, 0],
    ['no price', { priceTicks: toTicks(0), scaleTicks: 0 }, 0],
  ] as const)('%s', (_name, change, lots) =>
    expect(computePositionLots(createSizingInput(change))).toBe(lots),
  );

  test('crude near zero is sized by its price scale', () => {
    const computeCrudeLots = (priceTicks: number, scaleTicks = 2500): number =>
      computePositionLots(
        createSizingInput({ instrument: CRUDE, priceTicks: toTicks(priceTicks), scaleTicks }),
      );
    expect([
      computeCrudeLots(2500),
      computeCrudeLots(1),
      computeCrudeLots(0),
      computeCrudeLots(-1),
      computeCrudeLots(-2500),
    ]).toEqual([70, 70, 70, 70, 70]);
    expect(computeCrudeLots(-5000)).toBe(35);
  });
});

describe('collateral', () => {
  test('is the full notional, long and short', () =>
    expect(computeCollateralMills(GAS, toTicks(2800), toLots(30), 9999)).toBe(840_000));
  test('is the absolute price below zero, and the price scale near zero', () => {
    expect(computeCollateralMills(CRUDE, toTicks(-3763), toLots(10), 2500)).toBe(376_300);
    expect(computeCollateralMills(CRUDE, toTicks(-3), toLots(10), 2500)).toBe(250_000);
  });
  test('uses the price scale only where prices may be negative', () =>
    expect([
      computeSizingTicks(GAS, toTicks(5), 2800),
      computeSizingTicks(CRUDE, toTicks(5), 2800),
    ]).toEqual([5, 2800]));
});
