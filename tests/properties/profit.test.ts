import fc from 'fast-check';
import { expect } from 'vitest';
import { defineInstrument, computeValueMills } from '../../app/trading/domain/instrument';
import {
  type Direction,
  type Position,
  createPosition,
  increasePosition,
  computeProfitMills,
  computeProfitPercent,
  reducePosition,
  computeUnrealizedProfit,
} from '../../app/trading/domain/position';
import {
  NO_MILLS,
  addLots,
  addMills,
  negateMills,
  toLots,
  toMills,
  toTicks,
} from '../../app/trading/domain/units';
import { computeFeeMills, worsenPrice } from '../../app/trading/execution/friction';
import {
  anyInstrument,
  commodityKey,
  listedInstrument,
  lots,
  mills,
  ticks,
} from '../support/generators';
import { computeReferenceFee, computeReferenceValue } from '../support/reference-money';
import { property } from './property';

const direction = fc.constantFrom<Direction>('LONG', 'SHORT');
const getSign = (held: Direction): bigint => (held === 'LONG' ? 1n : -1n);
const buildIdentity = (held: Direction): Parameters<typeof createPosition>[0] => ({
  id: 'p',
  bookId: 'ann:paper',
  epoch: 1,
  commodity: 'corn',
  instrumentId: 'X',
  groupId: null,
  playbookId: null,
  direction: held,
});
const openPosition = (
  instrument: Parameters<typeof increasePosition>[0],
  held: Direction,
  priceTicks: number,
  size: number,
  fee = 0,
): Position =>
  increasePosition(
    instrument,
    createPosition(buildIdentity(held), 1),
    { lots: toLots(size), priceTicks: toTicks(priceTicks), feeMills: toMills(fee), atMs: 1 },
    NO_MILLS,
  );

property(
  'profit is (mark - entry) x size in the direction held, to the mill',
  fc.tuple(anyInstrument, direction, ticks, ticks, lots),
  ([instrument, held, entry, mark, size]) => {
    const exact =
      getSign(held) *
      (computeReferenceValue(instrument, mark, size) -
        computeReferenceValue(instrument, entry, size));
    expect(
      computeUnrealizedProfit(instrument, openPosition(instrument, held, entry, size), mark),
    ).toBe(Number(exact));
  },
);

property(
  'a long position gains what the equal short position loses',
  fc.tuple(anyInstrument, ticks, ticks, lots),
  ([instrument, entry, mark, size]) => {
    const long = computeUnrealizedProfit(
      instrument,
      openPosition(instrument, 'LONG', entry, size),
      mark,
    );
    const short = computeUnrealizedProfit(
      instrument,
      openPosition(instrument, 'SHORT', entry, size),
      mark,
    );
    expect(addMills(long, short)).toBe(0);
  },
);

property(
  'profit is linear in size for every listed contract',
  fc.tuple(listedInstrument, direction, ticks, ticks, lots, lots),
  ([instrument, held, entry, mark, a, b]) => {
    const computeProfit = (size: number): number =>
      computeUnrealizedProfit(instrument, openPosition(instrument, held, entry, size), mark);
    expect(computeProfit(a) + computeProfit(b)).toBe(computeProfit(addLots(a, b)));
  },
);

property(
  'profit is linear in the move of the price',
  fc.tuple(listedInstrument, direction, ticks, ticks, ticks, lots),
  ([instrument, held, a, b, c, size]) => {
    const computeProfit = (from: number, to: number): number =>
      computeUnrealizedProfit(instrument, openPosition(instrument, held, from, size), toTicks(to));
    expect(computeProfit(a, b) + computeProfit(b, c)).toBe(computeProfit(a, c));
  },
);

