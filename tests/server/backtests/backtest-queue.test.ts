// Backtest queue: one at a time, one per user; every outcome is reported and stored.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  STORED_BACKTESTS_MAX,
  type BacktestRequest,
} from '../../../app/models/backtests/backtest-queue';
import { BacktestRunner } from '../../../app/server/backtests/backtest-queue.server';
import type { JobListener } from '../../../app/server/backtests/backtest-worker.server';
import type { BacktestOrder } from '../../../app/server/backtests/backtest-order';

import { findReport } from '../../../app/models/backtests/backtest.server';
import { createUser } from '../../../app/models/account/user.server';
import {
  type Available,
  type SimulationSeed,
  createAvailable,
  createUnavailable,
} from '../../../app/trading/engine/market-source';
import type { Database } from '../../../db/client.server';
import { createEmptyDatabase } from '../../support/test-database';
import type { BacktestResultDto } from '../../../app/contracts/api/backtest';

const NOW = Date.UTC(2026, 10, 22, 9, 30);
const REQUEST: BacktestRequest = {
  mode: 'corn',
  playbook: 'SUPPLY_CHAIN',
  years: 2,
  world: 'unseen',
  seed: null,
};
const RESULT = { trades: 3, hasEdge: false } as BacktestResultDto;

interface Started {
  readonly order: BacktestOrder;
  readonly listener: JobListener;
  /** Lets the thread of a stopped job end. */
  end(): void;
  isStopped: boolean;
}

/** A queue with workers controlled by the test. */
function openQueue(
  db: Database,
  deskWorld: Available<SimulationSeed> = createAvailable({ seed: 'the seed of the desk' }),
) {
  const started: Started[] = [];
  const queue = new BacktestRunner({
    db,
    dataDir: 'data',
    deskWorld,
    nowMs: () => NOW,
    start(order, listener) {
      let endJob = (): void => undefined;
      const gone = new Promise<void>((resolve) => {
        endJob = resolve;
      });
      const one: Started = { order, listener, end: endJob, isStopped: false };
      started.push(one);
      return {
        stop: () => {
          one.isStopped = true;
          return gone;
        },
      };
    },
  });
  return { queue, started };
}

const waitForThread = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

let db: Database;
let [ann, bob, cy] = ['', '', ''];
beforeEach(() => {
  db = createEmptyDatabase().db;
  [ann = '', bob = '', cy = ''] = ['ann', 'bob', 'cy'].map(
    (name) => createUser(db, name, 'no password', NOW).id,
  );
});

/** Queues a backtest and returns its id. */
function queueBacktest(
  queue: BacktestRunner,
  userId: string,
  request: BacktestRequest = REQUEST,
  key: string | null = null,
): string {
  const answer = queue.enqueue(userId, request, key);
  if (!answer.ok) throw new Error(answer.message);
  return answer.id;
}

