// npm run stop and npm run resume, with and without a desk on the folder.
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeDatabase, databasePath, openDatabase } from '../../db/client.server';
import { takeLock } from '../../db/lock.server';
import { migrateDatabase } from '../../db/migrate.server';
import {
  findRequestOutcome,
  listWaitingRequests,
} from '../../app/models/account/operator-request.server';
import { createUser } from '../../app/models/account/user.server';
import { resumeProgram } from '../../app/programs/operator/resume-program';
import { stopProgram } from '../../app/programs/operator/stop-program';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { historySource } from '../../app/server/feeds/history-source.server';
import { SYSTEM_USER } from '../../app/trading/engine/config';
import { MIGRATIONS, scratchDir } from '../support/books';
import { pacedFeed } from '../support/paced-feed';
import { runPrinted } from '../support/printed';

const HALT = 'the audit of the books found a difference';

/** A desk's folder with one user, at rest. */
function folder(): { dataDir: string; userId: string } {
  const dataDir = scratchDir();
  const db = openDatabase(databasePath(dataDir));
  migrateDatabase(db, MIGRATIONS);
  const { id } = createUser(db, 'Ann', 'no password', Date.now());
  closeDatabase(db);
  return { dataDir, userId: id };
}

/** A desk in this process, with a market that moves. */
function openDesk(dataDir: string): Terminal {
  const desk = openTerminal({
    dataDir,
    source: historySource({ feed: pacedFeed('operator'), barsPerSecond: 30 }),
    timeZone: 'America/New_York',
    auditsBehind: false,
  });
  onTestFinished(() => desk.close());
  return desk;
}

async function runningDesk(): Promise<{ desk: Terminal; dataDir: string; userId: string }> {
  const { dataDir, userId } = folder();
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

const halt = (desk: Terminal) =>
  desk.execute({
    userId: SYSTEM_USER,
    command: { type: 'HaltTrading', reason: HALT },
    idempotencyKey: null,
  });
const isOn = (desk: Terminal, userId: string): boolean => desk.view(userId)?.isActive === true;
const stop = (dataDir: string, ...args: string[]) =>
  runPrinted(stopProgram, '--data-dir', dataDir, ...args);
const resume = (dataDir: string, ...args: string[]) =>
  runPrinted(resumeProgram, '--data-dir', dataDir, ...args);

function readInbox<T>(dataDir: string, read: (db: ReturnType<typeof openDatabase>) => T): T {
  const db = openDatabase(databasePath(dataDir));
  try {
    return read(db);
  } finally {
    closeDatabase(db);
  }
}

describe('npm run stop', () => {
  it('stops a user beside the running desk and prints which books were stopped', async () => {
    const { desk, dataDir, userId } = await runningDesk();
    const { code, printed } = await stop(dataDir, 'ann', '--reason', 'odd orders');
    expect(printed).toMatch(
      /^Ann, simulation: stopped; switched off Electricity Futures, Natural Gas Futures, .+; \d+ waiting entr(y|ies) canceled\.\n/,
    );
    expect([code, isOn(desk, userId)]).toEqual([0, false]);
  });

  it('answers one JSON document with names in the place of ids', async () => {
    const { desk, dataDir, userId } = await runningDesk();
    const { code, printed } = await stop(dataDir, '--all', '--close', '--json');
    expect({ code, ...(JSON.parse(printed) as object) }).toMatchObject({
      code: 0,
      status: 'carried out',
      outcome: { ok: true, books: [{ user: 'Ann', mode: 'simulation' }], openCount: 0 },
    });
    expect(printed).not.toContain(userId);
    expect(isOn(desk, userId)).toBe(false);
  });

  it('without a desk files the request, says so, and the next start carries it out', async () => {
    const { desk, dataDir, userId } = await runningDesk();
    await desk.close();
    const { code, printed } = await stop(dataDir, 'Ann');
    expect([code, printed]).toEqual([
      1,
      'No desk is running on this folder; the request is stored and will be carried out when it starts.\n',
    ]);
    const again = openDesk(dataDir);
    expect(isOn(again, userId)).toBe(false);
    await again.close();
    expect(
      readInbox(dataDir, (db) => [listWaitingRequests(db), findRequestOutcome(db, 1)]),
    ).toMatchObject([[], { ok: true, books: [{ mode: 'simulation' }] }]);
  });

  it('says that a desk has not answered in time, and leaves the request filed', async () => {
    const { dataDir } = folder();
    const lock = takeLock(dataDir);
    onTestFinished(() => lock.release());
    const { code, printed } = await stop(dataDir, '--all', '--wait', '0.3');
    expect(code).toBe(1);
    expect(printed).toMatch(
      /The running desk has not answered request 1 in time\. The request stays filed/,
    );
    expect(
      readInbox(dataDir, (db) => listWaitingRequests(db).map(({ command }) => command)),
    ).toEqual([{ type: 'StopAllUsers', close: false }]);
  });

  it.each([
    [[], /Name one user, or say --all/],
    [['ann', '--all'], /Name one user, or say --all/],
    [['ann', 'bob'], /Name one user/],
    [['nobody'], /There is no user nobody/],
    [['ann', '--reason', 'x'.repeat(201)], /200 characters at most/],
    [['ann', '--wait', 'long'], /--wait takes 0 to 600 seconds/],
  ])('files nothing when it is called with %j', async (args, message) => {
    const { dataDir } = folder();
    const { code, printed } = await stop(dataDir, ...args);
    expect([code, message.test(printed), readInbox(dataDir, listWaitingRequests)]).toEqual([
      1,
      true,
      [],
    ]);
  });

  it('makes no folder where there is none', async () => {
    const { code, printed } = await stop(`${scratchDir()}/none`, '--all');
    expect([code, printed]).toEqual([1, expect.stringContaining('There is no database')]);
  });
});

describe('npm run resume', () => {
  it('lifts a halt of right books and prints which one', async () => {
    const { desk, dataDir } = await runningDesk();
    await halt(desk);
    const { code, printed } = await resume(dataDir, '--reason', 'a restored backup');
    expect(printed).toMatch(
      new RegExp(
        `^The books are right: \\d+ records\\.\nTrading is resumed\\. The halt that was lifted: ${HALT}\n$`,
      ),
    );
    expect([code, desk.state().trading.state]).toEqual([0, 'ACTIVE']);
  });

  it('prints the differences of wrong books, files nothing and leaves the halt', async () => {
    const { desk, dataDir, userId } = await runningDesk();
    await halt(desk);
    desk.db.$client
      .prepare("UPDATE user_desk SET risk_level = 'aggressive' WHERE user_id = ?")
      .run(userId);
    const { code, printed } = await resume(dataDir, '--reason', 'it will be right');
    expect(code).toBe(1);
    expect(printed).toMatch(
      /The books are WRONG \(1 difference\); nothing was filed and the halt stands\.\n {2}user_desk [0-9a-f]+, risk_level: stored "aggressive", expected "moderate"\n/,
    );
    expect([desk.state().trading.state, listWaitingRequests(desk.db)]).toEqual(['HALTED', []]);
  });

  it('needs a reason', async () => {
    const { dataDir } = folder();
    for (const args of [[], ['--reason', ' ']])
      expect(await resume(dataDir, ...args)).toMatchObject({
        code: 1,
        printed: expect.stringContaining('Give a reason with --reason TEXT') as string,
      });
  });

  it('of a desk that is not halted says so', async () => {
    const { dataDir } = folder();
    expect(await resume(dataDir, '--reason', 'no halt')).toEqual({
      code: 0,
      printed: 'Trading is not halted; there is nothing to lift.\n',
    });
  });
});
