// The orderly end in the midst of work: twenty clients write, others read pages and hold sockets when SIGTERM comes; nothing that was acknowledged may be missing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSession } from '../../app/models/session.server';
import { createUser } from '../../app/models/user.server';
import { ensureBuilt } from '../../build.js';
import { closeDatabase, databasePath, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS } from '../support/books';
import { booksCounts, booksFaults } from '../support/killer-checks';
import { ApiTraders, ServerRun, freePort } from '../support/killer-server';
import { seededDice } from '../support/killer-traders';
import { SocketClient } from '../support/socket-client';

const ROUNDS = 5;
const CLIENTS = 20;
const READERS = 4;
const SOCKETS = 10;
const ACKNOWLEDGED_MIN = 40;
/** Rounds that begin when playbooks have read their past, so that orders are filled in the midst of them; the others end a desk that is still reading. */
const FILLING = 2;
/** The bound that supervisors are told of; it is what is promised, not what is measured. */
const END_MS_MAX = 5000;
const seed = Number(process.env['KILL_SEED'] ?? 20_261_121);

beforeAll(() => ensureBuilt());

/** Users who are signed in already, for signing in is slow on purpose. */
function makeUsers(dataDir: string) {
  const db = openDatabase(databasePath(dataDir));
  migrateDatabase(db, MIGRATIONS);
  const users = Array.from({ length: CLIENTS }, (_, at) => {
    const { id } = createUser(db, `client-${at}`, 'no password', Date.now());
    return { id, name: `client-${at}`, cookie: `frontmonth=${createSession(db, id, Date.now())}`, positions: [] as readonly string[] };
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
async function holdSockets(origin: string, users: ApiTraders['users']): Promise<{ readonly closings: Promise<readonly number[]> }> {
  const clients = await Promise.all(users.slice(0, SOCKETS).map(async ({ id, cookie }) => (await SocketClient.open(origin, { Cookie: cookie })).signIn(id)));
  return { closings: Promise.all(clients.map(async ({ closed }) => (await closed).code)) };
}

/** Everybody works until enough is acknowledged; then the signal falls into the midst of it. Answers when the process had ended. */
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
    while (await traders.trade(user)) if (signalledMs === null && traders.acknowledged.size >= wanted) strike();
  });
  const reading = traders.users.slice(0, READERS).map(({ cookie }) => readPages(origin, cookie));
  const ending = await run.ended;
  const tookMs = performance.now() - (signalledMs ?? Number.NaN);
  await Promise.all(writing);
  return { ending, tookMs, pages: (await Promise.all(reading)).flat(), closings: await sockets.closings };
}

test(`${ROUNDS} orderly ends with ${CLIENTS} clients writing lose nothing and come in time`, { timeout: 300_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-end-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const roll = seededDice(seed);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const traders = new ApiTraders(origin, makeUsers(dataDir), roll);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const where = `seed ${seed}, round ${round}`;
    const run = new ServerRun({ port, dataDir, historyDir: null });
    onTestFinished(() => run.signal('SIGKILL'));
    await run.ready(origin);
    if (round > 0) await traders.askAgain();
    const [first] = traders.users;
    if (round < FILLING && first) {
      await traders.runAll(first);
      await expect.poll(() => traders.positionsOf(first), { timeout: 120_000, interval: 500 }).toBeGreaterThan(0);
    }
    const { ending, tookMs, pages, closings } = await endUnderLoad(run, traders, origin, roll() * 50);
    times.push(Math.round(tookMs));
    expect(ending, where).toMatchObject({ code: 0, signal: null });
    expect(tookMs, where).toBeLessThanOrEqual(END_MS_MAX);
    expect(booksFaults(dataDir, traders), `${where}: ${ending.output}`).toEqual([]);
    expect([where, new Set(pages)]).toEqual([where, new Set([200])]);
    expect([where, closings]).toEqual([where, Array.from({ length: SOCKETS }, () => 1001)]);
  }
  const { records, fills } = booksCounts(dataDir);
  console.info(
    `seed ${seed}: ${ROUNDS} ends under load in ${times.join(', ')} ms (at most ${END_MS_MAX} promised); ${traders.acknowledged.size} acknowledged commands, ` +
      `${traders.repeats} repeats answered as the first time, ${records} records, ${fills} fills`,
  );
  expect(traders.acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * ACKNOWLEDGED_MIN);
  expect(fills).toBeGreaterThan(0);
});
