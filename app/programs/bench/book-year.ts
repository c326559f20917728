// A generated year of many accounts: size of the log, then start, audit of a day and backup.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type StoredJournal, openJournal } from '../../models/log/journal.server';
import { saveCheckpoint, saveAuditedHead } from '../../models/log/recovery.server';
import { thinSnapshots } from '../../models/log/snapshot.server';
import { type Database, DATABASE_FILE, closeDatabase } from '../../../db/client.server';
import { buildQuote } from '../../trading/domain/quote';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../trading/domain/time';
import { toTicks } from '../../trading/domain/units';
import { buildMarketEvent } from '../../trading/engine/feed-events';
import { createSeededRandom } from '../../trading/random';
import { UsageError } from '../cli';
import { openBooks } from './commit-speed';
import { type BenchDesk, buildSmallOrder, openBenchDesk } from './desk';
import { measureInNewProcess } from './start-speed';
import { type Table, formatDecimal, formatInteger } from './table';
import { BENCH_INSTRUMENTS, BENCH_MARKET, BENCH_START_MS } from './synthetic';

export interface BookYear {
  readonly books: number;
  readonly days: number;
  readonly records: number;
  /** Megabytes for each account and year: records and postings; everything stored. */
  readonly logMbPerBook: number;
  readonly storedMbPerBook: number;
  readonly fileMb: number;
  /** From opening the data directory to ready, one day of records after the last audit. */
  readonly startMs: number;
  readonly wholeAuditMs: number;
  /** Of the records of one day. */
  readonly tailAuditMs: number;
  readonly completeBackupMs: number;
  /** Of what changed in one day, its audit included. */
  readonly backupMs: number;
}

const STEP_MS = 15 * MINUTE_MS;
/** Contracts of which each account holds a lot. */
const HELD = BENCH_INSTRUMENTS.slice(0, 3);
const START_TICKS = 2000;
const MOVE_TICKS = 8;
const MEGABYTE = 1_000_000;

/** Futures trade 23 hours a day from Sunday evening to Friday evening. */
function isOpen(atMs: number): boolean {
  const date = new Date(atMs);
  const [day, hour] = [date.getUTCDay(), date.getUTCHours()];
  if (hour === 22) return false;
  return day === 0 ? hour > 22 : day === 5 ? hour < 22 : day !== 6;
}

/** Accounts that hold three contracts, and close and enter one of them again each week. */
class GeneratedYear {
  private readonly random = createSeededRandom('book year');
  private readonly ticks = new Map(HELD.map(({ id }) => [id, START_TICKS]));
  private step = 0;
  private atMs = BENCH_START_MS;

  private constructor(
    private readonly db: Database,
    private readonly journal: StoredJournal,
    private readonly userIds: readonly string[],
    private readonly desk: BenchDesk,
  ) {}

  static async open(db: Database, journal: StoredJournal, books: number): Promise<GeneratedYear> {
    const random = createSeededRandom('users');
    const userIds = Array.from({ length: books }, (_, index) => random.id('user', index));
    const year = new GeneratedYear(db, journal, userIds, await openBenchDesk(journal, userIds));
    for (const { id } of HELD) year.sendOrders(id, 'BUY');
    return year;
  }

  /** Quarter-hours up to the last day, whose minutes are quoted too. */
  simulateDays(days: number, onDay: (day: number) => void): void {
    const endMs = this.atMs + days * DAY_MS;
    while (this.atMs < endMs) {
      const isLastDay = endMs - this.atMs <= DAY_MS;
      this.atMs += isLastDay ? MINUTE_MS : STEP_MS;
      const hour = (this.atMs - BENCH_START_MS) / HOUR_MS;
      if (isOpen(this.atMs)) this.publishPrices();
      if (hour % (7 * 24) === 10) this.renewPosition(hour / 24);
      if (hour % 24 !== 0) continue;
      this.saveProgress();
      onDay(hour / 24);
    }
    this.saveProgress();
  }

  /** As every five minutes in a running desk. */
  private saveProgress(): void {
    saveCheckpoint(this.db, this.desk.runner.state(), this.journal.head());
    thinSnapshots(this.db, this.atMs);
  }

  private renewPosition(day: number): void {
    const { id } = HELD[Math.floor(day / 7) % HELD.length] ?? { id: 'NG' };
    this.sendOrders(id, 'SELL');
    this.sendOrders(id, 'BUY');
  }

