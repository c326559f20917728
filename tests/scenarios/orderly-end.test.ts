// The orderly end in the midst of work: twenty clients write, others read pages and hold sockets
// when SIGTERM comes; nothing that was acknowledged may be missing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSession } from '../../app/models/account/session.server';
import { createUser } from '../../app/models/account/user.server';
import { ensureBuilt } from '../../build.js';
import { closeDatabase, databasePath, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS } from '../support/books';
import { booksCounts, booksFaults } from '../support/killer-checks';
import { ApiTraders, ServerRun, freePort } from '../support/killer-server';
import { seededDice } from '../support/killer-traders';
import { writePacedHistories } from '../support/paced-histories';
import { SocketClient } from '../support/socket-client';

const CLIENTS = 20;
const READERS = 4;
const SOCKETS = 10;
const ACKNOWLEDGED_MIN = 40;
const DAYS = 8;
const seed = Number(process.env['KILL_SEED'] ?? 20_261_121);

beforeAll(() => ensureBuilt());

/** Users who are signed in already, for signing in is slow on purpose. */
function makeUsers(dataDir: string) {
  const db = openDatabase(databasePath(dataDir));
  migrateDatabase(db, MIGRATIONS);
  const users = Array.from({ length: CLIENTS }, (_, at) => {
    const { id } = createUser(db, `client-${at}`, 'no password', Date.now());
    return {
      id,
      name: `client-${at}`,
      cookie: `frontmonth=${createSession(db, id, Date.now())}`,
      positions: [] as readonly string[],
    };
  });
  closeDatabase(db);
  return users;
}

/** Reads pages until the server is gone; the statuses that came. */
async function readPages(origin: string, cookie: string): Promise<number[]> {
  const statuses: number[] = [];
  for (;;) {
    try {
      const page = await fetch(`${origin}/`, { headers: { Cookie: cookie } });
      await page.text();
      statuses.push(page.status);
    } catch {
      return statuses;
    }
  }
}

/** How the sockets that were open at the end were closed. */
async function holdSockets(
  origin: string,
  users: ApiTraders['users'],
): Promise<{ readonly closings: Promise<readonly number[]> }> {
  const clients = await Promise.all(
    users
      .slice(0, SOCKETS)
      .map(async ({ id, cookie }) =>
        (await SocketClient.open(origin, { Cookie: cookie })).signIn(id),
      ),
  );
  return { closings: Promise.all(clients.map(async ({ closed }) => (await closed).code)) };
}

/**
 * Everybody works until enough is acknowledged; then the signal falls into the midst of it. Answers
 * when the process had ended.
 */
async function endUnderLoad(run: ServerRun, traders: ApiTraders, origin: string, delayMs: number) {
  const sockets = await holdSockets(origin, traders.users);
  const wanted = traders.acknowledged.size + ACKNOWLEDGED_MIN;
  let signalledMs: number | null = null;
  const strike = (): void => {
    signalledMs = Infinity;
    setTimeout(() => {
      signalledMs = performance.now();
      run.signal('SIGTERM');
    }, delayMs);
  };
  const writing = traders.users.map(async (user) => {
    while (await traders.trade(user))
      if (signalledMs === null && traders.acknowledged.size >= wanted) strike();
  });
  const reading = traders.users.slice(0, READERS).map(({ cookie }) => readPages(origin, cookie));
  const ending = await run.ended;
  const tookMs = performance.now() - (signalledMs ?? Number.NaN);
  await Promise.all(writing);
  return {
    ending,
    tookMs,
    pages: (await Promise.all(reading)).flat(),
    closings: await sockets.closings,
  };
}

interface Kind {
  readonly market: string;
  readonly rounds: number;
  readonly isReplayed: boolean;
}

/**
 * The replayed market fills orders from its first minute; a simulated one is ended while its
 * threads still read their past.
 */
const KINDS: readonly Kind[] = [
  { market: 'a replayed market', rounds: 3, isReplayed: true },
  { market: 'the simulated market', rounds: 2, isReplayed: false },
];

test.each(KINDS)(
  `$rounds orderly ends on $market with ${CLIENTS} clients writing lose nothing`,
  { timeout: 300_000 },
  async ({ rounds, isReplayed }) => {
    const root = mkdtempSync(join(tmpdir(), 'frontmonth-end-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const [dataDir, historyDir] = [join(root, 'data'), isReplayed ? join(root, 'history') : null];
    if (historyDir) writePacedHistories(historyDir, String(seed), DAYS);
    const roll = seededDice(seed);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const traders = new ApiTraders(origin, makeUsers(dataDir), roll);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const where = `seed ${seed}, round ${round}`;
      const run = new ServerRun({ port, dataDir, historyDir });
      onTestFinished(() => run.signal('SIGKILL'));
      await run.ready(origin);
      if (round > 0) await traders.askAgain();
      const { ending, tookMs, pages, closings } = await endUnderLoad(
        run,
        traders,
        origin,
        roll() * 50,
      );
      times.push(Math.round(tookMs));
      // An end that takes longer than is promised to supervisors is cut by the server itself, with
      // another code.
      expect(ending, where).toMatchObject({ code: 0, signal: null });
      expect(booksFaults(dataDir, traders), `${where}: ${ending.output}`).toEqual([]);
      expect([where, new Set(pages)]).toEqual([where, new Set([200])]);
      expect([where, closings]).toEqual([where, Array.from({ length: SOCKETS }, () => 1001)]);
    }
    const { records, fills } = booksCounts(dataDir);
    console.info(
      `seed ${seed}: ${rounds} ends under load in ${times.join(', ')} ms; ${traders.acknowledged.size} acknowledged commands, ` +
        `${traders.repeats} repeats answered as the first time, ${records} records, ${fills} fills`,
    );
    expect(traders.acknowledged.size).toBeGreaterThanOrEqual(rounds * ACKNOWLEDGED_MIN);
    if (isReplayed) expect(fills).toBeGreaterThan(0);
  },
);
