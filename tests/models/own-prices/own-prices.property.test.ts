// For any file of prices, every row is new, known, merged, refused or blank, and a second import
// adds nothing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openOwnPriceStore } from '../../../app/models/own-prices/own-price-store.server';
import { buildOwnPrices } from '../../../app/models/own-prices/own-prices-view.server';
import type { ImportedHistory } from '../../../app/trading/market/csv-import';
import { findContractCode } from '../../../app/trading/market/contract-code';
import { importOwnPrices } from '../../../app/trading/market/own-prices';
import { createEmptyDatabase } from '../../support/test-database';
import { chooseSize } from '../../support/run-size';

const SEED = 20261127;
const RUNS = chooseSize(200, 2000);
const NOW_MS = Date.UTC(2026, 10, 27);
const STATUS = { folder: '/inbox', problem: null, reading: null, waiting: [], repeated: [] };

const price = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 40 }).map((ticks) => (ticks / 4).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom('', 'NA', '-1', 'x', '"', '<b>1</b>', '"1,000.50"') },
);
const stamp = fc.oneof(
  fc.integer({ min: 1, max: 31 }).map((day) => `2026-10-${String(day).padStart(2, '0')}`),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 24 }))
    .map(([day, hour]) => `2026-11-0${day} ${hour}:00`),
  fc.constantFrom('', 'total', '2026-02-30'),
);
const file = fc.record({
  name: fc.constantFrom('ZCH27.csv', 'zsf27.csv', 'CLZ27.csv'),
  rows: fc.array(
    fc.tuple(stamp, price, price, price, price).map((cells) => cells.join(',')),
    { maxLength: 40 },
  ),
});

function importText(name: string, rows: readonly string[]): ImportedHistory {
  const contract = findContractCode(name, NOW_MS);
  if (!contract.ok) throw new Error(contract.refusal.message);
  const text = ['Date,Open,High,Low,Close', '2026-10-01,1.25,1.25,1.25,1.25', ...rows].join('\n');
  const imported = importOwnPrices({ name, text, contract: contract.value, nowMs: NOW_MS });
  if (!imported.ok) throw new Error(imported.refusal.message);
  return imported.value;
}

describe('any file of own prices', () => {
  it('is accounted for row by row, is read back as imported, and adds nothing twice', () => {
    const { db } = createEmptyDatabase();
    const store = openOwnPriceStore(db);
    let files = 0;
    const storeHistory = (history: ImportedHistory) => {
      files += 1;
      store.clearStaged();
      const staged = store.stageBars(history.instrument.id, history.bars);
      const identity = { name: history.name, sha256: `file ${files}`, bytes: 1 };
      store.saveImported({ ...identity, importedMs: NOW_MS + files }, history, staged);
      return buildOwnPrices(db, STATUS, null);
    };
    const property = fc.property(file, ({ name, rows }) => {
      const history = importText(name, rows);
      for (const view of [storeHistory(history), storeHistory(history)]) {
        const { counts } = view.files[0] ?? {};
        if (!counts) throw new Error('the file was not stored');
        const { fresh, known, merged, refused, blank } = counts;
        expect(fresh + known + merged + refused + blank).toBe(counts.rows);
        expect(counts.rows).toBe(history.counts.rows);
      }
      const [second] = buildOwnPrices(db, STATUS, null).files;
      expect(second?.counts).toMatchObject({ fresh: 0, changed: 0, known: history.bars.length });
      const stored = store.listBars(history.instrument.id);
      expect(stored).toEqual(expect.arrayContaining([...history.bars]));
      const keys = stored.map(({ startsMs, endsMs }) => `${startsMs} ${endsMs}`);
      expect(new Set(keys).size).toBe(keys.length);
      const total = buildOwnPrices(db, STATUS, null).contracts.find(
        ({ contract }) => contract === findCode(name),
      );
      expect(total?.bars).toBe(stored.length);
    });
    fc.assert(property, { seed: SEED, numRuns: RUNS });
  });
});

const findCode = (name: string): string | null => {
  const found = findContractCode(name, NOW_MS);
  return found.ok ? found.value.code : null;
};
