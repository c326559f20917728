// The audit's independent arithmetic must agree with the engine's.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  divideHalfEven,
  computeProfit,
  computeProRata,
  computeValue,
} from '../../app/audit/arithmetic';
import { computeHash, sortedJson } from '../../app/audit/hash-chain';
import { computeRecordHash } from '../../app/models/log/hash-chain.server';
import { toCanonicalJson } from '../../app/trading/domain/canonical-json';
import { defineInstrument, computeValueMills } from '../../app/trading/domain/instrument';
import { computeProfitMills } from '../../app/trading/domain/position';
import {
  multiplyDivide,
  prorateMills,
  toLots,
  toMills,
  toTicks,
} from '../../app/trading/domain/units';

const SEED = 20_261_121;
const RUNS = { seed: SEED, numRuns: 2000 };
const anyInteger = (size: number) => fc.integer({ min: -size, max: size });

describe(`the audit's arithmetic (seed ${SEED})`, () => {
  it.each([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [6n, 4n, 2n],
    [10n, 4n, 2n],
    [-1n, 3n, 0n],
    [-2n, 3n, -1n],
    [0n, 9n, 0n],
  ])('rounds %s / %s half to even: %s', (amount, divisor, expected) => {
    expect(divideHalfEven(amount, divisor)).toBe(expected);
  });

  it('divides like the engine', () => {
    fc.assert(
      fc.property(
        anyInteger(2 ** 40),
        anyInteger(2 ** 40),
        fc.integer({ min: 1, max: 2 ** 40 }),
        (a, b, divisor) => {
          const expected = divideHalfEven(BigInt(a) * BigInt(b), BigInt(divisor));
          fc.pre(
            expected <= BigInt(Number.MAX_SAFE_INTEGER) &&
              expected >= -BigInt(Number.MAX_SAFE_INTEGER),
          );
          expect(BigInt(multiplyDivide(a, b, divisor))).toBe(expected);
        },
      ),
      RUNS,
    );
  });

  it('computes value, pro rata and profit like the engine', () => {
    const ticks = fc.constantFrom('1', '0.25', '0.0001', '0.00001');
    const lots = fc.constantFrom('1', '0.1', '10', '0.001');
    fc.assert(
      fc.property(
        ticks,
        lots,
        anyInteger(1e6),
        anyInteger(1e9),
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 1, max: 9999 }),
        fc.boolean(),
        (tick, lot, price, cost, a, b, isLong) => {
          const instrument = defineInstrument({
            id: 'X',
            commodity: 'corn',
            tick,
            lot,
            priceMayBeNegative: true,
          });
          const tickValue = {
            mills: BigInt(instrument.tickMills),
            divisor: BigInt(instrument.tickMillsDivisor),
          };
          const [part, all] = [Math.min(a, b), Math.max(a, b)];
          const direction = isLong ? 'LONG' : 'SHORT';
          const value = computeValueMills(instrument, toTicks(price), toLots(all));
          expect(computeValue(tickValue, BigInt(price), BigInt(all))).toBe(BigInt(value));
          expect(computeProRata(BigInt(cost), BigInt(part), BigInt(all))).toBe(
            BigInt(prorateMills(toMills(cost), toLots(part), toLots(all))),
          );
          expect(computeProfit(direction, BigInt(cost), BigInt(value))).toBe(
            BigInt(computeProfitMills(direction, toMills(cost), value)),
          );
        },
      ),
      RUNS,
    );
  });

  it('serializes and hashes every record like the journal', () => {
    const moment = fc.integer({ min: 0, max: 2 ** 45 });
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.option(fc.string()),
        fc.option(fc.string()),
        fc.string(),
        fc.integer({ min: 1 }),
        moment,
        (payload, user_id, book_id, type, seq, at_ms) => {
          expect(sortedJson(payload)).toBe(toCanonicalJson(payload));
          const text = toCanonicalJson(payload);
          const facts = {
            seq,
            userId: user_id,
            bookId: book_id,
            type,
            causeSeq: null,
            atMs: at_ms,
          };
          const row = {
            seq,
            user_id,
            book_id,
            type,
            payload: text,
            cause_seq: null,
            at_ms,
            hash: '',
            wall_ms: 0,
            code_version: '',
            seal: '',
          };
          expect(computeHash('0', row)).toBe(computeRecordHash('0', facts, text));
        },
      ),
      RUNS,
    );
  });
});
