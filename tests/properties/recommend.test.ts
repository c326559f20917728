// For any quotes, three different playbooks are ranked, and the branch matches integer cent
// arithmetic.
import fc from 'fast-check';
import { expect } from 'vitest';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { listPlaybooks } from '../../app/trading/strategies/playbooks/catalog';
import { recommendPick } from '../../app/trading/strategies/recommend';
import { DAY_MS } from '../../app/trading/domain/time';
import { expectMet, property } from './property';

const anyQuote = fc.oneof(
  fc.double(),
  fc.double({ min: -500, max: 5000, noNaN: true }),
  fc.constant(null),
);

property(
  'three distinct playbooks are ranked 1 to 3 for any quotes',
  fc.record({
    mode: fc.constantFrom(...COMMODITY_KEYS),
    quotes: fc.array(anyQuote, { maxLength: 8 }),
    day: fc.integer({ min: 0, max: 366 }),
  }),
  ({ mode, quotes, day }) => {
    const { strategy, reasoning, rankings } = recommendPick(
      mode,
      quotes,
      Date.UTC(2026, 0, 1) + day * DAY_MS,
    );
    const ids = listPlaybooks(mode).map(({ id }) => id);
    expect(rankings.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect(new Set(rankings.map((one) => one.strategy)).size).toBe(3);
    for (const ranking of rankings) expect(ids).toContain(ranking.strategy);
    expect(strategy).toBe(rankings[0]?.strategy);
    expect(reasoning.length).toBeGreaterThan(20);
    expect(reasoning).not.toMatch(/NaN|Infinity|undefined/);
  },
);

const cents = fc.integer({ min: -20_000, max: 20_000 });
const seen = new Map<string, number>();
property(
  'power is ranked as in integer cents',
  fc.oneof(
    fc.tuple(cents, cents),
    fc.tuple(cents, fc.integer({ min: -600, max: 600 })).map(([a, by]) => [a, a + by] as const),
  ),
  ([a, b]) => {
    const [lower, upper] = a < b ? [a, b] : [b, a];
    const expected =
      10 * (upper - lower) > Math.abs(lower)
        ? 'VOL_BREAK'
        : a + b > 2 * 5000
          ? 'WX_MOMENTUM'
          : 'MEAN_REVERT';
    seen.set(expected, (seen.get(expected) ?? 0) + 1);
    expect(recommendPick('electricity', [a / 100, b / 100], 0).strategy).toBe(expected);
  },
  {
    runs: 3000,
    after: () => {
      for (const id of ['VOL_BREAK', 'WX_MOMENTUM', 'MEAN_REVERT'])
        expectMet(id, seen.get(id) ?? 0, 50);
    },
  },
);
