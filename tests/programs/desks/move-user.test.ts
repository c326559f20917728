// Moves users between two servers in this process, with real databases.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { acquireLock } from '../../../db/lock.server';
import {
  type Database,
  closeDatabase,
  openDatabase,
  prepareDatabasePath,
} from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { createUser, findCredentials, setRole } from '../../../app/models/account/user.server';
import { Directory } from '../../../app/models/desks/directory.server';
import type { Terminal } from '../../../app/models/desk/terminal';
import type { Program } from '../../../app/programs/cli';
import { moveUser } from '../../../app/programs/desks/move-user';
import { REQUEST_OPTIONS } from '../../../app/programs/operator/request-options';
import { openTerminal } from '../../../app/server/desk/terminal.server';
import { createHistorySource } from '../../../app/server/feeds/history-source.server';
import { type Book, getBookId } from '../../../app/trading/domain/book';
import type { Command } from '../../../app/trading/domain/command';
import { createPacedFeed } from '../../support/paced-feed';
import { createQuoteSource } from '../../support/quote-source';
import { runCaptured } from '../../support/run-captured';
import { MIGRATIONS, createScratchDir } from '../../support/test-database';

const HASH = 'hash of a passphrase';

interface Side {
  readonly dataDir: string;
  readonly desk: Terminal;
}

let directory: Directory;
let userId = '';

/** A data directory with an operator, and perhaps Ann. */
function createDataDir(hasAnn: boolean): string {
  const dataDir = createScratchDir();
  readDatabase(dataDir, (db) => {
    createUser(db, 'Olga', 'no password', Date.now(), 'operator');
    if (hasAnn) userId = createUser(db, 'Ann', HASH, Date.now()).id;
  });
  return dataDir;
}

function readDatabase<T>(dataDir: string, read: (db: Database) => T): T {
  const db = openDatabase(prepareDatabasePath(dataDir));
  try {
    migrateDatabase(db, MIGRATIONS);
    return read(db);
  } finally {
    closeDatabase(db);
  }
}

function openSide(dataDir: string, source = createPacedSource()): Side {
  const desk = openTerminal({
    dataDir,
    source,
    timeZone: 'America/New_York',
    auditsInBackground: false,
  });
  onTestFinished(() => desk.close());
  return { dataDir, desk };
}

const createPacedSource = () =>
  createHistorySource({ feed: createPacedFeed('moves'), barsPerSecond: 30 });

beforeEach(() => {
  directory = Directory.open(createScratchDir());
  onTestFinished(() => directory.closeFile());
});

/** Ann is on the server alpha, and holds positions unless she is `idle`. */
async function openAlpha(isIdle = false): Promise<Side> {
  const side = openSide(createDataDir(true));
  directory.addServer({ name: 'alpha', dataDir: side.dataDir, url: null });
  directory.placeUser({ userId, username: 'Ann', server: 'alpha' });
  await side.desk.ensureBook(userId);
  if (isIdle) return side;
  await send(side, { type: 'StartTrading', commodity: null });
  await vi.waitFor(() => expect(Object.keys(getAccount(side).positions)).not.toEqual([]), {
    timeout: 20_000,
  });
  return side;
}

function openBeta(source?: ReturnType<typeof createPacedSource>): Side {
  const side = openSide(createDataDir(false), source);
  directory.addServer({ name: 'beta', dataDir: side.dataDir, url: null });
  return side;
}

const send = ({ desk }: Side, command: Command) =>
  desk.execute({ userId, command, idempotencyKey: null });

function getAccount({ desk }: Side): Book {
  const book = desk.state().books[getBookId(userId, 'simulation')];
  if (!book) throw new Error('Ann has no account');
  return book;
}

const isActive = ({ dataDir }: Side): boolean =>
  readDatabase(dataDir, (db) => findCredentials(db, 'ann')) !== null;

const runMove = (to: string, ...args: string[]) => {
  const program: Program = {
    name: 'desks',
    summary: '',
    usage: '',
    options: { ...REQUEST_OPTIONS, close: { type: 'boolean' } },
    optionHelp: {},
    run: (call) => moveUser(call, directory, 'ann', to),
  };
  return runCaptured(program, ...args);
};

const findPlace = () => {
  const { server, movingTo } = directory.findPlaceById(userId) ?? {};
  return { server, movingTo };
};

describe('a user who moves', () => {
  it('closes, takes cash, settings and passphrase along, and trades there after RUN', async () => {
    const [alpha, beta] = [await openAlpha(), openBeta()];
    await send(alpha, {
      type: 'SaveSettings',
      settings: { ...alpha.desk.state().users[userId]!.settings, riskLevel: 'conservative' },
    });
    const { code, printed } = await runMove('beta', '--close');
    expect(printed).toMatch(/^Ann is on server beta\.\nAudit of server alpha: passed, /);
    expect(printed).toContain('Audit of server beta: passed');
    expect(printed).toContain('Moved accounts: 1. Both logs have the same cash and limits.');
    expect([code, findPlace()]).toEqual([0, { server: 'beta', movingTo: null }]);
    const [left, arrived] = [getAccount(alpha), getAccount(beta)];
    expect([left.movedTo, left.balances.available, left.positions]).toEqual(['beta', 0, {}]);
    expect(arrived.balances.available).toBeGreaterThan(0);
    expect(arrived.capitalMills).toBe(arrived.balances.available);
    expect(beta.desk.state().users[userId]?.settings.riskLevel).toBe('conservative');
    expect([isActive(alpha), isActive(beta)]).toEqual([false, true]);
    const credentials = readDatabase(beta.dataDir, (db) => findCredentials(db, 'Ann'));
    expect(credentials).toMatchObject({ passwordHash: HASH, user: { id: userId, role: 'trader' } });
    expect((await send(beta, { type: 'StartTrading', commodity: null })).outcome.ok).toBe(true);
  });

  it('comes back, and is there already at a repetition', async () => {
    const [alpha] = [await openAlpha(true), openBeta()];
    expect((await runMove('beta')).code).toBe(0);
    const { printed } = await runMove('alpha');
    expect(printed).toContain('Both logs have the same cash');
    expect([isActive(alpha), findPlace().server]).toEqual([true, 'alpha']);
    expect(getAccount(alpha)).toMatchObject({ epoch: 3, capitalMills: 25_000_000 });
    expect(await runMove('alpha')).toEqual({
      code: 0,
      printed: 'Ann is on server alpha already.\n',
    });
  });

  it('without an account takes the name along', async () => {
    const alpha = openSide(createDataDir(true));
    directory.addServer({ name: 'alpha', dataDir: alpha.dataDir, url: null });
    directory.placeUser({ userId, username: 'Ann', server: 'alpha' });
    const beta = openBeta();
    const { code, printed } = await runMove('beta', '--json');
    expect({ code, ...(JSON.parse(printed) as object) }).toMatchObject({
      code: 0,
      user: 'Ann',
      from: 'alpha',
      to: 'beta',
      isSame: true,
    });
    expect(isActive(beta)).toBe(true);
  });
});

