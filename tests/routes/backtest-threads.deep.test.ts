// Backtests on worker threads: the same results as on one thread, in the same order.
import { serialize } from 'node:v8';
import { expect, it } from 'vitest';
import { WORLD_JOB } from '../../app/programs/backtest/jobs';
import { createParallelJudge, createParallelWalk } from '../../app/programs/backtest/pool';
import {
  judgeInThread,
  observePlaybooks,
} from '../../app/programs/backtest/judge/observe-playbooks';
import { TapePool, runTapesInThread } from '../../app/programs/backtest/tape-runs';
import { buildCatalogueRuns } from '../../app/programs/bench/kernel/kernel-speed';
import { PoolRunner } from '../../app/server/jobs/pool-runner.server';
import { simulateInThread } from '../../app/server/backtests/study';
import { createWorld } from '../../app/trading/simulation/world';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import { listPlaybooks } from '../../app/trading/strategies/playbooks/catalog';
import { DAY_MS } from '../../app/trading/domain/time';

const THREADS = 2;
const FROM_MS = Date.UTC(2011, 5, 1);
const noProgress = (): void => undefined;

/** Without the signals of networks, whose warm-up takes longer than these runs. */
const listRows = (commodity: CommodityKey) =>
  listPlaybooks(commodity)
    .filter(({ family }) => family !== 'AI')
    .slice(0, 3);

it('run all strategies over tapes as one thread does', async () => {
  const runs = buildCatalogueRuns(1500);
  const alone = await runTapesInThread(runs);
  const pool = new TapePool(THREADS);
  try {
    expect(await pool.run(runs)).toEqual(alone);
    // The columns are in shared memory and still whole after the first round.
    expect(await pool.run([...runs].reverse())).toEqual([...alone].reverse());
  } finally {
    await pool.stop();
  }
  expect(alone.filter(({ trades }) => trades.length > 0).length).toBeGreaterThan(runs.length / 2);
});

const listSpans = () =>
  ['a', 'b', 'c'].map((seed) => ({
    seed,
    name: seed,
    fromMs: FROM_MS,
    untilMs: FROM_MS + 30 * DAY_MS,
  }));

it('simulate paths as one thread does', async () => {
  const [rows, spans] = [listRows('corn'), listSpans()];
  const alone = simulateInThread(createWorld);
  const simulate = createParallelWalk(THREADS, () => Promise.reject(new Error('one thread')));
  expect(await simulate(rows, spans, noProgress)).toEqual(await alone(rows, spans, noProgress));
});

/** A copy first, because a copy may store a whole number in another way than a computation. */
const listBits = (value: unknown): string => serialize(structuredClone(value)).toString('base64');

it('return the same bits from one, two and three threads', async () => {
  const [rows, spans] = [listRows('corn'), listSpans()];
  const alone = await simulateInThread(createWorld)(rows, spans, noProgress);
  for (const threads of [1, 2, 3]) {
    const runner = new PoolRunner({ threads });
    try {
      const results = await runner.run(
        WORLD_JOB,
        spans.map((world) => ({ rows, world })),
      );
      expect(results.map(listBits)).toEqual(alone.map(listBits));
    } finally {
      await runner.close();
    }
  }
});

// Simulates years in three worlds.
it('judge strategies as one thread does', async () => {
  const observe = (runTasks: ReturnType<typeof createParallelJudge>) =>
    observePlaybooks(runTasks, listRows('wheat'), ['a', 'b'], 1, noProgress);
  expect(await observe(createParallelJudge(THREADS))).toEqual(
    await observe(judgeInThread(createWorld)),
  );
}, 180_000);

it('reject a task whose worker fails', async () => {
  const [run] = buildCatalogueRuns(100);
  if (!run) throw new Error('no strategy');
  const pool = new TapePool(1);
  try {
    await expect(
      pool.run([
        { row: run.row, chains: [] },
        { ...run, row: null as never },
      ]),
    ).rejects.toThrow();
  } finally {
    await pool.stop();
  }
});
