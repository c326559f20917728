// Operator requests in the desk: order, one effect per request despite crashes, and no request that
// breaks the desk.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../db/client.server';
import { OperatorInbox, getRequestKey } from '../../../app/server/desk/operator-inbox.server';
import {
  type RequestCommand,
  createRequest,
  findRequestOutcome,
  listWaitingRequests,
} from '../../../app/models/account/operator-request.server';
import { recoverState } from '../../../app/models/log/recovery.server';
import { createUser, setDisabled } from '../../../app/models/account/user.server';
import { createSettableClock } from '../../../app/trading/clock';
import { buildQuote } from '../../../app/trading/domain/quote';
import { toMills, toTicks } from '../../../app/trading/domain/units';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { SYSTEM_USER } from '../../../app/trading/engine/config';
import { createEngine } from '../../../app/trading/engine/engine';
import { type Runner, createRunner } from '../../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { type Journal, StorageError } from '../../../app/trading/ports';
import { createEmptyDatabase, openTestJournal } from '../../support/test-database';
import { INSTRUMENTS, MARKET, createTestConfig } from '../../support/desk-harness';
import { createManualOrder } from '../../support/reference-orders';

const NOW = Date.UTC(2026, 10, 23);
let db: Database;

beforeEach(() => {
  db = createEmptyDatabase().db;
});

interface Desk {
  readonly runner: Runner;
  readonly inbox: OperatorInbox;
}

/** A desk that starts on the current database, without prices. */
function startDesk(
  change: {
    readonly journal?: (journal: Journal) => Journal;
    readonly resumesSinceMs?: number;
  } = {},
): Desk {
  const journal = openTestJournal(db);
  const { state, sequence } = recoverState(db, applyRecord);
  const clock = createSettableClock(Math.max(NOW, state.nowMs));
  const runner = createRunner({
    engine: createEngine(createTestConfig()),
    journal: change.journal?.(journal) ?? journal,
    clock,
    state: { ...EMPTY_DESK, ...state, sequence },
  });
  return {
    runner,
    inbox: new OperatorInbox({
      db,
      runner,
      nowMs: () => NOW,
      resumesSinceMs: change.resumesSinceMs ?? -Infinity,
      compareAccount: () => Promise.resolve(false),
    }),
  };
}

/** Two users who run corn. */
async function startRunning(): Promise<Desk> {
  const desk = startDesk();
  desk.runner.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: INSTRUMENTS,
    staleAfterMs: 1000,
    atMs: NOW,
  });
  for (const userId of ['ann', 'bob']) {
    createUser(db, userId, 'no password', NOW);
    db.$client.prepare('UPDATE user SET id = username').run();
    await send(desk, userId, {
      type: 'OpenBook',
      mode: 'simulation',
      market: MARKET,
      capitalMills: toMills(25_000_000),
    });
    await send(desk, userId, { type: 'StartTrading', commodity: 'corn' });
  }
  return desk;
}

function send(
  { runner }: Desk,
  userId: string,
  command: Parameters<Runner['execute']>[0]['command'],
) {
  const result = runner.execute({ userId, command, idempotencyKey: null });
  runner.drain();
  return result;
}

const fileRequest = (command: RequestCommand, atMs = NOW): number =>
  createRequest(db, { command, reason: 'a reason', requestedBy: 'operator' }, atMs) ?? 0;
const isRunning = ({ runner }: Desk, userId: string): boolean =>
  runner.state().books[`${userId}:simulation`]?.commodities.corn?.active === true;
const carriedOut = (id: number): number =>
  db.$client
    .prepare<
      [string],
      number
    >("SELECT count(*) FROM event WHERE type = 'CommandReceived' AND json_extract(payload, '$.idempotencyKey') = ?")
    .pluck()
    .get(getRequestKey(id)) ?? 0;

async function carryOut(desk: Desk): Promise<void> {
  desk.inbox.queueWaiting();
  desk.runner.drain();
  await desk.inbox.waitForAnswers();
}

