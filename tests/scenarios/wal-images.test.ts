// Power loss: the write-ahead log is cut or damaged at any byte; the server recovers all complete
// transactions before it.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { auditFile, findAuditFault } from '../../app/programs/books/audit-file';
import { recoverState } from '../../app/models/log/recovery.server';
import { applyRecord } from '../../app/trading/engine/apply-record';
import {
  type Database,
  closeDatabase,
  prepareDatabasePath,
  openDatabase,
} from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS } from '../support/test-database';
import { Traders, createSeededRandomFunction } from '../support/killer-traders';
import { openWalDesk } from '../support/wal-desk';
import { DAMAGES, listCommitEnds, damageFile } from '../support/wal-image';
import { chooseSize, formatSeed } from '../support/run-size';

const IMAGES = chooseSize(20, 200);
const COMMANDS_BEFORE = 60;
const COMMANDS_IN_WAL = 160;
/** Trading is continued on every nth image. */
const GOES_ON_EVERY = 20;
const seed = Number(process.env['KILL_SEED'] ?? 20_261_121);
const SEED_TEXT = formatSeed('KILL_SEED', seed);

function createScratchDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'frontmonth-wal-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

interface Original {
  readonly path: string;
  readonly wal: Buffer;
  /**
   * Last record and end offset of each transaction in the write-ahead log; the first row is the
   * state before it.
   */
  readonly commits: readonly { readonly seq: number; readonly endsAt: number }[];
  readonly hashes: ReadonlyMap<number, string>;
  readonly traders: Traders;
}

type Checkpoint = 'TRUNCATE' | 'RESTART';

/** Trades, checkpoints, and trades on; with RESTART the new log overwrites the old one. */
async function recordTrading(checkpoint: Checkpoint): Promise<Original> {
  const path = prepareDatabasePath(createScratchDir());
  const db = openDatabase(path);
  onTestFinished(() => closeDatabase(db));
  migrateDatabase(db, MIGRATIONS);
  const seqs: number[] = [];
  const traders = new Traders(createSeededRandomFunction(seed));
  const desk = openWalDesk(db, traders, String(seed), (journal) => ({
    ...journal,
    commit(commit) {
      journal.commit(commit);
      if (commit.records.length > 0 || commit.results.length > 0) seqs.push(journal.head().seq);
    },
  }));
  await desk.trade(checkpoint === 'RESTART' ? COMMANDS_BEFORE + COMMANDS_IN_WAL : COMMANDS_BEFORE);
  db.$client.pragma(`wal_checkpoint(${checkpoint})`);
  const before = seqs.splice(0).at(-1) ?? 0;
  await desk.trade(COMMANDS_IN_WAL);
  const wal = readFileSync(`${path}-wal`);
  const ends = listCommitEnds(wal);
  expect(ends).toHaveLength(seqs.length);
  const rows = db.$client
    .prepare<[], { seq: number; hash: string }>('SELECT seq, lower(hex(hash)) AS hash FROM event')
    .all();
  return {
    path,
    wal,
    traders,
    hashes: new Map(rows.map((row) => [row.seq, row.hash])),
    commits: [
      { seq: before, endsAt: 0 },
      ...seqs.map((seq, index) => ({ seq, endsAt: ends[index] ?? 0 })),
    ],
  };
}

/** Stored answers are exactly those whose transaction precedes the damage. */
function answerFaults(db: Database, traders: Traders, lastSeq: number): string[] {
  const rows = db.$client
    .prepare<
      [],
      { key: string; result: string }
    >('SELECT user_id || char(10) || idempotency_key AS key, result FROM command')
    .all();
  const stored = new Map(rows.map(({ key, result }) => [key, result]));
  return [...traders.acknowledged].flatMap(([key, { text, result }]) => {
    const expected = result.lastSeq <= lastSeq ? text : undefined;
    return stored.get(key) === expected
      ? []
      : [`${key}: ${stored.get(key) ?? 'nothing'} where ${expected ?? 'nothing'} belongs`];
  });
}

test.each<Checkpoint>(['TRUNCATE', 'RESTART'])(
  'cut and damaged logs recover to the last whole transaction (after %s)',
  { timeout: 180_000 },
  async (checkpoint) => {
    const original = await recordTrading(checkpoint);
    const roll = createSeededRandomFunction(seed + 1);
    const reached = new Set<number>();
    for (let index = 0; index < IMAGES / 2; index += 1) {
      const damage = DAMAGES[index % DAMAGES.length] ?? 'cut';
      const image = damageFile(
        original.wal,
        damage,
        Math.floor(roll() * original.wal.length),
        roll,
      );
      const expected =
        original.commits.filter(({ endsAt }) => endsAt <= image.wholeBytes).at(-1)?.seq ?? 0;
      const dir = createScratchDir();
      const path = prepareDatabasePath(dir);
      copyFileSync(original.path, path);
      writeFileSync(`${path}-wal`, image.bytes);
      const where = `${SEED_TEXT}, image ${index}: ${damage} at ${image.wholeBytes} of ${original.wal.length}`;
      const db = openDatabase(path);
      const { head, differences } = recoverState(db, applyRecord);
      expect({ head, differences }, where).toEqual({
        head: { seq: expected, hash: original.hashes.get(expected) },
        differences: [],
      });
      expect(answerFaults(db, original.traders, expected), where).toEqual([]);
      expect(findAuditFault(auditFile(path)), where).toBeNull();
      if (index % GOES_ON_EVERY === 0) await goesOn(db, path, where);
      closeDatabase(db);
      rmSync(dir, { recursive: true });
      reached.add(expected);
    }
    console.info(
      `${SEED_TEXT}: ${IMAGES / 2} images of a log of ${original.commits.length - 1} transactions recovered to ${reached.size} different ones`,
    );
    expect(reached.size).toBeGreaterThan(IMAGES / 8);
  },
);

async function goesOn(db: Database, path: string, where: string): Promise<void> {
  const before = recoverState(db, applyRecord).head.seq;
  const others = new Traders(createSeededRandomFunction(seed + 2), 'other');
  await openWalDesk(db, others, 'another').trade(5);
  expect(others.faults, where).toEqual([]);
  expect(recoverState(db, applyRecord).head.seq, where).toBeGreaterThan(before);
  expect(findAuditFault(auditFile(path)), where).toBeNull();
}
