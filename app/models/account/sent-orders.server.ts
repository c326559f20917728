// Orders that were sent to a broker which numbers them itself. Not part of the event log or the audit.
import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../../../db/client.server';
import { sentOrder } from '../../../db/schema/user';
import { DAY_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';

type SentOrderRow = Omit<typeof sentOrder.$inferSelect, 'userId' | 'account'>;

interface SentOrderTable {
  list(): readonly SentOrderRow[];
  /** Stores a new order or what changed, before it returns. Throws where that fails. */
  save(order: SentOrderRow): void;
  remove(orderId: string): void;
}

/** No order works longer: a contract month has expired by then. */
const STORED_MS = 1000 * DAY_MS;

/** The orders of one account at its broker. */
export function createSentOrders(
  db: Database,
  owner: { readonly userId: string; readonly account: string },
): SentOrderTable {
  const isOwn = and(eq(sentOrder.userId, owner.userId), eq(sentOrder.account, owner.account));
  return {
    list: () => {
      const rows = db.select().from(sentOrder).where(isOwn).orderBy(sentOrder.sentMs).all();
      removeOldRows(db, rows.at(-1)?.sentMs ?? 0);
      return rows.map(({ userId: _user, account: _account, ...row }) => row);
    },
    save: (row) => {
      const { orderId: _key, ...set } = row;
      db.insert(sentOrder)
        .values({ ...owner, ...row })
        .onConflictDoUpdate({ target: sentOrder.orderId, set })
        .run();
    },
    remove: (orderId) => {
      db.delete(sentOrder).where(eq(sentOrder.orderId, orderId)).run();
    },
  };
}

const removeOldRows = (db: Database, newestMs: EpochMs): void => {
  db.delete(sentOrder)
    .where(lt(sentOrder.sentMs, newestMs - STORED_MS))
    .run();
};
