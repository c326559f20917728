// What holds of every book: the laws of value at risk and of expected shortfall.
import fc from 'fast-check';
import { expect } from 'vitest';
import { bookRisk } from '../../app/trading/risk/book-risk';
import { componentVar, roundedParts } from '../../app/trading/risk/component-var';
import { type DailyMoves, type Holding, RISK_GROUPS } from '../../app/trading/risk/daily-moves';
import { expectedShortfall, sortedScenarios, valueAtRisk } from '../../app/trading/risk/tail';
import { seededRandom } from '../../app/trading/random';
import { property } from './property';

const CHAINS = ['NG', 'CL', 'CORN', 'OJ', 'ET-PJM'] as const;
const DAYS = 320;

/** Moves of five chains that share a market, with wild days and calm times, by one number. */
function buildMarket(seed: number): ReadonlyMap<string, DailyMoves> {
  const random = seededRandom(`risk ${seed}`);
  const rows = CHAINS.map(
    (chain, place): DailyMoves => ({
      chain,
      kind: chain.startsWith('ET') ? 'amount' : 'ratio',
      values: new Float64Array(DAYS).map((_, day) => {
        const [own, shared, wild] = [
          random.uniform(chain, day),
          random.uniform('shared', day),
          random.uniform(`wild ${chain}`, day),
        ];
        return (
          (0.02 + 0.01 * place) *
          (own + shared - 1) *
          (day % 120 < 60 ? 1 : 2.5) *
          (wild > 0.98 ? 6 : 1)
        );
      }),
    }),
  );
  return new Map(rows.map((row) => [row.chain, row]));
}

const markets = Array.from({ length: 12 }, (_, seed) => buildMarket(seed));
const books = fc.array(
  fc.tuple(fc.constantFrom(...CHAINS), fc.integer({ min: -20_000, max: 20_000 })),
  { minLength: 1, maxLength: 8 },
);
const cases = fc.record({
  market: fc.integer({ min: 0, max: markets.length - 1 }),
  book: books,
  factor: fc.integer({ min: 1, max: 40 }),
});

const listHoldings = (book: readonly (readonly [string, number])[]): Holding[] =>
  book.map(([chain, exposure], place) => ({
    id: String(place),
    chain,
    exposure,
    group: RISK_GROUPS[CHAINS.indexOf(chain as 'NG') % RISK_GROUPS.length] ?? 'oil',
  }));
const near = (a: number, b: number, scale: number): void =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(scale)));
const buildRisk = (holdings: readonly Holding[], market: number) => {
  const found = bookRisk(holdings, markets[market] as ReadonlyMap<string, DailyMoves>);
  if (!found) throw new Error('320 days are enough');
  return found;
};

property(
  'value at risk grows with its level, is never below zero, and its shortfall is no less',
  cases,
  ({ market, book }) => {
    const { total, groups } = buildRisk(listHoldings(book), market);
    for (const figures of [total, ...Object.values(groups)]) {
      expect(figures.var95).toBeGreaterThanOrEqual(0);
      expect(figures.var99).toBeGreaterThanOrEqual(figures.var95);
      expect(figures.es975).toBeGreaterThanOrEqual(figures.var95);
      expect(figures.fiveDayVar99).toBeGreaterThanOrEqual(figures.fiveDayVar95);
    }
  },
);

property(
  'a book so many times as large risks so many times as much',
  cases,
  ({ market, book, factor }) => {
    const holdings = listHoldings(book);
    const one = buildRisk(holdings, market);
    const many = buildRisk(
      holdings.map((held) => ({ ...held, exposure: held.exposure * factor })),
      market,
    );
    near(many.total.var99, factor * one.total.var99, many.total.var99);
    near(many.total.es975, factor * one.total.es975, many.total.es975);
    near(many.sigma, factor * one.sigma, many.sigma);
  },
);

property('an empty position changes nothing', cases, ({ market, book }) => {
  const holdings = listHoldings(book);
  const more = buildRisk(
    [...holdings, { id: 'empty', chain: 'CORN', group: 'agricultural', exposure: 0 }],
    market,
  );
  const one = buildRisk(holdings, market);
  expect(more.total).toEqual(one.total);
  expect(more.components.var99.at(-1)).toBeCloseTo(0, 12);
});

property('the parts sum to the whole, in cents too', cases, ({ market, book }) => {
  const { total, components } = buildRisk(listHoldings(book), market);
  near(
    components.var99.reduce((sum, part) => sum + part, 0),
    total.var99,
    total.var99,
  );
  const cents = Math.round(100 * total.var95);
  expect(
    roundedParts(
      components.var95.map((part) => 100 * part),
      cents,
    ).reduce((sum, part) => sum + part, 0),
  ).toBe(cents);
});

property(
  'on one set of scenarios no book has a larger shortfall than its parts together',
  fc.array(fc.tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: -999, max: 999 })), {
    minLength: 40,
    maxLength: 90,
  }),
  (pairs) => {
    const [a, b] = [
      Float64Array.from(pairs, ([one]) => one),
      Float64Array.from(pairs, ([, other]) => other),
    ];
    const shortfall = (profits: Float64Array): number =>
      expectedShortfall(sortedScenarios(profits), 0.975);
    const both = a.map((profit, nth) => profit + (b[nth] ?? 0));
    expect(shortfall(both)).toBeLessThanOrEqual(shortfall(a) + shortfall(b) + 1e-9);
    expect(shortfall(both)).toBeGreaterThanOrEqual(
      valueAtRisk(sortedScenarios(both), 0.975) - 1e-9,
    );
    near(
      componentVar([a, b], both, sortedScenarios(both), 0.99).reduce((sum, part) => sum + part, 0),
      valueAtRisk(sortedScenarios(both), 0.99),
      999,
    );
  },
);
