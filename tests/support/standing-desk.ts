// A desk in a process of its own whose market stands still: what its log holds afterwards came from
// the requests of a test alone.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSession } from '../../app/models/account/session.server';
import { createUser, findUserByName } from '../../app/models/account/user.server';
import { type Database, closeDatabase, databasePath, openDatabase } from '../../db/client.server';
import { type DeskServer, type ServerKind, USERNAME, Visitor, startDesk } from './desk-server';
import { STANDING_SINCE_MS, writeStandingMarket } from './standing-market';

export interface StandingUser {
  readonly id: string;
  readonly name: string;
  /** The id of the session that `visitor` carries. */
  readonly sessionId: string;
  readonly visitor: Visitor;
}

export interface StandingDesk extends DeskServer {
  readonly db: Database;
  /** A new user with an open book, signed in. */
  user(name: string): Promise<StandingUser>;
  /** One more session of a user. */
  session(user: Pick<StandingUser, 'id'>): Visitor;
  /** The first user, whose password is known. */
  trader(): { readonly id: string };
  /**
   * All that a request might change, in one word: the log, the answers kept, users and sessions; of
   * one user, or of all.
   */
  digest(userId?: string): string;
  /** What happened to a user since a record, by type, in order. */
  recordsOf(
    userId: string,
    afterSeq?: number,
  ): { readonly type: string; readonly payload: string }[];
  head(): number;
}

const WAIT_MS_MAX = 60_000;

/**
 * Waits until the last bar of the histories has been valued; asking again is no clock assertion,
 * for only the bound is a time.
 */
async function untilStanding(db: Database, output: () => string): Promise<void> {
  const valued = db.$client
    .prepare<[], number>("SELECT coalesce(max(at_ms), 0) FROM event WHERE type = 'PortfolioValued'")
    .pluck();
  for (
    const started = Date.now();
    Date.now() - started < WAIT_MS_MAX;
    await new Promise((resolve) => setTimeout(resolve, 50))
  ) {
    if ((valued.get() ?? 0) >= STANDING_SINCE_MS) return;
  }
  throw new Error(`the market did not come to rest:\n${output()}`);
}

export async function startStandingDesk(
  kind: ServerKind,
  settings: Readonly<Record<string, string>> = {},
): Promise<StandingDesk> {
  const histories = mkdtempSync(join(tmpdir(), 'frontmonth-histories-'));
  writeStandingMarket(histories);
  const server = await startDesk(kind, {
    FEED: 'replay',
    HISTORY_DIR: histories,
    REPLAY_BARS_PER_SECOND: '100000',
    ...settings,
  });
  rmSync(histories, { recursive: true });
  const db = openDatabase(databasePath(server.dataDir));
  const desk = standingDesk(server, db);
  // A book must be open for the bars to leave valuations in the log.
  await opened(desk.session(desk.trader()));
  await untilStanding(db, server.output);
  return desk;
}

async function opened(visitor: Visitor): Promise<Visitor> {
  const answer = await visitor.ask('/api/auto-trading/status');
  if (!answer.ok)
    throw new Error(`opening a book answered ${answer.status}: ${await answer.text()}`);
  return visitor;
}

function standingDesk(server: DeskServer, db: Database): StandingDesk {
  const makeSession = (userId: string) => {
    const id = createSession(db, userId, Date.now());
    return { id, visitor: new Visitor(server.origin).carry('frontmonth', id) };
  };
  const head = db.$client.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM event').pluck();
  const records = db.$client.prepare<[string, number], { type: string; payload: string }>(
    "SELECT type, payload FROM event WHERE user_id = ? AND seq > ? AND type <> 'PortfolioValued' ORDER BY seq",
  );
  return {
    ...server,
    db,
    async user(name) {
      const { id } = createUser(db, name, 'no password', Date.now());
      const session = makeSession(id);
      return { id, name, sessionId: session.id, visitor: await opened(session.visitor) };
    },
    session: ({ id }) => makeSession(id).visitor,
    trader: () => ({ id: findUserByName(db, USERNAME)?.id ?? '' }),
    digest: (userId) => digest(db, userId ?? null),
    recordsOf: (userId, afterSeq = 0) => records.all(userId, afterSeq),
    head: () => head.get() ?? 0,
    async stop() {
      closeDatabase(db);
      return server.stop();
    },
  };
}

/**
 * Not when a session was last used, for reading a page may move that; nor valuations, which come
 * with the time.
 */
const TABLES = [
  "SELECT user_id, book_id, type, payload, cause_seq IS NULL FROM event WHERE type <> 'PortfolioValued' AND (@user IS NULL OR user_id = @user) ORDER BY seq",
  'SELECT * FROM command WHERE @user IS NULL OR user_id = @user ORDER BY user_id, idempotency_key',
  'SELECT * FROM user WHERE @user IS NULL OR id = @user ORDER BY id',
  'SELECT id_hash, user_id, ended_ms FROM session WHERE @user IS NULL OR user_id = @user ORDER BY id_hash',
];

function digest(db: Database, userId: string | null): string {
  const hash = createHash('sha256');
  for (const sql of TABLES)
    hash.update(
      JSON.stringify(db.$client.prepare<[{ user: string | null }]>(sql).all({ user: userId })),
    );
  return hash.digest('hex');
}
