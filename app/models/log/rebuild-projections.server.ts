// Writes all tables that follow from the log again, with the code that wrote them at first.
import type { Database } from '../../../db/client.server';
import type { LoggedState } from '../../trading/domain/book';
import type { Order } from '../../trading/domain/order';
import type { Position } from '../../trading/domain/position';
import type { LogRecord } from '../../trading/domain/record';
import { applyRecordWith } from '../../trading/engine/apply-record';
import { listTouchedRows } from '../../trading/engine/order-settlement';
import { EMPTY_DESK } from '../../trading/engine/state';
import { OwnedBooks } from '../../trading/engine/state-transaction';
import { GENESIS_HASH } from './hash-chain.server';
import { assignEpochs } from './journal.server';
import { prepareLedger } from './ledger.server';
import { iterateVerifiedRows, toRecord } from './log.server';
import { NOTHING_WRITTEN, prepareProjections } from './projection.server';

const DERIVED_TABLES = [
  'posting',
  'fill',
  'snapshot',
  'position',
  'trade_order',
  'book_commodity',
  'book',
  'user_desk',
  'desk',
] as const;

/** Records between two writes: a row that changes often is then written once. */
const BATCH_RECORDS = 1000;

/**
 * Empties and fills the tables; call it within a transaction, without foreign keys, and without the
 * triggers that protect postings. Throws ChainError where the log is not intact.
 */
export function rebuildProjections(
  db: Database,
  progress: (recordCount: number) => void = () => undefined,
): void {
  for (const table of DERIVED_TABLES) db.$client.exec(`DELETE FROM "${table}"`);
  const writer = prepareWriter(db);
  for (const row of iterateVerifiedRows(db, { seq: 0, hash: GENESIS_HASH })) {
    writer.add(toRecord(row));
    if (row.seq % BATCH_RECORDS !== 0) continue;
    writer.write();
    progress(row.seq);
  }
  writer.write();
}

function prepareWriter(db: Database) {
  const postEntries = prepareLedger(db.$client);
  const projections = prepareProjections(db.$client);
  const ownBooks = new OwnedBooks();
  const epochs = new Map<string, number>();
  let state: LoggedState = EMPTY_DESK;
  let written = NOTHING_WRITTEN;
  let records: LogRecord[] = [];
  const orders = new Map<string, Order>();
  const positions = new Map<string, Position>();
  return {
    add(record: LogRecord): void {
      const before = record.bookId === null ? undefined : state.books[record.bookId];
      state = applyRecordWith(state, record, ownBooks.put);
      const { order, position } = listTouchedRows(before, state, record);
      if (order) orders.set(order.id, order);
      if (position) positions.set(position.id, position);
      records.push(record);
    },
    write(): void {
      const epochAt = assignEpochs(records, epochs);
      const getEpoch = (record: LogRecord): number => epochAt.get(record.seq) ?? 0;
      for (const record of records) postEntries(record, getEpoch(record));
      const commit = {
        records,
        state,
        orders: [...orders.values()],
        positions: [...positions.values()],
        results: [],
      };
      written = projections.write(commit, written, getEpoch);
      for (const { bookId } of records)
        if (bookId !== null) epochs.set(bookId, state.books[bookId]?.epoch ?? 0);
      records = [];
      orders.clear();
      positions.clear();
    },
  };
}
