// The verdict, the columns of results and the sentences beside the drawings, against figures made
// by hand.
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CostsFigure, costsSentence } from '../../../app/models/reports/costs';
import { assessOverfitting } from '../../../app/models/reports/overfitting-tests';
import { EquityFigure, equitySentence } from '../../../app/models/reports/equity';
import type { Doubt } from '../../../app/models/reports/model';
import { getShade } from '../../../app/models/reports/monthly';
import { buildBins, resultsSentence } from '../../../app/models/reports/results';
import { type Mills, toDollars, toMills } from '../../../app/trading/domain/units';
import { FULL_DOUBT, NO_DOUBT } from '../../support/report-models';

const deflated = (probability: number): Doubt['deflatedSharpe'] => ({
  value: { probability, trials: 108 },
});
const worlds = (median: number): Doubt['worlds'] => ({
  value: { count: 10, median, low: median - 5, high: median + 5, losingShare: 30 },
});

describe('the verdict', () => {
  it.each<[string, Partial<Doubt>, boolean, RegExp]>([
    [
      'passes at .95 with worlds that do not lose',
      { deflatedSharpe: deflated(0.95), worlds: worlds(0) },
      true,
      /^A simulated edge: .*0\.950 after 108 trials.* 10 unseen worlds is 0\.00% a year/,
    ],
    [
      'fails below .95',
      { deflatedSharpe: deflated(0.9499), worlds: worlds(9) },
      false,
      /^No simulated edge: .*below 0\.95\.$/,
    ],
    [
      'fails where the median world loses',
      { deflatedSharpe: deflated(0.99), worlds: worlds(-0.01) },
      false,
      /^No simulated edge: the median of 10 unseen worlds is \u22120\.01% a year\.$/,
    ],
    [
      'speaks of this history alone where no world was asked',
      { deflatedSharpe: deflated(0.99), worlds: NO_DOUBT.worlds },
      true,
      /in this history alone.*no other world was asked for/,
    ],
    [
      'fails without a deflated ratio',
      { deflatedSharpe: NO_DOUBT.deflatedSharpe, worlds: worlds(9) },
      false,
      /^No simulated edge: .*missing \(fewer than three returns\)/,
    ],
    [
      'fails where the ratio is no number',
      { deflatedSharpe: deflated(NaN) },
      false,
      /^No simulated edge/,
    ],
    [
      'fails where the median is no number',
      { deflatedSharpe: deflated(0.99), worlds: worlds(NaN) },
      false,
      /^No simulated edge/,
    ],
  ])('%s', (_, over, hasEdge, words) => {
    const verdict = assessOverfitting({ ...FULL_DOUBT, ...over });
    expect(verdict.hasEdge).toBe(hasEdge);
    expect(verdict.sentence).toMatch(words);
  });
});

describe('columns of results', () => {
  const amounts = fc.array(fc.integer({ min: -40_000_000, max: 60_000_000 }).map(toMills), {
    minLength: 1,
    maxLength: 60,
  });

  it('hold every result once, in equal widths, wins apart from losses', () => {
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

  it('are told', () => {
    expect(buildBins([])).toEqual([]);
    expect(resultsSentence([toMills(3000), toMills(-1000), toMills(0)])).toBe(
      'Of 3 closed trades 1 won and 1 lost after fees, +$2.00 in all. The middle result is $0.00, the worst \u2212$1.00, the best +$3.00.',
    );
  });
});

describe('equity in words', () => {
  const point = (day: number, dollars: number) => ({
    atMs: Date.UTC(2026, 0, day, 12),
    equityMills: toMills(dollars * 1000),
  });

  it('names ends, extremes and falls', () => {
    expect(equitySentence([point(1, 100), point(2, 120), point(3, 90), point(4, 105)], 'UTC')).toBe(
      'Equity went from $100.00 at 2026-01-01 12:00 UTC to $105.00 at 2026-01-04 12:00 UTC: +$5.00 (+5.00%). Lowest $90.00 at 2026-01-03 12:00 UTC, highest $120.00 at 2026-01-02 12:00 UTC. ' +
        'The deepest fall, 2026-01-03, took 25.00% of its peak; the most money below a peak was $30.00, the longest time below one 2 d.',
    );
    expect(equitySentence([point(1, 100), point(2, 120)], 'UTC')).toMatch(
      /It never fell below an earlier height\.$/,
    );
    expect(equitySentence([point(1, 0), point(2, -5)], 'UTC')).toContain('has no percentage');
    expect(equitySentence([point(1, 100)], 'UTC')).toBe(
      'Equity was $100.00 at 2026-01-01 12:00 UTC; one value is no line yet.',
    );
    const points = [point(1, -5), point(2, -9)];
    const figure = renderToStaticMarkup(
      createElement(EquityFigure, { id: 'x', points, timeZone: 'UTC' }),
    );
    expect(figure).toContain('<svg');
    expect(figure).not.toContain('NaN');
  });
});

describe('costs', () => {
  it('must add up, and have no share of nothing', () => {
    const split = {
      grossMills: toMills(100),
      feesMills: toMills(10),
      frictionMills: toMills(15),
      netMills: toMills(75),
    };
    expect(costsSentence(split)).toContain('Costs were 25.00% of the gross profit.');
    expect(costsSentence({ ...split, grossMills: toMills(0), netMills: toMills(-25) })).toContain(
      'There was no gross result to take them from.',
    );
    expect(costsSentence({ ...split, grossMills: toMills(-100), netMills: toMills(-125) })).toMatch(
      /They made a gross loss larger\.$/,
    );
    const wrong = { ...split, netMills: toMills(76) };
    const figure = createElement(CostsFigure, { id: 'x', split: wrong });
    expect(() => renderToStaticMarkup(figure)).toThrow(
      /gross 100 less fees 10 and friction 15 is not net 76/,
    );
  });
});

it('a shade goes by what is shown', () => {
  expect([null, 0, 0.04, -0.04, 0.05, 2, 6, -1.99, -2, -60].map(getShade)).toEqual([
    'flat',
    'flat',
    'flat',
    'flat',
    'u1',
    'u2',
    'u3',
    'd1',
    'd2',
    'd3',
  ]);
});
