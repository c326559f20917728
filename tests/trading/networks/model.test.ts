// Model: prediction, attribution and file format.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  computeAttribution,
  groupAttribution,
} from '../../../app/trading/networks/core/attribution';
import {
  type Model,
  predictRow,
  computeRawOutputs,
} from '../../../app/trading/networks/core/model';
import { formatModelFile, parseModelFile } from '../../../app/trading/networks/core/model-file';
import { fitScaler } from '../../../app/trading/networks/core/fit-scaler';
import { scaleDataset, countScaledInputs } from '../../../app/trading/networks/core/scaler';
import type { Head } from '../../../app/trading/networks/core/shape';
import { getWeightOffsets } from '../../../app/trading/networks/core/weight-offsets';
import { createDataset, createNormals } from '../../support/network-data';

const computeDigest = (text: string): string => createHash('sha256').update(text).digest('hex');
const createQuantileHead = (share: number): Head => ({
  kind: 'pinball',
  name: `q${share}`,
  target: 1,
  quantile: share,
});
const heads: readonly Head[] = [
  { kind: 'bce', name: 'up', target: 0 },
  createQuantileHead(0.5),
  createQuantileHead(0.9),
  createQuantileHead(0.1),
];
const raw = createDataset('model', 400, 3, (x) => [x[0] ?? 0]);
/** Features in different units; one often missing, one rarely non-zero. */
const features = {
  ...raw,
  x: raw.x.map((value, place) =>
    place % 3 === 0
      ? 50 + 10 * value
      : place % 3 === 1
        ? value > 1
          ? NaN
          : value
        : value > 1.6
          ? 1
          : 0,
  ),
};

function buildModel(spread: number): Model {
  const scaler = fitScaler(features, [1]);
  const shape = { inputs: countScaledInputs(scaler), hidden: [6, 4], heads } as const;
  const draw = createNormals('weights of a model');
  const weights = Float64Array.from(
    { length: getWeightOffsets(shape).count },
    (_, place) => Math.round(spread * draw(place) * 1e6) / 1e6,
  );
  return {
    net: 'TestNet',
    version: 1,
    features: ['a', 'b', 'c'],
    scaler,
    shape,
    weights,
    calibration: [{ kind: 'platt', slope: 0.5, offset: 0.1 }, null, null, null],
    trainSeeds: ['1'],
    manifestSha: 'made',
  };
}
const model = buildModel(0.5);

describe('scaler', () => {
  it('scales by median and interquartile range, clipped at 4', () => {
    const { median, scale } = fitScaler(
      {
        rows: 5,
        inputs: 1,
        targets: 0,
        x: Float64Array.of(1, 2, 3, 4, 1000),
        y: new Float64Array(0),
      },
      [],
    );
    expect(median).toEqual([3]);
    expect(scale[0]).toBeCloseTo(2 / 1.349, 12);
    const scaled = scaleDataset(
      { median, scale, flagged: [0] },
      { rows: 2, inputs: 1, targets: 0, x: Float64Array.of(1000, NaN), y: new Float64Array(0) },
    );
    expect(Array.from(scaled.x)).toEqual([4, 0, 0, 1]);
  });

  it('uses the standard deviation if the range is zero, and 1 for constants', () => {
    const { scale } = fitScaler(
      {
        rows: 8,
        inputs: 3,
        targets: 0,
        x: Float64Array.from({ length: 24 }, (_, place) =>
          place % 3 === 0 ? Number(place === 0) : place % 3 === 1 ? 7 : NaN,
        ),
        y: new Float64Array(0),
      },
      [],
    );
    expect(scale).toEqual([expect.closeTo(Math.sqrt(1 / 8), 12), 1, 1]);
    expect(() => fitScaler(raw, [3])).toThrow(/features 0 to 2/);
  });

  it('keeps a fixed scale with median zero', () => {
    const fitted = fitScaler(features, []);
    const { median, scale } = fitScaler(features, [], [null, 5, null]);
    expect(median).toEqual([fitted.median[0], 0, fitted.median[2]]);
    expect(scale).toEqual([fitted.scale[0], 5, fitted.scale[2]]);
  });
});

