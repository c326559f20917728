// What moves with a user to another server: name, passphrase, settings, and the accounts of its log.
import { and, count, desc, eq, inArray, max } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../db/client.server';
import { book, userDesk } from '../../../db/schema/book';
import { event } from '../../../db/schema/log';
import { position, tradeOrder } from '../../../db/schema/trade';
import { brokerKey, user } from '../../../db/schema/user';
import type { MovedAccount } from '../../trading/domain/moved-account';
import { ORDER_STATES, isWorking } from '../../trading/domain/order';
import type { RecordType } from '../../trading/domain/record';
import type { Settings, TradingMode } from '../../trading/domain/settings';
import type { EpochMs } from '../../trading/domain/units';
import { MovedAccountSchema, MovedSettingsSchema } from './moved-account-schema';

type UserRow = typeof user.$inferSelect;

/** The stored user with the hash of the passphrase; null if there is none. */
export const findUserRow = (db: Database, userId: string): UserRow | null =>
  db.select().from(user).where(eq(user.id, userId)).get() ?? null;

/** Stores a user from another server as disabled: a sign-in has to wait for the accounts. */
export function storeMovedUser(db: Database, row: UserRow, nowMs: EpochMs): void {
  const { username, passwordHash, role } = row;
  const changes = { username, passwordHash, role, isDisabled: true, updatedMs: nowMs };
  db.insert(user)
    .values({ ...row, ...changes })
    .onConflictDoUpdate({ target: user.id, set: changes })
    .run();
}

export const hasBrokerKey = (db: Database, userId: string): boolean =>
  db.select().from(brokerKey).where(eq(brokerKey.userId, userId)).get() !== undefined;

/** Selected mode and settings; null for a user without an account. */
export function findMovedSettings(
  db: Database,
  userId: string,
): { readonly mode: TradingMode; readonly settings: Settings } | null {
  const row = db.select().from(userDesk).where(eq(userDesk.userId, userId)).get();
  if (!row) return null;
  const { mode, userId: _id, ...settings } = row;
  return { mode, settings: MovedSettingsSchema.parse(settings) };
}

/** Number of open positions and working orders of a user. */
export function countOpenTrades(db: Database, userId: string): number {
  const positions = db
    .select({ rows: count() })
    .from(position)
    .where(and(eq(position.userId, userId), eq(position.status, 'ACTIVE')))
    .get();
  const orders = db
    .select({ rows: count() })
    .from(tradeOrder)
    .where(
      and(eq(tradeOrder.userId, userId), inArray(tradeOrder.state, ORDER_STATES.filter(isWorking))),
    )
    .get();
  return (positions?.rows ?? 0) + (orders?.rows ?? 0);
}

const MovedPayload = z.object({
  account: MovedAccountSchema,
  to: z.string().optional(),
  from: z.string().optional(),
});

/** A move of all accounts of a user, as the log of one side has it. */
export interface LoggedMove {
  /** The other server. */
  readonly server: string;
  readonly accounts: readonly MovedAccount[];
}

/** The last move of a user in a direction; null if there was none since the last in the other one. */
function findLastMove(
  db: Database,
  userId: string,
  type: 'BookMovedOut' | 'BookMovedIn',
): LoggedMove | null {
  const other = type === 'BookMovedOut' ? 'BookMovedIn' : 'BookMovedOut';
  const findNewest = (wanted: RecordType) =>
    db
      .select({ seq: max(event.seq) })
      .from(event)
      .where(and(eq(event.userId, userId), eq(event.type, wanted)))
      .get()?.seq ?? 0;
  const newest = findNewest(type);
  if (newest === 0 || findNewest(other) > newest) return null;
  const command = db
    .select({ causeSeq: event.causeSeq })
    .from(event)
    .where(eq(event.seq, newest))
    .get();
  const payloads = db
    .select({ payload: event.payload })
    .from(event)
    .where(
      and(
        eq(event.userId, userId),
        eq(event.type, type),
        eq(event.causeSeq, command?.causeSeq ?? 0),
      ),
    )
    .orderBy(desc(event.seq))
    .all()
    .map(({ payload }) => MovedPayload.parse(JSON.parse(payload)));
  return {
    server: payloads[0]?.to ?? payloads[0]?.from ?? '',
    accounts: payloads.map(({ account }) => account),
  };
}

export const findMoveOut = (db: Database, userId: string): LoggedMove | null =>
  findLastMove(db, userId, 'BookMovedOut');
export const findMoveIn = (db: Database, userId: string): LoggedMove | null =>
  findLastMove(db, userId, 'BookMovedIn');

/** Markets of the accounts of a server; empty before the first account. */
export const listMarkets = (db: Database): string[] =>
  db
    .selectDistinct({ market: book.market })
    .from(book)
    .all()
    .map(({ market }) => market);
