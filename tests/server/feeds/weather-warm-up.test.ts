// What reads the past of the weather: at its leisure, in slices once somebody waits, and with the
// rest of the process in between.
import { describe, expect, it } from 'vitest';
import { warmUp } from '../../../app/server/feeds/weather-warm-up.server';

function* steps(count: number, taken: number[], failsAt = -1): Generator<void> {
  for (let nth = 0; nth < count; nth += 1) {
    if (nth === failsAt) throw new Error('broken');
    yield void taken.push(nth);
  }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** A clock that is a millisecond later each time that it is asked. */
const counting = (): (() => number) => {
  let ms = 0;
  return () => (ms += 1);
};
const NEVER = 3_600_000;

describe('reading the weather beside the desk', () => {
  it('waits for the start, and takes a step at a time', async () => {
    const taken: number[] = [];
    const own = warmUp(steps(3, taken), { elapsedMs: counting(), delayMs: NEVER });
    for (let nth = 0; nth < 5; nth += 1) await turn();
    expect([taken.length, own.isDone()]).toEqual([0, false]);
    own.end();
  });

  it('takes slices with turns of everybody else in between once somebody waits, and all who wait are told', async () => {
    const taken: number[] = [];
    const own = warmUp(steps(40, taken), { elapsedMs: counting(), delayMs: NEVER, sliceMs: 8 });
    let turns = 0;
    let isRead = false;
    const read = Promise.all([own.done(), own.done()]).then(() => {
      isRead = true;
    });
    for (; !isRead; turns += 1) await turn();
    await read;
    expect([taken.length, own.isDone()]).toEqual([40, true]);
    expect(turns).toBeGreaterThanOrEqual(5);
    await own.done();
  });

  it('goes on at its leisure to the end when nobody waits', async () => {
    const taken: number[] = [];
    const own = warmUp(steps(3, taken), { elapsedMs: counting(), delayMs: 0, pauseMs: 0 });
    while (!own.isDone()) await new Promise((resolve) => setTimeout(resolve, 0));
    expect(taken).toHaveLength(3);
    await own.done();
  });

  it.each([
    ['broken', 1],
    ['ended', -1],
  ])('keeps nobody waiting for what is %s', async (_, failsAt) => {
    const taken: number[] = [];
    const own = warmUp(steps(1e9, taken, failsAt), {
      elapsedMs: counting(),
      delayMs: NEVER,
      sliceMs: 8,
    });
    const read = own.done();
    if (failsAt < 0) {
      await turn();
      own.end();
    }
    await read;
    const after = taken.length;
    await turn();
    await turn();
    expect(taken.length).toBeLessThanOrEqual(after + 8);
  });
});
