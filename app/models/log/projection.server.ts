// Projections: rows for screens, written in the same transaction as their log records.
import type { Database as Sqlite } from 'better-sqlite3';
import { book, bookCommodity, desk, userDesk } from '../../../db/schema/book';
import { fill, position, snapshot, tradeOrder } from '../../../db/schema/trade';
import type { Book, LoggedState, UserState } from '../../trading/domain/book';
import type { CommodityKey } from '../../trading/domain/commodity';
import { assert } from '../../trading/domain/outcome';
import type { LogRecord } from '../../trading/domain/record';
import type { Commit } from '../../trading/ports';
import { prepareMinuteValues } from './minute-values.server';
import { computeResolution } from './snapshot.server';
import { prepareInsert, prepareUpsert } from './prepare-upsert.server';

/**
 * State of the last write. State objects are immutable, so an identical object is an unchanged row.
 */
interface WrittenState {
  readonly trading: LoggedState['trading'] | null;
  readonly users: ReadonlyMap<string, UserState>;
  readonly books: ReadonlyMap<string, Book>;
}

export const NOTHING_WRITTEN: WrittenState = { trading: null, users: new Map(), books: new Map() };

type Logged<T extends LogRecord['type']> = Extract<LogRecord, { type: T }>;

export function prepareProjections(raw: Sqlite) {
  const books = prepareBooks(raw);
  const trades = prepareTrades(raw);
  return {
    /** Writes all changed rows; returns the written state for the next call. */
    write(
      commit: Commit,
      written: WrittenState,
      getEpoch: (record: LogRecord) => number,
    ): WrittenState {
      const next = books(commit, written);
      trades(commit, getEpoch);
      return next;
    },
  };
}

function prepareBooks(raw: Sqlite): (commit: Commit, written: WrittenState) => WrittenState {
  const saveDesk = prepareUpsert(raw, desk, ['id']);
  const saveUser = prepareUpsert(raw, userDesk, ['userId']);
  const saveBook = prepareUpsert(raw, book, ['id']);
  const saveSwitch = prepareUpsert(raw, bookCommodity, ['bookId', 'commodity']);
  const saveSwitches = (now: Book, before: Book | undefined) => {
    for (const [key, state] of Object.entries(now.commodities)) {
      const commodity = key as CommodityKey;
      if (state !== before?.commodities[commodity])
        saveSwitch({ bookId: now.id, commodity, ...state });
    }
  };
  return ({ records, state }, written) => {
    const users = new Map(written.users);
    const changed = new Map(written.books);
    if (state.trading !== written.trading)
      saveDesk({ id: 1, trading: state.trading.state, reason: state.trading.reason });
    for (const { userId, bookId } of records) {
      const user = userId === null ? undefined : state.users[userId];
      if (user && users.get(user.userId) !== user)
        saveUser({ userId: user.userId, mode: user.mode, ...user.settings });
      if (user) users.set(user.userId, user);
      const now = bookId === null ? undefined : state.books[bookId];
      if (!now || changed.get(now.id) === now) continue;
      saveBook(toBookRow(now));
      saveSwitches(now, changed.get(now.id));
      changed.set(now.id, now);
    }
    return { trading: state.trading, users, books: changed };
  };
}

export const toBookRow = (state: Book): typeof book.$inferSelect => ({
  ...state,
  availableMills: state.balances.available,
  reservedMills: state.balances.reserved,
  equityMills: state.balances.equity,
  realisedMills: state.balances.realised,
  feesMills: state.balances.fees,
  valuedMills: state.equityMills,
});

