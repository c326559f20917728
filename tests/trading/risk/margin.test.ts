// Exchange margin: the requirement of each commodity, and which positions leave when equity falls
// below it.
import { describe, expect, test } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { frontInstrument } from '../../../app/trading/domain/contract';
import { CONTRACT_TABLE } from '../../../app/trading/domain/contract-table';
import { lotsWithin, parsePrice } from '../../../app/trading/domain/instrument';
import { type Position, emptyPosition } from '../../../app/trading/domain/position';
import {
  type Lots,
  type Mills,
  NO_LOTS,
  NO_MILLS,
  toLots,
  toMills,
  toTicks,
} from '../../../app/trading/domain/units';
import {
  type MarginPriceOf,
  type MarginReductionInput,
  computeInitialMargin,
  computeMaintenanceMargin,
  computeMargin,
  planMarginReduction,
} from '../../../app/trading/risk/margin';
import { CORN, CRUDE, GAS } from '../../support/desk-harness';

describe('the margin facts of the contract table', () => {
  test.each(COMMODITY_KEYS)(
    '%s: more to open than to keep, and between 2 and 60 % of the notional',
    (key) => {
      const { margin, unitsPerContract, unverified } = CONTRACT_TABLE[key];
      const ratio = margin.maintenanceDollars / (Number(margin.referencePrice) * unitsPerContract);
      expect(ratio).toBeGreaterThan(0.02);
      expect(ratio).toBeLessThan(0.6);
      expect(margin.initialDollars).toBeGreaterThan(margin.maintenanceDollars);
      expect(margin.initialDollars / margin.maintenanceDollars).toBeCloseTo(1.1, 2);
      expect([
        margin.source.length > 0,
        /^\d{4}-\d{2}$/.test(margin.asOf),
        unverified.some((doubt) => doubt.startsWith('margin')),
      ]).toEqual([true, true, true]);
    },
  );

  test.each(COMMODITY_KEYS)(
    '%s: one whole contract at the reference price requires exactly its dollars, twice the price twice as much',
    (key) => {
      const { margin, unitsPerContract } = CONTRACT_TABLE[key];
      const instrument = frontInstrument(key);
      const ticks = parsePrice(instrument, margin.referencePrice) ?? NaN;
      const contract = lotsWithin(instrument, unitsPerContract);
      expect(computeMargin('maintenance', instrument, ticks, contract)).toBe(
        margin.maintenanceDollars * 1000,
      );
      expect(computeMargin('initial', instrument, ticks, contract)).toBe(
        margin.initialDollars * 1000,
      );
      expect(computeMargin('maintenance', instrument, 2 * ticks, contract)).toBe(
        2 * margin.maintenanceDollars * 1000,
      );
      // The dollars of the venue are the least, however far the price falls.
      expect(computeMargin('maintenance', instrument, Math.floor(ticks / 3), contract)).toBe(
        margin.maintenanceDollars * 1000,
      );
    },
  );

  test('a part of a contract is rounded up once, to whole mills', () => {
    // 0.1 units of corn of 50 in a contract: 1,525,000 mills / 500 at the reference price of 600
    // cents, 2,400 ticks.
    expect(computeMargin('maintenance', CORN, 2400, toLots(1))).toBe(3050);
    expect(computeMargin('maintenance', CORN, 2401, toLots(1))).toBe(
      Math.ceil((3050 * 2401) / 2400),
    );
    expect(computeMargin('maintenance', CORN, 2401, toLots(3))).toBe(
      Math.ceil((3 * 3050 * 2401) / 2400),
    );
    expect(computeMargin('maintenance', CORN, 2400, NO_LOTS)).toBe(0);
  });

  test('products beyond 2^53 are exact', () => {
    expect(computeMargin('maintenance', GAS, 4_000_000, toLots(1_000_000))).toBe(
      7_500_000 * 1000 * 1000,
    );
    expect(computeMargin('maintenance', GAS, 4_000_001, toLots(1_000_000))).toBe(
      7_500_000 * 1000 * 1000 + Math.ceil((7_500_000 * 1000) / 4000),
    );
  });
});

const marks: Record<string, number> = { NG: 4000, CL: 8000, CORN: 2400 };
const instruments = { NG: GAS, CL: CRUDE, CORN };
const buildPrice: MarginPriceOf = (id) => ({
  instrument: instruments[id as keyof typeof instruments],
  lastTicks: toTicks(marks[id] ?? 0),
  scaleTicks: 0,
});

