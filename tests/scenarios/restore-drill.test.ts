// The whole way back: a desk trades and is backed up elsewhere, its machine is lost, and another
// data directory trades on, from the newest backup and from moments before it.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createUser, listUsers } from '../../app/models/account/user.server';
import type { Terminal } from '../../app/models/desk/terminal';
import { auditProgram } from '../../app/programs/books/audit-program';
import { backupProgram } from '../../app/programs/books/backup-program';
import { restoreProgram } from '../../app/programs/books/restore-program';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { createHistorySource } from '../../app/server/feeds/history-source.server';
import type { Command } from '../../app/trading/domain/command';
import { closeDatabase, openDatabase, prepareDatabasePath } from '../../db/client.server';
import { PACED_MARKET, createPacedFeed } from '../support/paced-feed';
import { createManualOrder } from '../support/reference-orders';
import { runCaptured } from '../support/run-captured';
import { SCENARIO_SEED, createRunRandom, getScenarioRunCount } from '../support/scenario-runs';

const RUNS = getScenarioRunCount(1);
const BACKUPS = 4;
const MOMENTS = 3;
const ORDERS_BETWEEN = 6;
const PATIENCE = { timeout: 120_000, interval: 20 };

interface LogRow {
  readonly seq: number;
  readonly atMs: number;
  readonly hash: string;
}

function readLog(dataDir: string): LogRow[] {
  const db = openDatabase(prepareDatabasePath(dataDir), { readonly: true });
  try {
    return db.$client
      .prepare<
        [],
        LogRow
      >('SELECT seq, at_ms AS atMs, lower(hex(hash)) AS hash FROM event ORDER BY seq')
      .all();
  } finally {
    closeDatabase(db);
  }
}

/** A desk with prices, from the end of its log. */
async function openDesk(dataDir: string, seed: string, fromMs?: number): Promise<Terminal> {
  const desk = openTerminal({
    dataDir,
    source: createHistorySource({ feed: createPacedFeed(seed, fromMs), barsPerSecond: 200 }),
    timeZone: 'America/New_York',
    auditsInBackground: false,
  });
  onTestFinished(() => desk.close());
  await expect
    .poll(() => desk.state().markets[PACED_MARKET]?.instruments['NG']?.quote != null, PATIENCE)
    .toBe(true);
  return desk;
}

const send = (desk: Terminal, userId: string, command: Command, idempotencyKey: string | null) =>
  desk.execute({ userId, command, idempotencyKey });

/** Orders of random contracts, sides and sizes; some are rejected, and some positions closed. */
async function tradeSome(desk: Terminal, roll: () => number, name: string): Promise<void> {
  for (let nth = 0; nth < ORDERS_BETWEEN; nth += 1) {
    const order = createManualOrder({
      instrumentId: roll() < 0.5 ? 'NG' : 'CORN',
      side: roll() < 0.5 ? 'BUY' : 'SELL',
      lots: 1 + Math.floor(roll() * 20),
      stop: roll() < 0.5 ? 200 : null,
    });
    await send(desk, 'ann', order, `${name} ${nth}`);
    const seq = desk.state().sequence;
    await expect.poll(() => desk.state().sequence, PATIENCE).toBeGreaterThan(seq + 5);
  }
}

const expectAudited = async (dataDir: string, where: string): Promise<void> =>
  expect(await runCaptured(auditProgram, '--data-dir', dataDir), where).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/passed/) as string,
  });

/** Opens the restored desk, and trades with the account that it has and with a new one. */
async function tradeOn(dataDir: string, seed: string, where: string): Promise<void> {
  const before = readLog(dataDir);
  const desk = await openDesk(dataDir, seed, before.at(-1)?.atMs);
  expect(desk.status().trading, where).toMatchObject({ state: 'ACTIVE' });
  expect(listUsers(desk.db).map(({ username }) => username)).toEqual(['ann']);
  await desk.ensureBook('ben');
  const order = createManualOrder({ lots: 2 });
  expect((await send(desk, 'ben', order, 'first')).outcome, where).toMatchObject({ ok: true });
  const stop = { type: 'StopTrading', commodity: null } as const;
  expect((await send(desk, 'ann', stop, null)).outcome, where).toMatchObject({ ok: true });
  await desk.close();
  const after = readLog(dataDir);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.length).toBeGreaterThan(before.length);
}

test.each(Array.from({ length: RUNS }, (_, run) => run))(
  'run %i: a lost desk trades on from its encrypted backups',
  { timeout: 600_000 },
  async (run) => {
    const where = `SCENARIO_SEED=${SCENARIO_SEED}, run ${run}`;
    const roll = createRunRandom(run);
    const seed = String(SCENARIO_SEED + run);
    const root = mkdtempSync(join(tmpdir(), 'frontmonth-drill-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const [lost, folder, key] = ['lost', 'elsewhere', 'backup.key'].map((name) =>
      join(root, name),
    ) as [string, string, string];
    mkdirSync(lost);
    writeFileSync(key, randomBytes(32));

    const desk = await openDesk(lost, seed);
    createUser(desk.db, 'ann', 'no password', Date.now());
    await desk.ensureBook('ann');
    const names = new Set<string>();
    for (let backup = 0; backup < BACKUPS; backup += 1) {
      await tradeSome(desk, roll, `backup ${backup}`);
      // Names state the second.
      await expect
        .poll(async () => {
          const args = ['--to', folder, '--key-file', key, '--data-dir', lost] as const;
          return (await runCaptured(backupProgram, ...args)).code;
        }, PATIENCE)
        .toBe(0);
      for (const name of readdirSync(folder)) names.add(name);
    }
    await desk.close();
    expect(names.size, where).toBe(BACKUPS);
    const log = readLog(lost);
    rmSync(lost, { recursive: true });

    const newest = join(root, 'newest');
    const runRestore = (dataDir: string, ...args: string[]) =>
      runCaptured(restoreProgram, folder, '--key-file', key, '--data-dir', dataDir, ...args);
    expect(await runRestore(newest), where).toMatchObject({ code: 0 });
    const stored = readLog(newest);
    expect(stored).toEqual(log.slice(0, stored.length));
    await expectAudited(newest, where);
    await tradeOn(newest, seed, where);
    await expectAudited(newest, where);

    const opened = stored.findIndex(({ atMs }) => atMs > stored[0]!.atMs);
    for (let nth = 0; nth < MOMENTS; nth += 1) {
      const row = stored[opened + Math.floor(roll() * (stored.length - opened))]!;
      const atMs = Math.min(row.atMs + Math.floor(roll() * 1000), stored.at(-1)!.atMs);
      const at = new Date(atMs).toISOString();
      const dataDir = join(root, `moment-${nth}`);
      expect(await runRestore(dataDir, '--at', at), `${where}, ${at}`).toMatchObject({ code: 0 });
      expect(readLog(dataDir)).toEqual(stored.filter((each) => each.atMs <= atMs));
      await expectAudited(dataDir, `${where}, ${at}`);
      await tradeOn(dataDir, seed, `${where}, ${at}`);
      await expectAudited(dataDir, `${where}, ${at}`);
    }
  },
);
