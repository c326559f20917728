// npm run user -- disable and enable, beside a running desk and without one.
import { expect, it, onTestFinished } from 'vitest';
import { createUser } from '../../app/models/account/user.server';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { historySource } from '../../app/server/feeds/history-source.server';
import { closeDatabase, databasePath, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS, scratchDir } from '../support/books';
import { pacedFeed } from '../support/paced-feed';
import { runBuiltProgram } from '../support/run-program';

/** The folder of a desk with one user, at rest. */
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

const pressRun = (desk: Terminal, userId: string) =>
  desk.execute({
    userId,
    command: { type: 'StartTrading', commodity: null },
    idempotencyKey: null,
  });
const isOn = (desk: Terminal, userId: string): boolean => desk.view(userId)?.isActive === true;

it('a user is disabled and stopped beside the running desk, and enabled again', async () => {
  const { dataDir, userId } = folder();
  const desk = openDesk(dataDir);
  await desk.ensureBook(userId);
  await pressRun(desk, userId);
  expect(isOn(desk, userId)).toBe(true);
  const disabled = await runBuiltProgram('user', dataDir, ['disable', 'ann', '--close']);
  expect(disabled.stdout).toMatch(
    /^Ann: disabled and signed out everywhere\.\nAnn, simulation: stopped; switched off .+\nNothing is open in these books\.\n$/,
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

it('a user without a book is disabled without a desk, with exit code 0 because nothing trades', async () => {
  const { dataDir, userId } = folder();
  const { code, stdout } = await runBuiltProgram('user', dataDir, ['disable', 'ann']);
  expect([code, stdout]).toEqual([
    0,
    'Ann: disabled and signed out everywhere.\nNo desk is running on this folder; the request is stored and will be carried out when it starts.\n',
  ]);
  const desk = openDesk(dataDir);
  expect(Object.keys(desk.state().disabledUsers)).toEqual([userId]);
  expect((await pressRun(desk, userId)).outcome.ok).toBe(false);
});
