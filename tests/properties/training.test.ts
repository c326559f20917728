// Training is deterministic in any order of tasks, and reproduces a slice of the delivered weights.
import { expect, it } from 'vitest';
import { ROWS_JOB } from '../../app/programs/train/jobs';
import { runTrainingJobs } from '../../app/programs/train/pool';
import { joinRows } from '../../app/programs/train/rows';
import { sha256, trainModel } from '../../app/programs/train/train-network-model';
import type { WorldRowsRequest } from '../../app/programs/train/world-rows';
import { formatModelFile } from '../../app/trading/networks/core/model-file';
import { getNetworkSpec } from '../../app/trading/networks/registry';

const YEARS = 1;
const SEEDS = ['1', '2'];

const buildRequest = (seed: string): WorldRowsRequest => ({
  seed,
  years: YEARS,
  nets: ['SpikeNet'],
});

it('gives the delivered weights in any order of simulated paths', async () => {
  const worlds = await runTrainingJobs(ROWS_JOB, SEEDS.map(buildRequest), 0);
  const [alone] = await runTrainingJobs(ROWS_JOB, SEEDS.slice(1).map(buildRequest), 0);
  expect(alone).toEqual(worlds[1]);
  const rows = joinRows(worlds.flatMap(({ SpikeNet }) => SpikeNet ?? []));
  const trainOnce = () =>
    trainModel(getNetworkSpec('SpikeNet'), {
      train: rows,
      calibrate: rows,
      trainSeeds: SEEDS,
      calibrateSeeds: SEEDS,
      years: YEARS,
    });
  const first = trainOnce();
  expect(trainOnce()).toEqual(first);
  // Weights are rounded to a millionth, so equal text means agreement to a billionth. Update with
  // `vitest -u`.
  await expect(formatModelFile(first, sha256)).toMatchFileSnapshot('spike-slice.json');
});
