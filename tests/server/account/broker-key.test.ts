// Stored broker key: encrypted for one user under one master key, shown masked, never silently
// lost.
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  applyKeyChange,
  isKeyChangeApplied,
  buildKeyDto,
  parseKeyChange,
  unsealKey,
  restoreKey,
} from '../../../app/server/account/broker-key.server';
import { createUser } from '../../../app/models/account/user.server';
import { KEY_FILE } from '../../../app/server/platform/master-key.server';
import type { Database } from '../../../db/client.server';
import { createEmptyDatabase } from '../../support/test-database';

const TEXT = 'DU12345:canary-0123456789abcdef-WXYZ';
const MASTER = 'a master key of the settings, long enough';
const NOW_MS = 1_795_000_000_000;
const NONE = { brokerApiKey: null, brokerApiKeySet: false, brokerApiKeyError: null };

function openTestDatabase() {
  const { db, dataDir, path } = createEmptyDatabase();
  const [ann, bob] = ['ann', 'bob'].map((name) => createUser(db, name, 'no password', NOW_MS).id);
  return { db, dataDir, path, ann: ann ?? '', bob: bob ?? '', keyFile: join(dataDir, KEY_FILE) };
}

const storeKey = (db: Database, userId: string, text = TEXT, setting?: string) =>
  applyKeyChange(db, userId, { kind: 'put', text }, NOW_MS, setting);
const readRow = (db: Database) =>
  db.$client
    .prepare<
      [],
      { user_id: string; nonce: Buffer; ciphertext: Buffer }
    >('SELECT * FROM broker_key ORDER BY user_id')
    .all();

describe('the input', () => {
  test.each([undefined, null, '\u2022'.repeat(8) + 'WXYZ'])('%j keeps the key', (entered) => {
    expect(parseKeyChange(entered)).toEqual({ ok: true, value: { kind: 'keep' } });
  });

  test('an empty text removes the key, and a key is trimmed', () => {
    expect(parseKeyChange('')).toEqual({ ok: true, value: { kind: 'remove' } });
    expect(parseKeyChange(` ${TEXT}\n`)).toEqual({ ok: true, value: { kind: 'put', text: TEXT } });
  });

  test.each([
    'ACCOUNT',
    'ACCOUNT:',
    ':canary-canary',
    'ACCOUNT:short',
    'A B:canary-canary',
    'ACCOUNT:canary canary',
    'A:canary:canary',
    ' ',
    `ACCOUNT:${'x'.repeat(257)}`,
    'ACCOUNT:can\u00e4ry-canary',
  ])('%j is rejected, and is not in the message', (entered) => {
    const change = parseKeyChange(entered);
    expect(change).toMatchObject({
      ok: false,
      refusal: { code: 'INVALID', message: expect.stringContaining('ACCOUNT:KEY') as string },
    });
    expect(JSON.stringify(change)).not.toMatch(/canary|xxx/);
  });
});

