// The inbox of operator requests as stored: in order, bounded, and never broken by what another
// program wrote.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../db/client.server';
import {
  ANSWERED_KEPT_MAX,
  ANSWERED_KEPT_MS,
  REQUESTS_WAITING_MAX,
  type RequestCommand,
  type RequestOutcome,
  answerRequest,
  fileRequest,
  findRequestOutcome,
  listWaitingRequests,
} from '../../../app/models/account/operator-request.server';
import { emptyBooks } from '../../support/books';

const NOW = Date.UTC(2026, 10, 23);
const STOP_ALL: RequestCommand = { type: 'StopAllUsers', close: false };
const DONE: RequestOutcome = { ok: true, books: [], open: [], openCount: 0, lifted: null };
let db: Database;

beforeEach(() => {
  db = emptyBooks().db;
});

const file = (command: RequestCommand = STOP_ALL, atMs = NOW): number => {
  const id = fileRequest(db, { command, reason: 'a reason', requestedBy: 'operator' }, atMs);
  if (id === null) throw new Error('the inbox is full');
  return id;
};
const write = (command: string, reason = 'a reason') =>
  db.$client
    .prepare(
      'INSERT INTO operator_request (requested_ms, command, reason, requested_by) VALUES (?, ?, ?, ?)',
    )
    .run(NOW, command, reason, 'somebody');
const waitingIds = () => listWaitingRequests(db).map(({ id }) => id);
const storedIds = () =>
  db.$client.prepare<[], number>('SELECT id FROM operator_request ORDER BY id').pluck().all();

describe('requests of operators', () => {
  it('wait in the order in which they were filed, until they are answered', () => {
    const ids = [
      file(),
      file({ type: 'DisableUser', userId: 'ann', close: true }),
      file({ type: 'EnableUser', userId: 'ann' }),
    ];
    expect(waitingIds()).toEqual(ids);
    expect(listWaitingRequests(db)[1]).toEqual({
      id: ids[1],
      requestedMs: NOW,
      requestedBy: 'operator',
      reason: 'a reason',
      command: { type: 'DisableUser', userId: 'ann', close: true },
    });
    answerRequest(db, ids[0] ?? 0, DONE, NOW + 1);
    expect(waitingIds()).toEqual(ids.slice(1));
    expect([findRequestOutcome(db, ids[0] ?? 0), findRequestOutcome(db, ids[1] ?? 0)]).toEqual([
      DONE,
      null,
    ]);
  });

  it('are answered once', () => {
    const id = file();
    answerRequest(db, id, DONE, NOW + 1);
    answerRequest(db, id, { ok: false, error: 'too late' }, NOW + 2);
    expect(findRequestOutcome(db, id)).toEqual(DONE);
  });

  it('are refused when as many wait as may, and taken again when one was answered', () => {
    const ids = Array.from({ length: REQUESTS_WAITING_MAX }, () => file());
    expect(
      fileRequest(db, { command: STOP_ALL, reason: 'one more', requestedBy: 'operator' }, NOW),
    ).toBeNull();
    expect(waitingIds()).toEqual(ids);
    answerRequest(db, ids[0] ?? 0, DONE, NOW);
    expect(file()).toBeGreaterThan(ids.at(-1) ?? 0);
  });

  it('are removed when they were answered long ago or many came after, and waiting ones never are', () => {
    const waiting = file(STOP_ALL, NOW - 10 * ANSWERED_KEPT_MS);
    const old = file();
    answerRequest(db, old, DONE, NOW - ANSWERED_KEPT_MS - 1);
    const answered = Array.from({ length: ANSWERED_KEPT_MAX + 5 }, () => {
      const id = file();
      answerRequest(db, id, DONE, NOW);
      return id;
    });
    expect(storedIds()).toEqual([waiting, ...answered.slice(-ANSWERED_KEPT_MAX)]);
    expect(file()).toBeGreaterThan(answered.at(-1) ?? 0);
  });

  it('never get the id of one that was removed: the engine keeps the answer under it', () => {
    const id = file();
    db.$client.exec('DELETE FROM operator_request');
    expect(file()).toBeGreaterThan(id);
  });

  it.each([
    ['no JSON', '{'],
    ['another value', '7'],
    ['an unknown command', '{"type":"PlaceOrder"}'],
    ['a user without a name', '{"type":"StopUser","userId":"","close":true}'],
    ['a missing field', '{"type":"StopUser","userId":"ann"}'],
    ['a field too many', '{"type":"StopAllUsers","close":true,"except":"ann"}'],
    ['nothing', ''],
  ])('that hold %s are listed as unreadable', (_what, command) => {
    write(command);
    expect(listWaitingRequests(db)).toMatchObject([{ command: null, requestedBy: 'somebody' }]);
  });

  it('with a reason beyond its length are unreadable', () => {
    write(JSON.stringify(STOP_ALL), 'x'.repeat(10_000));
    expect(listWaitingRequests(db)).toMatchObject([{ command: null }]);
  });

  it('with an answer of another version say so', () => {
    const id = file();
    db.$client
      .prepare('UPDATE operator_request SET answered_ms = ?, outcome = ? WHERE id = ?')
      .run(NOW, '{"ok":"perhaps"}', id);
    expect(findRequestOutcome(db, id)).toMatchObject({
      ok: false,
      error: expect.stringContaining('another version') as string,
    });
  });
});