describe('prediction', () => {
  it('is finite for missing and extreme features, with bounded probabilities and sorted quantiles', () => {
    for (const row of [
      [NaN, NaN, NaN],
      [1e300, -1e300, 0],
      [Infinity, -Infinity, 5],
      [50, 0, 0],
    ]) {
      const [chance = NaN, middle = NaN, high = NaN, low = NaN] = predictRow(buildModel(3), row);
      expect(chance).toBeGreaterThanOrEqual(0.02);
      expect(chance).toBeLessThanOrEqual(0.98);
      expect(low).toBeLessThanOrEqual(middle);
      expect(middle).toBeLessThanOrEqual(high);
      expect(Number.isFinite(low + high)).toBe(true);
    }
    expect(() => predictRow(model, [1, 2])).toThrow(/takes 3 features, got 2/);
  });

  it('is the output, calibrated for probabilities', () => {
    const [logit = NaN] = computeRawOutputs(model, [60, 0.2, 0]);
    expect(predictRow(model, [60, 0.2, 0])[0]).toBeCloseTo(
      1 / (1 + Math.exp(-0.5 * logit - 0.1)),
      12,
    );
    expect(
      predictRow({ ...model, calibration: [null, null, null, null] }, [60, 0.2, 0])[0],
    ).toBeCloseTo(1 / (1 + Math.exp(-logit)), 12);
  });
});

describe('attribution', () => {
  it('sums to the output within 0.01', () => {
    for (let row = 0; row < 100; row += 1) {
      const {
        output,
        base,
        features: parts,
        unexplained,
      } = computeAttribution(model, features.x.subarray(3 * row, 3 * row + 3), 0);
      expect(base + parts.reduce((sum, part) => sum + part, 0) + unexplained).toBeCloseTo(
        output,
        12,
      );
      expect(Math.abs(unexplained)).toBeLessThan(0.01 * Math.max(Math.abs(output), 0.1));
    }
  });

  it('equals the terms of a linear network, with flags added to their feature', () => {
    const scaler = { median: [50, 0, 0], scale: [10, 1, 1], flagged: [1] };
    const line: Model = {
      ...model,
      scaler,
      shape: { inputs: 4, hidden: [0, 0], heads: [{ kind: 'bce', name: 'up', target: 0 }] },
      weights: Float64Array.of(0.3, 2, -1, 0.7, 0.05),
      calibration: [null],
    };
    const found = computeAttribution(line, [70, NaN, 1], 0);
    expect(Array.from(found.features)).toEqual([
      expect.closeTo(0.6, 12),
      expect.closeTo(0.7, 12),
      expect.closeTo(-1, 12),
    ]);
    expect(found.base).toBeCloseTo(0.05, 12);
    expect(groupAttribution(found, ['price', 'weather', 'price'])).toEqual([
      { group: 'weather', adds: expect.closeTo(0.7, 12) },
      { group: 'price', adds: expect.closeTo(-0.4, 12) },
    ]);
    expect(() => computeAttribution(line, [1, 2, 3], 1)).toThrow(/heads 0 to 0/);
  });
});

describe('model file', () => {
  const text = formatModelFile(model, computeDigest);

  it('is unchanged by a round trip', () => {
    expect(parseModelFile(text, computeDigest)).toEqual(model);
    expect(formatModelFile(parseModelFile(text, computeDigest), computeDigest)).toBe(text);
  });

  it('is rejected when modified or inconsistent', () => {
    expect(() => parseModelFile(text.replace('"version":1', '"version":2'), computeDigest)).toThrow(
      /not as they were sealed/,
    );
    const changeFile = (change: (file: Record<string, unknown>) => void): string => {
      const file = JSON.parse(text) as Record<string, unknown>;
      change(file);
      return JSON.stringify(file);
    };
    const getStatedDigest = (): string => (JSON.parse(text) as { sha: string }).sha;
    expect(() =>
      parseModelFile(
        changeFile((file) => (file['hidden'] = [5, 4])),
        getStatedDigest,
      ),
    ).toThrow(/block first has 24 weights/);
    expect(() =>
      parseModelFile(
        changeFile((file) => (file['flagged'] = ['z'])),
        getStatedDigest,
      ),
    ).toThrow(/stands for no feature/);
    expect(() =>
      parseModelFile(
        changeFile((file) => (file['calibration'] = [null])),
        getStatedDigest,
      ),
    ).toThrow(/calibration or null/);
    expect(() =>
      parseModelFile(
        changeFile((file) => (file['more'] = 1)),
        getStatedDigest,
      ),
    ).toThrow(/more/);
  });

  it('is rejected above the size limit', () => {
    expect(() =>
      formatModelFile({ ...model, trainSeeds: ['x'.repeat(41_000)] }, computeDigest),
    ).toThrow(/more than 40960/);
  });
});
