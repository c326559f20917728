// Keys of public sources in the database: encrypted, opened with the master key alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '../../../../db/client.server';
import { migrateDatabase } from '../../../../db/migrate.server';
import { openSealedKeys } from '../../../../app/server/feeds/public/sealed-keys.server';
import { MIGRATIONS_FOLDER } from '../../../../app/server/platform/project.server';

const MASTER = 'a master key of the operator, long enough';
const KEY = 'key-of-eia-4711';

let folder: string;
let db: Database;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontmonth-keys-'));
  db = openDatabase(join(folder, 'frontmonth.db'));
  migrateDatabase(db, MIGRATIONS_FOLDER);
});
afterAll(() => {
  closeDatabase(db);
  rmSync(folder, { recursive: true, force: true });
});

describe('a key of a source', () => {
  it('is absent before it is entered', () => {
    const keys = openSealedKeys(db, MASTER);
    expect([keys.openKey('EIA_KEY'), keys.describeKey('EIA_KEY')]).toEqual([null, null]);
  });

  it('is opened again after a restart, and shown by its last four characters', () => {
    expect(openSealedKeys(db, MASTER).saveKey('EIA_KEY', ` ${KEY} `, 'ada', 1000)).toMatchObject({
      ok: true,
    });
    const keys = openSealedKeys(db, MASTER);
    expect(keys.openKey('EIA_KEY')).toBe(KEY);
    expect(keys.describeKey('EIA_KEY')).toEqual({
      lastFour: '4711',
      savedMs: 1000,
      savedBy: 'ada',
      fault: null,
    });
    expect(keys.openKey('NASS_KEY')).toBeNull();
  });

  it('is not in the database as text, and opens under its own name alone', () => {
    const rows = db.$client.prepare('SELECT * FROM source_key').all();
    expect(JSON.stringify(rows)).not.toContain(KEY);
    db.$client
      .prepare(
        `INSERT INTO source_key SELECT 'PJM_KEY', key_version, nonce, ciphertext, last_four, saved_ms, saved_by
         FROM source_key`,
      )
      .run();
    const keys = openSealedKeys(db, MASTER);
    expect(keys.openKey('PJM_KEY')).toBeNull();
    expect(keys.describeKey('PJM_KEY')?.fault).toContain('Enter it again');
    keys.removeKey('PJM_KEY');
    expect(keys.describeKey('PJM_KEY')).toBeNull();
  });

  it('is missing with another master key, which the page states', () => {
    const keys = openSealedKeys(db, 'another master key of the operator');
    expect(keys.openKey('EIA_KEY')).toBeNull();
    expect(keys.describeKey('EIA_KEY')?.fault).toContain('another master key');
  });

  it.each(['', 'short', 'with a space', 'x'.repeat(129), 'line\nbreak-of-8'])(
    'is refused and nothing changes: %j',
    (text) => {
      const keys = openSealedKeys(db, MASTER);
      expect(keys.saveKey('EIA_KEY', text, 'ada', 2000)).toMatchObject({
        ok: false,
        refusal: { message: 'A key takes 8 to 128 visible characters.' },
      });
      expect(keys.openKey('EIA_KEY')).toBe(KEY);
    },
  );
});
