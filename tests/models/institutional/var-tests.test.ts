// VaR backtest of the institutional page: its tests, or the reason why there are none.
import { expect, it } from 'vitest';
import { computeVarTests } from '../../../app/models/institutional/institutional.server';

const DAYS = 1000;
const listProfits = (days: number, size: number): Float64Array =>
  Float64Array.from({ length: days }, (_, day) => size * Math.sin(day * day));

it('has tests of both levels and a chart for a long history', () => {
  const { tests, reason, history } = computeVarTests(listProfits(DAYS, 100));
  expect(tests?.map(({ percent }) => percent)).toEqual([95, 99]);
  expect([reason, history === null]).toEqual([null, false]);
});

it('states what is missing', () => {
  expect(computeVarTests(listProfits(50, 100)).reason).toContain('Price history too short');
  expect(computeVarTests(listProfits(DAYS, 0))).toEqual({
    tests: null,
    history: null,
    reason: 'Positions offset each other: no daily P&L to backtest.',
  });
});
