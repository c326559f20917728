// SIGTERM under load: 20 clients write, others read pages and hold sockets; nothing acknowledged is
// lost.
import { median } from 'd3-array';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureBuilt } from '../../build.js';
import { countActivity, listDatabaseFaults } from '../support/killer-checks';
import { findFreePort } from '../support/free-port';
import { ApiTraders, ServerRun } from '../support/killer-server';
import { createSeededRandomFunction } from '../support/killer-traders';
import { writePacedHistories } from '../support/paced-histories';
import { chooseFullSize, formatSeed } from '../support/run-size';
import { createSignedInUsers } from '../support/signed-in-users';
import { SocketClient } from '../support/socket-client';

const CLIENTS = 20;
const READERS = 4;
const SOCKETS = 10;
const ACKNOWLEDGED_MIN = 40;
const DAYS = 8;
/** Then a new desk: every round audits the whole log. */
const ROUNDS_PER_DESK = 10;
const seed = Number(process.env['KILL_SEED'] ?? 20_261_121);
const SEED_TEXT = formatSeed('KILL_SEED', seed);

beforeAll(() => ensureBuilt());

/** Reads pages until the server ends. Returns the statuses. */
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

/** Close codes of open sockets. */
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
 * Clients work until enough is acknowledged, then the signal is sent. Returns when the process has
 * ended.
 */
async function endUnderLoad(run: ServerRun, traders: ApiTraders, origin: string, delayMs: number) {
  const sockets = await holdSockets(origin, traders.users);
  const wanted = traders.acknowledged.size + ACKNOWLEDGED_MIN;
  let signalledMs: number | null = null;
  const endServer = (): void => {
    signalledMs = Infinity;
    setTimeout(() => {
      signalledMs = performance.now();
      run.signal('SIGTERM');
    }, delayMs);
  };
  const writing = traders.users.map(async (user) => {
    while (await traders.trade(user))
      if (signalledMs === null && traders.acknowledged.size >= wanted) endServer();
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

/** The replayed market fills orders at once; the simulated server is stopped during warm-up. */
const KINDS: readonly Kind[] = [
  { market: 'a replayed market', rounds: chooseFullSize(3, 80), isReplayed: true },
  { market: 'the simulated market', rounds: chooseFullSize(2, 20), isReplayed: false },
];

/** Ends one desk under load again and again; returns what it did, and how long each end took. */
async function endRepeatedly(
  { isReplayed, rounds }: Omit<Kind, 'market'>,
  roll: () => number,
  firstRound: number,
) {
  const root = mkdtempSync(join(tmpdir(), 'frontmonth-end-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [dataDir, historyDir] = [join(root, 'data'), isReplayed ? join(root, 'history') : null];
  if (historyDir) writePacedHistories(historyDir, String(seed), DAYS);
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const users = createSignedInUsers(dataDir, CLIENTS).map((user) => ({
    ...user,
    positions: [] as readonly string[],
  }));
  const traders = new ApiTraders(origin, users, roll);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const where = `${SEED_TEXT}, round ${firstRound + round}`;
    const run = new ServerRun({ port, dataDir, historyDir });
    onTestFinished(() => run.signal('SIGKILL'));
    await run.ready(origin);
    if (round > 0) await traders.repeatAfterRestart();
    const { ending, tookMs, pages, closings } = await endUnderLoad(
      run,
      traders,
      origin,
      roll() * 50,
    );
    times.push(Math.round(tookMs));
    // A shutdown beyond nine seconds is cut by the server, with another exit code.
    expect(ending, where).toMatchObject({ code: 0, signal: null });
    expect(listDatabaseFaults(dataDir, traders), `${where}: ${ending.output}`).toEqual([]);
    expect([where, new Set(pages)]).toEqual([where, new Set([200])]);
    expect([where, closings]).toEqual([where, Array.from({ length: SOCKETS }, () => 1001)]);
  }
  const { records, fills } = countActivity(dataDir);
  rmSync(root, { recursive: true, force: true });
  return {
    times,
    acknowledged: traders.acknowledged.size,
    repeats: traders.repeats,
    records,
    fills,
  };
}

test.each(KINDS)(
  `$rounds orderly ends on $market with ${CLIENTS} clients writing lose nothing`,
  { timeout: 3_600_000 },
  async ({ rounds, isReplayed }) => {
    const roll = createSeededRandomFunction(seed);
    const times: number[] = [];
    const totals = { acknowledged: 0, repeats: 0, records: 0, fills: 0 };
    for (let round = 0; round < rounds; round += ROUNDS_PER_DESK) {
      const desk = { isReplayed, rounds: Math.min(ROUNDS_PER_DESK, rounds - round) };
      const done = await endRepeatedly(desk, roll, round);
      times.push(...done.times);
      totals.acknowledged += done.acknowledged;
      totals.repeats += done.repeats;
      totals.records += done.records;
      totals.fills += done.fills;
    }
    console.info(
      `${SEED_TEXT}: ${rounds} ends under load in ${median(times)} ms (median), ${Math.max(...times)} ms (longest); ` +
        `${totals.acknowledged} acknowledged commands, ${totals.repeats} repeats answered as the first time, ` +
        `${totals.records} records, ${totals.fills} fills`,
    );
    expect(totals.acknowledged).toBeGreaterThanOrEqual(rounds * ACKNOWLEDGED_MIN);
    if (isReplayed) expect(totals.fills).toBeGreaterThan(0);
  },
);
