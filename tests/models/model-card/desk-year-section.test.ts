// Model card section on a desk left running: sentences and tables.
import { expect, test } from 'vitest';
import { describeDeskYears } from '../../../app/models/model-card/desk-year-section';
import {
  type DeskYear,
  type DeskYearStudy,
  summarizeDeskYears,
} from '../../../app/models/model-card/desk-year-study';

const buildRow = (returnPercent: number, costsPercent = 5, worstDrawdownPercent = 6): DeskYear => ({
  seed: String(returnPercent),
  returnPercent,
  returnDollars: returnPercent * 250,
  worstDrawdownPercent,
  trades: 100,
  costsPercent,
  costsDollars: costsPercent * 250,
  daysWithPositions: 300,
  shadow: { returnPercent: 1, returnDollars: 250, worstDrawdownPercent: 7, trades: 90 },
  auditDifferences: 0,
  head: 'abc',
});
const buildStudy = (
  markets: readonly DeskYear[],
  efficient: readonly DeskYear[] = [],
): DeskYearStudy => ({ from: '2016-01-01', days: 365, capitalDollars: 25_000, markets, efficient });
const getText = (study: DeskYearStudy): string => describeDeskYears(study).paragraphs.join('\n');

test('says that there are no data before the first study', () => {
  const { paragraphs, tables } = describeDeskYears(null);
  expect(paragraphs).toEqual([expect.stringContaining('No data')]);
  expect(tables).toEqual([]);
});

test('counts accounts above cash and above their shadow account', () => {
  const text = getText(buildStudy([3, 0, -2, 0.5].map((percent) => buildRow(percent))));
  expect(text).toContain('2 of 4 accounts are above cash and 1 above their shadow account');
  expect(text).toContain('worst drawdown is 6.00%');
  expect(text).toContain('missed');
});

test('meets the goal with 8 of 10 above cash and every drawdown below 12%', () => {
  const returns = [1, 2, 3, 4, 5, 6, 7, 8, -1, -2];
  const buildRows = (drawdown: number) => returns.map((each) => buildRow(each, 5, drawdown));
  expect(getText(buildStudy(buildRows(11.9)))).toContain(': met.');
  expect(getText(buildStudy(buildRows(12)))).toContain(': missed.');
  expect(getText(buildStudy(buildRows(6).slice(1)))).toContain(': missed.');
});

test('compares returns in efficient markets with costs', () => {
  const equal = [-4, -5, -6].map((percent) => buildRow(percent));
  const summary = summarizeDeskYears(equal);
  expect(summary.meanGrossPercent).toBeCloseTo(0, 12);
  expect(summary.grossErrorPercent).toBeCloseTo(1 / Math.sqrt(3), 12);
  const text = getText(buildStudy([], equal));
  expect(text).toContain(
    'mean return is -5.00% and the mean costs are 5.00%'.replace('-', '\u2212'),
  );
  expect(text).toContain('loses about its costs');
  expect(
    getText(
      buildStudy(
        [],
        [4, 5, 6].map((percent) => buildRow(percent)),
      ),
    ),
  ).toContain('UNEXPECTED');
  expect(getText(buildStudy([], equal.slice(1, 2)))).toContain('standard error N/A');
});

test('prints one row per market in each table', () => {
  const { tables } = describeDeskYears(buildStudy([buildRow(3), buildRow(-2)], [buildRow(-5)]));
  expect(tables.map(({ rows }) => rows.length)).toEqual([2, 1]);
  for (const { columns, rows } of tables)
    for (const row of rows) expect(row).toHaveLength(columns.length);
  expect(tables[0]?.rows[0]?.slice(0, 3)).toEqual(['3', '+3.00%', '$750.00']);
});

test('judges the goal only after a whole year', () => {
  expect(getText({ ...buildStudy([buildRow(3)]), days: 30 })).not.toContain('Goal');
});
