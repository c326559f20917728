import { describe, expect, it } from 'vitest';
import { startSessionChecks } from '../../../app/components/live/use-session-check';

/** A timer that the test lets run out. */
function createTimer() {
  const waiting: { readonly ms: number; readonly run: () => void }[] = [];
  return {
    waiting,
    schedule: (ms: number, run: () => void): (() => void) => {
      const timer = { ms, run };
      waiting.push(timer);
      return () => void waiting.splice(waiting.indexOf(timer), 1);
    },
    async runOut(): Promise<void> {
      waiting.shift()?.run();
      await new Promise(setImmediate);
    },
  };
}

describe('the session check', () => {
  it('is made once a minute until the session has ended', async () => {
    const answers = [false, false, true];
    const { waiting, schedule, runOut } = createTimer();
    let endCount = 0;
    startSessionChecks(
      () => (endCount += 1),
      schedule,
      () => Promise.resolve(answers.shift() ?? false),
    );
    for (const expected of [0, 0, 1]) {
      expect(waiting.map(({ ms }) => ms)).toEqual([60_000]);
      await runOut();
      expect(endCount).toBe(expected);
    }
    expect([waiting.length, answers.length]).toEqual([0, 0]);
  });

  it('ends with its page, also while an answer is awaited', async () => {
    const { waiting, schedule, runOut } = createTimer();
    let endCount = 0;
    let respond = (_hasEnded: boolean): void => undefined;
    const stop = startSessionChecks(
      () => (endCount += 1),
      schedule,
      () => new Promise((resolve) => (respond = resolve)),
    );
    await runOut();
    stop();
    respond(true);
    await new Promise(setImmediate);
    expect([endCount, waiting.length]).toEqual([0, 0]);
  });
});
