// Overfitting verdict, result bins and summary sentences against hand-computed values.
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CostsFigure, formatCostsSentence } from '../../../app/models/reports/costs-figure';
import { assessOverfitting } from '../../../app/models/reports/overfitting-tests';
import { EquityFigure, formatEquitySentence } from '../../../app/models/reports/equity-figure';
import type { OverfittingTests } from '../../../app/models/reports/report-model';
import { buildMonthCell, buildMonthRows } from '../../../app/models/backtests/month-rows';
import { buildBins, formatResultsSentence } from '../../../app/models/reports/results-figure';
import { type Mills, toDollars, toMills } from '../../../app/trading/domain/units';
import { ALL_OVERFITTING_TESTS, NO_OVERFITTING_TESTS } from '../../support/report-models';

const createDeflatedSharpe = (probability: number): OverfittingTests['deflatedSharpe'] => ({
  value: { probability, hurdleSharpe: 0.41, trials: 108 },
});
const createPathTest = (median: number): OverfittingTests['worlds'] => ({
  value: { count: 10, median, low: median - 5, high: median + 5, losingShare: 30 },
});

describe('the overfitting verdict', () => {
  it.each<[string, Partial<OverfittingTests>, boolean, RegExp]>([
    [
      'passes at 0.95 with a non-negative median path',
      { deflatedSharpe: createDeflatedSharpe(0.95), worlds: createPathTest(0) },
      true,
      /^Simulated edge: .*0\.950 after 108 trials, hurdle 0\.41.* 10 out-of-sample paths 0\.00% a year/,
    ],
    [
      'fails below 0.95',
      { deflatedSharpe: createDeflatedSharpe(0.9499), worlds: createPathTest(9) },
      false,
      /^No simulated edge: .*needs 0\.95\)\.$/,
    ],
    [
      'fails if the median path loses',
      { deflatedSharpe: createDeflatedSharpe(0.99), worlds: createPathTest(-0.01) },
      false,
      /^No simulated edge: median of 10 out-of-sample paths \u22120\.01% a year \(needs 0%\)\.$/,
    ],
    [
      'is limited to the sample without out-of-sample paths',
      { deflatedSharpe: createDeflatedSharpe(0.99), worlds: NO_OVERFITTING_TESTS.worlds },
      true,
      /in sample only.*no other world was asked for/,
    ],
    [
      'fails without a deflated Sharpe ratio',
      { deflatedSharpe: NO_OVERFITTING_TESTS.deflatedSharpe, worlds: createPathTest(9) },
      false,
      /^No simulated edge: .*not available \(fewer than three returns\)/,
    ],
    [
      'fails if the ratio is not a number',
      { deflatedSharpe: createDeflatedSharpe(NaN) },
      false,
      /^No simulated edge/,
    ],
    [
      'fails if the median is not a number',
      { deflatedSharpe: createDeflatedSharpe(0.99), worlds: createPathTest(NaN) },
      false,
      /^No simulated edge/,
    ],
  ])('%s', (_, over, hasEdge, words) => {
    const verdict = assessOverfitting({ ...ALL_OVERFITTING_TESTS, ...over });
    expect(verdict.hasEdge).toBe(hasEdge);
    expect(verdict.sentence).toMatch(words);
  });
});

describe('the histogram of results', () => {
  const amounts = fc.array(fc.integer({ min: -40_000_000, max: 60_000_000 }).map(toMills), {
    minLength: 1,
    maxLength: 60,
  });

  it('contains each result once in equal bins, wins and losses separate', () => {
    fc.assert(
      fc.property(amounts, (results: Mills[]) => {
        const bins = buildBins(results);
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(results.length);
        const width = (bins[0]?.to ?? 0) - (bins[0]?.from ?? 0);
        for (const { from, to, count } of bins) {
          expect(to - from).toBeCloseTo(width, 6);
          expect(from > -1e-6 || to < 1e-6).toBe(true);
          expect(
            results.map(toDollars).filter((value) => value > from + 1e-7 && value <= to + 1e-7)
              .length,
          ).toBe(count);
        }
        expect(bins.length).toBeLessThanOrEqual(17);
      }),
    );
  });

  it('is described in one sentence', () => {
    expect(buildBins([])).toEqual([]);
    expect(formatResultsSentence([toMills(3000), toMills(-1000), toMills(0)])).toBe(
      '3 closed trades: 1 won, 1 lost after fees, total +$2.00. Median $0.00, worst \u2212$1.00, best +$3.00.',
    );
  });
});

