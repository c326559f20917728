// Updates that are due at the same moment leave room for other work.
import { describe, expect, test } from 'vitest';
import { UpdateTurns } from '../../../app/server/live/update-turns.server';

function spendTime(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('updates of many users', () => {
  test('run in order, each once', async () => {
    const turns = new UpdateTurns();
    const order: number[] = [];
    for (let nth = 0; nth < 50; nth += 1)
      turns.add(() => {
        spendTime(1);
        order.push(nth);
      });
    await expect.poll(() => order.length).toBe(50);
    expect(order).toEqual(Array.from({ length: 50 }, (_, nth) => nth));
  });

  test('leave turns to other work while some wait', async () => {
    const turns = new UpdateTurns();
    let done = 0;
    for (let nth = 0; nth < 20; nth += 1)
      turns.add(() => {
        spendTime(4);
        done += 1;
      });
    const seen: number[] = [];
    while (done < 20) {
      seen.push(done);
      await nextTurn();
    }
    // 5 ms hold at most two updates of 4 ms.
    expect(seen.length).toBeGreaterThanOrEqual(8);
  });
});
