// The audit: right books pass, and no cell of them can be changed without its being named.
import Sqlite from 'better-sqlite3';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditDatabase } from '../../app/audit/audit';
import { AUDITED_TABLES } from '../../app/audit/tables';
import { auditProgram } from '../../app/programs/books/audit-program';
import { databasePath } from '../../db/client.server';
import { bookImage } from '../support/book-image';
import { scratchDir } from '../support/books';
import { runPrinted } from '../support/printed';
import { dice } from '../support/scripted-desk';
import { changeCell, tampered } from '../support/tampering';

const IMAGE = bookImage();
const TABLES = Object.keys(AUDITED_TABLES) as (keyof typeof AUDITED_TABLES)[];
const schema = new Sqlite(IMAGE);
const buildColumns = (table: string) =>
  schema.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
const createRows = (table: string) =>
  Number(schema.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
const CELLS = TABLES.flatMap((table) => buildColumns(table).map((column) => ({ table, column })));

/**
 * A key that was changed shows as a row that is missing; of the cells under one hash the hash
 * cannot tell which.
 */
const names = (column: string, said: string, keys: readonly string[]): boolean =>
  said.split(/, | or /).includes(column) || (said === 'row' && keys.includes(column));

describe('right books', () => {
  it('pass, with everything in them', () => {
    expect(auditDatabase(new Sqlite(IMAGE))).toMatchObject({
      isRight: true,
      kept: [],
      records: createRows('event'),
      postings: createRows('posting'),
    });
    for (const table of TABLES)
      expect({ table, rows: createRows(table) > 0 }).toEqual({ table, rows: true });
    const kinds = (sql: string) => schema.prepare<[], string>(sql).pluck().all();
    expect(kinds('SELECT DISTINCT state FROM trade_order')).toEqual(
      expect.arrayContaining(['FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED', 'ACKNOWLEDGED']),
    );
    expect(kinds('SELECT DISTINCT entry FROM posting').sort()).toEqual(['CLOSING', 'ENTRY']);
    expect(kinds('SELECT DISTINCT status FROM position').sort()).toEqual(['ACTIVE', 'CLOSED']);
    expect(createRows('event')).toBeGreaterThan(400);
  });
});

describe('a changed cell', () => {
  it.each(CELLS)('$table, $column: is named, wherever it stands', ({ table, column }) => {
    for (const place of new Set([0, Math.floor(createRows(table) / 2), createRows(table) - 1])) {
      let key = '';
      const raw = tampered(IMAGE, (open) => (key = changeCell(open, { table, column, place })));
      const { isRight, differences, kept } = auditDatabase(raw);
      raw.close();
      const [first] = kept;
      expect({ isRight, table: first?.table }).toEqual({ isRight: false, table });
      expect(
        names(column, first?.column ?? '', AUDITED_TABLES[table]),
        `${first?.column} for ${column}`,
      ).toBe(true);
      const isKey = (AUDITED_TABLES[table] as readonly string[]).includes(column);
      if (!isKey) expect(first?.key).toBe(key);
      expect(differences).toBeGreaterThanOrEqual(1);
    }
  });

  it('of any table at any place is found: 150 by dice', () => {
    const roll = dice(20_261_121);
    for (let round = 0; round < 150; round += 1) {
      const cell = CELLS[Math.floor(roll() * CELLS.length)];
      if (!cell) continue;
      const place = Math.floor(roll() * createRows(cell.table));
      const raw = tampered(IMAGE, (open) => changeCell(open, { ...cell, place }));
      expect({ ...cell, place, isRight: auditDatabase(raw).isRight }).toEqual({
        ...cell,
        place,
        isRight: false,
      });
      raw.close();
    }
  }, 60_000);
});

describe('rows', () => {
  /** A checkpoint may be absent; an answer may have been given without a key. */
  const NEEDED = TABLES.filter((table) => table !== 'checkpoint' && table !== 'command');

  it.each(NEEDED)('of %s may not be missing', (table) => {
    const raw = tampered(IMAGE, (open) => {
      const keys = AUDITED_TABLES[table].join(', ');
      open.exec(
        `DELETE FROM "${table}" WHERE (${keys}) = (SELECT ${keys} FROM "${table}" ORDER BY ${keys} LIMIT 1 OFFSET ${Math.floor(createRows(table) / 2)})`,
      );
    });
    expect(auditDatabase(raw).kept[0]).toMatchObject({ table });
  });

  const LATE = {
    event: 'seq',
    posting: 'event_seq',
    desk: 'id',
    fill: 'event_seq',
    snapshot: 'event_seq',
    checkpoint: 'seq',
  } as const;

  it.each(TABLES)('of %s may not be more than the log knows', (table) => {
    const raw = tampered(IMAGE, (open) => {
      const key = table in LATE ? LATE[table as keyof typeof LATE] : AUDITED_TABLES[table].at(-1);
      const cells = buildColumns(table).map((column) => {
        if (column === 'execution_id' || (table === 'book' && column === 'user_id'))
          return `"${column}" || 'x'`;
        return column !== key
          ? `"${column}"`
          : table in LATE
            ? `"${column}" + 100000`
            : `"${column}" || 'x'`;
      });
      open.exec(`INSERT INTO "${table}" SELECT ${cells.join(', ')} FROM "${table}" LIMIT 1`);
    });
    expect(auditDatabase(raw).kept[0]).toMatchObject({ table });
  });

  it('may have no column that the audit does not know', () => {
    const raw = tampered(IMAGE, (open) =>
      open.exec('ALTER TABLE book ADD COLUMN bonus_mills INTEGER NOT NULL DEFAULT 0'),
    );
    expect(auditDatabase(raw).kept[0]).toMatchObject({
      table: 'book',
      column: 'bonus_mills',
      expected: 'a column that this audit knows',
    });
  });

  it('may not have lost their guards', () => {
    const raw = new Sqlite(IMAGE);
    raw.exec('DROP TRIGGER posting_keeps');
    expect(auditDatabase(raw).kept).toEqual([
      {
        table: 'file',
        key: 'posting_keeps',
        column: 'trigger',
        stored: 'nothing',
        expected: 'a trigger',
      },
    ]);
  });
});

describe('npm run audit', () => {
  const run = (...args: string[]) => runPrinted(auditProgram, ...args);

  function fileOf(image: Buffer): { dataDir: string; path: string } {
    const dataDir = scratchDir();
    const path = databasePath(dataDir);
    writeFileSync(path, image);
    return { dataDir, path };
  }

  it('says that right books are right, and ends with 0', async () => {
    const { dataDir } = fileOf(IMAGE);
    const { code, printed: text } = await run('--data-dir', dataDir);
    expect(code).toBe(0);
    expect(text).toMatch(/The books in .* are right: \d+ records, \d+ postings/);
  });

  it('names table, row, column and both values, and ends with 2', async () => {
    const raw = tampered(IMAGE, (open) =>
      open.exec(
        "UPDATE position SET realised_mills = 424242 WHERE id = (SELECT max(id) FROM position WHERE status = 'CLOSED')",
      ),
    );
    const { path } = fileOf(raw.serialize());
    const { code, printed: text } = await run(path);
    expect(code).toBe(2);
    expect(text).toMatch(
      /are WRONG: 1 difference\. The first: position [0-9a-f]{32}, realised_mills: stored 424242, expected -?\d+\./,
    );
  });

  it('answers one JSON document', async () => {
    const { path } = fileOf(IMAGE);
    const { code, printed: text } = await run(path, '--json');
    expect({ code, ...(JSON.parse(text) as object) }).toMatchObject({
      code: 0,
      isRight: true,
      differences: 0,
      head: { seq: createRows('event') },
    });
  });

  it('names a torn file instead of failing', async () => {
    const { path } = fileOf(IMAGE.subarray(0, Math.floor(IMAGE.length / 2)));
    const { code, printed: text } = await run(path);
    expect(code).toBe(1);
    expect(text).toMatch(/are WRONG|cannot be used/);
    expect(text).not.toMatch(/\n\s+at /);
  });

  it('says what to do when there is nothing to audit', async () => {
    const { code, printed: text } = await run('--data-dir', join(scratchDir(), 'none'));
    expect(code).toBe(1);
    expect(text).toMatch(/There is no database at .*Name the data directory/);
  });
});