const held = (
  id: string,
  instrumentId: keyof typeof instruments,
  lots: number,
  groupId: string | null = null,
): Position => ({
  ...emptyPosition(
    {
      id,
      bookId: 'ann:simulation',
      epoch: 1,
      commodity: instruments[instrumentId].commodity,
      instrumentId,
      groupId,
      playbookId: null,
      direction: 'SHORT',
    },
    0,
  ),
  lots: toLots(lots),
});
const asBook = (...positions: readonly Position[]) => ({
  positions: Object.fromEntries(positions.map((position) => [position.id, position])),
});

describe('the requirement of a book', () => {
  test('is the sum of its positions: legs of a spread have no offset', () => {
    const book = asBook(held('a', 'NG', 100, 'spread'), held('b', 'CORN', 100, 'spread'));
    expect(computeMaintenanceMargin(book, buildPrice)).toBe(750_000 + 305_000);
    expect(computeInitialMargin(book, buildPrice)).toBe(825_000 + 335_600);
  });

  test('a price that passes through zero requires no less than its scale does', () => {
    const near: MarginPriceOf = () => ({
      instrument: CRUDE,
      lastTicks: toTicks(0),
      scaleTicks: 16_000,
    });
    expect(computeMaintenanceMargin(asBook(held('a', 'CL', 100)), near)).toBe(2 * 680_000);
  });
});

describe('what leaves when equity is below the maintenance margin', () => {
  const cost = (lots: number): Mills => toMills(lots * 10);
  const plan = (
    equity: number,
    positions: readonly Position[],
    more: Partial<MarginReductionInput> = {},
  ) =>
    planMarginReduction({
      equityMills: toMills(equity),
      positions,
      priceOf: buildPrice,
      leavingLots: () => NO_LOTS,
      canClose: () => true,
      closingCost: (_position, lots: Lots) => cost(lots),
      ...more,
    }).map(({ position, lots }) => [position.id, Number(lots)] as const);
  const gas = held('gas', 'NG', 100);
  const corn = held('corn', 'CORN', 100);

  test('nothing while equity covers it', () => {
    expect(plan(750_000, [gas])).toEqual([]);
  });

  test('the fewest lots after which equity, costs paid, covers the initial margin of the rest', () => {
    const [[id, lots] = ['', 0]] = plan(749_999, [gas]);
    const rest = (left: number): number => computeMargin('initial', GAS, 4000, toLots(left));
    expect(id).toBe('gas');
    expect(749_999 - cost(lots)).toBeGreaterThanOrEqual(rest(100 - lots));
    expect(749_999 - cost(lots - 1)).toBeLessThan(rest(100 - lots + 1));
  });

  test('the largest requirement first, whole, and the next in part', () => {
    expect(plan(200_000, [corn, gas])).toEqual([
      ['gas', 100],
      ['corn', expect.any(Number)],
    ]);
    expect(plan(-1, [corn, gas])).toEqual([
      ['gas', 100],
      ['corn', 100],
    ]);
  });

  test('legs leave together and whole', () => {
    expect(plan(1_000_000, [held('a', 'NG', 100, 'pair'), held('b', 'CORN', 100, 'pair')])).toEqual(
      [
        ['a', 100],
        ['b', 100],
      ],
    );
  });

  test('what is on its way counts as gone, and is replaced where more has to leave', () => {
    expect(plan(400_000, [gas], { leavingLots: () => toLots(50) })).toEqual([]);
    const [[, lots] = ['', 0]] = plan(300_000, [gas], { leavingLots: () => toLots(50) });
    expect(lots).toBeGreaterThan(50);
  });

  test('what cannot be closed now stays, and others leave for it', () => {
    expect(plan(200_000, [corn, gas], { canClose: ({ id }) => id !== 'gas' })).toEqual([
      ['corn', 100],
    ]);
  });

  test('the cost of exits on their way is paid before anything is covered', () => {
    expect(plan(375_200, [gas], { leavingLots: () => toLots(50) })).toHaveLength(1);
    expect(
      plan(375_200, [gas], { leavingLots: () => toLots(50), closingCost: () => NO_MILLS }),
    ).toEqual([]);
  });
});
