// npm run stop and npm run resume, with and without a running terminal.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { closeDatabase, prepareDatabasePath, openDatabase } from '../../db/client.server';
import { acquireLock } from '../../db/lock.server';
import { migrateDatabase } from '../../db/migrate.server';
import {
  createRequest,
  findRequestOutcome,
  listWaitingRequests,
} from '../../app/models/account/operator-request.server';
import { createUser } from '../../app/models/account/user.server';
import { armProgram } from '../../app/programs/operator/arm-program';
import { killProgram } from '../../app/programs/operator/kill-program';
import { resumeProgram } from '../../app/programs/operator/resume-program';
import { stopProgram } from '../../app/programs/operator/stop-program';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { createHistorySource } from '../../app/server/feeds/history-source.server';
import { SYSTEM_USER } from '../../app/trading/engine/config';
import { MIGRATIONS, createScratchDir } from '../support/test-database';
import { createPacedFeed } from '../support/paced-feed';
import { openHaltedDesk } from '../support/halted-desk';
import { runCaptured } from '../support/run-captured';

const HALT = 'the audit of the books found a difference';

/** A data directory with one user and no running terminal. */
function createDataDir(): { dataDir: string; userId: string } {
  const dataDir = createScratchDir();
  const db = openDatabase(prepareDatabasePath(dataDir));
  migrateDatabase(db, MIGRATIONS);
  const { id } = createUser(db, 'Ann', 'no password', Date.now());
  closeDatabase(db);
  return { dataDir, userId: id };
}

/** A terminal in this process, with a moving market. */
function openDesk(dataDir: string): Terminal {
  const desk = openTerminal({
    dataDir,
    source: createHistorySource({ feed: createPacedFeed('operator'), barsPerSecond: 30 }),
    timeZone: 'America/New_York',
    auditsInBackground: false,
  });
  onTestFinished(() => desk.close());
  return desk;
}

async function startDesk(): Promise<{ desk: Terminal; dataDir: string; userId: string }> {
  const { dataDir, userId } = createDataDir();
  const desk = openDesk(dataDir);
  await desk.ensureBook(userId);
  expect(
    (
      await desk.execute({
        userId,
        command: { type: 'StartTrading', commodity: null },
        idempotencyKey: null,
      })
    ).outcome.ok,
  ).toBe(true);
  return { desk, dataDir, userId };
}

const haltTrading = (desk: Terminal) =>
  desk.execute({
    userId: SYSTEM_USER,
    command: { type: 'HaltTrading', reason: HALT },
    idempotencyKey: null,
  });
const isTrading = (desk: Terminal, userId: string): boolean =>
  desk.getView(userId)?.isActive === true;
const runStop = (dataDir: string, ...args: string[]) =>
  runCaptured(stopProgram, '--data-dir', dataDir, ...args);
const runResume = (dataDir: string, ...args: string[]) =>
  runCaptured(resumeProgram, '--data-dir', dataDir, ...args);

function readInbox<T>(dataDir: string, read: (db: ReturnType<typeof openDatabase>) => T): T {
  const db = openDatabase(prepareDatabasePath(dataDir));
  try {
    return read(db);
  } finally {
    closeDatabase(db);
  }
}

