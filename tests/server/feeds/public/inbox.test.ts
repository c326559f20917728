import { getEventListeners } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { SqliteError } from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { getLog } from '../../../../app/server/platform/log.server';
import { importInWorker } from '../../../../app/server/feeds/public/own-price-import.server';
import { openOwnPriceStore } from '../../../../app/models/own-prices/own-price-store.server';
import { buildDailyLines, openPriceInbox } from '../../../support/price-inbox';

const PRICES = buildDailyLines('4.100', '4.125', '4.110');

const observeErrors = () => {
  const spy = vi.spyOn(getLog(), 'error').mockImplementation(() => undefined);
  onTestFinished(() => spy.mockRestore());
  return spy;
};

describe('the inbox', () => {
  it('imports a file when two looks saw the same, and moves it to done', async () => {
    const { writeFile, inbox, listNames, imported, readView, db } = await openPriceInbox();
    writeFile('NGF27.csv', ...PRICES);
    await inbox.lookOnce();
    expect(listNames()).toEqual(['NGF27.csv']);
    expect(inbox.getStatus().waiting).toEqual([
      { name: 'NGF27.csv', reason: 'waits until its size and time stay the same for 5 seconds' },
    ]);
    await inbox.lookOnce();
    expect(listNames()).toEqual(['done/NGF27.csv']);
    expect(inbox.getStatus().waiting).toEqual([]);
    expect(imported.map(({ instrument, bars }) => [instrument.id, bars.length])).toEqual([
      ['NG.F27', 3],
    ]);
    expect(openOwnPriceStore(db).listBars('NG.F27')).toEqual(imported[0]?.bars);
    expect(readView().files).toMatchObject([
      { name: 'NGF27.csv', contract: 'NGF27', state: 'imported', counts: { rows: 3, fresh: 3 } },
    ]);
  });

  it('waits while a file grows', async () => {
    const { writeFile, folder, inbox, imported } = await openPriceInbox();
    writeFile('NGF27.csv', ...PRICES, '');
    for (const day of [10, 11, 12]) {
      await inbox.lookOnce();
      appendFileSync(join(folder, 'NGF27.csv'), `2026-11-${day},4.2\n`);
    }
    expect(imported).toEqual([]);
    await inbox.lookOnce();
    await inbox.lookOnce();
    expect(imported.map(({ bars }) => bars.length)).toEqual([6]);
  });

  it('stores a correction as new versions and passes on what the file holds', async () => {
    const { writeFile, lookTwice, countBars, readView, imported } = await openPriceInbox();
    writeFile('NGF27.csv', ...PRICES);
    await lookTwice();
    writeFile('NGF27.csv', ...buildDailyLines('4.100', '4.126', '4.110', '4.150'), '');
    await lookTwice();
    expect(countBars()).toBe(5);
    expect(imported.map(({ bars }) => bars.length)).toEqual([3, 4]);
    expect(readView().files[0]?.counts).toMatchObject({ rows: 4, fresh: 2, changed: 1, known: 2 });
    expect(readView().contracts).toMatchObject([{ contract: 'NGF27', bars: 4 }]);
  });

  it('adds nothing for the same contents, and says so', async () => {
    const { writeFile, lookTwice, listNames, readView, imported } = await openPriceInbox();
    writeFile('NGF27.csv', ...PRICES);
    await lookTwice();
    writeFile('NGF27.csv', ...PRICES);
    writeFile('ngf27 again.csv', ...PRICES);
    await lookTwice();
    expect(listNames()).toEqual([
      'done/NGF27-20261127T150000Z.csv',
      'done/NGF27.csv',
      'done/ngf27 again.csv',
    ]);
    expect(imported).toHaveLength(1);
    expect(readView().filesTotal).toBe(1);
    expect(readView().remarks).toMatchObject([
      { name: 'ngf27 again.csv', reason: expect.stringContaining('has the contents of NGF27.csv') },
      { name: 'NGF27.csv' },
    ]);
  });

  it('imports the contents of a refused file under a better name', async () => {
    const { writeFile, folder, lookTwice, listNames, readView } = await openPriceInbox();
    writeFile('NG.csv', ...PRICES);
    await lookTwice();
    expect(listNames()).toEqual(['refused/NG.csv']);
    expect(readView().files).toMatchObject([
      { state: 'refused', contract: null, refusal: expect.stringContaining('NGF27.csv') },
    ]);
    renameSync(join(folder, 'refused/NG.csv'), join(folder, 'NGF27.csv'));
    await lookTwice();
    expect(listNames()).toEqual(['done/NGF27.csv']);
    expect(readView().files.map(({ state }) => state)).toEqual(['imported', 'refused']);
  });

  it('refuses what the importer refuses, with the contract', async () => {
    const { writeFile, lookTwice, listNames, readView } = await openPriceInbox();
    writeFile('NGF27.csv', '<html><body>log in</body></html>');
    writeFile('ZCH27.csv', 'Date,Close', '2026-11-24,4.3575');
    await lookTwice();
    expect(listNames()).toEqual(['refused/NGF27.csv', 'refused/ZCH27.csv']);
    expect(readView().files.map(({ contract, refusal }) => `${contract}: ${refusal}`)).toEqual([
      expect.stringContaining('ZCH27: 1 row (2) off the tick'),
      expect.stringContaining('NGF27: NGF27.csv is a web page'),
    ]);
  });

  it('leaves what it does not read, with the reason', async () => {
    const { writeFile, folder, lookTwice, listNames, readView } = await openPriceInbox();
    writeFile('notes.txt', 'x');
    writeFile('.NGF27.csv', ...PRICES);
    writeFile('NGG27.csv', '');
    mkdirSync(join(folder, 'NGH27.csv'));
    writeFile('NGJ27.csv', 'x');
    truncateSync(join(folder, 'NGJ27.csv'), 20 * 1024 * 1024 + 1);
    writeFileSync(join(folder, '../secret.csv'), PRICES.join('\n'));
    symlinkSync('../secret.csv', join(folder, 'NGK27.csv'));
    await lookTwice();
    expect(listNames()).toHaveLength(5);
    expect(readView().filesTotal).toBe(0);
    expect(readView().remarks.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      '.NGF27.csv not read: its name begins with a dot',
      'NGG27.csv not read: empty',
      'NGH27.csv not read: no regular file',
      'NGJ27.csv not read: larger than 20 MB; split it into several files',
      'NGK27.csv not read: a symbolic link; copy the file itself here',
      'notes.txt not a CSV file',
    ]);
  });

  it('shows no character of a name that changes other text', async () => {
    const { writeFile, lookTwice, readView } = await openPriceInbox();
    writeFile('NG\u202e\u0007\n.csv', ...PRICES);
    await lookTwice();
    expect(readView().files[0]?.name).toBe('NG\ufffd\ufffd\ufffd.csv');
  });
});

