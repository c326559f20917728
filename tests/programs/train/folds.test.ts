// Cross-validation folds of the training paths, and calibration on held-out rows.
import { describe, expect, it } from 'vitest';
import { buildFolds } from '../../../app/programs/train/folds';
import { RowSink } from '../../../app/programs/train/row-sink';
import { type Rows, joinRows } from '../../../app/programs/train/rows';
import { trainModel } from '../../../app/programs/train/train-network-model';
import { predictRow, computeRawOutputs } from '../../../app/trading/networks/core/model';
import type { NetworkSpec } from '../../../app/trading/networks/network-spec';
import { getNetworkSpec } from '../../../app/trading/networks/registry';
import { createSeededRandom } from '../../../app/trading/random';

/** Rows of one path: two subjects per day; the input is the path number. */
function createRows(world: number, days: number): Rows {
  const sink = new RowSink(1, 1, 2);
  for (let day = 0; day < days; day += 1)
    for (const subject of [0, 1]) sink.add([world], [1], [subject, day]);
  return sink.toRows();
}

const listPaths = ({ x }: Rows): readonly number[] => [...new Set(x)];

describe('training folds', () => {
  it.each([2, 3, 4, 7, 12])(
    'split %i paths without cutting any, and hold out each row once',
    (count) => {
      const all = joinRows(
        Array.from({ length: count }, (_, world) => createRows(world, 5 + world)),
      );
      const folds = buildFolds(all);
      expect(folds).toHaveLength(Math.min(3, count));
      expect(folds.flatMap(({ heldOut }) => Array.from(heldOut.x))).toEqual(Array.from(all.x));
      for (const { train, heldOut } of folds) {
        expect(listPaths(train).filter((world) => listPaths(heldOut).includes(world))).toEqual([]);
        expect(train.rows + heldOut.rows).toBe(all.rows);
        expect([heldOut.y.length, heldOut.note.length]).toEqual([heldOut.rows, 2 * heldOut.rows]);
      }
    },
  );

  it('are empty for a single path', () => {
    expect(buildFolds(createRows(0, 9))).toEqual([]);
  });
});

const DAYS = 2000;

/** A path in which a rise follows the input (1) or its opposite (-1). */
function createPath(follows: 1 | -1, name: string): Rows {
  const random = createSeededRandom(name);
  const sink = new RowSink(1, 1, 2);
  for (let day = 0; day < DAYS; day += 1) {
    const side = random.uniform('side', day) < 0.5 ? -1 : 1;
    sink.add([side], [side * follows > 0 ? 0.8 : 0.2], [0, day]);
  }
  return sink.toRows();
}

const spec: NetworkSpec = {
  ...getNetworkSpec('GasNet'),
  targets: ['up'],
  heads: [{ kind: 'bce', name: 'up', target: 0 }],
  features: [{ name: 'input', unit: 'share', group: 'inputs', scale: 1, read: () => NaN }],
};

it('calibration reflects accuracy on held-out paths, not on training paths', () => {
  // Two of three paths agree: a network of all three is mostly right on its training rows,
  // while a network of two is not on the third.
  const train = joinRows([
    createPath(1, 'first'),
    createPath(1, 'second'),
    createPath(-1, 'third'),
  ]);
  const nothing = new RowSink(1, 1, 2);
  for (let day = 0; day < 100; day += 1) nothing.add([0], [day % 2 === 0 ? 0.8 : 0.2], [0, day]);
  const model = trainModel(spec, {
    train,
    calibrate: nothing.toRows(),
    trainSeeds: [],
    calibrateSeeds: [],
    years: 1,
  });
  expect(computeRawOutputs(model, [1])[0]).toBeGreaterThan(0.2);
  expect(predictRow(model, [1])[0]).toBeCloseTo(0.5, 2);
});
