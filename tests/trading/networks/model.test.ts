// A model from raw features to its answer, its reasons and its file.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  computeAttribution,
  groupedAttribution,
} from '../../../app/trading/networks/core/attribution';
import { type Model, predictRow, rawOutputs } from '../../../app/trading/networks/core/model';
import { modelText, readModel } from '../../../app/trading/networks/core/model-file';
import { fitScaler, scaleDataset, scaledInputs } from '../../../app/trading/networks/core/scaler';
import { type Head, getWeightPlaces } from '../../../app/trading/networks/core/shape';
import { madeDataset, normals } from '../../support/network-data';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const quantile = (share: number): Head => ({
  kind: 'pinball',
  name: `q${share}`,
  target: 1,
  quantile: share,
});
const heads: readonly Head[] = [
  { kind: 'bce', name: 'up', target: 0 },
  quantile(0.5),
  quantile(0.9),
  quantile(0.1),
];
const raw = madeDataset('model', 400, 3, (x) => [x[0] ?? 0]);
/** Features in units of their own, one of them often missing and one that is rarely not zero. */
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
  const shape = { inputs: scaledInputs(scaler), hidden: [6, 4], heads } as const;
  const draw = normals('weights of a model');
  const weights = Float64Array.from(
    { length: getWeightPlaces(shape).count },
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

describe('the scaler', () => {
  it('centers on the median in robust deviations and cuts off at four', () => {
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

  it('takes the standard deviation where the middle half is one value, and one where nothing varies', () => {
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

  it('leaves a scale that is given as it is, about zero', () => {
    const fitted = fitScaler(features, []);
    const { median, scale } = fitScaler(features, [], [null, 5, null]);
    expect(median).toEqual([fitted.median[0], 0, fitted.median[2]]);
    expect(scale).toEqual([fitted.scale[0], 5, fitted.scale[2]]);
  });
});

describe('an answer', () => {
  it('is finite for missing and wild features, with chances inside their bounds and quantiles in order', () => {
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

  it('is calibrated and otherwise the output itself', () => {
    const [logit = NaN] = rawOutputs(model, [60, 0.2, 0]);
    expect(predictRow(model, [60, 0.2, 0])[0]).toBeCloseTo(
      1 / (1 + Math.exp(-0.5 * logit - 0.1)),
      12,
    );
    expect(
      predictRow({ ...model, calibration: [null, null, null, null] }, [60, 0.2, 0])[0],
    ).toBeCloseTo(1 / (1 + Math.exp(-logit)), 12);
  });
});

describe('reasons', () => {
  it('sum to the output within a hundredth', () => {
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

  it('give a linear network its own terms, a flag to its feature, and group them', () => {
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
    expect(groupedAttribution(found, ['price', 'weather', 'price'])).toEqual([
      { group: 'weather', adds: expect.closeTo(0.7, 12) },
      { group: 'price', adds: expect.closeTo(-0.4, 12) },
    ]);
    expect(() => computeAttribution(line, [1, 2, 3], 1)).toThrow(/heads 0 to 0/);
  });
});

describe('a file of weights', () => {
  const text = modelText(model, digest);

  it('comes back as it went', () => {
    expect(readModel(text, digest)).toEqual(model);
    expect(modelText(readModel(text, digest), digest)).toBe(text);
  });

  it('is refused when it was changed, or does not fit itself', () => {
    expect(() => readModel(text.replace('"version":1', '"version":2'), digest)).toThrow(
      /not as they were sealed/,
    );
    const resealed = (change: (file: Record<string, unknown>) => void): string => {
      const file = JSON.parse(text) as Record<string, unknown>;
      change(file);
      return JSON.stringify(file);
    };
    const trusting = (): string => (JSON.parse(text) as { sha: string }).sha;
    expect(() =>
      readModel(
        resealed((file) => (file['hidden'] = [5, 4])),
        trusting,
      ),
    ).toThrow(/block first has 24 weights/);
    expect(() =>
      readModel(
        resealed((file) => (file['flagged'] = ['z'])),
        trusting,
      ),
    ).toThrow(/stands for no feature/);
    expect(() =>
      readModel(
        resealed((file) => (file['calibration'] = [null])),
        trusting,
      ),
    ).toThrow(/calibration or null/);
    expect(() =>
      readModel(
        resealed((file) => (file['more'] = 1)),
        trusting,
      ),
    ).toThrow(/more/);
  });

  it('is refused above its bound', () => {
    expect(() => modelText({ ...model, trainSeeds: ['x'.repeat(41_000)] }, digest)).toThrow(
      /more than 40960/,
    );
  });
});