describe('the inbox', () => {
  it('has carried out all requests when the start continues, and stores the answers', async () => {
    const first = await startRunning();
    const ids = [
      fileRequest({ type: 'StopUser', userId: 'ann', close: true }),
      fileRequest({ type: 'StopAllUsers', close: false }),
    ];
    expect(isRunning(first, 'ann')).toBe(true);
    const desk = startDesk();
    desk.inbox.processWaitingNow();
    expect([isRunning(desk, 'ann'), isRunning(desk, 'bob')]).toEqual([false, false]);
    await desk.inbox.waitForAnswers();
    expect(ids.map((id) => findRequestOutcome(db, id))).toMatchObject([
      {
        ok: true,
        books: [{ userId: 'ann', mode: 'simulation', commodities: ['corn'] }],
        openCount: 0,
      },
      {
        ok: true,
        books: [
          { userId: 'ann', commodities: [] },
          { userId: 'bob', commodities: ['corn'] },
        ],
      },
    ]);
  });

  it('carries requests out in filing order', async () => {
    const desk = await startRunning();
    setDisabled(db, 'ann', true, NOW);
    for (const type of ['DisableUser', 'EnableUser', 'DisableUser'] as const)
      fileRequest(
        type === 'DisableUser' ? { type, userId: 'ann', close: false } : { type, userId: 'ann' },
      );
    await carryOut(desk);
    const types = db.$client
      .prepare<
        [],
        string
      >("SELECT type FROM event WHERE type IN ('UserDisabled', 'UserEnabled') ORDER BY seq")
      .pluck()
      .all();
    expect(types).toEqual(['UserDisabled', 'UserEnabled', 'UserDisabled']);
    expect(Object.keys(desk.runner.state().disabledUsers)).toEqual(['ann']);
  });

  it('repeats nothing after a crash between execution and answer, and then answers', async () => {
    const first = await startRunning();
    const id = fileRequest({ type: 'StopUser', userId: 'ann', close: false });
    await carryOut(first);
    // State on disk after such a crash: the command is in the log, the request has no answer.
    db.$client.prepare('UPDATE operator_request SET answered_ms = NULL, outcome = NULL').run();
    await send(first, 'ann', { type: 'StartTrading', commodity: 'corn' });
    const desk = startDesk();
    desk.inbox.processWaitingNow();
    await desk.inbox.waitForAnswers();
    expect(carriedOut(id)).toBe(1);
    expect(isRunning(desk, 'ann')).toBe(true);
    expect(findRequestOutcome(db, id)).toMatchObject({
      ok: true,
      books: [{ userId: 'ann', commodities: ['corn'] }],
    });
  });

  it('queues a request in the engine only once', async () => {
    const desk = await startRunning();
    const id = fileRequest({ type: 'StopAllUsers', close: false });
    for (let second = 0; second < 5; second += 1) desk.inbox.queueWaiting();
    await carryOut(desk);
    expect(carriedOut(id)).toBe(1);
  });

  it('answers an unreadable request with an error and continues', async () => {
    const desk = await startRunning();
    db.$client.exec(
      "INSERT INTO operator_request (requested_ms, command, reason, requested_by) VALUES (1, '{\"type\":', 'a reason', 'somebody')",
    );
    const id = fileRequest({ type: 'StopUser', userId: 'ann', close: false });
    await carryOut(desk);
    expect(findRequestOutcome(db, id - 1)).toMatchObject({
      ok: false,
      error: expect.stringContaining('cannot be read') as string,
    });
    expect([
      findRequestOutcome(db, id)?.ok,
      isRunning(desk, 'ann'),
      isRunning(desk, 'bob'),
    ]).toEqual([true, false, true]);
  });

  it('keeps a request that could not be stored, and carries it out later', async () => {
    await startRunning();
    let isFull = true;
    const desk = startDesk({
      journal: (journal) => ({
        ...journal,
        commit(commit) {
          if (isFull) throw new StorageError('no space left');
          journal.commit(commit);
        },
      }),
    });
    const id = fileRequest({ type: 'StopAllUsers', close: false });
    await carryOut(desk);
    expect([findRequestOutcome(db, id), isRunning(desk, 'ann')]).toEqual([null, true]);
    isFull = false;
    desk.runner.offer({ type: 'Time', atMs: NOW + 1000 });
    desk.runner.drain();
    await carryOut(desk);
    expect([findRequestOutcome(db, id)?.ok, isRunning(desk, 'ann'), carriedOut(id)]).toEqual([
      true,
      false,
      1,
    ]);
  });

  it('survives an unreadable database', async () => {
    const desk = await startRunning();
    db.$client.exec('ALTER TABLE operator_request RENAME TO away');
    desk.inbox.queueWaiting();
    desk.inbox.processWaitingNow();
    db.$client.exec('ALTER TABLE away RENAME TO operator_request');
    const id = fileRequest({ type: 'StopAllUsers', close: false });
    await carryOut(desk);
    expect(findRequestOutcome(db, id)?.ok).toBe(true);
  });

  it('lists open positions after a stop, with their pending reason', async () => {
    const desk = await startRunning();
    const quote = buildQuote(toTicks(1800), 1, NOW);
    desk.runner.offer({
      type: 'Market',
      isBackfill: false,
      atMs: NOW,
      event: { type: 'QuoteArrived', market: MARKET, instrumentId: 'CORN', quote },
    });
    await send(desk, 'bob', createManualOrder({ instrumentId: 'CORN', lots: 10, stop: 50 }));
    const id = fileRequest({ type: 'StopAllUsers', close: false });
    await carryOut(desk);
    expect(findRequestOutcome(db, id)).toMatchObject({
      openCount: 1,
      open: [
        {
          userId: 'bob',
          mode: 'simulation',
          contract: 'CORN',
          direction: 'LONG',
          lots: 10,
          why: 'exits are active',
        },
      ],
    });
  });
});

