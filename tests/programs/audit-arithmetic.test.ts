// Two arithmetics that share no line, the desk's and the audit's, must say the same.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  divideHalfEven,
  computeProfit,
  computeShare,
  computeValue,
} from '../../app/audit/arithmetic';
import { computeHash, sortedJson } from '../../app/audit/hash-chain';
import { recordHash } from '../../app/models/log/chain.server';
import { canonicalJson } from '../../app/trading/domain/canonical';
import { defineInstrument, valueMills } from '../../app/trading/domain/instrument';
import { profitMills } from '../../app/trading/domain/position';
import {
  multiplyDivide,
  shareMills,
  toLots,
  toMills,
  toTicks,
} from '../../app/trading/domain/units';

const SEED = 20_261_121;
const RUNS = { seed: SEED, numRuns: 2000 };
const whole = (size: number) => fc.integer({ min: -size, max: size });

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
  ])('rounds %s / %s half to even: %s', (amount, divisor, due) => {
    expect(divideHalfEven(amount, divisor)).toBe(due);
  });

  it('divides as the desk does', () => {
    fc.assert(
      fc.property(
        whole(2 ** 40),
        whole(2 ** 40),
        fc.integer({ min: 1, max: 2 ** 40 }),
        (a, b, divisor) => {
          const due = divideHalfEven(BigInt(a) * BigInt(b), BigInt(divisor));
          fc.pre(due <= BigInt(Number.MAX_SAFE_INTEGER) && due >= -BigInt(Number.MAX_SAFE_INTEGER));
          expect(BigInt(multiplyDivide(a, b, divisor))).toBe(due);
        },
      ),
      RUNS,
    );
  });

  it('values, shares and profits as the desk does', () => {
    const ticks = fc.constantFrom('1', '0.25', '0.0001', '0.00001');
    const lots = fc.constantFrom('1', '0.1', '10', '0.001');
    fc.assert(
      fc.property(
        ticks,
        lots,
        whole(1e6),
        whole(1e9),
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
          const worth = {
            mills: BigInt(instrument.tickMills),
            divisor: BigInt(instrument.tickMillsDivisor),
          };
          const [part, all] = [Math.min(a, b), Math.max(a, b)];
          const direction = isLong ? 'LONG' : 'SHORT';
          const value = valueMills(instrument, toTicks(price), toLots(all));
          expect(computeValue(worth, BigInt(price), BigInt(all))).toBe(BigInt(value));
          expect(computeShare(BigInt(cost), BigInt(part), BigInt(all))).toBe(
            BigInt(shareMills(toMills(cost), toLots(part), toLots(all))),
          );
          expect(computeProfit(direction, BigInt(cost), BigInt(value))).toBe(
            BigInt(profitMills(direction, toMills(cost), value)),
          );
        },
      ),
      RUNS,
    );
  });

  it('spells and hashes every record as the journal does', () => {
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
          expect(sortedJson(payload)).toBe(canonicalJson(payload));
          const text = canonicalJson(payload);
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
            prev_hash: '',
            hash: '',
            wall_ms: 0,
            code_version: '',
            seal: '',
          };
          expect(computeHash('0', row)).toBe(recordHash('0', facts, text));
        },
      ),
      RUNS,
    );
  });
});
