// A desk left running: the same seed gives the same log, its books pass the audit, and without
// signals it trades like its shadow account.
import { beforeAll, expect, test } from 'vitest';
import { runDeskYear } from '../../app/programs/desk-year/run-desk-year';
import { IS_DEEP_RUN, chooseSize } from '../support/run-size';

const DAYS = chooseSize(1, 3);
const PLAN = { seed: 'desk year test', isEfficient: false, days: DAYS, hasSignals: false };

let first: Awaited<ReturnType<typeof runDeskYear>>;
const days: number[] = [];
beforeAll(async () => {
  first = await runDeskYear(PLAN, (day) => days.push(day));
});

test('a run is audited, and equal to its shadow account', () => {
  expect(days).toEqual(Array.from({ length: DAYS }, (_, at) => at + 1));
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

// Each run folds the strategies' inputs of half a year.
if (IS_DEEP_RUN)
  test('two runs of a seed are equal', async () => {
    expect(await runDeskYear(PLAN)).toEqual(first);
  });
