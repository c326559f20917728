// An inbox for own prices on a real folder and database, which looks only when it is called.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openOwnPriceStore } from '../../app/models/own-prices/own-price-store.server';
import { buildOwnPrices } from '../../app/models/own-prices/own-prices-view.server';
import { openInbox } from '../../app/server/feeds/public/inbox.server';
import { importPacked } from '../../app/server/feeds/public/packed-history';
import type { ImportedHistory } from '../../app/trading/market/csv-import';
import type { OwnPriceStore } from '../../app/trading/market/own-price-store';
import { createEmptyDatabase } from './test-database';

const NOW_MS = Date.UTC(2026, 10, 27, 15);

type InboxOptions = Parameters<typeof openInbox>[0];

interface PriceInboxOptions extends Partial<Omit<InboxOptions, 'store'>> {
  /** Wraps the store in tests that disturb writes. */
  readonly wrapStore?: (store: OwnPriceStore) => OwnPriceStore;
}

/** Files of prices are imported in the thread of the test. */
export async function openPriceInbox({ wrapStore, ...options }: PriceInboxOptions = {}) {
  const { db, dataDir } = createEmptyDatabase();
  const folder = options.folder ?? join(dataDir, 'inbox');
  const imported: ImportedHistory[] = [];
  const open = (changes: Partial<InboxOptions> = {}) => {
    const store = openOwnPriceStore(db);
    const inbox = openInbox({
      folder,
      store: wrapStore?.(store) ?? store,
      nowMs: () => NOW_MS,
      onImported: (history) => imported.push(history),
      importFile: (order) => Promise.resolve(importPacked(order)),
      setTimer: () => () => undefined,
      ...options,
      ...changes,
    });
    onTestFinished(() => inbox.stop());
    return inbox;
  };
  const inbox = open();
  await inbox.lookOnce();
  return {
    db,
    folder,
    inbox,
    imported,
    /** Another inbox on the same folder and database, as after a restart. */
    open,
    writeFile(name: string, ...lines: readonly string[]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), lines.join('\n'));
    },
    readFile: (...path: readonly string[]) => readFileSync(join(folder, ...path), 'utf8'),
    /** Files are complete when two looks see the same. */
    async lookTwice() {
      await inbox.lookOnce();
      await inbox.lookOnce();
    },
    /** Names in the folder, those of its two folders with their name and a slash. */
    listNames: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map(({ name, parentPath }) => join(parentPath, name).slice(folder.length + 1))
        .sort(),
    readView: () => buildOwnPrices(db, inbox.getStatus(), null),
    countBars: () => db.$client.prepare('SELECT count(*) FROM imported_bar').pluck().get(),
  };
}

/** A file of daily closes from November 2, 2026. */
export const buildDailyLines = (...closes: readonly string[]): readonly string[] => [
  'Date,Close',
  ...closes.map((close, index) => `2026-11-${String(index + 2).padStart(2, '0')},${close}`),
];
