// The broker's key at rest: sealed for one user under one master key, told by its end alone, and
// never silently lost.
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  grantWish,
  isGranted,
  keyWire,
  parseKeyChange,
  openKey,
  takeBack,
} from '../../../app/server/account/broker-key.server';
import { createUser } from '../../../app/models/account/user.server';
import { KEY_FILE } from '../../../app/server/platform/secrets.server';
import type { Database } from '../../../db/client.server';
import { emptyBooks } from '../../support/books';

const TEXT = 'DU12345:canary-0123456789abcdef-WXYZ';
const MASTER = 'a master key of the settings, long enough';
const NOW_MS = 1_795_000_000_000;
const NONE = { brokerApiKey: null, brokerApiKeySet: false, brokerApiKeyError: null };

function desk() {
  const { db, dataDir, path } = emptyBooks();
  const [ann, bob] = ['ann', 'bob'].map((name) => createUser(db, name, 'no password', NOW_MS).id);
  return { db, dataDir, path, ann: ann ?? '', bob: bob ?? '', keyFile: join(dataDir, KEY_FILE) };
}

const put = (db: Database, userId: string, text = TEXT, setting?: string) =>
  grantWish(db, userId, { kind: 'put', text }, NOW_MS, setting);
const cells = (db: Database) =>
  db.$client
    .prepare<
      [],
      { user_id: string; nonce: Buffer; ciphertext: Buffer }
    >('SELECT * FROM broker_key ORDER BY user_id')
    .all();

describe('what is entered', () => {
  test.each([undefined, null, '\u2022'.repeat(8) + 'WXYZ'])('%j keeps the key', (entered) => {
    expect(parseKeyChange(entered)).toEqual({ ok: true, value: { kind: 'keep' } });
  });

  test('an empty text removes it, and a key is taken without the blanks around it', () => {
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
  ])('%j is refused, and is not in the answer', (entered) => {
    const wish = parseKeyChange(entered);
    expect(wish).toMatchObject({
      ok: false,
      refusal: { code: 'INVALID', message: expect.stringContaining('ACCOUNT:KEY') as string },
    });
    expect(JSON.stringify(wish)).not.toMatch(/canary|xxx/);
  });
});

