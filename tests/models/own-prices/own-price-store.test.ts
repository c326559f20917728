import { describe, expect, it } from 'vitest';
import { openOwnPriceStore } from '../../../app/models/own-prices/own-price-store.server';
import { buildOwnPrices } from '../../../app/models/own-prices/own-prices-view.server';
import { createContractInstrument } from '../../../app/trading/domain/contract';
import { HOUR_MS } from '../../../app/trading/domain/time';
import type { Bar } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import type { ImportedHistory } from '../../../app/trading/market/csv-import';
import { createEmptyDatabase } from '../../support/test-database';

const NOW_MS = Date.UTC(2026, 10, 27);
const ID = 'NG.F27';
const STATUS = { folder: '/inbox', problem: null, reading: null, waiting: [], repeated: [] };

const buildBar = (hour: number, ticks: number): Bar => ({
  openTicks: toTicks(ticks),
  highTicks: toTicks(ticks + 1),
  lowTicks: toTicks(ticks - 1),
  closeTicks: toTicks(ticks),
  startsMs: NOW_MS + hour * HOUR_MS,
  endsMs: NOW_MS + (hour + 1) * HOUR_MS - 1,
});

const buildHistory = (bars: readonly Bar[]): ImportedHistory => ({
  name: 'NGF27.csv',
  instrument: createContractInstrument('natural-gas', ID),
  bars,
  cadence: 'intraday',
  intervalMs: HOUR_MS,
  columns: { date: 'Date', time: null, prices: ['Close'] },
  counts: { rows: bars.length + 1, bars: bars.length, merged: 0, refused: 0, blank: 1 },
  notes: [],
  refusedRows: [],
});

const buildFile = (sha256: string, name = 'NGF27.csv') => ({
  name,
  sha256,
  bytes: 10,
  importedMs: NOW_MS,
});

function openStore() {
  const { db } = createEmptyDatabase();
  const store = openOwnPriceStore(db);
  const importBars = (sha256: string, bars: readonly Bar[]): unknown => {
    store.clearStaged();
    const staged = store.stageBars(ID, bars);
    store.saveImported(buildFile(sha256), buildHistory(bars), staged);
    return staged;
  };
  const countBars = (): unknown =>
    db.$client.prepare('SELECT count(*) FROM imported_bar').pluck().get();
  return { db, store, importBars, countBars };
}

describe('the store of own prices', () => {
  it('stores an equal bar once and a changed bar as a new version', () => {
    const { db, importBars, countBars } = openStore();
    const [first, second] = [buildBar(0, 4000), buildBar(1, 4010)];
    expect(importBars('a', [first, second])).toEqual({ fresh: 2, changed: 0 });
    expect(importBars('b', [first, second])).toEqual({ fresh: 0, changed: 0 });
    const corrected = buildBar(1, 4020);
    expect(importBars('c', [corrected, buildBar(2, 4030)])).toEqual({ fresh: 2, changed: 1 });
    expect(openOwnPriceStore(db).listBars(ID)).toEqual([first, corrected, buildBar(2, 4030)]);
    expect(importBars('d', [second])).toEqual({ fresh: 1, changed: 1 });
    expect(openOwnPriceStore(db).listBars(ID)).toEqual([first, second, buildBar(2, 4030)]);
    expect(countBars()).toBe(5);
    expect(openOwnPriceStore(db).listBars('NG.G27')).toEqual([]);
  });

  it('stores nothing of a file whose transaction fails', () => {
    const { db, store, importBars, countBars } = openStore();
    importBars('a', [buildBar(0, 4000)]);
    const bars = [buildBar(1, 4010)];
    const staged = store.stageBars(ID, bars);
    expect(() => store.saveImported(buildFile('a'), buildHistory(bars), staged)).toThrow(/UNIQUE/);
    expect(() =>
      store.saveImported(buildFile('b'), buildHistory(bars), { fresh: 2, changed: 0 }),
    ).toThrow();
    expect(countBars()).toBe(1);
    expect(buildOwnPrices(db, STATUS, null).filesTotal).toBe(1);
  });

  it('finds an import by contents and contract only', () => {
    const { store, importBars } = openStore();
    store.saveRefused(buildFile('a', 'NG.csv'), null, 'no month');
    expect(store.findImported({ sha256: 'a', instrumentId: ID })).toBeNull();
    importBars('a', [buildBar(0, 4000)]);
    expect(store.findImported({ sha256: 'a', instrumentId: ID })).toEqual({
      name: 'NGF27.csv',
      importedMs: NOW_MS,
    });
    expect(store.findImported({ sha256: 'a', instrumentId: 'NG.G27' })).toBeNull();
  });

  it('keeps one row for the same refusal of the same file', () => {
    const { db, store } = openStore();
    for (const importedMs of [NOW_MS, NOW_MS + HOUR_MS])
      store.saveRefused({ ...buildFile('a', 'NG.csv'), importedMs }, null, 'no month');
    expect(buildOwnPrices(db, STATUS, null).files).toMatchObject([
      { name: 'NG.csv', state: 'refused', refusal: 'no month', importedMs: NOW_MS + HOUR_MS },
    ]);
  });
});

describe('the view of own prices', () => {
  it('lists files newest first in pages, and sums up contracts', () => {
    const { db, importBars } = openStore();
    for (let hour = 0; hour < 21; hour += 1) importBars(`file ${hour}`, [buildBar(hour, 4000)]);
    importBars('correction', [buildBar(0, 4001)]);
    const first = buildOwnPrices(db, STATUS, null);
    expect([first.page, first.pages, first.files.length]).toEqual([1, 2, 20]);
    expect(first.files[0]).toMatchObject({
      contract: 'NGF27',
      counts: { rows: 2, fresh: 1, changed: 1, known: 0, merged: 0, refused: 0, blank: 1 },
    });
    expect(buildOwnPrices(db, STATUS, '2').files).toHaveLength(2);
    for (const page of ['0', '3', '-1', '1e1', 'x', ''])
      expect(buildOwnPrices(db, STATUS, page).page).toBe(1);
    expect(first.contracts).toEqual([
      {
        contract: 'NGF27',
        firstMs: NOW_MS,
        lastMs: buildBar(20, 0).endsMs,
        bars: 21,
        intervalsMs: [HOUR_MS],
      },
    ]);
  });
});
