// Unexpected errors in a running server. In the engine: the command is answered, the process ends
// with 1, and the log holds a halt that the next start shows. In a page: it names its log line.
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

it(
  'an engine that fails ends with 1, answers the command and halts trading',
  async () => {
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
  },
  TIME_LIMIT_MS,
);

it.each([
  ['session', 'before it is rendered', '/portfolio', 'The server failed to answer'],
  ['backtest', 'while it is loaded', '/backtest', 'Something went wrong'],
])(
  'without the table %s a page fails %s, with the number of its log line and no cause',
  async (table, _when, path, title) => {
    const desk = await startDesk('server.js');
    onTestFinished(async () => void (await desk.stop()));
    const visitor = await new Visitor(desk.origin).signIn();
    const db = openDatabase(prepareDatabasePath(desk.dataDir));
    onTestFinished(() => closeDatabase(db));
    db.$client.exec(`ALTER TABLE ${table} RENAME TO hidden`);
    const response = await visitor.request(path);
    db.$client.exec(`ALTER TABLE hidden RENAME TO ${table}`);
    const text = await response.text();
    expect([response.status, text]).toEqual([500, expect.stringContaining(title)]);
    const requestId = /The error was logged as ([0-9a-f-]{36})/.exec(text)?.[1];
    expect(text).not.toContain('no such table');
    expect(desk.output()).toContain(`"requestId":"${requestId}","err"`);
    expect((await visitor.request(path)).status).toBe(200);
  },
  TIME_LIMIT_MS,
);
