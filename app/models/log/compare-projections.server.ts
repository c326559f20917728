// Compares stored rows of open items with the state recovered from the log; runs at every start.
// The audit checks the rest.
import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { book, bookCommodity, desk, userDesk } from '../../../db/schema/book';
import { position, tradeOrder } from '../../../db/schema/trade';
import type { LoggedState } from '../../trading/domain/book';
import { ORDER_STATES, isWorking } from '../../trading/domain/order';
import { toBookRow } from './projection.server';

/** A table row or an object of the state. */
type Row = object;
const DIFFERENCES_MAX = 100;

/**
 * Compares balances, flags, open positions and working orders. Returns one sentence per difference,
 * at most 100.
 */
export function compareProjections(db: Database, state: LoggedState): string[] {
  const books = Object.values(state.books);
  const users = Object.values(state.users);
  const switches = books.flatMap(({ id, commodities }) =>
    Object.entries(commodities).map(([commodity, flags]) => ({ bookId: id, commodity, ...flags })),
  );
  const working = ORDER_STATES.filter(isWorking);
  return [
    ...compareRows('desk', ['id'], db.select().from(desk).all(), [
      { id: 1, trading: state.trading.state, reason: state.trading.reason },
    ]),
    ...compareRows(
      'user_desk',
      ['userId'],
      db.select().from(userDesk).all(),
      users.map(({ userId, mode, settings }) => ({ userId, mode, ...settings })),
    ),
    ...compareRows('book', ['id'], db.select().from(book).all(), books.map(toBookRow)),
    ...compareRows(
      'book_commodity',
      ['bookId', 'commodity'],
      db.select().from(bookCommodity).all(),
      switches,
    ),
    ...compareRows(
      'position',
      ['id'],
      db.select().from(position).where(eq(position.status, 'ACTIVE')).all(),
      books.flatMap((each) => Object.values(each.positions)),
    ),
    ...compareRows(
      'trade_order',
      ['id'],
      db.select().from(tradeOrder).where(inArray(tradeOrder.state, working)).all(),
      books.flatMap((each) => Object.values(each.orders)),
    ),
  ].slice(0, DIFFERENCES_MAX);
}

function compareRows(
  table: string,
  keys: readonly string[],
  stored: readonly Row[],
  expected: readonly Row[],
): string[] {
  const buildKey = (row: Row) => keys.map((key) => String(getCell(row, key))).join(' ');
  const remaining = new Map(stored.map((row) => [buildKey(row), row]));
  const right = new Map(expected.map((row) => [buildKey(row), row]));
  return [...new Set([...remaining.keys(), ...right.keys()])].flatMap((key) =>
    compareRow(`${table} ${key}`, remaining.get(key), right.get(key)),
  );
}

/** Compares columns present on both sides. */
function compareRow(name: string, stored: Row | undefined, expected: Row | undefined): string[] {
  if (!stored) return [`${name} is missing on disk`];
  if (!expected) return [`${name} is stored but not in the log`];
  return Object.keys(stored)
    .filter((column) => column in expected && getCell(stored, column) !== getCell(expected, column))
    .map(
      (column) =>
        `${name} ${column} is ${JSON.stringify(getCell(stored, column))} on disk and ${JSON.stringify(getCell(expected, column))} in the log`,
    );
}

const getCell = (row: Row, column: string): unknown =>
  (row as Readonly<Record<string, unknown>>)[column];