describe('npm run stop', () => {
  it('stops a user of the running terminal and lists the stopped accounts', async () => {
    const { desk, dataDir, userId } = await startDesk();
    const { code, printed } = await runStop(dataDir, 'ann', '--reason', 'odd orders');
    expect(printed).toMatch(
      /^Ann, simulation: stopped Electricity Futures, Natural Gas Futures, .+; \d+ working entry orders? canceled\.\n/,
    );
    expect([code, isTrading(desk, userId)]).toEqual([0, false]);
  });

  it('prints one JSON document with user names instead of ids', async () => {
    const { desk, dataDir, userId } = await startDesk();
    const { code, printed } = await runStop(dataDir, '--all', '--close', '--json');
    expect({ code, ...(JSON.parse(printed) as object) }).toMatchObject({
      code: 0,
      status: 'carried out',
      outcome: { ok: true, books: [{ user: 'Ann', mode: 'simulation' }], openCount: 0 },
    });
    expect(printed).not.toContain(userId);
    expect(isTrading(desk, userId)).toBe(false);
  });

  it('stores the request without a running terminal; the next start executes it', async () => {
    const { desk, dataDir, userId } = await startDesk();
    await desk.close();
    const { code, printed } = await runStop(dataDir, 'Ann');
    expect([code, printed]).toEqual([
      1,
      'The terminal is not running. The request is stored and runs at the next start.\n',
    ]);
    const again = openDesk(dataDir);
    expect(isTrading(again, userId)).toBe(false);
    await again.close();
    expect(
      readInbox(dataDir, (db) => [listWaitingRequests(db), findRequestOutcome(db, 1)]),
    ).toMatchObject([[], { ok: true, books: [{ mode: 'simulation' }] }]);
  });

  it('reports a timeout and keeps the request', async () => {
    const { dataDir } = createDataDir();
    const lock = acquireLock(dataDir);
    onTestFinished(() => lock.release());
    const { code, printed } = await runStop(dataDir, '--all', '--wait', '0.3');
    expect(code).toBe(1);
    expect(printed).toMatch(/Request 1 timed out\. It stays stored/);
    expect(
      readInbox(dataDir, (db) => listWaitingRequests(db).map(({ command }) => command)),
    ).toEqual([{ type: 'StopAllUsers', close: false }]);
  });

  it.each([
    [[], /Give one user name, or --all/],
    [['ann', '--all'], /Give one user name, or --all/],
    [['ann', 'bob'], /Give one user name/],
    [['unknown'], /No user unknown/],
    [['ann', '--reason', 'x'.repeat(201)], /must not exceed 200 characters/],
    [['ann', '--wait', 'long'], /--wait must be 0 to 600 seconds/],
  ])('stores no request when called with %j', async (args, message) => {
    const { dataDir } = createDataDir();
    const { code, printed } = await runStop(dataDir, ...args);
    expect([code, message.test(printed), readInbox(dataDir, listWaitingRequests)]).toEqual([
      1,
      true,
      [],
    ]);
  });

  it('does not create a data directory', async () => {
    const { code, printed } = await runStop(`${createScratchDir()}/none`, '--all');
    expect([code, printed]).toEqual([1, expect.stringContaining('No database')]);
  });
});

describe('npm run resume', () => {
  it('lifts a halt after a passed audit', async () => {
    const { desk, dataDir } = await startDesk();
    await haltTrading(desk);
    const { code, printed } = await runResume(dataDir, '--reason', 'a restored backup');
    expect(printed).toMatch(
      new RegExp(`^Audit passed: \\d+ records\\.\nTrading resumed\\. Halt lifted: ${HALT}\n$`),
    );
    expect([code, desk.state().trading.state]).toEqual([0, 'ACTIVE']);
  });

  it('prints the differences of a failed audit and keeps the halt', async () => {
    const { desk, dataDir, userId } = await startDesk();
    await haltTrading(desk);
    desk.db.$client
      .prepare("UPDATE user_desk SET risk_level = 'aggressive' WHERE user_id = ?")
      .run(userId);
    const { code, printed } = await runResume(dataDir, '--reason', 'it will be right');
    expect(code).toBe(1);
    expect(printed).toMatch(
      /Audit FAILED \(1 difference\)\. The halt stays in place\.\n {2}user_desk [0-9a-f]+, risk_level: stored "aggressive", expected "moderate"\n/,
    );
    expect([desk.state().trading.state, listWaitingRequests(desk.db)]).toEqual(['HALTED', []]);
  });

  it('lifts the halt of one account by the name of its user', async () => {
    const { desk, dataDir, bookId } = await openHaltedDesk(createDataDir());
    const { code, printed } = await runResume(dataDir, 'ann', '--reason', 'compared');
    expect(printed).toMatch(
      /^Audit passed: \d+ records\.\nThe live account of ann resumed\. Halt lifted: order \w+ in \S+: 11 lots/,
    );
    expect([code, desk.state().books[bookId]?.halt]).toEqual([0, null]);
    expect(await runResume(dataDir, 'ann', '--reason', 'again')).toEqual({
      code: 0,
      printed: 'The live account of ann is not halted. Nothing to do.\n',
    });
    expect(await runResume(dataDir, 'bob', '--reason', 'compared')).toMatchObject({
      code: 1,
      printed: expect.stringContaining('No user bob') as string,
    });
  });

  it('takes over what the broker holds only where that is certain', async () => {
    const { desk, dataDir, bookId } = await openHaltedDesk(createDataDir());
    const resumed = await runResume(dataDir, 'ann', '--accept-broker', '--reason', 'compared');
    expect(resumed).toMatchObject({
      code: 1,
      printed: expect.stringContaining(
        'that this account did not open. Close them at the broker',
      ) as string,
    });
    expect(desk.state().books[bookId]?.halt).not.toBeNull();
    expect(await runResume(dataDir, '--accept-broker', '--reason', 'compared')).toMatchObject({
      code: 1,
      printed: expect.stringContaining('--accept-broker takes a user name') as string,
    });
  });

  it('does not lift a halt of an account that has changed since', async () => {
    const { desk, bookId } = await openHaltedDesk(createDataDir());
    const halt = { type: 'ResumeAccount', bookId, haltReason: 'an earlier reason' } as const;
    const request = { command: halt, reason: 'late', requestedBy: 'op' };
    const id = createRequest(desk.db, request, Date.now()) ?? 0;
    await vi.waitFor(() =>
      expect(findRequestOutcome(desk.db, id)).toMatchObject({
        ok: false,
        error: expect.stringContaining('another reason') as string,
      }),
    );
    expect(desk.state().books[bookId]?.halt).not.toBeNull();
  });

  it('requires a reason', async () => {
    const { dataDir } = createDataDir();
    for (const args of [[], ['--reason', ' ']])
      expect(await runResume(dataDir, ...args)).toMatchObject({
        code: 1,
        printed: expect.stringContaining('Give a reason with --reason TEXT') as string,
      });
  });

  it('reports that trading is not halted', async () => {
    const { dataDir } = createDataDir();
    expect(await runResume(dataDir, '--reason', 'no halt')).toEqual({
      code: 0,
      printed: 'Trading is not halted. Nothing to do.\n',
    });
  });
});

