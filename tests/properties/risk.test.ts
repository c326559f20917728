// Properties of value at risk and expected shortfall.
import fc from 'fast-check';
import { expect } from 'vitest';
import { computeHoldingsRisk } from '../../app/trading/risk/book-risk';
import { computeComponentVar } from '../../app/trading/risk/component-var';
import { roundPartsToTotal } from '../../app/trading/domain/units';
import type { DailyMoves, Holding } from '../../app/trading/risk/daily-moves';
import { RISK_GROUPS } from '../../app/trading/risk/risk-groups';
import {
  computeExpectedShortfall,
  sortScenarios,
  computeValueAtRisk,
} from '../../app/trading/risk/tail';
import { createSeededRandom } from '../../app/trading/random';
import { property } from './property';

const CHAINS = ['NG', 'CL', 'CORN', 'OJ', 'ET-PJM'] as const;
const DAYS = 320;

/** Moves of five correlated chains with fat tails and volatility regimes. */
function buildMarket(seed: number): ReadonlyMap<string, DailyMoves> {
  const random = createSeededRandom(`risk ${seed}`);
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
const expectClose = (a: number, b: number, scale: number): void =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(scale)));
const buildRisk = (holdings: readonly Holding[], market: number) => {
  const found = computeHoldingsRisk(holdings, markets[market] as ReadonlyMap<string, DailyMoves>);
  if (!found) throw new Error('320 days are enough');
  return found;
};

property(
  'VaR is nonnegative and increases with its level, and shortfall is at least VaR',
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

property('risk scales with the size of a book', cases, ({ market, book, factor }) => {
  const holdings = listHoldings(book);
  const one = buildRisk(holdings, market);
  const many = buildRisk(
    holdings.map((held) => ({ ...held, exposure: held.exposure * factor })),
    market,
  );
  expectClose(many.total.var99, factor * one.total.var99, many.total.var99);
  expectClose(many.total.es975, factor * one.total.es975, many.total.es975);
  expectClose(many.sigma, factor * one.sigma, many.sigma);
});

property('an empty position has no effect', cases, ({ market, book }) => {
  const holdings = listHoldings(book);
  const more = buildRisk(
    [...holdings, { id: 'empty', chain: 'CORN', group: 'agricultural', exposure: 0 }],
    market,
  );
  const one = buildRisk(holdings, market);
  expect(more.total).toEqual(one.total);
  expect(more.components.var99.at(-1)).toBeCloseTo(0, 12);
});

property('component VaR sums to the total, in cents too', cases, ({ market, book }) => {
  const { total, components } = buildRisk(listHoldings(book), market);
  expectClose(
    components.var99.reduce((sum, part) => sum + part, 0),
    total.var99,
    total.var99,
  );
  const cents = Math.round(100 * total.var95);
  expect(
    roundPartsToTotal(
      components.var95.map((part) => 100 * part),
      cents,
    ).reduce((sum, part) => sum + part, 0),
  ).toBe(cents);
});

property(
  'expected shortfall is subadditive on one set of scenarios',
  fc.array(fc.tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: -999, max: 999 })), {
    minLength: 40,
    maxLength: 90,
  }),
  (pairs) => {
    const [a, b] = [
      Float64Array.from(pairs, ([one]) => one),
      Float64Array.from(pairs, ([, other]) => other),
    ];
    const computeShortfall = (profits: Float64Array): number =>
      computeExpectedShortfall(sortScenarios(profits), 0.975);
    const both = a.map((profit, nth) => profit + (b[nth] ?? 0));
    expect(computeShortfall(both)).toBeLessThanOrEqual(
      computeShortfall(a) + computeShortfall(b) + 1e-9,
    );
    expect(computeShortfall(both)).toBeGreaterThanOrEqual(
      computeValueAtRisk(sortScenarios(both), 0.975) - 1e-9,
    );
    expectClose(
      computeComponentVar([a, b], both, sortScenarios(both), 0.99).reduce(
        (sum, part) => sum + part,
        0,
      ),
      computeValueAtRisk(sortScenarios(both), 0.99),
      999,
    );
  },
);
