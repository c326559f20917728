// Page turns: concurrency, order, refusals, and priority of exits.
import { describe, expect, it } from 'vitest';
import {
  TURN_LIMITS,
  type Turn,
  TurnRefusedError,
  TurnQueue,
} from '../../../app/server/http/turns.server';

/** A clock whose event loop passes and timers are controlled by the test. */
function makeClock() {
  const passes: (() => void)[] = [];
  const timers: { atMs: number; work: () => void }[] = [];
  const clock = { ms: 0 };
  return {
    nowMs: () => clock.ms,
    runNextPass: (work: () => void) => void passes.push(work),
    setTimer: (work: () => void, delayMs: number) =>
      void timers.push({ atMs: clock.ms + delayMs, work }),
    /** One event loop pass. */
    async runPass(): Promise<void> {
      for (const work of passes.splice(0)) work();
      await Promise.resolve();
      await Promise.resolve();
    },
    advance(ms: number): void {
      clock.ms += ms;
      const due = timers.filter(({ atMs }) => atMs <= clock.ms);
      for (const timer of due) {
        timers.splice(timers.indexOf(timer), 1);
        timer.work();
      }
    },
  };
}

interface Started {
  readonly name: string;
  readonly turn: Turn;
}

function makeDesk() {
  const clock = makeClock();
  const turns = new TurnQueue(clock);
  const started: Started[] = [];
  const refused: TurnRefusedError[] = [];
  const requestTurn = (
    name: string,
    userId: string | null,
    addressKey: string | null = null,
    signal: AbortSignal | null = null,
  ): void =>
    void turns.acquire({ userId, addressKey }, signal).then(
      (turn) => started.push({ name, turn }),
      (error: unknown) => void (error instanceof TurnRefusedError && refused.push(error)),
    );
  /** Ends every running page and starts one more. */
  const startNextPage = async (): Promise<string[]> => {
    const before = started.length;
    for (const { turn } of started) turn.end();
    await clock.runPass();
    return started.slice(before).map(({ name }) => name);
  };
  return { clock, turns, started, refused, requestTurn, startNextPage };
}

describe('pages', () => {
  it('start one per event loop pass, and few run at once', async () => {
    const { turns, clock, started, requestTurn } = makeDesk();
    for (let nth = 0; nth < 20; nth += 1) requestTurn(`page ${nth}`, `user ${nth}`);
    expect(started).toHaveLength(0);
    for (let pass = 1; pass <= 10; pass += 1) {
      await clock.runPass();
      expect(started).toHaveLength(Math.min(pass, TURN_LIMITS.running));
    }
    expect(turns.getCounts()).toEqual({
      running: TURN_LIMITS.running,
      waiting: 20 - TURN_LIMITS.running,
    });
  });

  it('of one user run two at once at most', async () => {
    const { clock, started, requestTurn } = makeDesk();
    for (let nth = 0; nth < 10; nth += 1) requestTurn(`page ${nth}`, 'reader');
    for (let pass = 0; pass < 10; pass += 1) await clock.runPass();
    expect(started).toHaveLength(TURN_LIMITS.runningPerVisitor);
  });

  it('of another user wait for one page of a user, not for all', async () => {
    const { requestTurn, startNextPage } = makeDesk();
    for (let nth = 0; nth < TURN_LIMITS.waitingPerVisitor; nth += 1)
      requestTurn(`reader ${nth}`, 'reader');
    await startNextPage();
    requestTurn('owner', 'owner');
    expect(await startNextPage()).toEqual(['owner']);
  });

  it('of users and of unknown visitors alternate', async () => {
    const { requestTurn, startNextPage } = makeDesk();
    for (let nth = 0; nth < 60; nth += 1) requestTurn('stranger', null, `203.0.113.${nth}`);
    await startNextPage();
    for (let nth = 0; nth < 5; nth += 1) requestTurn('owner', 'owner');
    const names: string[] = [];
    for (let pass = 0; pass < 10; pass += 1) names.push(...(await startNextPage()));
    expect(names.filter((name) => name === 'owner')).toHaveLength(5);
  });

  it('beyond a limit are rejected, for that user only', async () => {
    const { requestTurn, startNextPage, started, refused } = makeDesk();
    for (let nth = 0; nth < 100; nth += 1) requestTurn('reader', 'reader');
    requestTurn('owner', 'owner');
    for (let pass = 0; pass < 60; pass += 1) await startNextPage();
    expect(refused).toHaveLength(100 - TURN_LIMITS.waitingPerVisitor);
    expect(
      refused.every(({ status, retryAfterSeconds }) => status === 429 && retryAfterSeconds > 0),
    ).toBe(true);
    expect(started.filter(({ name }) => name === 'owner')).toHaveLength(1);
  });

  it('of strangers give way to a user when the queue is full', async () => {
    const { requestTurn, startNextPage, started, refused } = makeDesk();
    for (let nth = 0; nth < 400; nth += 1) requestTurn('stranger', null, `198.51.${nth}.1`);
    requestTurn('owner', 'owner');
    for (let pass = 0; pass < 3; pass += 1) await startNextPage();
    expect(started.map(({ name }) => name)).toContain('owner');
    expect(refused.every(({ status }) => status === 503)).toBe(true);
    expect(refused).toHaveLength(401 - TURN_LIMITS.waiting);
  });

  it('of one address are limited, for every signed-in user', async () => {
    const { requestTurn, startNextPage, refused } = makeDesk();
    for (let nth = 0; nth < 200; nth += 1) requestTurn('reader', `user ${nth}`, '203.0.113.9');
    await startNextPage();
    expect(refused).toHaveLength(200 - TURN_LIMITS.waitingPerAddress);
  });

  it('of a disconnected visitor free their turn', async () => {
    const { requestTurn, startNextPage, turns, started } = makeDesk();
    const visits = Array.from({ length: 20 }, () => new AbortController());
    for (const { signal } of visits) requestTurn('gone', 'gone', null, signal);
    requestTurn('owner', 'owner');
    for (const visit of visits) visit.abort();
    await startNextPage();
    expect(started.map(({ name }) => name)).toEqual(['owner']);
    expect(turns.getCounts()).toEqual({ running: 1, waiting: 0 });
  });
});

describe('an exit', () => {
  it('blocks every page until it has ended', async () => {
    const { requestTurn, startNextPage, turns } = makeDesk();
    for (let nth = 0; nth < 10; nth += 1) requestTurn('reader', `reader ${nth}`);
    expect(await startNextPage()).toEqual(['reader']);
    const exit = turns.holdPages('owner');
    for (let pass = 0; pass < 5; pass += 1) expect(await startNextPage()).toEqual([]);
    exit.end();
    expect(await startNextPage()).toEqual(['reader']);
  });

  it('that never ends blocks them only briefly', async () => {
    const { requestTurn, startNextPage, turns, clock } = makeDesk();
    for (let nth = 0; nth < 10; nth += 1) requestTurn('reader', `reader ${nth}`);
    turns.holdPages('owner');
    expect(await startNextPage()).toEqual([]);
    clock.advance(TURN_LIMITS.holdMsMax);
    expect(await startNextPage()).toEqual(['reader']);
  });

  it('sent without end cannot block the pages of others', async () => {
    const { requestTurn, startNextPage, turns, clock } = makeDesk();
    for (let nth = 0; nth < 200; nth += 1) requestTurn('reader', `reader ${nth}`);
    let started = 0;
    for (let ms = 0; ms < 20_000; ms += 10) {
      turns.holdPages('attacker');
      clock.advance(10);
      started += (await startNextPage()).length;
    }
    expect(started).toBe(200);
  });
});
