// Training: the same rows give the same bits, whoever makes them and in whatever order, and the
// weights of a kept slice.
import { expect, it } from 'vitest';
import { runTasks } from '../../app/programs/train/pool';
import { joinedRows } from '../../app/programs/train/row-sink';
import type { Task } from '../../app/programs/train/tasks';
import { sha256, trainModel } from '../../app/programs/train/train-net';
import { modelText } from '../../app/trading/networks/core/model-file';
import { networkSpec } from '../../app/trading/networks/registry';

const YEARS = 1;
const SEEDS = ['1', '2'];

const rowsTask = (seed: string): Extract<Task, { kind: 'rows' }> => ({
  kind: 'rows',
  request: { seed, years: YEARS, nets: ['SpikeNet'] },
});

it('gives the same bits in whatever order worlds are made, and the weights that are kept', async () => {
  const worlds = await runTasks(SEEDS.map(rowsTask), 0);
  const [alone] = await runTasks(SEEDS.slice(1).map(rowsTask), 0);
  expect(alone).toEqual(worlds[1]);
  const rows = joinedRows(worlds.flatMap(({ SpikeNet }) => SpikeNet ?? []));
  const train = () =>
    trainModel(networkSpec('SpikeNet'), {
      train: rows,
      calibrate: rows,
      trainSeeds: SEEDS,
      calibrateSeeds: SEEDS,
      years: YEARS,
    });
  const first = train();
  expect(train()).toEqual(first);
  // weights are rounded to a millionth: equal texts are weights that agree to far less than a
  // billionth. Written anew with `vitest -u`
  await expect(modelText(first, sha256)).toMatchFileSnapshot('spike-slice.json');
});
