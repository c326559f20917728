// Kills of the whole server while three signed-in users trade through the API.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '../../app/server/auth/password.server';
import { createUser } from '../../app/models/account/user.server';
import { ensureBuilt } from '../../build.js';
import { closeDatabase, prepareDatabasePath, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS } from '../support/test-database';
import { countActivity, listDatabaseFaults } from '../support/killer-checks';
import { findFreePort } from '../support/free-port';
import { ApiTraders, ServerRun } from '../support/killer-server';
import { createSeededRandomFunction } from '../support/killer-traders';
import { writePacedHistories } from '../support/paced-histories';
import { chooseSize, formatSeed } from '../support/run-size';

const KILLS = chooseSize(2, 10);
const ACKNOWLEDGED_PER_KILL_MIN = 20;
const CALLS_AT_ONCE = 2;
const DAYS = 8;
const PASSWORD = 'a-passphrase-for-tests';
const seed = Number(process.env['KILL_SEED'] ?? 20_261_121);
const SEED_TEXT = formatSeed('KILL_SEED', seed);

beforeAll(() => ensureBuilt());

/** Three users with passwords, created before the server starts. */
async function makeUsers(dataDir: string) {
  const db = openDatabase(prepareDatabasePath(dataDir));
  migrateDatabase(db, MIGRATIONS);
  const passwordHash = await hashPassword(PASSWORD);
  const users = ['ann', 'bob', 'cho'].map((name) => ({
    id: createUser(db, name, passwordHash, Date.now()).id,
    name,
    cookie: '',
    positions: [] as readonly string[],
  }));
  closeDatabase(db);
  return users;
}

/** Users trade until enough commands are acknowledged, then the signal is sent. */
async function tradeUntil(
  run: ServerRun,
  traders: ApiTraders,
  acknowledged: number,
  signal: 'SIGKILL' | 'SIGTERM',
  delayMs: number,
): Promise<void> {
  const wanted = traders.acknowledged.size + acknowledged;
  let isStruck = false;
  const killServer = (): void => {
    isStruck = true;
    setTimeout(() => run.signal(signal), delayMs);
  };
  const loops = traders.users.flatMap((user) =>
    Array.from({ length: CALLS_AT_ONCE }, async () => {
      while (await traders.trade(user))
        if (!isStruck && traders.acknowledged.size >= wanted) killServer();
    }),
  );
  await Promise.all(loops);
}

test(
  `${KILLS} kills of the whole server lose nothing and double nothing`,
  { timeout: 300_000 },
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'frontmonth-server-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const [dataDir, historyDir] = [join(root, 'data'), join(root, 'history')];
    writePacedHistories(historyDir, String(seed), DAYS);
    const roll = createSeededRandomFunction(seed);
    const port = await findFreePort();
    const origin = `http://127.0.0.1:${port}`;
    const traders = new ApiTraders(origin, await makeUsers(dataDir), roll);
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const isLast = kill === KILLS;
      const where = `${SEED_TEXT}, kill ${kill}`;
      const run = new ServerRun({ port, dataDir, historyDir });
      onTestFinished(() => run.signal('SIGKILL'));
      await run.ready(origin);
      if (kill === 0) await traders.signIn(PASSWORD);
      else await traders.repeatAfterRestart(); // with the sessions of before: they survive a crash as well
      await tradeUntil(
        run,
        traders,
        ACKNOWLEDGED_PER_KILL_MIN + Math.floor(roll() * 20),
        isLast ? 'SIGTERM' : 'SIGKILL',
        roll() * 20,
      );
      const ending = await run.ended;
      expect(ending, where).toMatchObject(isLast ? { code: 0 } : { signal: 'SIGKILL' });
      expect(listDatabaseFaults(dataDir, traders), `${where}: ${ending.output}`).toEqual([]);
    }
    const { records, fills, resets } = countActivity(dataDir);
    const perKill = traders.acknowledged.size / (KILLS + 1);
    console.info(
      `${SEED_TEXT}: ${KILLS} kills of the server and one orderly end, ${perKill.toFixed(1)} acknowledged commands each, ${traders.repeats} repeats answered as the first time; ` +
        `${records} records, ${fills} fills, ${resets} resets`,
    );
    expect(perKill).toBeGreaterThanOrEqual(ACKNOWLEDGED_PER_KILL_MIN);
    expect(fills).toBeGreaterThan(0);
  },
);
