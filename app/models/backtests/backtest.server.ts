// Stored backtests. Reports are large and are loaded separately.
import { and, desc, eq, getTableColumns, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { backtest } from '../../../db/schema/backtest';
import type { EpochMs } from '../../trading/domain/units';

const { report: _report, ...COLUMNS } = getTableColumns(backtest);

export type BacktestRow = Omit<typeof backtest.$inferSelect, 'report'>;
type NewBacktest = Pick<
  BacktestRow,
  'id' | 'userId' | 'requestKey' | 'mode' | 'playbook' | 'years' | 'world' | 'seed' | 'askedMs'
>;

export type BacktestEnd =
  | { readonly phase: 'done'; readonly result: string; readonly report: Buffer }
  | { readonly phase: 'failed'; readonly fault: string }
  | { readonly phase: 'cancelled' };

const newestFirst = desc(sql`rowid`);

/** Adds a backtest and keeps only the newest `storedMax` of the user. */
export function addBacktest(db: Database, row: NewBacktest, storedMax: number): void {
  db.transaction((tx) => {
    tx.insert(backtest)
      .values({ ...row, phase: 'open' })
      .run();
    const retained = tx
      .select({ id: backtest.id })
      .from(backtest)
      .where(eq(backtest.userId, row.userId))
      .orderBy(newestFirst)
      .limit(storedMax);
    tx.delete(backtest)
      .where(and(eq(backtest.userId, row.userId), notInArray(backtest.id, retained)))
      .run();
  });
}

export const startBacktest = (db: Database, id: string, startedMs: EpochMs): void =>
  void db.update(backtest).set({ startedMs }).where(eq(backtest.id, id)).run();

export const endBacktest = (db: Database, id: string, end: BacktestEnd, endedMs: EpochMs): void =>
  void db
    .update(backtest)
    .set({ ...end, endedMs })
    .where(eq(backtest.id, id))
    .run();

/** Returns null if missing or owned by another user. */
export const findBacktest = (db: Database, userId: string, id: string): BacktestRow | null =>
  db
    .select(COLUMNS)
    .from(backtest)
    .where(and(eq(backtest.id, id), eq(backtest.userId, userId)))
    .get() ?? null;

export const findBacktestByKey = (
  db: Database,
  userId: string,
  requestKey: string,
): BacktestRow | null =>
  db
    .select(COLUMNS)
    .from(backtest)
    .where(and(eq(backtest.userId, userId), eq(backtest.requestKey, requestKey)))
    .get() ?? null;

/** Newest first. */
export const listBacktests = (db: Database, userId: string): BacktestRow[] =>
  db.select(COLUMNS).from(backtest).where(eq(backtest.userId, userId)).orderBy(newestFirst).all();

/** Returns the compressed report; null if there is none. */
export const findReport = (db: Database, userId: string, id: string): Buffer | null =>
  db
    .select({ report: backtest.report })
    .from(backtest)
    .where(and(eq(backtest.id, id), eq(backtest.userId, userId)))
    .get()?.report ?? null;
