// `npm run user`: passphrases, and `disable` and `enable` with and without a running desk.
import { expect, it, onTestFinished } from 'vitest';
import { createUser } from '../../app/models/account/user.server';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { createHistorySource } from '../../app/server/feeds/history-source.server';
import { closeDatabase, prepareDatabasePath, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS, createScratchDir } from '../support/test-database';
import { createPacedFeed } from '../support/paced-feed';
import { startDesk } from '../support/desk-server';
import { runBuiltProgram } from '../support/run-program';

/** Data directory of a stopped desk with one user. */
function createDataDir(): { dataDir: string; userId: string } {
  const dataDir = createScratchDir();
  const db = openDatabase(prepareDatabasePath(dataDir));
  migrateDatabase(db, MIGRATIONS);
  const { id } = createUser(db, 'Ann', 'no password', Date.now());
  closeDatabase(db);
  return { dataDir, userId: id };
}

/** A desk in this process with a moving market. */
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

const pressRun = (desk: Terminal, userId: string) =>
  desk.execute({
    userId,
    command: { type: 'StartTrading', commodity: null },
    idempotencyKey: null,
  });
const isOn = (desk: Terminal, userId: string): boolean => desk.getView(userId)?.isActive === true;

it('sets a passphrase only if it follows the rule', async () => {
  const { dataDir } = createDataDir();
  const addUser = (passphrase: string) =>
    runBuiltProgram('user', dataDir, ['add', 'ben', '--password-stdin'], `${passphrase}\n`);
  const short = await addUser('password');
  expect([short.code, short.stderr]).toEqual([
    1,
    expect.stringContaining('Use at least 12 characters; this passphrase has 8.'),
  ]);
  const common = await addUser('password2026!');
  expect([common.code, common.stderr]).toEqual([1, expect.stringContaining('Easy to guess')]);
  const good = await addUser('plum gravel otter lantern');
  expect([good.code, good.stdout]).toEqual([0, 'ben: added as trader.\n']);
  const reset = ['reset', 'ben', '--password-stdin'];
  const named = await runBuiltProgram('user', dataDir, reset, 'benbenbenben\n');
  expect([named.code, named.stderr]).toEqual([1, expect.stringContaining('Easy to guess')]);
});

it.each([
  ['password1234', /FRONTMONTH_PASSWORD: Easy to guess: about /],
  ['12345678', /FRONTMONTH_PASSWORD: Use at least 12 characters; this passphrase has 8/],
])('creates no first user with the passphrase %j', async (FRONTMONTH_PASSWORD, reason) => {
  await expect(startDesk('server.js', { FRONTMONTH_PASSWORD })).rejects.toThrow(reason);
});

it('disables and stops a user of the running desk, and enables it again', async () => {
  const { dataDir, userId } = createDataDir();
  const desk = openDesk(dataDir);
  await desk.ensureBook(userId);
  await pressRun(desk, userId);
  expect(isOn(desk, userId)).toBe(true);
  const disabled = await runBuiltProgram('user', dataDir, ['disable', 'ann', '--close']);
  expect(disabled.stdout).toMatch(
    /^Ann: disabled and signed out everywhere\.\nAnn, simulation: stopped .+; \d+ working entry orders? canceled\.\nNo open positions\.\n$/,
  );
  expect([disabled.code, isOn(desk, userId)]).toEqual([0, false]);
  expect((await pressRun(desk, userId)).outcome).toMatchObject({
    ok: false,
    refusal: { code: 'DISABLED' },
  });
  const enabled = await runBuiltProgram('user', dataDir, ['enable', 'ann', '--json']);
  expect([enabled.code, JSON.parse(enabled.stdout)]).toMatchObject([
    0,
    { username: 'Ann', status: 'carried out' },
  ]);
  expect(isOn(desk, userId)).toBe(false);
  expect((await pressRun(desk, userId)).outcome.ok).toBe(true);
});

it('disables a user without an account without a desk, with exit code 0 because nothing trades', async () => {
  const { dataDir, userId } = createDataDir();
  const { code, stdout } = await runBuiltProgram('user', dataDir, ['disable', 'ann']);
  expect([code, stdout]).toEqual([
    0,
    'Ann: disabled and signed out everywhere.\nThe terminal is not running. The request is stored and runs at the next start.\n',
  ]);
  const desk = openDesk(dataDir);
  expect(Object.keys(desk.state().disabledUsers)).toEqual([userId]);
  expect((await pressRun(desk, userId)).outcome.ok).toBe(false);
});

it('gives roles, never takes the last operator, and has each change logged at the next start', async () => {
  const dataDir = createScratchDir();
  const runUser = (...args: string[]) => runBuiltProgram('user', dataDir, args);
  const refused = await runUser('add', 'ann', '--role', 'viewer');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('The first user is an operator.'),
  ]);
  expect((await runUser('add', 'ann')).stdout).toMatch(/^ann: added as operator\. Passphrase/);
  expect((await runUser('add', 'ben', '--role', 'viewer')).stdout).toMatch(
    /^ben: added as viewer\. /,
  );
  expect((await runUser('role', 'ben', 'king')).stderr).toContain(
    'A role is viewer, trader, approver or operator.',
  );
  for (const args of [
    ['role', 'ann', 'trader'],
    ['disable', 'ann'],
  ])
    expect(await runUser(...args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ann is the last operator.') as string,
    });
  expect((await runUser('role', 'ben', 'operator')).stdout).toBe(
    'ben: has the role operator from the next request on.\n',
  );
  expect((await runUser('reset', 'ann')).code).toBe(0);
  expect((await runUser('role', 'ann', 'trader')).code).toBe(0);
  expect((await runUser('list')).stdout).toMatch(
    /^ann\ttrader\tenabled\tsince .+\nben\toperator\tenabled\tsince .+\n$/,
  );
  const desk = openDesk(dataDir);
  const acts = desk.db.$client
    .prepare<
      [],
      string
    >("SELECT json_extract(payload, '$.command.act') || ' ' || json_extract(payload, '$.command.detail') FROM event WHERE type = 'CommandReceived' ORDER BY seq")
    .pluck()
    .all();
  expect(acts).toEqual([
    'add operator',
    'add viewer',
    'role operator',
    'passphrase ',
    'role trader',
  ]);
});