// 25 units of 100 bu at 450.25 cents = 2,500 bu at $4.5025.
property(
  'cents and dollars give the same profit',
  fc.tuple(commodityKey, direction, ticks, ticks, lots),
  ([commodity, held, entry, mark, size]) => {
    const inCents = defineInstrument({
      id: 'X',
      commodity,
      tick: '0.25',
      lot: '0.1',
      priceMayBeNegative: true,
    });
    const inDollars = defineInstrument({
      id: 'X',
      commodity,
      tick: '0.0025',
      lot: '10',
      priceMayBeNegative: true,
    });
    const profits = [inCents, inDollars].map((instrument) =>
      computeUnrealizedProfit(instrument, openPosition(instrument, held, entry, size), mark),
    );
    expect(profits[0]).toBe(profits[1]);
  },
);

const costs = fc.record({
  feeBasisPoints: fc.integer({ min: 0, max: 500 }).map((tenths) => tenths / 10),
  halfSpreadTicks: fc.integer({ min: 1, max: 30 }),
  slippageTicks: fc.integer({ min: 0, max: 30 }),
});
property(
  'a position closed at its entry price loses exactly its costs',
  fc.tuple(listedInstrument, direction, ticks, lots, costs),
  ([instrument, held, mid, size, friction]) => {
    const away = friction.halfSpreadTicks + friction.slippageTicks;
    const [entrySide, exitSide] =
      held === 'LONG' ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const);
    const [entry, exit] = [worsenPrice(entrySide, mid, away), worsenPrice(exitSide, mid, away)];
    const fees = [entry, exit].map((price) => computeFeeMills(friction, instrument, price, size));
    const position = openPosition(instrument, held, entry, size, fees[0]);
    const { position: closed } = reducePosition(instrument, position, {
      lots: size,
      priceTicks: exit,
      feeMills: fees[1] ?? NO_MILLS,
      atMs: 2,
    });
    const spread = 2n * BigInt(away) * computeReferenceValue(instrument, 1, size);
    const hundredths = BigInt(Math.round(friction.feeBasisPoints * 100));
    const fee =
      computeReferenceFee(computeReferenceValue(instrument, entry, size), hundredths) +
      computeReferenceFee(computeReferenceValue(instrument, exit, size), hundredths);
    expect(closed.realisedMills - closed.feesMills).toBe(-Number(spread + fee));
    expect(closed).toMatchObject({ status: 'CLOSED', lots: 0, costMills: 0, reservedMills: 0 });
  },
);

property(
  'percent has the sign of the profit, its size over |cost|, and none at cost zero',
  fc.tuple(mills, mills),
  ([profit, cost]) => {
    const percent = computeProfitPercent(profit, cost);
    if (cost === 0) return expect(percent).toBeNull();
    expect(Math.sign(percent ?? NaN)).toBe(Math.sign(profit));
    expect(Math.abs(percent ?? NaN)).toBeCloseTo(
      Math.abs((Number(profit) / Number(cost)) * 100),
      6,
    );
  },
);

property(
  'profit of a value against a cost changes sign with the direction and with the trade',
  fc.tuple(mills, mills),
  ([cost, value]) => {
    const [a, b] = [toMills(Math.trunc(cost / 2)), toMills(Math.trunc(value / 2))];
    expect(computeProfitMills('LONG', a, b)).toBe(negateMills(computeProfitMills('SHORT', a, b)));
    expect(computeProfitMills('LONG', a, b)).toBe(negateMills(computeProfitMills('LONG', b, a)));
    expect(computeProfitMills('LONG', a, b)).toBe(Number(BigInt(b) - BigInt(a)));
  },
);

property(
  'a fee is never below zero and grows with size',
  fc.tuple(listedInstrument, ticks, lots, costs),
  ([instrument, price, size, friction]) => {
    const fee = computeFeeMills(friction, instrument, price, size);
    expect(fee).toBeGreaterThanOrEqual(0);
    expect(
      computeFeeMills(friction, instrument, price, addLots(size, toLots(1))),
    ).toBeGreaterThanOrEqual(fee);
    expect(computeValueMills(instrument, price, size) === 0 ? fee : 0).toBe(0);
  },
);
