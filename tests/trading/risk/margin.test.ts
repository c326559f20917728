// Exchange margin by commodity, and exits when equity falls below maintenance.
import { describe, expect, test } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { getFrontInstrument } from '../../../app/trading/domain/contract';
import { CONTRACT_TABLE } from '../../../app/trading/domain/contract-table';
import { toWholeLots, parsePrice } from '../../../app/trading/domain/instrument';
import { type Position, createPosition } from '../../../app/trading/domain/position';
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
  type GetMarginPrice,
  type MarginReductionInput,
  computeInitialMargin,
  computeMaintenanceMargin,
  computeMargin,
  planMarginReduction,
} from '../../../app/trading/risk/margin';
import { CORN, CRUDE, GAS } from '../../support/desk-harness';

describe('margin terms of the contract table', () => {
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
      const instrument = getFrontInstrument(key);
      const ticks = parsePrice(instrument, margin.referencePrice) ?? NaN;
      const contract = toWholeLots(instrument, unitsPerContract);
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

  test('rounds a partial contract up once, to whole mills', () => {
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

  test('is exact beyond 2^53', () => {
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
const buildPrice: GetMarginPrice = (id) => ({
  instrument: instruments[id as keyof typeof instruments],
  lastTicks: toTicks(marks[id] ?? 0),
  scaleTicks: 0,
});

const createHolding = (
  id: string,
  instrumentId: keyof typeof instruments,
  lots: number,
  groupId: string | null = null,
): Position => ({
  ...createPosition(
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

describe('margin of a book', () => {
  test('is the sum over positions, without spread offset', () => {
    const book = asBook(
      createHolding('a', 'NG', 100, 'spread'),
      createHolding('b', 'CORN', 100, 'spread'),
    );
    expect(computeMaintenanceMargin(book, buildPrice)).toBe(750_000 + 305_000);
    expect(computeInitialMargin(book, buildPrice)).toBe(825_000 + 335_600);
  });

  test('uses the price scale near zero', () => {
    const getNearPrice: GetMarginPrice = () => ({
      instrument: CRUDE,
      lastTicks: toTicks(0),
      scaleTicks: 16_000,
    });
    expect(computeMaintenanceMargin(asBook(createHolding('a', 'CL', 100)), getNearPrice)).toBe(
      2 * 680_000,
    );
  });
});

describe('exits below maintenance margin', () => {
  const computeCost = (lots: number): Mills => toMills(lots * 10);
  const planMargin = (
    equity: number,
    positions: readonly Position[],
    more: Partial<MarginReductionInput> = {},
  ) =>
    planMarginReduction({
      equityMills: toMills(equity),
      positions,
      getPrice: buildPrice,
      getExitingLots: () => NO_LOTS,
      canClose: () => true,
      computeClosingCost: (_position, lots: Lots) => computeCost(lots),
      ...more,
    }).map(({ position, lots }) => [position.id, Number(lots)] as const);
  const gas = createHolding('gas', 'NG', 100);
  const corn = createHolding('corn', 'CORN', 100);

  test('plans nothing while equity covers it', () => {
    expect(planMargin(750_000, [gas])).toEqual([]);
  });

  test('closes the fewest lots that restore initial margin after costs', () => {
    const [[id, lots] = ['', 0]] = planMargin(749_999, [gas]);
    const computeRest = (left: number): number => computeMargin('initial', GAS, 4000, toLots(left));
    expect(id).toBe('gas');
    expect(749_999 - computeCost(lots)).toBeGreaterThanOrEqual(computeRest(100 - lots));
    expect(749_999 - computeCost(lots - 1)).toBeLessThan(computeRest(100 - lots + 1));
  });

  test('closes whole contracts at a broker that trades no parts of them', () => {
    const [[, lots] = ['', 0]] = planMargin(749_999, [gas]);
    expect(lots % 25).toBeGreaterThan(0);
    const getContractLots = (): Lots => toLots(25);
    const contracts = Math.ceil(lots / 25);
    expect(planMargin(749_999, [gas], { getContractLots })).toEqual([['gas', 25 * contracts]]);
  });

  test('closes the largest margin first in full, then part of the next', () => {
    expect(planMargin(200_000, [corn, gas])).toEqual([
      ['gas', 100],
      ['corn', expect.any(Number)],
    ]);
    expect(planMargin(-1, [corn, gas])).toEqual([
      ['gas', 100],
      ['corn', 100],
    ]);
  });

  test('closes legs together and in full', () => {
    expect(
      planMargin(1_000_000, [
        createHolding('a', 'NG', 100, 'pair'),
        createHolding('b', 'CORN', 100, 'pair'),
      ]),
    ).toEqual([
      ['a', 100],
      ['b', 100],
    ]);
  });

  test('counts working exits as filled and replaces them if more is needed', () => {
    expect(planMargin(400_000, [gas], { getExitingLots: () => toLots(50) })).toEqual([]);
    const [[, lots] = ['', 0]] = planMargin(300_000, [gas], { getExitingLots: () => toLots(50) });
    expect(lots).toBeGreaterThan(50);
  });

  test('closes other positions if one cannot be closed', () => {
    expect(planMargin(200_000, [corn, gas], { canClose: ({ id }) => id !== 'gas' })).toEqual([
      ['corn', 100],
    ]);
  });

  test('deducts the cost of working exits first', () => {
    expect(planMargin(375_200, [gas], { getExitingLots: () => toLots(50) })).toHaveLength(1);
    expect(
      planMargin(375_200, [gas], {
        getExitingLots: () => toLots(50),
        computeClosingCost: () => NO_MILLS,
      }),
    ).toEqual([]);
  });
});
