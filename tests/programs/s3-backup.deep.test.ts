// Backups in a bucket: signed, whole or not at all, whatever fails on the way.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BackupKey } from '../../app/programs/books/encrypted/key-file';
import { readEncryptedInfo } from '../../app/programs/books/encrypted/encrypted-points';
import { parseS3Address } from '../../app/programs/books/encrypted/s3-address';
import { openS3Store } from '../../app/programs/books/encrypted/s3-store';
import { readTables } from '../support/database-rows';
import { createPartedDatabase, restoreInto, saveBackup } from '../support/parted-desk';
import { type S3Fault, startS3Double } from '../support/s3-double';
import { createScratchDir } from '../support/test-database';

const NAME = 'frontmonth-20261121T143000Z.db.enc';
const KEY = `frontmonth/one/${NAME}`;

async function openStore() {
  const double = await startS3Double();
  const waits: number[] = [];
  const store = openS3Store(parseS3Address(double.place, double.env), (ms) => {
    waits.push(ms);
    return Promise.resolve();
  });
  const scratch = join(createScratchDir(), 'scratch');
  const bytes = randomBytes(300_000);
  return {
    double,
    store,
    waits,
    bytes,
    scratch,
    saveBytes: () =>
      store.saveFile(NAME, scratch, (path) => Promise.resolve(writeFileSync(path, bytes))),
  };
}