  private sendOrders(instrumentId: string, side: 'BUY' | 'SELL'): void {
    for (const userId of this.userIds)
      void this.desk.send(userId, buildSmallOrder(instrumentId, side));
    this.desk.runner.drain();
  }

  private publishPrices(): void {
    const { clock, runner } = this.desk;
    clock.advance(this.atMs);
    this.step += 1;
    for (const { id } of HELD) {
      const move = Math.round(MOVE_TICKS * (this.random.uniform(id, this.step) - 0.5));
      const ticks = Math.max(1, (this.ticks.get(id) ?? START_TICKS) + move);
      this.ticks.set(id, ticks);
      const quote = buildQuote(toTicks(ticks), 1, this.atMs);
      runner.offer(
        buildMarketEvent(
          { type: 'QuoteArrived', market: BENCH_MARKET, instrumentId: id, quote },
          false,
        ),
      );
    }
    runner.drain();
  }
}

/** Bytes of the pages of some tables and their indexes; of all tables without names. */
function readStoredBytes(db: Database, tables?: readonly string[]): number {
  const where = tables
    ? `WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name IN (${tables.map((name) => `'${name}'`).join(', ')}))`
    : '';
  return Number(db.$client.prepare(`SELECT sum(pgsize) FROM dbstat ${where}`).pluck().get() ?? 0);
}

/** Runs a program of the build on the folder; returns its milliseconds. */
function runProgram(name: string, args: readonly string[], folder: string): number {
  const [, bench = ''] = process.argv;
  const startedMs = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(dirname(bench), `${name}.js`), ...args, '--data-dir', folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new UsageError(`${name} failed: ${stderr.trim()}`);
  return performance.now() - startedMs;
}

export async function measureBookYear(
  folder: string,
  { books, days }: { readonly books: number; readonly days: number },
  onDay: (day: number) => void,
): Promise<BookYear> {
  const db = openBooks(folder);
  db.$client.pragma('synchronous = OFF');
  const journal = openJournal(db, { wallMs: () => Date.now(), codeVersion: 'bench' });
  const year = await GeneratedYear.open(db, journal, books);
  year.simulateDays(days, onDay);
  const share = (books * days) / 365;
  const logBytes = readStoredBytes(db, ['event', 'posting']);
  const storedBytes = readStoredBytes(db);
  const wholeAuditMs = runProgram('audit', ['--save'], folder);
  saveAuditedHead(db, journal.head());
  const completeBackupMs = runProgram('backup', [], folder);
  year.simulateDays(1, onDay);
  const backupMs = runProgram('backup', [], folder);
  saveAuditedHead(db, journal.head());
  year.simulateDays(1, onDay);
  const records = journal.head().seq;
  closeDatabase(db);
  return {
    books,
    days,
    records,
    logMbPerBook: logBytes / share / MEGABYTE,
    storedMbPerBook: storedBytes / share / MEGABYTE,
    fileMb: statSync(join(folder, DATABASE_FILE)).size / MEGABYTE,
    wholeAuditMs,
    startMs: measureInNewProcess('start', folder).ms,
    tailAuditMs: runProgram('audit', ['--tail'], folder),
    completeBackupMs,
    backupMs,
  };
}

const formatMegabytes = (value: number): string => `${formatDecimal(value)} MB`;
const formatSeconds = (ms: number): string => `${formatDecimal(ms / 1000)} s`;

export const buildBookYearTable = (year: BookYear): Table => ({
  title: 'A generated year',
  head: ['figure', 'value'],
  note: `${formatInteger(year.books)} accounts over ${formatInteger(year.days)} days, each with three positions in open markets, one of them closed and entered again each week. Goals: 12 MB of log for an account and year, start within 5 s, audit of a day within 5 s, time of a backup independent of age.`,
  rows: [
    ['records', formatInteger(year.records)],
    ['log for an account and year', formatMegabytes(year.logMbPerBook)],
    ['all tables for an account and year', formatMegabytes(year.storedMbPerBook)],
    ['database', formatMegabytes(year.fileMb)],
    ['start, one day after the last audit', formatSeconds(year.startMs)],
    ['audit of one day', formatSeconds(year.tailAuditMs)],
    ['backup of one day, audit included', formatSeconds(year.backupMs)],
    ['first backup, complete, audit included', formatSeconds(year.completeBackupMs)],
    ['audit of everything', formatSeconds(year.wholeAuditMs)],
  ],
});
