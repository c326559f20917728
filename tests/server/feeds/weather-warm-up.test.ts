// Weather preload: slow in the background, in slices once a page waits, yielding in between.
import { describe, expect, it } from 'vitest';
import { startWarmUp } from '../../../app/server/feeds/weather-warm-up.server';

function* createSteps(count: number, taken: number[], failsAt = -1): Generator<void> {
  for (let nth = 0; nth < count; nth += 1) {
    if (nth === failsAt) throw new Error('broken');
    yield void taken.push(nth);
  }
}
const waitForTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** A clock that advances one millisecond per query. */
const createCountingClock = (): (() => number) => {
  let ms = 0;
  return () => (ms += 1);
};
const NEVER = 3_600_000;

describe('weather preload in the background', () => {
  it('starts after a delay, and takes one step at a time', async () => {
    const taken: number[] = [];
    const own = startWarmUp(createSteps(3, taken), {
      elapsedMs: createCountingClock(),
      delayMs: NEVER,
    });
    for (let nth = 0; nth < 5; nth += 1) await waitForTurn();
    expect([taken.length, own.isDone()]).toEqual([0, false]);
    own.stop();
  });

  it('takes slices and yields in between once a page waits, and resolves all waiting pages', async () => {
    const taken: number[] = [];
    const own = startWarmUp(createSteps(40, taken), {
      elapsedMs: createCountingClock(),
      delayMs: NEVER,
      sliceMs: 8,
    });
    let turns = 0;
    let isRead = false;
    const read = Promise.all([own.waitUntilDone(), own.waitUntilDone()]).then(() => {
      isRead = true;
    });
    for (; !isRead; turns += 1) await waitForTurn();
    await read;
    expect([taken.length, own.isDone()]).toEqual([40, true]);
    expect(turns).toBeGreaterThanOrEqual(5);
    await own.waitUntilDone();
  });

  it('continues slowly to the end while no page waits', async () => {
    const taken: number[] = [];
    const own = startWarmUp(createSteps(3, taken), {
      elapsedMs: createCountingClock(),
      delayMs: 0,
      pauseMs: 0,
    });
    while (!own.isDone()) await new Promise((resolve) => setTimeout(resolve, 0));
    expect(taken).toHaveLength(3);
    await own.waitUntilDone();
  });

  it.each([
    ['broken', 1],
    ['ended', -1],
  ])('resolves waiting pages when %s', async (_, failsAt) => {
    const taken: number[] = [];
    const own = startWarmUp(createSteps(1e9, taken, failsAt), {
      elapsedMs: createCountingClock(),
      delayMs: NEVER,
      sliceMs: 8,
    });
    const read = own.waitUntilDone();
    if (failsAt < 0) {
      await waitForTurn();
      own.stop();
    }
    await read;
    const after = taken.length;
    await waitForTurn();
    await waitForTurn();
    expect(taken.length).toBeLessThanOrEqual(after + 8);
  });
});
