// Terminal process with a static market, so that its log changes only by test requests.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSession } from '../../app/models/account/session.server';
import { createUser, findUserByName } from '../../app/models/account/user.server';
import {
  type Database,
  closeDatabase,
  prepareDatabasePath,
  openDatabase,
} from '../../db/client.server';
import {
  type DeskServer,
  type ServerKind,
  PASSWORD,
  USERNAME,
  Visitor,
  startDesk,
} from './desk-server';
import { hashPassword } from '../../app/server/auth/password.server';
import { STATIC_SINCE_MS, writeStaticMarket } from './static-market';
import { chooseStrategy } from './choose-strategy';

export interface StaticUser {
  readonly id: string;
  readonly name: string;
  /** Session id of `visitor`. */
  readonly sessionId: string;
  readonly visitor: Visitor;
}

export interface StaticDesk extends DeskServer {
  readonly db: Database;
  /** A new user with an open book, signed in. */
  user(name: string): Promise<StaticUser>;
  /** One more session of a user. */
  session(user: Pick<StaticUser, 'id'>): Visitor;
  /** The first user, with a known password. */
  trader(): { readonly id: string };
  /**
   * Digest of everything a request may change: log, results, users, sessions; of one user or all.
   */
  digest(userId?: string): string;
  /** Records of a user after a record, in order. */
  listRecords(
    userId: string,
    afterSeq?: number,
  ): { readonly type: string; readonly payload: string }[];
  head(): number;
}

/**
 * Chooses the trend strategy of crude oil: the static market rises, so it has a target there. RUN
 * without a choice trades the strategy with the best record, whatever the market does.
 */
export const chooseCrudeTrend = (visitor: Visitor): Promise<void> =>
  chooseStrategy(visitor, 'crude-oil', 'TREND_FOLLOW');

const WAIT_MS_MAX = 60_000;

/** Waits until the engine has read the last history bar. */
export async function waitUntilStatic(visitor: Visitor, output: () => string): Promise<void> {
  for (
    const started = Date.now();
    Date.now() - started < WAIT_MS_MAX;
    await new Promise((resolve) => setTimeout(resolve, 200))
  ) {
    const response = await visitor.request('/api/portfolio-performance?timeframe=1d');
    const { asOf } = (await response.json()) as { asOf?: string };
    if (asOf !== undefined && Date.parse(asOf) >= STATIC_SINCE_MS) return;
  }
  throw new Error(`timeout before the last bar was read:\n${output()}`);
}

export async function startStaticDesk(
  kind: ServerKind,
  settings: Readonly<Record<string, string>> = {},
): Promise<StaticDesk> {
  const histories = mkdtempSync(join(tmpdir(), 'frontmonth-histories-'));
  writeStaticMarket(histories);
  const server = await startDesk(kind, {
    FEED: 'replay',
    HISTORY_DIR: histories,
    REPLAY_BARS_PER_SECOND: '100000',
    ...settings,
  });
  rmSync(histories, { recursive: true });
  const db = openDatabase(prepareDatabasePath(server.dataDir));
  const desk = createStaticDesk(server, db);
  try {
    await waitUntilStatic(await openAccount(desk.session(desk.trader())), server.output);
    return desk;
  } catch (error) {
    await desk.stop(); // the caller has no desk to stop
    throw error;
  }
}

async function openAccount(visitor: Visitor): Promise<Visitor> {
  const response = await visitor.request('/api/auto-trading/status');
  if (!response.ok)
    throw new Error(`opening a book answered ${response.status}: ${await response.text()}`);
  return visitor;
}

/** Hashed once: it takes 50 ms. */
let passwordHash: Promise<string> | null = null;

function createStaticDesk(server: DeskServer, db: Database): StaticDesk {
  const createVisitor = (userId: string) => {
    const id = createSession(db, userId, Date.now());
    return { id, visitor: new Visitor(server.origin).setCookie('frontmonth', id) };
  };
  const head = db.$client.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM event').pluck();
  const records = db.$client.prepare<[string, number], { type: string; payload: string }>(
    "SELECT type, payload FROM event WHERE user_id = ? AND seq > ? AND type <> 'PortfolioValued' ORDER BY seq",
  );
  return {
    ...server,
    db,
    async user(name) {
      const { id } = createUser(
        db,
        name,
        await (passwordHash ??= hashPassword(PASSWORD)),
        Date.now(),
      );
      const session = createVisitor(id);
      return { id, name, sessionId: session.id, visitor: await openAccount(session.visitor) };
    },
    session: ({ id }) => createVisitor(id).visitor,
    trader: () => ({ id: findUserByName(db, USERNAME)?.id ?? '' }),
    digest: (userId) => computeDigest(db, userId ?? null),
    listRecords: (userId, afterSeq = 0) => records.all(userId, afterSeq),
    head: () => head.get() ?? 0,
    async stop() {
      closeDatabase(db);
      return server.stop();
    },
  };
}

/** Excludes session use times and valuations, which change without a write. */
const TABLES = [
  "SELECT user_id, book_id, type, payload, cause_seq IS NULL FROM event WHERE type <> 'PortfolioValued' AND (@user IS NULL OR user_id = @user) ORDER BY seq",
  'SELECT * FROM command WHERE @user IS NULL OR user_id = @user ORDER BY user_id, idempotency_key',
  'SELECT * FROM user WHERE @user IS NULL OR id = @user ORDER BY id',
  'SELECT id_hash, user_id, ended_ms FROM session WHERE @user IS NULL OR user_id = @user ORDER BY id_hash',
];

function computeDigest(db: Database, userId: string | null): string {
  const hash = createHash('sha256');
  for (const sql of TABLES)
    hash.update(
      JSON.stringify(db.$client.prepare<[{ user: string | null }]>(sql).all({ user: userId })),
    );
  return hash.digest('hex');
}