describe('the equity sentence', () => {
  const createPoint = (day: number, dollars: number) => ({
    atMs: Date.UTC(2026, 0, day, 12),
    equityMills: toMills(dollars * 1000),
  });

  it('contains start, end, extremes and drawdown', () => {
    expect(
      formatEquitySentence(
        [createPoint(1, 100), createPoint(2, 120), createPoint(3, 90), createPoint(4, 105)],
        'UTC',
      ),
    ).toBe(
      'Equity went from $100.00 at 2026-01-01 12:00 UTC to $105.00 at 2026-01-04 12:00 UTC: +$5.00 (+5.00%). Lowest $90.00 at 2026-01-03 12:00 UTC, highest $120.00 at 2026-01-02 12:00 UTC. ' +
        'Max drawdown 25.00%, lowest on 2026-01-03; largest dollar drawdown $30.00; longest time below a peak 2 d.',
    );
    expect(formatEquitySentence([createPoint(1, 100), createPoint(2, 120)], 'UTC')).toMatch(
      /No drawdown\.$/,
    );
    expect(formatEquitySentence([createPoint(1, 0), createPoint(2, -5)], 'UTC')).toContain(
      'Max drawdown has no percentage',
    );
    expect(formatEquitySentence([createPoint(1, 100)], 'UTC')).toBe(
      'Equity $100.00 at 2026-01-01 12:00 UTC; only one valuation so far.',
    );
    const points = [createPoint(1, -5), createPoint(2, -9)];
    const figure = renderToStaticMarkup(
      createElement(EquityFigure, { id: 'x', points, timeZone: 'UTC' }),
    );
    expect(figure).toContain('<svg');
    expect(figure).not.toContain('NaN');
  });
});

describe('costs', () => {
  it('must add up, without a percentage of a zero gross result', () => {
    const split = {
      grossMills: toMills(100),
      feesMills: toMills(10),
      frictionMills: toMills(15),
      netMills: toMills(75),
    };
    expect(formatCostsSentence(split)).toContain('Costs were 25.00% of the gross profit.');
    expect(
      formatCostsSentence({ ...split, grossMills: toMills(0), netMills: toMills(-25) }),
    ).toContain('The gross result is zero.');
    expect(
      formatCostsSentence({ ...split, grossMills: toMills(-100), netMills: toMills(-125) }),
    ).toMatch(/Costs increased a gross loss\.$/);
    const wrong = { ...split, netMills: toMills(76) };
    const figure = createElement(CostsFigure, { id: 'x', split: wrong });
    expect(() => renderToStaticMarkup(figure)).toThrow(
      /gross 100 less fees 10 and friction 15 is not net 76/,
    );
  });
});

it('the shade of a month follows its displayed value', () => {
  const values = [null, 0, 0.004, -0.004, 0.005, 0.5, 2, -0.49, -0.5, -60];
  expect(values.map(buildMonthCell).map(({ sign, level }) => `${sign} ${level}`)).toEqual([
    'flat 0',
    'flat 0',
    'flat 0',
    'flat 0',
    'plus 1',
    'plus 2',
    'plus 3',
    'minus 1',
    'minus 2',
    'minus 3',
  ]);
});

it('a year has a cell per month, and its total', () => {
  const [row] = buildMonthRows([{ year: 2013, months: [1.5, null], totalPercent: 1.5 }]);
  expect(row?.cells.map(({ text }) => text)).toEqual([
    '+1.50%',
    ...Array(11).fill('N/A'),
    '+1.50%',
  ]);
});