describe('a backtest', () => {
  it('runs at once, reports progress, and stores its result', () => {
    const own = openQueue(db);
    const id = queueBacktest(own.queue, ann);
    expect(own.queue.find(ann, id)).toMatchObject({
      phase: 'running',
      progress: { share: 0 },
      startedMs: NOW,
    });
    own.started[0]?.listener.onProgress(0.25, 'walks the world');
    expect(own.queue.find(ann, id)?.progress).toEqual({ share: 0.25, doing: 'walks the world' });
    own.started[0]?.listener.onDone(RESULT, Buffer.from('packed'));
    expect(own.queue.find(ann, id)).toMatchObject({
      phase: 'done',
      result: JSON.stringify(RESULT),
      endedMs: NOW,
      progress: null,
    });
    expect(findReport(db, ann, id)?.toString()).toBe('packed');
    expect(openQueue(db).queue.find(ann, id)?.phase).toBe('done');
  });

  it('trades an unseen simulated market, with a new or a given seed', async () => {
    const { queue, started } = openQueue(db);
    queueBacktest(queue, ann);
    started[0]?.listener.onFault('over');
    started[0]?.end();
    await waitForThread();
    queueBacktest(queue, ann);
    const [first, second] = started.map(({ order }) => order);
    expect(first?.span).toMatchObject({
      fromMs: Date.UTC(2013, 0, 1),
      untilMs: Date.UTC(2015, 0, 1),
    });
    expect(first?.span.seed).toMatch(/^unseen-[0-9a-f]{8}$/);
    expect(second?.span.seed).not.toBe(first?.span.seed);
    expect(first?.hasSecretSeed).toBe(false);
    expect(queueBacktest(queue, bob, { ...REQUEST, seed: 'mine' })).not.toBe('');
    expect(queue.list(bob)[0]).toMatchObject({ seed: 'mine', world: 'unseen' });
  });

  it("trades the desk's history up to the last midnight, and hides its seed", () => {
    const { queue, started } = openQueue(db);
    const id = queueBacktest(queue, ann, { ...REQUEST, world: 'desk' });
    expect(started[0]?.order).toMatchObject({
      seedName: 'the seed of this server',
      hasSecretSeed: true,
      span: {
        seed: 'the seed of the desk',
        name: 'the world of the desk',
        fromMs: Date.UTC(2024, 10, 22),
        untilMs: Date.UTC(2026, 10, 22),
      },
    });
    expect(JSON.stringify(queue.find(ann, id))).not.toContain('the seed of the desk');
  });

  it("is rejected without a simulated market, and with the desk's seed as unseen", () => {
    expect(
      openQueue(db, createUnavailable('No world.')).queue.enqueue(
        ann,
        { ...REQUEST, world: 'desk' },
        null,
      ),
    ).toMatchObject({ ok: false, status: 409, message: 'No world.' });
    expect(
      openQueue(db, createAvailable({ seed: 'desk-1' })).queue.enqueue(
        ann,
        { ...REQUEST, seed: 'desk-1' },
        null,
      ),
    ).toMatchObject({
      ok: false,
      status: 409,
      message: expect.stringContaining('would not be out-of-sample'),
    });
  });
});

