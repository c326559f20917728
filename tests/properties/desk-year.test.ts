// A desk left running: the same seed gives the same log, its books pass the audit, and without
// signals it trades like its shadow account.
import { expect, test } from 'vitest';
import { runDeskYear } from '../../app/programs/desk-year/run-desk-year';

test('two runs of a seed are equal, audited, and equal to their shadow account', async () => {
  const plan = { seed: 'desk year test', isEfficient: false, days: 3, hasSignals: false };
  const days: number[] = [];
  const first = await runDeskYear(plan, (day) => days.push(day));
  expect(days).toEqual([1, 2, 3]);
  expect(await runDeskYear(plan)).toEqual(first);
  expect(first.auditDifferences).toBe(0);
  expect(first.daysWithPositions).toBeGreaterThan(0);
  expect(first.costsDollars).toBeGreaterThan(0);
  const { returnPercent, returnDollars, trades, worstDrawdownPercent } = first;
  expect(first.shadow).toEqual({
    returnPercent,
    returnDollars,
    trades,
    worstDrawdownPercent: expect.closeTo(worstDrawdownPercent, 9) as number,
  });
});
