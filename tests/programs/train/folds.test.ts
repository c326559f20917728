// Calibration on what was not seen: the worlds of training in parts, each told by weights of the
// others.
import { describe, expect, it } from 'vitest';
import { buildFolds } from '../../../app/programs/train/folds';
import { type Rows, RowSink, joinedRows } from '../../../app/programs/train/row-sink';
import { trainModel } from '../../../app/programs/train/train-net';
import { predictRow, rawOutputs } from '../../../app/trading/networks/core/model';
import type { NetworkSpec } from '../../../app/trading/networks/network-spec';
import { networkSpec } from '../../../app/trading/networks/registry';
import { seededRandom } from '../../../app/trading/random';

/** Rows of a world: two subjects a day, the first input names the world. */
function buildWorld(world: number, days: number): Rows {
  const sink = new RowSink(1, 1, 2);
  for (let day = 0; day < days; day += 1)
    for (const subject of [0, 1]) sink.add([world], [1], [subject, day]);
  return sink.toRows();
}

const worldsIn = ({ x }: Rows): readonly number[] => [...new Set(x)];

describe('the parts of a training', () => {
  it.each([2, 3, 4, 7, 12])(
    'cut no world of %i in two, and tell each row once by weights that have not seen its world',
    (count) => {
      const all = joinedRows(
        Array.from({ length: count }, (_, world) => buildWorld(world, 5 + world)),
      );
      const folds = buildFolds(all);
      expect(folds).toHaveLength(Math.min(3, count));
      expect(folds.flatMap(({ told }) => Array.from(told.x))).toEqual(Array.from(all.x));
      for (const { learnt, told } of folds) {
        expect(worldsIn(learnt).filter((world) => worldsIn(told).includes(world))).toEqual([]);
        expect(learnt.rows + told.rows).toBe(all.rows);
        expect([told.y.length, told.note.length]).toEqual([told.rows, 2 * told.rows]);
      }
    },
  );

  it('are none where there is one world alone', () => {
    expect(buildFolds(buildWorld(0, 9))).toEqual([]);
  });
});

const DAYS = 2000;

/** A world in which a rise follows the input, or the contrary of it. */
function worldThat(follows: 1 | -1, name: string): Rows {
  const random = seededRandom(name);
  const sink = new RowSink(1, 1, 2);
  for (let day = 0; day < DAYS; day += 1) {
    const side = random.uniform('side', day) < 0.5 ? -1 : 1;
    sink.add([side], [side * follows > 0 ? 0.8 : 0.2], [0, day]);
  }
  return sink.toRows();
}

const spec: NetworkSpec = {
  ...networkSpec('GasNet'),
  targets: ['up'],
  heads: [{ kind: 'bce', name: 'up', target: 0 }],
  features: [{ name: 'input', unit: 'share', group: 'inputs', scale: 1, read: () => NaN }],
};

it('a network is as sure as it was right on worlds that it had not seen, however well it knows its own', () => {
  // two worlds of three agree: a network of all is right more often than not on each row that it
  // has seen, one of two is not on the third
  const train = joinedRows([worldThat(1, 'first'), worldThat(1, 'second'), worldThat(-1, 'third')]);
  const nothing = new RowSink(1, 1, 2);
  for (let day = 0; day < 100; day += 1) nothing.add([0], [day % 2 === 0 ? 0.8 : 0.2], [0, day]);
  const model = trainModel(spec, {
    train,
    calibrate: nothing.toRows(),
    trainSeeds: [],
    calibrateSeeds: [],
    years: 1,
  });
  expect(rawOutputs(model, [1])[0]).toBeGreaterThan(0.2);
  expect(predictRow(model, [1])[0]).toBeCloseTo(0.5, 2);
});