describe('a stored key', () => {
  test('is told by its last four characters and opens to what was entered', () => {
    const { db, ann, bob, keyFile } = desk();
    expect([keyWire(db, ann), existsSync(keyFile)]).toEqual([NONE, false]);
    expect(put(db, ann)).toEqual({ ok: true, value: null });
    expect(keyWire(db, ann)).toEqual({
      brokerApiKey: '\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022WXYZ',
      brokerApiKeySet: true,
      brokerApiKeyError: null,
    });
    expect(openKey(db, ann)).toEqual({ ok: true, value: TEXT });
    expect(keyWire(db, bob)).toEqual(NONE);
    expect(openKey(db, bob)).toMatchObject({ ok: false, refusal: { code: 'NO_BROKER' } });
    expect(parseKeyChange(keyWire(db, ann).brokerApiKey)).toEqual({
      ok: true,
      value: { kind: 'keep' },
    });
  });

  test('makes a key file for its owner alone, once', () => {
    const { db, ann, bob, keyFile } = desk();
    put(db, ann);
    const [mode, text] = [statSync(keyFile).mode & 0o777, readFileSync(keyFile, 'utf8')];
    put(db, bob);
    expect([mode, text]).toEqual([0o600, readFileSync(keyFile, 'utf8')]);
    expect(text).toMatch(/^[0-9a-f]{64}\n$/);
  });

  test('is nowhere in the file in a form that opens it, and no nonce is used twice', () => {
    const { db, ann, path, keyFile } = desk();
    const nonces = Array.from(
      { length: 50 },
      () => (put(db, ann), cells(db)[0]?.nonce.toString('hex')),
    );
    expect(new Set(nonces).size).toBe(50);
    const stored = [path, `${path}-wal`]
      .map((file) => readFileSync(file).toString('latin1'))
      .join('');
    expect(stored).toContain('broker_key');
    for (const secret of [TEXT, 'canary', readFileSync(keyFile, 'utf8').trim()])
      expect(stored).not.toContain(secret);
  });

  test('moved to another user, or changed by one bit, does not open', () => {
    const { db, ann, bob } = desk();
    put(db, ann);
    db.$client.prepare('UPDATE broker_key SET user_id = ?').run(bob);
    expect(openKey(db, bob)).toMatchObject({
      ok: false,
      refusal: {
        message: expect.stringContaining(
          'changed in the database, or belongs to another user',
        ) as string,
      },
    });
    db.$client.prepare('UPDATE broker_key SET user_id = ?').run(ann);
    expect(openKey(db, ann).ok).toBe(true);
    const { ciphertext } = cells(db)[0] ?? expect.fail('there is a row');
    for (let at = 0; at < ciphertext.length; at += 1) {
      const bent = Buffer.from(ciphertext);
      bent[at] = (bent[at] ?? 0) ^ 1;
      db.$client.prepare('UPDATE broker_key SET ciphertext = ?').run(bent);
      expect([at, openKey(db, ann).ok]).toEqual([at, false]);
    }
  });

  test('under another master key is told in words, and comes back with the right one', () => {
    const { db, ann, keyFile } = desk();
    put(db, ann, TEXT, MASTER);
    expect(existsSync(keyFile)).toBe(false);
    for (const wrong of [undefined, `${MASTER}!`]) {
      expect(keyWire(db, ann, wrong)).toMatchObject({
        brokerApiKeySet: true,
        brokerApiKeyError: expect.stringContaining('another master key') as string,
      });
      expect(openKey(db, ann, wrong)).toMatchObject({
        ok: false,
        refusal: { message: expect.stringContaining('MASTER_KEY') as string },
      });
    }
    expect(openKey(db, ann, MASTER)).toEqual({ ok: true, value: TEXT });
  });

  test('is not blank when the key file is gone, damaged, or open to others', () => {
    const { db, ann, keyFile } = desk();
    put(db, ann);
    chmodSync(keyFile, 0o640);
    expect(keyWire(db, ann).brokerApiKeyError).toContain('chmod 600');
    expect(put(db, ann, 'OTHER:0123456789')).toMatchObject({
      ok: false,
      refusal: {
        code: 'STORAGE',
        message: expect.stringContaining('can be read by others') as string,
      },
    });
    chmodSync(keyFile, 0o600);
    expect(openKey(db, ann)).toEqual({ ok: true, value: TEXT });
    writeFileSync(keyFile, 'half of a k');
    expect(keyWire(db, ann).brokerApiKeyError).toContain('damaged');
    expect(openKey(db, ann).ok).toBe(false);
    rmSync(keyFile);
    expect(keyWire(db, ann)).toMatchObject({
      brokerApiKeySet: true,
      brokerApiKeyError: expect.stringContaining('another master key') as string,
    });
    expect(existsSync(keyFile)).toBe(false);
  });

  test('is replaced, removed, put back, and goes with its user', () => {
    const { db, ann } = desk();
    put(db, ann);
    const replaced = put(db, ann, 'OTHER:0123456789');
    expect(openKey(db, ann)).toEqual({ ok: true, value: 'OTHER:0123456789' });
    expect(takeBack(db, ann, replaced.ok ? replaced.value : null)).toBeNull();
    expect(openKey(db, ann)).toEqual({ ok: true, value: TEXT });
    expect([
      isGranted(db, ann, { kind: 'put', text: TEXT }),
      isGranted(db, ann, { kind: 'put', text: 'OTHER:0123456789' }),
      isGranted(db, ann, { kind: 'remove' }),
    ]).toEqual([true, false, false]);
    grantWish(db, ann, { kind: 'remove' }, NOW_MS);
    expect([keyWire(db, ann), isGranted(db, ann, { kind: 'remove' })]).toEqual([NONE, true]);
    put(db, ann);
    db.$client.exec('DELETE FROM user');
    expect(cells(db)).toEqual([]);
  });
});
