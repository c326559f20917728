import { expect, it } from 'vitest';
import { computeMoneyChange } from '../../app/trading/domain/change';
import { toMills } from '../../app/trading/domain/units';

it.each([
  [25_000_000, 25_312_500, 312_500, 1.25],
  [25_000_000, 24_375_000, -625_000, -2.5],
  [25_000_000, 25_000_000, 0, 0],
  [-2_000_000, -1_000_000, 1_000_000, 50],
  [-2_000_000, -3_000_000, -1_000_000, -50],
  [0, 5000, 5000, null],
])('from %i to %i is %i mills, %d %%', (base, amount, mills, percent) => {
  expect(computeMoneyChange(toMills(base), toMills(amount))).toEqual({ mills, percent });
});
