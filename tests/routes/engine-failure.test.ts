// An unexpected error in the engine of a running server: the command is answered, the process ends
// with 1, and the log holds a halt that the next start shows.
import { expect, it, onTestFinished } from 'vitest';
import { auditDatabase } from '../../app/audit/audit-database';
import { recoverState } from '../../app/models/log/recovery.server';
import { applyRecord } from '../../app/trading/engine/apply-record';
import { closeDatabase, openDatabase, prepareDatabasePath } from '../../db/client.server';
import { Visitor, startDesk } from '../support/desk-server';

/** Fails the insert of a record as a broken rule of the program would. */
const BREAK = `CREATE TRIGGER break_engine BEFORE INSERT ON event WHEN NEW.type = 'CommodityStarted'
  BEGIN SELECT RAISE(ABORT, 'an injected error'); END`;
const TIME_LIMIT_MS = 60_000;

it('ends with 1, answers the command and halts trading', { timeout: TIME_LIMIT_MS }, async () => {
  const desk = await startDesk('server.js');
  onTestFinished(async () => void (await desk.stop()));
  const visitor = await new Visitor(desk.origin).signIn();
  const db = openDatabase(prepareDatabasePath(desk.dataDir));
  onTestFinished(() => closeDatabase(db));
  db.$client.exec(BREAK);
  const response = await visitor.postJson('/api/auto-trading/start', { commodity: 'corn' });
  expect([response.status, await response.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'FAULT' }),
  ]);
  expect(await desk.waitForEnd()).toBe(1);
  expect(desk.output()).toContain('ending after an unexpected error');
  db.$client.exec('DROP TRIGGER break_engine');
  expect(recoverState(db, applyRecord).state.trading).toMatchObject({
    state: 'HALTED',
    reason: 'the engine failed: an injected error',
  });
  expect(auditDatabase(db.$client).hasPassed).toBe(true);
});