describe('a user stays, and can trade on,', () => {
  async function expectStay(alpha: Side): Promise<void> {
    expect([isActive(alpha), findPlace()]).toEqual([true, { server: 'alpha', movingTo: null }]);
    await vi.waitFor(() => expect(alpha.desk.state().disabledUsers).toEqual({}));
    expect(getAccount(alpha).movedTo).toBeUndefined();
    expect((await send(alpha, { type: 'StartTrading', commodity: null })).outcome.ok).toBe(true);
  }

  it('with open positions and without --close', async () => {
    const [alpha, beta] = [await openAlpha(), openBeta()];
    const { code, printed } = await runMove('beta');
    expect(printed).toMatch(/^desks: Ann has \d+ open positions and working orders .* --close/);
    expect([code, isActive(beta)]).toEqual([1, false]);
    await expectStay(alpha);
  });

  it('when the other server has another market, or does not run', async () => {
    const alpha = await openAlpha(true);
    const beta = openBeta(createQuoteSource() as never);
    const other = readDatabase(beta.dataDir, (db) => createUser(db, 'Bob', HASH, Date.now()));
    await beta.desk.ensureBook(other.id);
    expect((await runMove('beta')).printed).toMatch(
      /^desks: Server alpha trades in .+, server beta in quotes\. Give both the same FEED/,
    );
    await expectStay(alpha);
    directory.addServer({ name: 'gamma', dataDir: createDataDir(false), url: null });
    expect(await runMove('gamma')).toEqual({
      code: 1,
      printed: 'desks: Server gamma does not run. Start it; nothing was changed.\n',
    });
    await expectStay(alpha);
    expect((await runMove('delta')).printed).toMatch(/^desks: No server delta\. Servers: alpha/);
  });

  it('when it is the last operator', async () => {
    const [alpha] = [await openAlpha(true), openBeta()];
    readDatabase(alpha.dataDir, (db) => {
      setRole(db, userId, 'operator', Date.now());
      db.$client.exec("DELETE FROM user WHERE username = 'Olga'");
    });
    expect((await runMove('beta')).printed).toMatch(/^desks: Ann is the last operator\./);
    await expectStay(alpha);
  });
});

it('goes on where the other server did not answer', async () => {
  const alpha = await openAlpha(true);
  const dataDir = createDataDir(false);
  directory.addServer({ name: 'beta', dataDir, url: null });
  const lock = acquireLock(dataDir);
  const { code, printed } = await runMove('beta', '--wait', '1');
  expect([code, printed]).toEqual([
    1,
    'desks: Server beta did not answer within 1 seconds. Run the same command again.\n',
  ]);
  expect(findPlace()).toEqual({ server: 'alpha', movingTo: 'beta' });
  expect((await runMove('alpha')).printed).toMatch(/^desks: Ann is being moved to beta/);
  lock.release();
  const beta = openSide(dataDir);
  await beta.desk.ensureBook(readDatabase(dataDir, (db) => createUser(db, 'Bob', '', 1).id));
  const again = await runMove('beta');
  expect(again.printed).toContain('Moved accounts: 1.');
  expect([again.code, findPlace()]).toEqual([0, { server: 'beta', movingTo: null }]);
  expect([getAccount(alpha).movedTo, getAccount(beta).capitalMills]).toEqual(['beta', 25_000_000]);
});

it('goes on where the own server did not answer, whose requests may still be carried out', async () => {
  const { dataDir, desk } = await openAlpha(true);
  const beta = openBeta();
  await desk.close();
  const lock = acquireLock(dataDir);
  expect(await runMove('beta', '--wait', '1')).toEqual({
    code: 1,
    printed: 'desks: Server alpha did not answer within 1 seconds. Run the same command again.\n',
  });
  expect(findPlace()).toEqual({ server: 'alpha', movingTo: 'beta' });
  expect(readDatabase(dataDir, (db) => findCredentials(db, 'ann'))).toBeNull();
  lock.release();
  const alpha = openSide(dataDir);
  const again = await runMove('beta');
  expect(again.printed).toContain('Moved accounts: 1.');
  expect([again.code, findPlace()]).toEqual([0, { server: 'beta', movingTo: null }]);
  expect([getAccount(alpha).movedTo, isActive(alpha), isActive(beta)]).toEqual([
    'beta',
    false,
    true,
  ]);
});
