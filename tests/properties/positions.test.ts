import fc from 'fast-check';
import { expect } from 'vitest';
import {
  type Direction,
  createPosition,
  increasePosition,
  reducePosition,
} from '../../app/trading/domain/position';
import { type Lots, addLots, toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { anyInstrument } from '../support/generators';
import { computeReferenceValue, roundHalfEven } from '../support/reference-money';
import { expectMet, property } from './property';

const price = fc
  .oneof(fc.integer({ min: -5000, max: 50_000 }), fc.integer({ min: -1, max: 1 }))
  .map(toTicks);
const move = fc.oneof(
  fc.record({
    type: fc.constant('increase' as const),
    lots: fc.integer({ min: 1, max: 500 }),
    price,
    fee: fc.integer({ min: 0, max: 900 }),
    reserve: fc.integer({ min: 0, max: 9_999_999 }),
  }),
  fc.record({
    type: fc.constant('reduce' as const),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    price,
    fee: fc.integer({ min: 0, max: 900 }),
  }),
);

let closings = 0;
property(
  'cost, reserve and profit are conserved to the mill for any fills',
  fc.tuple(
    anyInstrument,
    fc.constantFrom<Direction>('LONG', 'SHORT'),
    fc.array(move, { minLength: 2, maxLength: 25 }),
  ),
  ([instrument, direction, moves]) => {
    let position = createPosition(
      {
        id: 'p',
        bookId: 'b',
        epoch: 1,
        commodity: 'corn',
        instrumentId: instrument.id,
        groupId: null,
        playbookId: null,
        direction,
      },
      0,
    );
    // reference: BigInt sums over all fills instead of step by step
    let [cost, reserved, entered, left, costLeft, released, realized, fees, held] = [
      0n,
      0n,
      0n,
      0n,
      0n,
      0n,
      0n,
      0n,
      0,
    ];
    moves.forEach((step, at) => {
      const isLast = at === moves.length - 1;
      if (step.type === 'increase' && !isLast) {
        position = increasePosition(
          instrument,
          position,
          {
            lots: toLots(step.lots),
            priceTicks: step.price,
            feeMills: toMills(step.fee),
            atMs: at,
          },
          toMills(step.reserve),
        );
        const value = computeReferenceValue(instrument, step.price, step.lots);
        [cost, entered, reserved, fees, held] = [
          cost + value,
          entered + value,
          reserved + BigInt(step.reserve),
          fees + BigInt(step.fee),
          held + step.lots,
        ];
      } else if (held > 0) {
        const out: Lots = toLots(
          isLast || step.type === 'increase' ? held : Math.max(1, Math.floor(step.share * held)),
        );
        const computeShare = (amount: bigint): bigint =>
          roundHalfEven(amount * BigInt(out), BigInt(held));
        const [costOut, reserveOut, value] = [
          computeShare(cost),
          computeShare(reserved),
          computeReferenceValue(instrument, step.price, out),
        ];
        const profit = direction === 'LONG' ? value - costOut : costOut - value;
        const reduction = reducePosition(instrument, position, {
          lots: out,
          priceTicks: step.price,
          feeMills: toMills(step.fee),
          atMs: at,
        });
        expect(reduction).toMatchObject({
          profitMills: Number(profit),
          releasedMills: Number(reserveOut),
        });
        position = reduction.position;
        [cost, costLeft, left, reserved, released] = [
          cost - costOut,
          costLeft + costOut,
          left + value,
          reserved - reserveOut,
          released + reserveOut,
        ];
        [realized, fees, held] = [realized + profit, fees + BigInt(step.fee), held - out];
      }
      expect(position).toMatchObject({
        lots: held,
        costMills: Number(cost),
        reservedMills: Number(reserved),
        realisedMills: Number(realized),
        feesMills: Number(fees),
        entryValueMills: Number(entered),
        exitValueMills: Number(left),
        status: held === 0 && position.closedMs !== null ? 'CLOSED' : 'ACTIVE',
      });
      expect(cost + costLeft).toBe(entered);
      if (position.status !== 'CLOSED') return;
      closings += 1;
      expect(realized).toBe(direction === 'LONG' ? left - entered : entered - left);
      expect(position).toMatchObject({ costMills: 0, reservedMills: 0, closedMs: at });
      expect(() =>
        increasePosition(
          instrument,
          position,
          { lots: toLots(1), priceTicks: step.price, feeMills: toMills(0), atMs: at },
          toMills(0),
        ),
      ).toThrow();
      position = createPosition(position, at); // the next moves open another position
      [cost, reserved, entered, left, costLeft, released, realized, fees] = [
        0n,
        0n,
        0n,
        0n,
        0n,
        0n,
        0n,
        0n,
      ];
    });
    expect(() =>
      reducePosition(instrument, position, {
        lots: addLots(position.lots, toLots(1)),
        priceTicks: toTicks(1),
        feeMills: toMills(0),
        atMs: 0,
      }),
    ).toThrow();
  },
  { runs: 2000, after: () => expectMet('closings', closings, 1000) },
);