describe('an inbox with a fault', () => {
  it('continues after a crash between commit and move', async () => {
    const errors = observeErrors();
    let isBroken = true;
    const moveFile = (from: string, to: string): Promise<void> =>
      isBroken
        ? Promise.reject(Object.assign(new Error('x'), { code: 'EACCES' }))
        : rename(from, to);
    const desk = await openPriceInbox({ moveFile });
    desk.writeFile('NGF27.csv', ...PRICES);
    await desk.lookTwice();
    await desk.lookTwice();
    expect(desk.imported).toHaveLength(1);
    expect(desk.listNames()).toEqual(['NGF27.csv']);
    expect(desk.inbox.getStatus().waiting[0]?.reason).toBe(
      'is stored, but cannot be moved to done. EACCES: Change its owner or permissions.',
    );
    expect(errors).toHaveBeenCalledTimes(1);
    await desk.inbox.stop();
    isBroken = false;
    const restarted = desk.open();
    await restarted.lookOnce();
    await restarted.lookOnce();
    expect(desk.listNames()).toEqual(['done/NGF27.csv']);
    expect(desk.imported).toHaveLength(1);
    expect([desk.countBars(), desk.readView().filesTotal]).toEqual([3, 1]);
  });

  it('moves a stored file later without reading it again', async () => {
    observeErrors();
    let isBroken = true;
    const moveFile = (from: string, to: string): Promise<void> =>
      isBroken
        ? Promise.reject(Object.assign(new Error('x'), { code: 'EACCES' }))
        : rename(from, to);
    const { writeFile, lookTwice, inbox, listNames } = await openPriceInbox({ moveFile });
    writeFile('NGF27.csv', ...PRICES);
    await lookTwice();
    isBroken = false;
    await inbox.lookOnce();
    expect(listNames()).toEqual(['done/NGF27.csv']);
    expect(inbox.getStatus()).toMatchObject({ waiting: [], repeated: [] });
  });

  it('leaves a file that was replaced after it was read', async () => {
    const desk = await openPriceInbox({
      onImported: () => writeFileSync(join(desk.folder, 'NGF27.csv'), 'Date,Close\n2026-11-20,5\n'),
    });
    desk.writeFile('NGF27.csv', ...PRICES);
    await desk.lookTwice();
    expect(desk.listNames()).toEqual(['NGF27.csv']);
    expect(desk.readFile('NGF27.csv')).toContain('2026-11-20,5');
  });

  it.each(['stageBars', 'saveImported'] as const)(
    'tries a file again a minute after the disk was full in %s',
    async (method) => {
      const errors = observeErrors();
      let isFull = true;
      let tries = 0;
      const desk = await openPriceInbox({
        wrapStore: (store) =>
          new Proxy(store, {
            get: (target, name) =>
              name === method && isFull
                ? () => {
                    tries += 1;
                    throw new SqliteError('database or disk is full', 'SQLITE_FULL');
                  }
                : (Reflect.get(target, name) as () => unknown).bind(target),
          }),
      });
      desk.writeFile('NGF27.csv', ...PRICES);
      for (let look = 0; look < 12; look += 1) await desk.inbox.lookOnce();
      expect(tries).toBe(1);
      expect(desk.inbox.getStatus().waiting).toEqual([
        {
          name: 'NGF27.csv',
          reason: 'cannot be read. The database cannot be written (SQLITE_FULL). Free space.',
        },
      ]);
      expect(errors).toHaveBeenCalledTimes(1);
      expect([desk.countBars(), desk.readView().filesTotal]).toEqual([0, 0]);
      isFull = false;
      for (let look = 0; look < 12; look += 1) await desk.inbox.lookOnce();
      expect(desk.listNames()).toEqual(['done/NGF27.csv']);
      expect(desk.countBars()).toBe(3);
    },
  );

  it('states that a file may not be read', async () => {
    const errors = observeErrors();
    const { writeFile, folder, lookTwice, inbox, listNames } = await openPriceInbox();
    writeFile('NGF27.csv', ...PRICES);
    chmodSync(join(folder, 'NGF27.csv'), 0);
    await lookTwice();
    // The superuser may read every file.
    if (process.getuid?.() === 0) return expect(listNames()).toEqual(['done/NGF27.csv']);
    expect(inbox.getStatus().waiting[0]?.reason).toContain(
      'EACCES: Change its owner or permissions',
    );
    expect(errors).toHaveBeenCalledTimes(1);
  });

  it('forgets a file that vanishes while it is read', async () => {
    const desk = await openPriceInbox({
      importFile: () => {
        rmSync(join(desk.folder, 'NGF27.csv'));
        return Promise.reject(Object.assign(new Error('gone'), { code: 'ENOENT' }));
      },
    });
    desk.writeFile('NGF27.csv', ...PRICES);
    await desk.lookTwice();
    await desk.inbox.lookOnce();
    expect(desk.inbox.getStatus()).toMatchObject({ problem: null, waiting: [], reading: null });
  });

  it('states once that its folder cannot be created, and recovers', async () => {
    const errors = observeErrors();
    const { folder, inbox, writeFile, lookTwice, imported } = await openPriceInbox();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file');
    await lookTwice();
    expect(inbox.getStatus().problem).toMatch(/^(EEXIST|ENOTDIR): A file has the name of a folder/);
    expect(errors).toHaveBeenCalledTimes(1);
    rmSync(folder);
    writeFile('NGF27.csv', ...PRICES);
    await lookTwice();
    expect(inbox.getStatus().problem).toBeNull();
    expect(imported).toHaveLength(1);
  });

  it('continues when the receiver of the bars fails', async () => {
    const errors = observeErrors();
    const { writeFile, lookTwice, listNames } = await openPriceInbox({
      onImported: () => {
        throw new Error('no room');
      },
    });
    writeFile('NGF27.csv', ...PRICES);
    await lookTwice();
    expect(listNames()).toEqual(['done/NGF27.csv']);
    expect(errors).toHaveBeenCalledTimes(1);
  });

  it('stores nothing when it stops between reading and storing', async () => {
    const desk = await openPriceInbox({
      importFile: async (order, signal) => {
        void desk.inbox.stop();
        return importInWorker(order, signal);
      },
    });
    desk.writeFile('NGF27.csv', ...PRICES);
    await desk.lookTwice();
    expect([desk.countBars(), desk.readView().filesTotal]).toEqual([0, 0]);
    expect(desk.listNames()).toEqual(['NGF27.csv']);
    const restarted = desk.open();
    await restarted.lookOnce();
    await restarted.lookOnce();
    expect(desk.listNames()).toEqual(['done/NGF27.csv']);
  });

  it('leaves no listener behind for each file', async () => {
    const counts: number[] = [];
    const { writeFile, lookTwice } = await openPriceInbox({
      importFile: async (order, signal) => {
        const history = await importInWorker(order, signal);
        counts.push(getEventListeners(signal, 'abort').length);
        return history;
      },
    });
    writeFile('NGF27.csv', ...PRICES);
    await lookTwice();
    expect(counts).toEqual([0]);
  });

  it('looks every five seconds until it is stopped', async () => {
    const waits: number[] = [];
    let endWait: () => void = () => undefined;
    const { inbox } = await openPriceInbox({
      setTimer: (callback, ms) => {
        waits.push(ms);
        endWait = callback;
        return () => {
          endWait = () => expect.fail('a stopped inbox looks no more');
        };
      },
    });
    endWait();
    await inbox.lookOnce();
    await vi.waitFor(() => expect(waits).toEqual([5000, 5000]));
    await inbox.stop();
    await inbox.lookOnce();
    expect(waits).toEqual([5000, 5000]);
  });
});