describe('the queue', () => {
  it('runs one at a time and reports the position of the others', async () => {
    const { queue, started } = openQueue(db);
    const [first, second, third] = [
      queueBacktest(queue, ann),
      queueBacktest(queue, bob),
      queueBacktest(queue, cy),
    ];
    expect(started).toHaveLength(1);
    expect(
      [queue.find(bob, second), queue.find(cy, third)].map((job) => [job?.phase, job?.ahead]),
    ).toEqual([
      ['waiting', 1],
      ['waiting', 2],
    ]);
    started[0]?.listener.onDone(RESULT, Buffer.from(''));
    await waitForThread();
    // The first thread has not ended yet, and another request does not start the next job.
    queueBacktest(queue, ann);
    expect([started.length, queue.find(ann, first)?.phase, queue.find(bob, second)?.phase]).toEqual(
      [1, 'done', 'waiting'],
    );
    started[0]?.end();
    await waitForThread();
    expect([started.length, queue.find(bob, second)?.phase, queue.find(cy, third)?.ahead]).toEqual([
      2,
      'running',
      1,
    ]);
  });

  it('has at most one active backtest per user', async () => {
    const { queue, started } = openQueue(db);
    const [, id] = [queueBacktest(queue, ann), queueBacktest(queue, bob)];
    for (const user of [ann, bob])
      expect(queue.enqueue(user, REQUEST, null)).toMatchObject({
        ok: false,
        status: 409,
        message: expect.stringContaining('Another backtest of yours'),
      });
    expect(queue.enqueue(bob, REQUEST, null)).toMatchObject({ activeId: id });
    started[0]?.listener.onFault('over');
    expect(queue.enqueue(ann, REQUEST, null).ok).toBe(true);
  });

  it('has at most sixteen entries', () => {
    const { queue } = openQueue(db);
    const users = Array.from(
      { length: 17 },
      (_, place) => createUser(db, `user-${place}`, 'no password', NOW).id,
    );
    const answers = users.map((user) => queue.enqueue(user, REQUEST, null));
    expect(answers.map(({ ok }) => ok)).toEqual([...Array<boolean>(16).fill(true), false]);
    expect(answers.at(-1)).toMatchObject({
      status: 503,
      message: expect.stringContaining('queue is full'),
    });
  });

  it('makes repeats of one key one backtest, and rejects the key for another', () => {
    const { queue, started } = openQueue(db);
    const id = queueBacktest(queue, ann, REQUEST, 'key');
    expect(queueBacktest(queue, ann, REQUEST, 'key')).toBe(id);
    expect(queue.enqueue(ann, { ...REQUEST, years: 3 }, 'key')).toMatchObject({
      ok: false,
      status: 409,
      message: expect.stringContaining('used for another'),
    });
    expect(queueBacktest(queue, bob, REQUEST, 'key')).not.toBe(id);
    started[0]?.listener.onFault('over');
    expect(queueBacktest(queue, ann, REQUEST, 'key')).toBe(id);
    expect(started).toHaveLength(1);
  });

  it('cancels running and waiting backtests, for their user only', async () => {
    const { queue, started } = openQueue(db);
    const [first, second, third] = [
      queueBacktest(queue, ann),
      queueBacktest(queue, bob),
      queueBacktest(queue, cy),
    ];
    expect([
      queue.cancel(bob, first),
      queue.cancel(bob, 'nothing'),
      queue.find(bob, first),
    ]).toEqual([false, false, null]);
    expect(queue.find(ann, first)?.phase).toBe('running');
    expect([queue.cancel(bob, second), queue.cancel(ann, first)]).toEqual([true, true]);
    expect(
      [first, second].map((id, place) => queue.find([ann, bob][place] ?? '', id)?.phase),
    ).toEqual(['cancelled', 'cancelled']);
    expect([started[0]?.isStopped, started.length]).toEqual([true, 1]);
    started[0]?.listener.onDone(RESULT, Buffer.from('late'));
    expect(queue.find(ann, first)?.phase).toBe('cancelled');
    started[0]?.end();
    await waitForThread();
    expect(queue.find(cy, third)?.phase).toBe('running');
    expect([queue.cancel(ann, first), queue.find(ann, first)?.phase]).toEqual([true, 'cancelled']);
  });

  it('continues after a failed worker, and reports the reason', async () => {
    const { queue, started } = openQueue(db);
    const [first, second] = [queueBacktest(queue, ann), queueBacktest(queue, bob)];
    started[0]?.listener.onFault('It took too long.');
    started[0]?.end();
    await waitForThread();
    expect(queue.find(ann, first)).toMatchObject({ phase: 'failed', fault: 'It took too long.' });
    expect(queue.find(bob, second)?.phase).toBe('running');
  });

  it('keeps the newest twenty of each user', () => {
    const { queue, started } = openQueue(db);
    const others = queueBacktest(queue, bob);
    started[0]?.end();
    const ids = Array.from({ length: STORED_BACKTESTS_MAX + 2 }, () => {
      const id = queueBacktest(queue, ann);
      queue.cancel(ann, id);
      return id;
    });
    expect(queue.list(ann).map(({ id }) => id)).toEqual(ids.slice(2).reverse());
    expect(queue.find(bob, others)?.phase).toBe('running');
  });

  it('after close, reports active backtests as ended with the server, and starts no more', async () => {
    const { queue, started } = openQueue(db);
    const [first, second] = [queueBacktest(queue, ann), queueBacktest(queue, bob)];
    const closed = queue.close();
    expect(started[0]?.isStopped).toBe(true);
    started[0]?.listener.onDone(RESULT, Buffer.from('late'));
    started[0]?.end();
    await closed;
    await waitForThread();
    expect(started).toHaveLength(1);
    expect(queue.enqueue(cy, REQUEST, null).ok).toBe(false);
    const next = openQueue(db).queue;
    for (const [user, id] of [
      [ann, first],
      [bob, second],
    ] as const)
      expect(next.find(user, id)).toMatchObject({
        phase: 'failed',
        fault: expect.stringContaining('server stopped'),
      });
    expect(next.enqueue(ann, REQUEST, null).ok).toBe(true);
  });

  it('reports a result that cannot be stored', async () => {
    const { queue, started } = openQueue(db);
    const id = queueBacktest(queue, ann);
    db.$client.exec(
      "CREATE TRIGGER full BEFORE UPDATE ON backtest BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
    );
    started[0]?.listener.onDone(RESULT, Buffer.from('packed'));
    expect(queue.find(ann, id)).toMatchObject({
      phase: 'failed',
      fault: expect.stringContaining('could not be stored'),
    });
    db.$client.exec(
      "DROP TRIGGER full; CREATE TRIGGER full BEFORE INSERT ON backtest BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
    );
    started[0]?.end();
    await waitForThread();
    expect(queue.enqueue(ann, REQUEST, null)).toMatchObject({
      ok: false,
      status: 503,
      message: expect.stringContaining('Storage error'),
    });
  });
});