/** A fault for the first requests of a method. */
function failFirst(count: number, start: string, fault: S3Fault) {
  let left = count;
  return (request: string): S3Fault | null =>
    request.startsWith(start) && (left -= 1) >= 0 ? fault : null;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe('a bucket', () => {
  it('stores, lists, reads and removes objects', async () => {
    const { double, store, bytes, scratch, saveBytes } = await openStore();
    await saveBytes();
    expect(double.objects.get(KEY)?.equals(bytes)).toBe(true);
    for (const hour of [15, 16, 17, 18])
      double.objects.set(KEY.replace('143000', `${hour}3000`), bytes);
    double.objects.set('frontmonth/one/notes.txt', bytes);
    double.objects.set(`frontmonth/other/${NAME}`, bytes);
    expect(await store.listNames()).toHaveLength(5);
    expect(await store.readFirstBytes(NAME, 10)).toEqual(bytes.subarray(0, 10));
    await store.removeFile(NAME);
    expect(await store.listNames()).toHaveLength(4);
    expect(existsSync(scratch)).toBe(false);
  });

  it.each(['error', 'cut'] as const)('is tried again after a fault: %s', async (fault) => {
    const { double, store, bytes, scratch, saveBytes, waits } = await openStore();
    double.findFault = failFirst(2, 'PUT', fault);
    await saveBytes();
    expect(double.objects.get(KEY)?.equals(bytes)).toBe(true);
    expect(waits).toEqual([500, 1000]);
    double.findFault = failFirst(2, 'GET', fault);
    const reads: boolean[] = [];
    await store.useFile(NAME, scratch, (path) => {
      reads.push(readFileSync(path).equals(bytes));
      return Promise.resolve();
    });
    expect(reads).toEqual([true]);
  });

  it.each([
    ['error', /status 500, InternalError, by test/, 4],
    ['cut', /could not be written/, 4],
    ['denied', /status 403, SignatureDoesNotMatch, by test. Check AWS_ENDPOINT_URL/, 1],
  ] as const)('has nothing of a file after lasting faults: %s', async (fault, reason, tries) => {
    const { double, store, scratch, saveBytes } = await openStore();
    double.findFault = failFirst(99, 'PUT', fault);
    await expect(saveBytes()).rejects.toThrow(reason);
    expect(double.requests).toEqual(Array.from({ length: tries }, () => `PUT ${KEY}`));
    expect(await store.listNames()).toEqual([]);
    expect(existsSync(scratch)).toBe(false);
  });

  it('never uses a file of which half was read', async () => {
    const { double, store, bytes, scratch } = await openStore();
    double.objects.set(KEY, bytes);
    double.findFault = failFirst(99, 'GET', 'cut');
    const use = vi.fn(() => Promise.resolve());
    await expect(store.useFile(NAME, scratch, use)).rejects.toThrow(/could not be read/);
    expect(use).not.toHaveBeenCalled();
    expect(existsSync(scratch)).toBe(false);
  });

  it('loses an object of which it stored half', async () => {
    const { double, store, saveBytes } = await openStore();
    double.findFault = failFirst(1, 'PUT', 'short');
    await expect(saveBytes()).rejects.toThrow(/has 150000 bytes .* instead of 300000/);
    expect(await store.listNames()).toEqual([]);
  });

  it('rejects another secret', async () => {
    const { double } = await openStore();
    const env = { ...double.env, AWS_SECRET_ACCESS_KEY: 'another' };
    await expect(openS3Store(parseS3Address(double.place, env)).listNames()).rejects.toThrow(
      /status 403/,
    );
  });
});

describe('backups in a bucket', () => {
  it('are restored like those in a folder, and damage is found', async () => {
    const double = await startS3Double();
    for (const [name, value] of Object.entries(double.env)) vi.stubEnv(name, value);
    const { path, dataDir, storePart } = createPartedDatabase(3);
    const secret = randomBytes(32);
    const keyFile = join(dataDir, 'backup.key');
    writeFileSync(keyFile, secret);
    const to = ['--to', double.place, '--key-file', keyFile] as const;
    for (let part = 0; part < 3; part += 1) {
      storePart();
      expect(await saveBackup(dataDir, part, ...to)).toMatchObject({ code: 0 });
    }
    const key = ['--key-file', keyFile] as const;
    const newest = await restoreInto('newest', double.place, ...key);
    expect(newest).toMatchObject({ code: 0 });
    expect(readTables(newest.path)).toEqual(readTables(path));
    const store = openS3Store(parseS3Address(double.place));
    const { lastMs } = await readEncryptedInfo(store, new BackupKey('key', secret), NAME);
    const moment = ['--at', new Date((lastMs ?? 0) - 1).toISOString()] as const;
    expect(await restoreInto('moment', double.place, ...key, ...moment)).toMatchObject({ code: 0 });
    expect(await restoreInto('one', `${double.place}/${NAME}`, ...key)).toMatchObject({ code: 0 });
    const bytes = double.objects.get(KEY) ?? Buffer.alloc(0);
    double.objects.set(KEY, bytes.subarray(0, bytes.length - 1));
    const damaged = await restoreInto('damaged', double.place, ...key);
    expect(damaged.printed).toMatch(/is damaged|is cut off/);
    expect(existsSync(damaged.path)).toBe(false);
  });

  it.each([
    [['--to', 's3://desk-backups'], {}, /are always encrypted: add --key-file/],
    [['--to', 's3://desk-backups/a b', '--key-file'], {}, /is no address of a bucket/],
    [['--to', 's3://desk-backups', '--key-file'], {}, /set AWS_ACCESS_KEY_ID and AWS_SECRET/],
    [
      ['--to', 's3://desk-backups', '--key-file'],
      { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_ENDPOINT_URL: 'nowhere' },
      /must be an address such as/,
    ],
  ])('explain %j', async (args, env, reason) => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_ENDPOINT_URL'])
      vi.stubEnv(name, (env as Record<string, string>)[name] ?? '');
    const { dataDir, storePart } = createPartedDatabase(1);
    storePart();
    const keyFile = join(createScratchDir(), 'backup.key');
    writeFileSync(keyFile, randomBytes(32));
    const all = args.at(-1) === '--key-file' ? [...args, keyFile] : args;
    expect(await saveBackup(dataDir, 0, ...all)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(reason) as string,
    });
  });
});
