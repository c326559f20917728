/** SVG paths of lines and bands over two scales. */
import { area, line } from 'd3-shape';

type CurveValues = ArrayLike<number | null>;

interface CurveScales {
  x(value: number): number;
  y(value: number): number;
}

/** Decimals of path coordinates; smaller steps are not visible. */
const DECIMALS = 1;

const listIndices = (values: CurveValues): number[] =>
  Array.from({ length: values.length }, (_, index) => index);

const isFiniteAt = (values: CurveValues, index: number): boolean => Number.isFinite(values[index]);

/** Rounds a coordinate to two decimals. */
export const roundCoordinate = (value: number): number => Math.round(value * 100) / 100;

/** Line through all values, with gaps at missing or non-finite values. */
export const buildLinePath = (xs: CurveValues, ys: CurveValues, { x, y }: CurveScales): string =>
  line<number>(
    (index) => x(xs[index] ?? NaN),
    (index) => y(ys[index] ?? NaN),
  )
    .defined((index) => isFiniteAt(ys, index))
    .digits(DECIMALS)(listIndices(ys)) ?? '';

/** Area between two lines, with gaps at missing or non-finite values. */
export const buildBandPath = (
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
