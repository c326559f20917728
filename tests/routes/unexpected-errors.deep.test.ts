// Unexpected errors in a running server. In the engine: the command is answered, the process ends
// with 1, and the log holds a halt that the next start shows. In a page: it names its log line.
import { expect, it, onTestFinished, vi } from 'vitest';
import { auditDatabase } from '../../app/audit/audit-database';
import { recoverState } from '../../app/models/log/recovery.server';
import { applyRecord } from '../../app/trading/engine/apply-record';
import { closeDatabase, openDatabase, prepareDatabasePath } from '../../db/client.server';
import { guardHandler } from '../../app/server/http/guard.server';
import { getLog } from '../../app/server/platform/log.server';
import { openApiDesk } from '../support/api-desk';
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
    const requestId = /The error was logged as ([0-9a-f]{16})/.exec(text)?.[1];
    expect(text).not.toContain('no such table');
    expect(desk.output()).toContain(`"requestId":"${requestId}","err"`);
    expect((await visitor.request(path)).status).toBe(200);
  },
  TIME_LIMIT_MS,
);

it.each([
  ['while the visitor waits', false, 500, 1],
  ['after the visitor has left', true, 499, 0],
])(
  'an unexpected error %s: left is %s, status %i, error lines %i',
  async (_when, hasLeft, status, lines) => {
    const desk = await openApiDesk();
    onTestFinished(() => desk.close());
    const error = vi.spyOn(getLog(), 'error').mockReturnValue();
    onTestFinished(() => error.mockRestore());
    const leaving = new AbortController();
    const answer = guardHandler('open', () => {
      if (hasLeft) leaving.abort();
      throw new Error('broken');
    })({
      request: new Request('http://127.0.0.1:3000/nowhere', { signal: leaving.signal }),
      params: {},
      context: {},
    });
    await expect(answer).rejects.toMatchObject({ status });
    expect(error.mock.calls.filter(([, text]) => text === 'a request failed')).toHaveLength(lines);
  },
);