describe('a user disabled in the user table', () => {
  it('without a request, as by an earlier version, is stopped at the start', async () => {
    await startRunning();
    setDisabled(db, 'ann', true, NOW);
    const desk = startDesk();
    desk.inbox.processWaitingNow();
    expect([
      isRunning(desk, 'ann'),
      isRunning(desk, 'bob'),
      Object.keys(desk.runner.state().disabledUsers),
    ]).toEqual([false, true, ['ann']]);
  });

  it('is stopped within a second on a running desk, once, and enabled in the same way', async () => {
    const desk = await startRunning();
    createUser(db, 'cho', 'no password', NOW);
    db.$client.prepare('UPDATE user SET id = username').run();
    for (const userId of ['ann', 'cho']) setDisabled(db, userId, true, NOW);
    for (let second = 0; second < 3; second += 1) await carryOut(desk);
    expect([isRunning(desk, 'ann'), Object.keys(desk.runner.state().disabledUsers)]).toEqual([
      false,
      ['ann', 'cho'],
    ]);
    setDisabled(db, 'ann', false, NOW);
    for (let second = 0; second < 3; second += 1) await carryOut(desk);
    expect(Object.keys(desk.runner.state().disabledUsers)).toEqual(['cho']);
    expect(
      db.$client
        .prepare("SELECT count(*) FROM event WHERE type IN ('UserDisabled', 'UserEnabled')")
        .pluck()
        .get(),
    ).toBe(3);
    expect(isRunning(desk, 'ann')).toBe(false);
  });
});

describe('a resume request', () => {
  const fileResume = (haltReason: string, atMs = NOW): number =>
    fileRequest({ type: 'ResumeTrading', haltReason }, atMs);

  async function startHalted(change: Parameters<typeof startDesk>[0] = {}): Promise<Desk> {
    const desk = startDesk(change);
    await send(desk, SYSTEM_USER, { type: 'HaltTrading', reason: 'the audit found a difference' });
    return desk;
  }

  it('lifts the halt that the operator has seen', async () => {
    const desk = await startHalted();
    const id = fileResume('the audit found a difference');
    await carryOut(desk);
    expect([desk.runner.state().trading.state, findRequestOutcome(db, id)]).toMatchObject([
      'ACTIVE',
      { ok: true, lifted: 'the audit found a difference' },
    ]);
  });

  it.each([
    [
      'another halt',
      'an older halt',
      -Infinity,
      /halted for another reason: the audit found a difference/,
    ],
    [
      'a halt at whose start the rows were wrong',
      'the audit found a difference',
      NOW + 1,
      /found stored rows that differ/,
    ],
  ])('does not lift %s', async (_what, reason, resumesSinceMs, error) => {
    const desk = await startHalted({ resumesSinceMs });
    const id = fileResume(reason);
    await carryOut(desk);
    expect([desk.runner.state().trading.state, findRequestOutcome(db, id)]).toMatchObject([
      'HALTED',
      { ok: false, error: expect.stringMatching(error) as string },
    ]);
  });

  it('carried out before a crash gets the same answer, and does not lift a later halt', async () => {
    const first = await startHalted();
    const id = fileResume('the audit found a difference');
    await carryOut(first);
    db.$client.prepare('UPDATE operator_request SET answered_ms = NULL, outcome = NULL').run();
    await send(first, SYSTEM_USER, { type: 'HaltTrading', reason: 'the audit found a difference' });
    const desk = startDesk();
    desk.inbox.processWaitingNow();
    await desk.inbox.waitForAnswers();
    expect([
      desk.runner.state().trading.state,
      findRequestOutcome(db, id),
      carriedOut(id),
    ]).toMatchObject(['HALTED', { ok: true, lifted: 'the audit found a difference' }, 1]);
  });

  it('lifts nothing if trading is not halted', async () => {
    const desk = startDesk();
    const id = fileResume('the audit found a difference');
    await carryOut(desk);
    expect(findRequestOutcome(db, id)).toMatchObject({
      ok: false,
      error: expect.stringContaining('not halted any more') as string,
    });
  });
});

it('leaves no waiting request', async () => {
  const desk = await startRunning();
  for (let request = 0; request < 100; request += 1)
    fileRequest({ type: 'StopAllUsers', close: request % 2 === 0 });
  const spy = vi.spyOn(desk.runner, 'execute');
  desk.inbox.processWaitingNow();
  await desk.inbox.waitForAnswers();
  expect([listWaitingRequests(db), spy.mock.calls.length]).toEqual([[], 100]);
});