function prepareTrades(
  raw: Sqlite,
): (commit: Commit, getEpoch: (record: LogRecord) => number) => void {
  const saveOrder = prepareUpsert(
    raw,
    tradeOrder,
    ['id'],
    ['userId', 'bookId', 'epoch', 'placedSeq'],
  );
  const savePosition = prepareUpsert(
    raw,
    position,
    ['id'],
    ['userId', 'bookId', 'epoch', 'openedSeq'],
  );
  const addFill = prepareInsert(raw, fill);
  const addSnapshot = prepareSnapshot(raw);
  const addMinuteValue = prepareMinuteValues(raw);
  return (commit, getEpoch) => {
    const touched = mapTouches(commit.records, getEpoch);
    const getOwner = (bookId: string) => getOwnerId(commit.state, bookId);
    for (const order of commit.orders) {
      const touch = touched.get(order.id);
      assert(touch, `a record of the commit touched order ${order.id}`);
      saveOrder({
        ...order,
        userId: getOwner(order.bookId),
        epoch: touch.epoch,
        placedSeq: touch.firstSeq,
        changedSeq: touch.lastSeq,
      });
    }
    for (const closedOrOpen of commit.positions) {
      const touch = touched.get(closedOrOpen.id);
      assert(touch, `a fill of the commit touched position ${closedOrOpen.id}`);
      savePosition({
        ...closedOrOpen,
        userId: getOwner(closedOrOpen.bookId),
        openedSeq: touch.firstSeq,
        closedSeq: closedOrOpen.status === 'CLOSED' ? touch.lastSeq : null,
      });
    }
    for (const value of commit.minuteValues ?? []) addMinuteValue(value, getOwner(value.bookId));
    for (const record of commit.records) {
      if (record.type === 'OrderFilled')
        addFill(toFillRow(record, getOwner(getBookId(record)), getEpoch(record)));
      if (record.type === 'PortfolioValued')
        addSnapshot(record, getOwner(getBookId(record)), getEpoch(record));
    }
  };
}

interface Touch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly epoch: number;
}

/** First and last record of the commit by order and position id. */
function mapTouches(
  records: readonly LogRecord[],
  getEpoch: (record: LogRecord) => number,
): ReadonlyMap<string, Touch> {
  const touched = new Map<string, Touch>();
  const touch = (id: string, record: LogRecord) => {
    const before = touched.get(id);
    touched.set(id, {
      firstSeq: before?.firstSeq ?? record.seq,
      lastSeq: record.seq,
      epoch: before?.epoch ?? getEpoch(record),
    });
  };
  for (const record of records) {
    if (record.type === 'FillCorrected' || record.type === 'FeeReported') {
      // It neither changes its order nor closes its position, which may have closed in this commit.
      if (!touched.has(record.payload.positionId)) touch(record.payload.positionId, record);
      continue;
    }
    if (record.type === 'OrderPlaced') touch(record.payload.order.id, record);
    else if ('orderId' in record.payload) touch(record.payload.orderId, record);
    if (record.type === 'OrderFilled') touch(record.payload.positionId, record);
  }
  return touched;
}

function toFillRow(
  record: Logged<'OrderFilled'>,
  userId: string,
  epoch: number,
): typeof fill.$inferSelect {
  return {
    ...record.payload,
    eventSeq: record.seq,
    userId,
    bookId: getBookId(record),
    epoch,
    atMs: record.atMs,
  };
}

function prepareSnapshot(
  raw: Sqlite,
): (record: Logged<'PortfolioValued'>, userId: string, epoch: number) => void {
  const add = prepareInsert(raw, snapshot);
  const newest = raw.prepare<[string, number], { atMs: number; day: string }>(
    'SELECT at_ms AS atMs, day FROM snapshot WHERE book_id = ? AND epoch = ? ORDER BY at_ms DESC, event_seq DESC LIMIT 1',
  );
  return (record, userId, epoch) => {
    const bookId = getBookId(record);
    const point = { atMs: record.atMs, day: record.payload.day };
    const resolutionMinutes = computeResolution(newest.get(bookId, epoch) ?? null, point);
    add({
      ...record.payload,
      ...point,
      eventSeq: record.seq,
      userId,
      bookId,
      epoch,
      resolutionMinutes,
    });
  };
}

function getBookId(record: LogRecord): string {
  assert(record.bookId !== null, `record ${record.seq} belongs to a book`);
  return record.bookId;
}

function getOwnerId(state: LoggedState, bookId: string): string {
  const userId = state.books[bookId]?.userId;
  assert(userId, `book ${bookId} is open`);
  return userId;
}