describe('npm run kill', () => {
  const runKill = (dataDir: string, ...args: string[]) =>
    runCaptured(killProgram, '--data-dir', dataDir, ...args);

  it('halts the live account of a running terminal', async () => {
    const { desk, dataDir, bookId } = await openHaltedDesk(createDataDir());
    const { code, printed } = await runKill(dataDir, '4', '--reason', 'a test');
    expect([code, printed]).toEqual([0, 'All live accounts are halted at level 4.\n']);
    expect(desk.state().books[bookId]?.halt).toMatchObject({ level: 4, reason: 'a test' });
  });

  it('is carried out without one, by the program', async () => {
    const { desk, dataDir, bookId } = await openHaltedDesk(createDataDir());
    await desk.close();
    const { code, printed } = await runKill(dataDir, '4', 'ann', '--wait', '0');
    expect([code, printed]).toEqual([
      1,
      'The live account of ann is halted at level 4.\nAnn: the order to buy NG is not cancelled: No broker is connected for live trading.\n',
    ]);
    const halted = openDesk(dataDir).state().books[bookId]?.halt;
    expect(halted).toMatchObject({ level: 4, reason: 'command line request' });
  });

  it('is rejected without an account, also without a terminal', async () => {
    const { dataDir } = createDataDir();
    const { code, printed } = await runKill(dataDir, '2', 'ann');
    expect([code, printed]).toEqual([1, expect.stringContaining('no live account to halt')]);
    expect(readInbox(dataDir, listWaitingRequests)).toEqual([]);
  });

  it.each([
    [['6'], /Give a level from 1 to 5/],
    [['3'], /name it with --contract/],
    [['1', '--contract', 'NG.F27'], /name it with --contract/],
    [['1', 'unknown'], /No user unknown/],
  ])('stores no request when called with %j', async (args, message) => {
    const { dataDir } = createDataDir();
    const { code, printed } = await runKill(dataDir, ...args);
    expect([code, message.test(printed), readInbox(dataDir, listWaitingRequests)]).toEqual([
      1,
      true,
      [],
    ]);
  });
});

describe('npm run arm', () => {
  it('is rejected without a request that has waited a quarter of an hour', async () => {
    const { dataDir } = await openHaltedDesk(createDataDir());
    const { code, printed } = await runCaptured(armProgram, '--data-dir', dataDir, 'ann');
    expect([code, printed]).toEqual([
      1,
      expect.stringContaining('No arming of this account waits'),
    ]);
  });
});
