// Turns of pages: how many run at once, who is next, what is refused, and that exits go first.
import { describe, expect, it } from 'vitest';
import { TURN_LIMITS, type Turn, TurnRefused, Turns } from '../../../app/server/http/turns.server';

/** A clock whose passes of the event loop and timers run when the test says so. */
function makeClock() {
  const passes: (() => void)[] = [];
  const timers: { atMs: number; work: () => void }[] = [];
  const clock = { ms: 0 };
  return {
    nowMs: () => clock.ms,
    nextPass: (work: () => void) => void passes.push(work),
    later: (work: () => void, delayMs: number) =>
      void timers.push({ atMs: clock.ms + delayMs, work }),
    /** One pass of the event loop. */
    async pass(): Promise<void> {
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
  const turns = new Turns(clock);
  const started: Started[] = [];
  const refused: TurnRefused[] = [];
  const ask = (
    name: string,
    userId: string | null,
    addressKey: string | null = null,
    signal: AbortSignal | null = null,
  ): void =>
    void turns.take({ userId, addressKey }, signal).then(
      (turn) => started.push({ name, turn }),
      (error: unknown) => void (error instanceof TurnRefused && refused.push(error)),
    );
  /** Ends every page under way and lets one more begin. */
  const step = async (): Promise<string[]> => {
    const before = started.length;
    for (const { turn } of started) turn.end();
    await clock.pass();
    return started.slice(before).map(({ name }) => name);
  };
  return { clock, turns, started, refused, ask, step };
}

describe('pages', () => {
  it('begin one in a pass of the event loop, and few run at once', async () => {
    const { turns, clock, started, ask } = makeDesk();
    for (let nth = 0; nth < 20; nth += 1) ask(`page ${nth}`, `user ${nth}`);
    expect(started).toHaveLength(0);
    for (let pass = 1; pass <= 10; pass += 1) {
      await clock.pass();
      expect(started).toHaveLength(Math.min(pass, TURN_LIMITS.running));
    }
    expect(turns.counts()).toEqual({
      running: TURN_LIMITS.running,
      waiting: 20 - TURN_LIMITS.running,
    });
  });

  it('of one user run two at once at most', async () => {
    const { clock, started, ask } = makeDesk();
    for (let nth = 0; nth < 10; nth += 1) ask(`page ${nth}`, 'reader');
    for (let pass = 0; pass < 10; pass += 1) await clock.pass();
    expect(started).toHaveLength(TURN_LIMITS.runningEach);
  });

  it('of another user wait for one page of the reader, not for all of them', async () => {
    const { ask, step } = makeDesk();
    for (let nth = 0; nth < TURN_LIMITS.waitingEach; nth += 1) ask(`reader ${nth}`, 'reader');
    await step();
    ask('owner', 'owner');
    expect(await step()).toEqual(['owner']);
  });

  it('of users and of unknown visitors begin in turns', async () => {
    const { ask, step } = makeDesk();
    for (let nth = 0; nth < 60; nth += 1) ask('stranger', null, `203.0.113.${nth}`);
    await step();
    for (let nth = 0; nth < 5; nth += 1) ask('owner', 'owner');
    const names: string[] = [];
    for (let pass = 0; pass < 10; pass += 1) names.push(...(await step()));
    expect(names.filter((name) => name === 'owner')).toHaveLength(5);
  });

  it('beyond a bound are refused, to the reader alone', async () => {
    const { ask, step, started, refused } = makeDesk();
    for (let nth = 0; nth < 100; nth += 1) ask('reader', 'reader');
    ask('owner', 'owner');
    for (let pass = 0; pass < 60; pass += 1) await step();
    expect(refused).toHaveLength(100 - TURN_LIMITS.waitingEach);
    expect(
      refused.every(({ status, retryAfterSeconds }) => status === 429 && retryAfterSeconds > 0),
    ).toBe(true);
    expect(started.filter(({ name }) => name === 'owner')).toHaveLength(1);
  });

  it('of strangers give way to a user when the line is full', async () => {
    const { ask, step, started, refused } = makeDesk();
    for (let nth = 0; nth < 400; nth += 1) ask('stranger', null, `198.51.${nth}.1`);
    ask('owner', 'owner');
    for (let pass = 0; pass < 3; pass += 1) await step();
    expect(started.map(({ name }) => name)).toContain('owner');
    expect(refused.every(({ status }) => status === 503)).toBe(true);
    expect(refused).toHaveLength(401 - TURN_LIMITS.waiting);
  });

  it('of one address are bounded, whoever is signed in there', async () => {
    const { ask, step, refused } = makeDesk();
    for (let nth = 0; nth < 200; nth += 1) ask('reader', `user ${nth}`, '203.0.113.9');
    await step();
    expect(refused).toHaveLength(200 - TURN_LIMITS.waitingOfAddress);
  });

  it("of a visitor who left take nobody's turn", async () => {
    const { ask, step, turns, started } = makeDesk();
    const visits = Array.from({ length: 20 }, () => new AbortController());
    for (const { signal } of visits) ask('gone', 'gone', null, signal);
    ask('owner', 'owner');
    for (const visit of visits) visit.abort();
    await step();
    expect(started.map(({ name }) => name)).toEqual(['owner']);
    expect(turns.counts()).toEqual({ running: 1, waiting: 0 });
  });
});

describe('an exit', () => {
  it('holds back every page until it has ended', async () => {
    const { ask, step, turns } = makeDesk();
    for (let nth = 0; nth < 10; nth += 1) ask('reader', `reader ${nth}`);
    expect(await step()).toEqual(['reader']);
    const exit = turns.hold('owner');
    for (let pass = 0; pass < 5; pass += 1) expect(await step()).toEqual([]);
    exit.end();
    expect(await step()).toEqual(['reader']);
  });

  it('that never ends holds them back for a moment only', async () => {
    const { ask, step, turns, clock } = makeDesk();
    for (let nth = 0; nth < 10; nth += 1) ask('reader', `reader ${nth}`);
    turns.hold('owner');
    expect(await step()).toEqual([]);
    clock.advance(TURN_LIMITS.holdMsMax);
    expect(await step()).toEqual(['reader']);
  });

  it('sent without end cannot stop the pages of others', async () => {
    const { ask, step, turns, clock } = makeDesk();
    for (let nth = 0; nth < 200; nth += 1) ask('reader', `reader ${nth}`);
    let begun = 0;
    for (let ms = 0; ms < 20_000; ms += 10) {
      turns.hold('attacker');
      clock.advance(10);
      begun += (await step()).length;
    }
    expect(begun).toBe(200);
  });
});
