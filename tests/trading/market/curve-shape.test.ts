import { expect, test } from 'vitest';
import { describeCurve } from '../../../app/trading/market/curve-shape';

const describeMonths = (...prices: readonly (number | null)[]) =>
  describeCurve(prices.map((price, index) => ({ contract: `M${index + 1}`, price })));

test('compares the last priced month with the first', () => {
  expect(describeMonths(2, 5, 3)).toEqual({
    kind: 'contango',
    from: 'M1',
    until: 'M3',
    difference: 1,
    percent: 50,
  });
  expect(describeMonths(null, 4, 3, null)).toMatchObject({
    kind: 'backwardation',
    from: 'M2',
    until: 'M3',
    percent: -25,
  });
  expect(describeMonths(4, 5, 4)).toMatchObject({ kind: 'flat', percent: 0 });
});

test('measures the percentage on the absolute first price', () => {
  expect(describeMonths(-4, -2)).toMatchObject({ kind: 'contango', percent: 50 });
  expect(describeMonths(0, 2)).toMatchObject({ kind: 'contango', percent: null });
});

test('needs two prices', () => {
  expect(describeMonths()).toBeNull();
  expect(describeMonths(1, null)).toBeNull();
});