describe('a stored key', () => {
  test('is shown by its last four characters and decrypts to the input', () => {
    const { db, ann, bob, keyFile } = openTestDatabase();
    expect([buildKeyDto(db, ann), existsSync(keyFile)]).toEqual([NONE, false]);
    expect(storeKey(db, ann)).toEqual({ ok: true, value: null });
    expect(buildKeyDto(db, ann)).toEqual({
      brokerApiKey: '\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022WXYZ',
      brokerApiKeySet: true,
      brokerApiKeyError: null,
    });
    expect(unsealKey(db, ann)).toEqual({ ok: true, value: TEXT });
    expect(buildKeyDto(db, bob)).toEqual(NONE);
    expect(unsealKey(db, bob)).toMatchObject({ ok: false, refusal: { code: 'NO_BROKER' } });
    expect(parseKeyChange(buildKeyDto(db, ann).brokerApiKey)).toEqual({
      ok: true,
      value: { kind: 'keep' },
    });
  });

  test('creates a key file for its owner only, once', () => {
    const { db, ann, bob, keyFile } = openTestDatabase();
    storeKey(db, ann);
    const [mode, text] = [statSync(keyFile).mode & 0o777, readFileSync(keyFile, 'utf8')];
    storeKey(db, bob);
    expect([mode, text]).toEqual([0o600, readFileSync(keyFile, 'utf8')]);
    expect(text).toMatch(/^[0-9a-f]{64}\n$/);
  });

  test('is not stored in plain text, and no nonce is used twice', () => {
    const { db, ann, path, keyFile } = openTestDatabase();
    const nonces = Array.from(
      { length: 50 },
      () => (storeKey(db, ann), readRow(db)[0]?.nonce.toString('hex')),
    );
    expect(new Set(nonces).size).toBe(50);
    const stored = [path, `${path}-wal`]
      .map((file) => readFileSync(file).toString('latin1'))
      .join('');
    expect(stored).toContain('broker_key');
    for (const secret of [TEXT, 'canary', readFileSync(keyFile, 'utf8').trim()])
      expect(stored).not.toContain(secret);
  });

  test('moved to another user, or changed by one bit, cannot be decrypted', () => {
    const { db, ann, bob } = openTestDatabase();
    storeKey(db, ann);
    db.$client.prepare('UPDATE broker_key SET user_id = ?').run(bob);
    expect(unsealKey(db, bob)).toMatchObject({
      ok: false,
      refusal: {
        message: expect.stringContaining(
          'changed in the database, or belongs to another user',
        ) as string,
      },
    });
    db.$client.prepare('UPDATE broker_key SET user_id = ?').run(ann);
    expect(unsealKey(db, ann).ok).toBe(true);
    const { ciphertext } = readRow(db)[0] ?? expect.fail('there is a row');
    for (let at = 0; at < ciphertext.length; at += 1) {
      const bent = Buffer.from(ciphertext);
      bent[at] = (bent[at] ?? 0) ^ 1;
      db.$client.prepare('UPDATE broker_key SET ciphertext = ?').run(bent);
      expect([at, unsealKey(db, ann).ok]).toEqual([at, false]);
    }
  });

  test('under another master key gives an error, and works again with the right one', () => {
    const { db, ann, keyFile } = openTestDatabase();
    storeKey(db, ann, TEXT, MASTER);
    expect(existsSync(keyFile)).toBe(false);
    for (const wrong of [undefined, `${MASTER}!`]) {
      expect(buildKeyDto(db, ann, wrong)).toMatchObject({
        brokerApiKeySet: true,
        brokerApiKeyError: expect.stringContaining('another master key') as string,
      });
      expect(unsealKey(db, ann, wrong)).toMatchObject({
        ok: false,
        refusal: { message: expect.stringContaining('MASTER_KEY') as string },
      });
    }
    expect(unsealKey(db, ann, MASTER)).toEqual({ ok: true, value: TEXT });
  });

  test('gives an error when the key file is missing, damaged or readable by others', () => {
    const { db, ann, keyFile } = openTestDatabase();
    storeKey(db, ann);
    chmodSync(keyFile, 0o640);
    expect(buildKeyDto(db, ann).brokerApiKeyError).toContain('chmod 600');
    expect(storeKey(db, ann, 'OTHER:0123456789')).toMatchObject({
      ok: false,
      refusal: {
        code: 'STORAGE',
        message: expect.stringContaining('can be read by others') as string,
      },
    });
    chmodSync(keyFile, 0o600);
    expect(unsealKey(db, ann)).toEqual({ ok: true, value: TEXT });
    writeFileSync(keyFile, 'half of a k');
    expect(buildKeyDto(db, ann).brokerApiKeyError).toContain('damaged');
    expect(unsealKey(db, ann).ok).toBe(false);
    rmSync(keyFile);
    expect(buildKeyDto(db, ann)).toMatchObject({
      brokerApiKeySet: true,
      brokerApiKeyError: expect.stringContaining('another master key') as string,
    });
    expect(existsSync(keyFile)).toBe(false);
  });

  test('is replaced, removed, restored, and deleted with its user', () => {
    const { db, ann } = openTestDatabase();
    storeKey(db, ann);
    const replaced = storeKey(db, ann, 'OTHER:0123456789');
    expect(unsealKey(db, ann)).toEqual({ ok: true, value: 'OTHER:0123456789' });
    expect(restoreKey(db, ann, replaced.ok ? replaced.value : null)).toBeNull();
    expect(unsealKey(db, ann)).toEqual({ ok: true, value: TEXT });
    expect([
      isKeyChangeApplied(db, ann, { kind: 'put', text: TEXT }),
      isKeyChangeApplied(db, ann, { kind: 'put', text: 'OTHER:0123456789' }),
      isKeyChangeApplied(db, ann, { kind: 'remove' }),
    ]).toEqual([true, false, false]);
    applyKeyChange(db, ann, { kind: 'remove' }, NOW_MS);
    expect([buildKeyDto(db, ann), isKeyChangeApplied(db, ann, { kind: 'remove' })]).toEqual([
      NONE,
      true,
    ]);
    storeKey(db, ann);
    db.$client.exec('DELETE FROM user');
    expect(readRow(db)).toEqual([]);
  });
});
