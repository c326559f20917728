// Payoff of a what-if order: P&L at stop, entry and target in dollars, and the drawing of it.
import { describe, expect, it } from 'vitest';
import { listLimitGauges } from '../../../app/models/risk/limit-gauges.server';
import { buildPayoff } from '../../../app/models/risk/payoff.server';
import { toLots, toTicks } from '../../../app/trading/domain/units';
import { GAS } from '../../support/desk-harness';

const SIGNS = { BUY: 1, SELL: -1 } as const;

/** 100 MMBtu of gas at 2.800: a move of 0.050 is $5. */
const planGas = (
  side: 'BUY' | 'SELL',
  stopDistance: number | null,
  targetDistance: number | null,
): Parameters<typeof buildPayoff>[0] => ({
  instrument: GAS,
  side,
  lots: toLots(10),
  entryTicks: toTicks(2800),
  stopTicks: stopDistance === null ? null : toTicks(2800 - SIGNS[side] * stopDistance),
  targetTicks: targetDistance === null ? null : toTicks(2800 + SIGNS[side] * targetDistance),
});

describe('the payoff', () => {
  it.each([
    ['BUY', ['2.750', '2.800', '2.900']],
    ['SELL', ['2.850', '2.800', '2.700']],
  ] as const)(
    'of a %s runs from the loss at the stop to the gain at the target',
    (side, prices) => {
      const payoff = buildPayoff(planGas(side, 50, 100))!;
      expect(payoff.marks.map(({ name, price, profit }) => [name, price, profit])).toEqual([
        ['Stop', prices[0], -5],
        ['Entry', prices[1], 0],
        ['Target', prices[2], 10],
      ]);
      const [stop, entry, target] = payoff.marks.map(({ x }) => x);
      expect(Math.sign((target ?? 0) - (stop ?? 0))).toBe(side === 'BUY' ? 1 : -1);
      expect(entry).toBeCloseTo(((stop ?? 0) * 2 + (target ?? 0)) / 3, 1);
      expect(payoff.marks[1]?.y).toBe(payoff.zero);
      const points = [...payoff.line.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => [
        Number(x) / 10,
        Number(y) / 1.6,
      ]);
      expect(points).toHaveLength(2);
      expect(points[0]?.[0]).toBeCloseTo(stop ?? NaN, 1);
      expect(points[1]?.[0]).toBeCloseTo(target ?? NaN, 1);
      expect(points[1]?.[1]).toBeCloseTo(payoff.marks[2]?.y ?? NaN, 1);
      expect(payoff.summary).toBe(
        'Loses $5.00 at the stop, makes $10.00 at the target: 2.0 to 1. Before costs.',
      );
    },
  );

  it('has no target mark without a target, and nothing without a stop', () => {
    const payoff = buildPayoff(planGas('BUY', 50, null));
    expect(payoff?.marks.map(({ name }) => name)).toEqual(['Stop', 'Entry']);
    expect(payoff?.summary).toContain('sets no target');
    expect(buildPayoff(planGas('BUY', null, 100))).toBeNull();
  });
});

describe('the gauges', () => {
  const limits = [
    { key: 'group', name: 'A', used: 20, added: 5.25, after: 25.25, allowed: 200, left: 174.75 },
    { key: 'gross', name: 'B', used: 30, added: 5.25, after: 35.25, allowed: 300, left: 264.75 },
    { key: 'commodity', name: 'C', used: 10, added: 5.25, after: 15.25, allowed: 100, left: 84.75 },
    { key: 'margin', name: 'D', used: 3, added: 1, after: 4, allowed: 1000, left: 996 },
  ] as const;

  it('show VaR, margin and exposure before and after', () => {
    const risk = {
      without: { var95: 7, var99: 9, es975: 8 },
      with: { var95: 11, var99: 14, es975: 13 },
      part95: 4,
      part99: 5,
    };
    expect(
      listLimitGauges(limits, risk, 500).map(({ key, before, after, allowed }) => [
        key,
        before,
        after,
        allowed,
      ]),
    ).toEqual([
      ['var', 7, 11, 500],
      ['margin', 3, 4, 1000],
      ['gross', 30, 35.25, 300],
      ['commodity', 10, 15.25, 100],
    ]);
  });

  it('leave VaR out where it could not be computed', () => {
    expect(listLimitGauges(limits, null, 500).map(({ key }) => key)).toEqual([
      'margin',
      'gross',
      'commodity',
    ]);
  });
});
