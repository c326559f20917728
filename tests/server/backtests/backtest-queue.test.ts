// The queue of backtests: one at a time, one of each user, and whatever befalls one is told in
// words and kept.
import { beforeEach, describe, expect, it } from 'vitest';
import { BACKTESTS_KEPT, type BacktestRequest } from '../../../app/models/backtests/backtest-queue';
import { BacktestRunner } from '../../../app/server/backtests/backtest-queue.server';
import type { JobListener } from '../../../app/server/backtests/backtest-worker.server';
import type { JobOrder } from '../../../app/server/backtests/job';

import { findReport } from '../../../app/models/backtests/backtest.server';
import { createUser } from '../../../app/models/account/user.server';
import {
  type Available,
  type WorldSeed,
  createAvailable,
  createUnavailable,
} from '../../../app/trading/engine/market-source';
import type { Database } from '../../../db/client.server';
import { emptyBooks } from '../../support/books';
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
  readonly order: JobOrder;
  readonly listener: JobListener;
  /** Lets the thread of a stopped job end. */
  end(): void;
  isStopped: boolean;
}

/** A queue whose workers do what a test says. */
function openQueue(
  db: Database,
  deskWorld: Available<WorldSeed> = createAvailable({ seed: 'the seed of the desk' }),
) {
  const started: Started[] = [];
  const queue = new BacktestRunner({
    db,
    dataDir: 'data',
    deskWorld,
    nowMs: () => NOW,
    start(order, listener) {
      let end = (): void => undefined;
      const gone = new Promise<void>((resolve) => {
        end = resolve;
      });
      const one: Started = { order, listener, end, isStopped: false };
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

const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

let db: Database;
let [ann, bob, cy] = ['', '', ''];
beforeEach(() => {
  db = emptyBooks().db;
  [ann = '', bob = '', cy = ''] = ['ann', 'bob', 'cy'].map(
    (name) => createUser(db, name, 'no password', NOW).id,
  );
});

/** Asks, and answers the id. */
function asked(
  queue: BacktestRunner,
  userId: string,
  request: BacktestRequest = REQUEST,
  key: string | null = null,
): string {
  const answer = queue.ask(userId, request, key);
  if (!answer.ok) throw new Error(answer.message);
  return answer.id;
}

describe('a backtest', () => {
  it('runs at once, tells how far it is, and keeps what it brought', () => {
    const own = openQueue(db);
    const id = asked(own.queue, ann);
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

  it('trades a world that nobody has seen, drawn anew each time or named', async () => {
    const { queue, started } = openQueue(db);
    asked(queue, ann);
    started[0]?.listener.onFault('over');
    started[0]?.end();
    await settled();
    asked(queue, ann);
    const [first, second] = started.map(({ order }) => order);
    expect(first?.span).toMatchObject({
      fromMs: Date.UTC(2013, 0, 1),
      untilMs: Date.UTC(2015, 0, 1),
    });
    expect(first?.span.seed).toMatch(/^unseen-[0-9a-f]{8}$/);
    expect(second?.span.seed).not.toBe(first?.span.seed);
    expect(asked(queue, bob, { ...REQUEST, seed: 'mine' })).not.toBe('');
    expect(queue.list(bob)[0]).toMatchObject({ seed: 'mine', world: 'unseen' });
  });

  it('trades the past of the desk up to the last midnight, and says its seed nowhere', () => {
    const { queue, started } = openQueue(db);
    const id = asked(queue, ann, { ...REQUEST, world: 'desk' });
    expect(started[0]?.order).toMatchObject({
      seedName: 'that of this desk',
      span: {
        seed: 'the seed of the desk',
        name: 'the world of the desk',
        fromMs: Date.UTC(2024, 10, 22),
        untilMs: Date.UTC(2026, 10, 22),
      },
    });
    expect(JSON.stringify(queue.find(ann, id))).not.toContain('the seed of the desk');
  });

  it('is refused where the desk has no world, and where its world is called unseen', () => {
    expect(
      openQueue(db, createUnavailable('No world.')).queue.ask(
        ann,
        { ...REQUEST, world: 'desk' },
        null,
      ),
    ).toMatchObject({ ok: false, status: 409, message: 'No world.' });
    expect(
      openQueue(db, createAvailable({ seed: 'desk-1' })).queue.ask(
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
  it('runs one at a time and tells the others how many are before them', async () => {
    const { queue, started } = openQueue(db);
    const [first, second, third] = [asked(queue, ann), asked(queue, bob), asked(queue, cy)];
    expect(started).toHaveLength(1);
    expect(
      [queue.find(bob, second), queue.find(cy, third)].map((job) => [job?.phase, job?.ahead]),
    ).toEqual([
      ['waiting', 1],
      ['waiting', 2],
    ]);
    started[0]?.listener.onDone(RESULT, Buffer.from(''));
    await settled();
    // the thread of the first is not gone yet, and who asks meanwhile does not wake the next one
    asked(queue, ann);
    expect([started.length, queue.find(ann, first)?.phase, queue.find(bob, second)?.phase]).toEqual(
      [1, 'done', 'waiting'],
    );
    started[0]?.end();
    await settled();
    expect([started.length, queue.find(bob, second)?.phase, queue.find(cy, third)?.ahead]).toEqual([
      2,
      'running',
      1,
    ]);
  });

  it('has one of each user under way at most', async () => {
    const { queue, started } = openQueue(db);
    const [, id] = [asked(queue, ann), asked(queue, bob)];
    for (const user of [ann, bob])
      expect(queue.ask(user, REQUEST, null)).toMatchObject({
        ok: false,
        status: 409,
        message: expect.stringContaining('still running'),
      });
    expect(queue.ask(bob, REQUEST, null)).toMatchObject({ underWay: id });
    started[0]?.listener.onFault('over');
    expect(queue.ask(ann, REQUEST, null).ok).toBe(true);
  });

  it('takes sixteen at most', () => {
    const { queue } = openQueue(db);
    const users = Array.from(
      { length: 17 },
      (_, place) => createUser(db, `user-${place}`, 'no password', NOW).id,
    );
    const answers = users.map((user) => queue.ask(user, REQUEST, null));
    expect(answers.map(({ ok }) => ok)).toEqual([...Array<boolean>(16).fill(true), false]);
    expect(answers.at(-1)).toMatchObject({
      status: 503,
      message: expect.stringContaining('Too many'),
    });
  });

  it('makes repeats of one key one backtest, and refuses the key for another', () => {
    const { queue, started } = openQueue(db);
    const id = asked(queue, ann, REQUEST, 'key');
    expect(asked(queue, ann, REQUEST, 'key')).toBe(id);
    expect(queue.ask(ann, { ...REQUEST, years: 3 }, 'key')).toMatchObject({
      ok: false,
      status: 409,
      message: expect.stringContaining('used for another'),
    });
    expect(asked(queue, bob, REQUEST, 'key')).not.toBe(id);
    started[0]?.listener.onFault('over');
    expect(asked(queue, ann, REQUEST, 'key')).toBe(id);
    expect(started).toHaveLength(1);
  });

  it('cancels what runs and what waits, for its user alone', async () => {
    const { queue, started } = openQueue(db);
    const [first, second, third] = [asked(queue, ann), asked(queue, bob), asked(queue, cy)];
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
    await settled();
    expect(queue.find(cy, third)?.phase).toBe('running');
    expect([queue.cancel(ann, first), queue.find(ann, first)?.phase]).toEqual([true, 'cancelled']);
  });

  it('goes on after a worker that failed, and says why', async () => {
    const { queue, started } = openQueue(db);
    const [first, second] = [asked(queue, ann), asked(queue, bob)];
    started[0]?.listener.onFault('It took too long.');
    started[0]?.end();
    await settled();
    expect(queue.find(ann, first)).toMatchObject({ phase: 'failed', fault: 'It took too long.' });
    expect(queue.find(bob, second)?.phase).toBe('running');
  });

  it('keeps the newest twenty of each user, with the others of another', () => {
    const { queue, started } = openQueue(db);
    const others = asked(queue, bob);
    started[0]?.end();
    const ids = Array.from({ length: BACKTESTS_KEPT + 2 }, () => {
      const id = asked(queue, ann);
      queue.cancel(ann, id);
      return id;
    });
    expect(queue.list(ann).map(({ id }) => id)).toEqual(ids.slice(2).reverse());
    expect(queue.find(bob, others)?.phase).toBe('running');
  });

  it('tells after its end that what was under way has ended with the desk, and starts nothing more', async () => {
    const { queue, started } = openQueue(db);
    const [first, second] = [asked(queue, ann), asked(queue, bob)];
    const closed = queue.close();
    expect(started[0]?.isStopped).toBe(true);
    started[0]?.listener.onDone(RESULT, Buffer.from('late'));
    started[0]?.end();
    await closed;
    await settled();
    expect(started).toHaveLength(1);
    expect(queue.ask(cy, REQUEST, null).ok).toBe(false);
    const next = openQueue(db).queue;
    for (const [user, id] of [
      [ann, first],
      [bob, second],
    ] as const)
      expect(next.find(user, id)).toMatchObject({
        phase: 'failed',
        fault: expect.stringContaining('server stopped'),
      });
    expect(next.ask(ann, REQUEST, null).ok).toBe(true);
  });

  it('says so when what came of one cannot be stored', async () => {
    const { queue, started } = openQueue(db);
    const id = asked(queue, ann);
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
    await settled();
    expect(queue.ask(ann, REQUEST, null)).toMatchObject({
      ok: false,
      status: 503,
      message: expect.stringContaining('disk cannot be written'),
    });
  });
});
