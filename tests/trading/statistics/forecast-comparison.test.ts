// Forecast comparison tests. Golden values from NumPy and SciPy for the same numbers and formulas.
import { describe, expect, it } from 'vitest';
import { testDieboldMariano } from '../../../app/trading/statistics/diebold-mariano';
import { computeInformationCoefficient } from '../../../app/trading/statistics/information-coefficient';
import {
  computeDefaultLag,
  computeLongRunVariance,
} from '../../../app/trading/statistics/long-run-variance';
import { computeStudentTail } from '../../../app/trading/statistics/student-tail';

const A = [
  1.001, 1.149, 0.863, 0.555, 0.773, 0.504, 1.03, 1.67, 0.754, 0.69, 1.245, 1.178, 1.053, 0.535,
  0.985, 1.348, 0.328, 0.771, 0.049, 0.355, 0.079, 0.882, 0.366, 1.136, 1.078, 0.907, 0.258, 0.731,
  0.976, 1.057,
];
const B = [
  0.435, 0.961, 0.711, 0.796, 1.73, 0.796, 1.184, 1.642, 0.908, 1.144, 1.255, 1.232, 0.587, 1.238,
  1.879, 0.426, 1.63, 1.26, 0.879, 2.2, 1.581, 0.6, 1.237, 1.488, 1.106, 1.541, 1.167, 1.534, 1.919,
  0.862,
];
const F = [
  0.2, -0.46, 0.13, -1.19, -0.58, -0.2, 0.9, 1.15, -1.32, -0.79, 0.65, -1.99, -0.46, -0.1, 1.26,
  0.69, -0.33, -0.37, -0.25, 1.52, -0.43, -0.3, 0.35, -0.12, -0.2, -1.11, -0.01, -0.44, 1.17, 0.65,
  -0.02, 0.67, -0.34, 1.05, -0.01, 0.58, -1.29, 0.35, -1.69, -2.04,
];
const Y = [
  -0.24, -1.04, 0.2, 1.89, -1.01, -0.68, 0.48, 0.84, -0.57, -0.44, 0.9, -0.08, -1.17, -0.11, 0.41,
  -0.85, 0.16, -0.97, 0.9, 0.65, -0.04, -0.68, -0.01, -2.03, -1.19, 0.03, -2.13, 0.71, -1.4, 0.95,
  -0.85, 0.98, 0.03, -1.22, 1.25, 1.62, -0.45, -0.17, -0.67, -1.59,
];

describe("Student's distribution", () => {
  it('agrees with the reference', () => {
    expect(computeStudentTail(2.045, 29)).toBeCloseTo(0.050024075922411614, 10);
    expect(computeStudentTail(-2.045, 29)).toBeCloseTo(0.050024075922411614, 10);
    expect(computeStudentTail(0.3, 1)).toBeCloseTo(0.8144528418445154, 10);
    expect(computeStudentTail(6, 4)).toBeCloseTo(0.0038825370469605107, 10);
    expect(computeStudentTail(1.96, 5000)).toBeCloseTo(0.050051252291819504, 8);
    expect(computeStudentTail(0, 7)).toBe(1);
    expect(() => computeStudentTail(1, 0)).toThrow(/above zero/);
  });
});

describe('long-run variance', () => {
  it('weights autocovariances', () => {
    // deviations -1, 0, 1 and lag 1: (2 + 2 * 0.5 * 0) / 3
    expect(computeLongRunVariance([1, 2, 3], 1, 2)).toBeCloseTo(2 / 3, 12);
    // deviations 1, 1, -1, -1: squares 4, neighbors 1 - 1 + 1 = 1, weighted 2 * 1/2
    expect(computeLongRunVariance([1, 1, -1, -1], 1, 0)).toBeCloseTo(5 / 4, 12);
    expect(() => computeLongRunVariance([1, 2], 2, 1)).toThrow(/between 0 and 1/);
    expect([computeDefaultLag(100), computeDefaultLag(1000), computeDefaultLag(2)]).toEqual([
      4, 6, 1,
    ]);
  });
});

describe('Diebold-Mariano test', () => {
  it('agrees with the reference', () => {
    const alone = testDieboldMariano(A, B, 0);
    expect(alone?.meanDifference).toBeCloseTo(-0.3874, 12);
    expect(alone?.statistic).toBeCloseTo(-3.3549686473488505, 10);
    expect(alone?.pValue).toBeCloseTo(0.002226535157854556, 10);
    const linked = testDieboldMariano(A, B, 3);
    expect(linked?.statistic).toBeCloseTo(-2.6929691925973342, 10);
    expect(linked?.pValue).toBeCloseTo(0.011644033144907263, 10);
  });

  it('is antisymmetric, and null for equal losses', () => {
    expect(testDieboldMariano(B, A, 3)?.statistic).toBeCloseTo(2.6929691925973342, 10);
    expect(testDieboldMariano(A, A, 0)).toBeNull();
    expect(testDieboldMariano(A.slice(0, 9), B.slice(0, 9), 0)).toBeNull();
    expect(() => testDieboldMariano(A, B.slice(1), 0)).toThrow(/same targets/);
    expect(() => testDieboldMariano([...A, NaN], [...B, 1], 0)).toThrow(/loss 30/);
  });
});

describe('information coefficient', () => {
  it('agrees with the reference', () => {
    const found = computeInformationCoefficient(F, Y, 0);
    expect(found?.coefficient).toBeCloseTo(0.22556773994193796, 12);
    expect(found?.tStatistic).toBeCloseTo(1.5502534640925874, 10);
    expect(computeInformationCoefficient(F, Y, 2)?.tStatistic).toBeCloseTo(1.7462145492553869, 10);
    const paired = computeInformationCoefficient(
      F,
      Y,
      1,
      F.map((_, row) => Math.floor(row / 2)),
    );
    expect(paired?.tStatistic).toBeCloseTo(1.939787572800776, 10);
    expect(paired).toMatchObject({ rows: 40, days: 20 });
  });

  it('skips incomplete rows, and is null for constant values', () => {
    expect(computeInformationCoefficient([...F, NaN, 3], [...Y, 1, NaN], 0)).toEqual(
      computeInformationCoefficient(F, Y, 0),
    );
    expect(
      computeInformationCoefficient(
        F.map(() => 1),
        Y,
        0,
      ),
    ).toBeNull();
    expect(computeInformationCoefficient(F.slice(0, 9), Y.slice(0, 9), 0)).toBeNull();
    expect(() => computeInformationCoefficient(F, Y.slice(1), 0)).toThrow(/its outcome/);
  });

  it('does not gain from duplicate rows of one day', () => {
    const repeatTwice = (list: readonly number[]): number[] =>
      list.flatMap((value) => [value, value]);
    expect(
      computeInformationCoefficient(
        repeatTwice(F),
        repeatTwice(Y),
        0,
        repeatTwice(F.map((_, row) => row)),
      )?.tStatistic,
    ).toBeCloseTo(1.5502534640925874, 10);
  });
});
