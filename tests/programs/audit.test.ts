// Audit: an unchanged database passes, and every changed cell is reported.
import Sqlite from 'better-sqlite3';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditDatabase } from '../../app/audit/audit-database';
import { AUDITED_TABLES } from '../../app/audit/audited-tables';
import { auditProgram } from '../../app/programs/books/audit-program';
import { prepareDatabasePath } from '../../db/client.server';
import { createDatabaseImage } from '../support/database-image';
import { chooseSize } from '../support/run-size';
import { createScratchDir } from '../support/test-database';
import { runCaptured } from '../support/run-captured';
import { createDice } from '../support/scripted-desk';
import { changeCell, tamperWith } from '../support/tampering';

const IMAGE = createDatabaseImage();
const TABLES = Object.keys(AUDITED_TABLES) as (keyof typeof AUDITED_TABLES)[];
const schema = new Sqlite(IMAGE);
const listColumns = (table: string) =>
  schema.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
const countRows = (table: string) =>
  Number(schema.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
const CELLS = TABLES.flatMap((table) => listColumns(table).map((column) => ({ table, column })));

/** A changed key appears as a missing row. Cells under one hash are indistinguishable. */
const isReported = (column: string, reported: string, keys: readonly string[]): boolean =>
  reported.split(/, | or /).includes(column) || (reported === 'row' && keys.includes(column));

describe('unchanged database', () => {
  it('passes, with every table and state in use', () => {
    expect(auditDatabase(new Sqlite(IMAGE))).toMatchObject({
      hasPassed: true,
      firstDifferences: [],
      records: countRows('event'),
      postings: countRows('posting'),
    });
    for (const table of TABLES)
      expect({ table, rows: countRows(table) > 0 }).toEqual({ table, rows: true });
    const listDistinct = (sql: string) => schema.prepare<[], string>(sql).pluck().all();
    expect(listDistinct('SELECT DISTINCT state FROM trade_order')).toEqual(
      expect.arrayContaining(['FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED', 'ACKNOWLEDGED']),
    );
    expect(listDistinct('SELECT DISTINCT entry FROM posting').sort()).toEqual(['CLOSING', 'ENTRY']);
    expect(listDistinct('SELECT DISTINCT status FROM position').sort()).toEqual([
      'ACTIVE',
      'CLOSED',
    ]);
    expect(countRows('event')).toBeGreaterThan(400);
  });
});

describe('changed cell', () => {
  /** First, middle and last row; one of them in `npm test`, which tests 150 more cells below. */
  const listPlaces = (table: string, column: string): ReadonlySet<number> => {
    const places = [0, Math.floor(countRows(table) / 2), countRows(table) - 1];
    const index = CELLS.findIndex((cell) => cell.table === table && cell.column === column);
    return new Set(chooseSize(places.slice(index % 3, (index % 3) + 1), places));
  };

  it.each(CELLS)('$table, $column: is reported at any position', ({ table, column }) => {
    for (const place of listPlaces(table, column)) {
      let key = '';
      const raw = tamperWith(
        IMAGE,
        (open) => (key = changeCell(open, { table, column, rowIndex: place })),
      );
      const { hasPassed, differences, firstDifferences } = auditDatabase(raw);
      raw.close();
      const [first] = firstDifferences;
      expect({ hasPassed, table: first?.table }).toEqual({ hasPassed: false, table });
      expect(
        isReported(column, first?.column ?? '', AUDITED_TABLES[table]),
        `${first?.column} for ${column}`,
      ).toBe(true);
      const isKey = (AUDITED_TABLES[table] as readonly string[]).includes(column);
      if (!isKey) expect(first?.key).toBe(key);
      expect(differences).toBeGreaterThanOrEqual(1);
    }
  });

  it('is found at 150 random positions', () => {
    const random = createDice(20_261_121);
    for (let round = 0; round < 150; round += 1) {
      const cell = CELLS[Math.floor(random() * CELLS.length)];
      if (!cell) continue;
      const place = Math.floor(random() * countRows(cell.table));
      const raw = tamperWith(IMAGE, (open) => changeCell(open, { ...cell, rowIndex: place }));
      expect({ ...cell, place, hasPassed: auditDatabase(raw).hasPassed }).toEqual({
        ...cell,
        place,
        hasPassed: false,
      });
      raw.close();
    }
  }, 60_000);
});

describe('missing and surplus rows', () => {
  /** Checkpoints and keyed command results are optional. */
  const REQUIRED = TABLES.filter((table) => table !== 'checkpoint' && table !== 'command');

  it.each(REQUIRED)('finds a missing row of %s', (table) => {
    const raw = tamperWith(IMAGE, (open) => {
      const keys = AUDITED_TABLES[table].join(', ');
      open.exec(
        `DELETE FROM "${table}" WHERE (${keys}) = (SELECT ${keys} FROM "${table}" ORDER BY ${keys} LIMIT 1 OFFSET ${Math.floor(countRows(table) / 2)})`,
      );
    });
    expect(auditDatabase(raw).firstDifferences[0]).toMatchObject({ table });
  });

  const LATE = {
    event: 'seq',
    posting: 'event_seq',
    desk: 'id',
    fill: 'event_seq',
    snapshot: 'event_seq',
    checkpoint: 'seq',
  } as const;

  it.each(TABLES)('finds a surplus row of %s', (table) => {
    const raw = tamperWith(IMAGE, (open) => {
      const key = table in LATE ? LATE[table as keyof typeof LATE] : AUDITED_TABLES[table].at(-1);
      const cells = listColumns(table).map((column) => {
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
    expect(auditDatabase(raw).firstDifferences[0]).toMatchObject({ table });
  });

  it('finds an unknown column', () => {
    const raw = tamperWith(IMAGE, (open) =>
      open.exec('ALTER TABLE book ADD COLUMN bonus_mills INTEGER NOT NULL DEFAULT 0'),
    );
    expect(auditDatabase(raw).firstDifferences[0]).toMatchObject({
      table: 'book',
      column: 'bonus_mills',
      expected: 'a known column',
    });
  });

  it('finds a missing trigger', () => {
    const raw = new Sqlite(IMAGE);
    raw.exec('DROP TRIGGER posting_keeps');
    expect(auditDatabase(raw).firstDifferences).toEqual([
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
  const run = (...args: string[]) => runCaptured(auditProgram, ...args);

  function writeImage(image: Buffer): { dataDir: string; path: string } {
    const dataDir = createScratchDir();
    const path = prepareDatabasePath(dataDir);
    writeFileSync(path, image);
    return { dataDir, path };
  }

  it('reports a passed audit with exit code 0', async () => {
    const { dataDir } = writeImage(IMAGE);
    const { code, printed: text } = await run('--data-dir', dataDir);
    expect(code).toBe(0);
    expect(text).toMatch(/Audit of .* passed: \d+ records, \d+ postings/);
  });

  it('reports table, row, column and both values with exit code 2', async () => {
    const raw = tamperWith(IMAGE, (open) =>
      open.exec(
        "UPDATE position SET realised_mills = 424242 WHERE id = (SELECT max(id) FROM position WHERE status = 'CLOSED')",
      ),
    );
    const { path } = writeImage(raw.serialize());
    const { code, printed: text } = await run(path);
    expect(code).toBe(2);
    expect(text).toMatch(
      /FAILED: 1 difference\. First: position [0-9a-f]{32}, realised_mills: stored 424242, expected -?\d+\./,
    );
  });

  it('prints one JSON document', async () => {
    const { path } = writeImage(IMAGE);
    const { code, printed: text } = await run(path, '--json');
    expect({ code, ...(JSON.parse(text) as object) }).toMatchObject({
      code: 0,
      isRight: true,
      differences: 0,
      head: { seq: countRows('event') },
    });
  });

  it('reports a truncated file without a stack trace', async () => {
    const { path } = writeImage(IMAGE.subarray(0, Math.floor(IMAGE.length / 2)));
    const { code, printed: text } = await run(path);
    expect(code).toBe(1);
    expect(text).toMatch(/FAILED|cannot be used/);
    expect(text).not.toMatch(/\n\s+at /);
  });

  it('explains a missing database', async () => {
    const { code, printed: text } = await run('--data-dir', join(createScratchDir(), 'none'));
    expect(code).toBe(1);
    expect(text).toMatch(/No database at .*Set the data directory/);
  });
});
