// For any file, each row is a bar, merged, blank or refused, and bars are in order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { findBarError } from '../../../app/trading/domain/quote';
import { toPriceNumber } from '../../../app/trading/domain/instrument';
import { importHistory } from '../../../app/trading/market/csv-import';

const SEED = Date.UTC(2024, 0, 1) % 2 ** 31;
const RUNS = 1000;

const number = fc.oneof(
  fc.integer({ min: -50, max: 900 }).map(String),
  fc
    .tuple(fc.integer({ min: -5, max: 900 }), fc.integer({ min: 0, max: 99_999_999 }))
    .map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom('', 'NA', 'x', '1e3', '-0', '0', '"1,000.5"', '"', 'Infinity'),
);
const stamp = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((day) => `2023-11-${String(day).padStart(2, '0')}`),
  fc
    .tuple(fc.integer({ min: 4, max: 6 }), fc.integer({ min: 0, max: 25 }))
    .map(([day, hour]) => `2023-11-0${day} ${hour}:00`),
  fc.constantFrom('', 'total', '2023-02-30', '2023-11-05T01:00Z', '11/5/2023'),
);
const row = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(stamp, number, number, number, number).map((fields) => fields.join(',')),
  },
  { weight: 4, arbitrary: fc.tuple(stamp, number).map(([date, close]) => `${date},,,,${close}`) },
  {
    weight: 1,
    arbitrary: fc.string({ maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, ' ')),
  },
);

describe('any file', () => {
  it('accounts for every row and yields valid bars in order', () => {
    process.stdout.write(`fast-check seed ${SEED}, ${RUNS} runs\n`);
    const property = fc.property(
      fc.array(row, { maxLength: 60 }),
      fc.constantFrom(...COMMODITY_KEYS),
      fc.constantFrom(undefined, 'America/New_York'),
      (rows, commodity, zone) => {
        const text = ['date,open,high,low,close', '2023-11-01,1,1,1,1', ...rows].join('\n');
        const imported = importHistory({ name: 'any.csv', text, commodity, zone });
        if (!imported.ok) throw new Error(imported.refusal.message);
        const { bars, counts, instrument, refusedRows } = imported.value;
        expect(counts.rows).toBe(text.split('\n').filter((line) => line.trim() !== '').length - 1);
        expect(counts.bars + counts.merged + counts.refused + counts.blank).toBe(counts.rows);
        expect(refusedRows).toHaveLength(counts.refused);
        for (const [index, bar] of bars.entries()) {
          expect(findBarError(instrument, bar)).toBeNull();
          expect(bar.endsMs).toBeGreaterThanOrEqual(bar.startsMs);
          expect(bar.startsMs).toBeGreaterThan(bars[index - 1]?.endsMs ?? -Infinity);
        }
      },
    );
    fc.assert(property, { seed: SEED, numRuns: RUNS });
  });

  it('preserves the prices of a clean file', () => {
    const prices = fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), {
      minLength: 1,
      maxLength: 50,
    });
    const property = fc.property(prices, fc.integer({ min: 0, max: 4 }), (digits, decimals) => {
      const texts = digits.map((value) => (value / 10 ** decimals).toFixed(decimals));
      const lines = texts.map(
        (text, index) =>
          `${new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10)},${text}`,
      );
      const imported = importHistory({
        name: 'wti.csv',
        text: ['date,price', ...lines].join('\n'),
      });
      if (!imported.ok) throw new Error(imported.refusal.message);
      const { bars, instrument } = imported.value;
      expect(
        bars.map(({ closeTicks }) => toPriceNumber(instrument, closeTicks).toFixed(decimals)),
      ).toEqual(texts.map((text) => Number(text).toFixed(decimals)));
    });
    fc.assert(property, { seed: SEED, numRuns: RUNS });
  });
});
