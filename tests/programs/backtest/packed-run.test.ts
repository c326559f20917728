// Runs that pass between threads lose nothing.
import { expect, it } from 'vitest';
import { packRun, unpackRun } from '../../../app/programs/backtest/packed-run';
import { runTapesInThread } from '../../../app/programs/backtest/tape-runs';
import { buildCatalogueRuns } from '../../../app/programs/bench/kernel/kernel-speed';

it('packs and unpacks the runs of all strategies, key by key', async () => {
  const runs = await runTapesInThread(buildCatalogueRuns(1500));
  const restored = runs.map(packRun).map(unpackRun);
  expect(restored).toEqual(runs);
  expect(JSON.stringify(restored.map(({ trades }) => trades))).toBe(
    JSON.stringify(runs.map(({ trades }) => trades)),
  );
  const trades = runs.flatMap((run) => run.trades);
  expect(trades.length).toBeGreaterThan(1000);
  for (const missing of ['riskMills', 'stopTicks'] as const)
    expect(new Set(trades.map((trade) => trade[missing] === null)).size).toBe(2);
});
