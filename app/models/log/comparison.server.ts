// The stored rows of what is open now, beside the desk folded from the log: a quick check at every
// start. The audit does the rest.
import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { book, bookCommodity, desk, userDesk } from '../../../db/schema/book';
import { position, tradeOrder } from '../../../db/schema/trade';
import type { LoggedDesk } from '../../trading/domain/book';
import { ORDER_STATES, isWorking } from '../../trading/domain/order';
import { bookRow } from './projection.server';

/** A row of a table or an object of the desk. */
type Row = object;
const DIFFERENCES_MAX = 100;

/**
 * Compares balances, flags, active positions and working orders; a sentence for each of the first
 * 100 differences.
 */
export function compareProjections(db: Database, state: LoggedDesk): string[] {
  const books = Object.values(state.books);
  const users = Object.values(state.users);
  const switches = books.flatMap(({ id, commodities }) =>
    Object.entries(commodities).map(([commodity, flags]) => ({ bookId: id, commodity, ...flags })),
  );
  const working = ORDER_STATES.filter(isWorking);
  return [
    ...compareHeads('desk', ['id'], db.select().from(desk).all(), [
      { id: 1, trading: state.trading.state, reason: state.trading.reason },
    ]),
    ...compareHeads(
      'user_desk',
      ['userId'],
      db.select().from(userDesk).all(),
      users.map(({ userId, mode, settings }) => ({ userId, mode, ...settings })),
    ),
    ...compareHeads('book', ['id'], db.select().from(book).all(), books.map(bookRow)),
    ...compareHeads(
      'book_commodity',
      ['bookId', 'commodity'],
      db.select().from(bookCommodity).all(),
      switches,
    ),
    ...compareHeads(
      'position',
      ['id'],
      db.select().from(position).where(eq(position.status, 'ACTIVE')).all(),
      books.flatMap((each) => Object.values(each.positions)),
    ),
    ...compareHeads(
      'trade_order',
      ['id'],
      db.select().from(tradeOrder).where(inArray(tradeOrder.state, working)).all(),
      books.flatMap((each) => Object.values(each.orders)),
    ),
  ].slice(0, DIFFERENCES_MAX);
}

function compareHeads(
  table: string,
  keys: readonly string[],
  stored: readonly Row[],
  expected: readonly Row[],
): string[] {
  const buildKey = (row: Row) => keys.map((key) => String(getCell(row, key))).join(' ');
  const left = new Map(stored.map((row) => [buildKey(row), row]));
  const right = new Map(expected.map((row) => [buildKey(row), row]));
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) =>
    compareRow(`${table} ${key}`, left.get(key), right.get(key)),
  );
}

/**
 * Compares the cells that both sides have: the desk knows more of some rows, and the disk more of
 * others.
 */
function compareRow(name: string, stored: Row | undefined, expected: Row | undefined): string[] {
  if (!stored) return [`${name} is missing on disk`];
  if (!expected) return [`${name} is stored, and the log knows nothing of it`];
  return Object.keys(stored)
    .filter((column) => column in expected && getCell(stored, column) !== getCell(expected, column))
    .map(
      (column) =>
        `${name} ${column} is stored as ${JSON.stringify(getCell(stored, column))}, and the log says ${JSON.stringify(getCell(expected, column))}`,
    );
}

const getCell = (row: Row, column: string): unknown =>
  (row as Readonly<Record<string, unknown>>)[column];
