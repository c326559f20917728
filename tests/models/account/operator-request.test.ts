// Stored operator requests: ordered, bounded, and robust to invalid rows.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../db/client.server';
import {
  STORED_ANSWERS_MAX,
  ANSWER_RETENTION_MS,
  REQUESTS_WAITING_MAX,
  type RequestCommand,
  type RequestOutcome,
  answerRequest,
  createRequest,
  findRequestOutcome,
  listWaitingRequests,
} from '../../../app/models/account/operator-request.server';
import { createEmptyDatabase } from '../../support/test-database';

const NOW = Date.UTC(2026, 10, 23);
const STOP_ALL: RequestCommand = { type: 'StopAllUsers', close: false };
const DONE: RequestOutcome = { ok: true, books: [], open: [], openCount: 0, lifted: null };
let db: Database;

beforeEach(() => {
  db = createEmptyDatabase().db;
});

const submitRequest = (command: RequestCommand = STOP_ALL, atMs = NOW): number => {
  const id = createRequest(db, { command, reason: 'a reason', requestedBy: 'operator' }, atMs);
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

describe('operator requests', () => {
  it('are pending in order of creation until answered', () => {
    const ids = [
      submitRequest(),
      submitRequest({ type: 'DisableUser', userId: 'ann', close: true }),
      submitRequest({ type: 'EnableUser', userId: 'ann' }),
    ];
    expect(waitingIds()).toEqual(ids);
    expect(listWaitingRequests(db)[1]).toEqual({
      id: ids[1],
      requestId: `operator-${ids[1]}`,
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

  it('keep the first answer', () => {
    const id = submitRequest();
    answerRequest(db, id, DONE, NOW + 1);
    answerRequest(db, id, { ok: false, error: 'too late' }, NOW + 2);
    expect(findRequestOutcome(db, id)).toEqual(DONE);
  });

  it('are rejected when the inbox is full, and accepted again after an answer', () => {
    const ids = Array.from({ length: REQUESTS_WAITING_MAX }, () => submitRequest());
    expect(
      createRequest(db, { command: STOP_ALL, reason: 'one more', requestedBy: 'operator' }, NOW),
    ).toBeNull();
    expect(waitingIds()).toEqual(ids);
    answerRequest(db, ids[0] ?? 0, DONE, NOW);
    expect(submitRequest()).toBeGreaterThan(ids.at(-1) ?? 0);
  });

  it('are removed by age and count once answered, never while pending', () => {
    const waiting = submitRequest(STOP_ALL, NOW - 10 * ANSWER_RETENTION_MS);
    const old = submitRequest();
    answerRequest(db, old, DONE, NOW - ANSWER_RETENTION_MS - 1);
    const answered = Array.from({ length: STORED_ANSWERS_MAX + 5 }, () => {
      const id = submitRequest();
      answerRequest(db, id, DONE, NOW);
      return id;
    });
    expect(storedIds()).toEqual([waiting, ...answered.slice(-STORED_ANSWERS_MAX)]);
    expect(submitRequest()).toBeGreaterThan(answered.at(-1) ?? 0);
  });

  it('never reuse the id of a removed request', () => {
    const id = submitRequest();
    db.$client.exec('DELETE FROM operator_request');
    expect(submitRequest()).toBeGreaterThan(id);
  });

  it.each([
    ['no JSON', '{'],
    ['another value', '7'],
    ['an unknown command', '{"type":"PlaceOrder"}'],
    ['a user without a name', '{"type":"StopUser","userId":"","close":true}'],
    ['a missing field', '{"type":"StopUser","userId":"ann"}'],
    ['a field too many', '{"type":"StopAllUsers","close":true,"except":"ann"}'],
    ['nothing', ''],
  ])('with %s are listed as unreadable', (_what, command) => {
    write(command);
    expect(listWaitingRequests(db)).toMatchObject([{ command: null, requestedBy: 'somebody' }]);
  });

  it('with a reason above the length limit are unreadable', () => {
    write(JSON.stringify(STOP_ALL), 'x'.repeat(10_000));
    expect(listWaitingRequests(db)).toMatchObject([{ command: null }]);
  });

  it('report an answer of another version', () => {
    const id = submitRequest();
    db.$client
      .prepare('UPDATE operator_request SET answered_ms = ?, outcome = ? WHERE id = ?')
      .run(NOW, '{"ok":"perhaps"}', id);
    expect(findRequestOutcome(db, id)).toMatchObject({
      ok: false,
      error: expect.stringContaining('another version') as string,
    });
  });
});
