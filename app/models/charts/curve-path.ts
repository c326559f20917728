/** Paths of lines and bands over two scales, for every chart that is drawn without script. */
import { area, line } from 'd3-shape';

type CurveValues = ArrayLike<number | null>;

interface CurveScales {
  x(value: number): number;
  y(value: number): number;
}

/** Finer steps than a tenth are not visible. */
const DECIMALS = 1;

const listIndices = (values: CurveValues): number[] =>
  Array.from({ length: values.length }, (_, index) => index);

const isFiniteAt = (values: CurveValues, index: number): boolean => Number.isFinite(values[index]);

/** A coordinate of a drawing, to a hundredth. */
export const roundCoordinate = (value: number): number => Math.round(value * 100) / 100;

/** A line through each value at its place, interrupted where a value is missing or not finite. */
export const linePath = (xs: CurveValues, ys: CurveValues, { x, y }: CurveScales): string =>
  line<number>(
    (index) => x(xs[index] ?? NaN),
    (index) => y(ys[index] ?? NaN),
  )
    .defined((index) => isFiniteAt(ys, index))
    .digits(DECIMALS)(listIndices(ys)) ?? '';

/** The area between two lines, interrupted where either is missing or not finite. */
export const bandPath = (
  xs: CurveValues,
  lows: CurveValues,
  highs: CurveValues,
  { x, y }: CurveScales,
): string =>
  area<number>(
    (index) => x(xs[index] ?? NaN),
    (index) => y(lows[index] ?? NaN),
    (index) => y(highs[index] ?? NaN),
  )
    .defined((index) => isFiniteAt(lows, index) && isFiniteAt(highs, index))
    .digits(DECIMALS)(listIndices(highs)) ?? '';
