// Geometry of a chart with several lines and a band.
import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { SeriesShape } from '../../contracts/series-shape';
import type { Tick } from '../../contracts/chart-shape';
import { getTickStep } from './axis-dollars';
import { buildBandPath, buildLinePath, roundCoordinate } from './curve-path';

interface SeriesInput {
  /** X values, ascending; each line has one value per x. */
  readonly xs: readonly number[];
  /** A null value leaves a gap. */
  readonly lines: readonly {
    readonly name: string;
    readonly look: 'main' | 'norm';
    readonly values: readonly (number | null)[];
  }[];
  readonly band?: {
    readonly name: string;
    readonly low: readonly (number | null)[];
    readonly high: readonly (number | null)[];
  };
  readonly xText: (x: number) => string;
  /** `step` is the distance of neighboring labels. */
  readonly yText: (y: number, step: number) => string;
  /** Includes zero in the y range. */
  readonly fromZero?: boolean;
  readonly summary: string;
}

const WIDTH = 1000;
const HEIGHT = 190;
const Y_TICKS = 4;
const X_TICKS = 5;

const hasValue = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined;

/**
 * Labels at equal steps: first, last and three between; narrow screens show the outer ones and the
 * middle.
 */
function buildTicks(
  xs: readonly number[],
  at: (x: number) => number,
  xText: (x: number) => string,
): Tick[] {
  const last = xs.length - 1;
  const places = [
    ...new Set(
      Array.from({ length: X_TICKS }, (_, step) => Math.round((step * last) / (X_TICKS - 1))),
    ),
  ];
  return places.flatMap((index, step) => {
    const x = xs[index];
    if (x === undefined) return [];
    const anchor = index === 0 ? 'start' : index === last ? 'end' : 'middle';
    return [
      { at: roundCoordinate(at(x)), text: xText(x), anchor, isMain: step % 2 === 0 } as const,
    ];
  });
}

/** Returns null for fewer than two x values. */
export function buildSeriesChart({
  xs,
  lines,
  band,
  xText,
  yText,
  fromZero = false,
  summary,
}: SeriesInput): SeriesShape | null {
  const values = [
    ...lines.flatMap((one) => one.values),
    ...(band ? [...band.low, ...band.high] : []),
    ...(fromZero ? [0] : []),
  ].filter(hasValue);
  const [low, high] = extent(values);
  const [first, last] = extent(xs);
  if (
    low === undefined ||
    high === undefined ||
    first === undefined ||
    last === undefined ||
    first === last
  )
    return null;
  const x = scaleLinear([first, last], [0, WIDTH]);
  const y = scaleLinear([low, high], [HEIGHT, 0]).nice(Y_TICKS);
  const ticks = y.ticks(Y_TICKS);
  const bandShape = band && buildBandPath(xs, band.low, band.high, { x, y });
  return {
    width: WIDTH,
    height: HEIGHT,
    summary,
    lines: lines.map((one) => ({
      name: one.name,
      look: one.look,
      path: buildLinePath(xs, one.values, { x, y }),
    })),
    band: band && bandShape ? { name: band.name, path: bandShape } : null,
    yTicks: ticks.map(
      (value): Tick => ({
        at: roundCoordinate((y(value) / HEIGHT) * 100),
        text: yText(value, getTickStep(ticks)),
        anchor: 'end',
        isMain: true,
      }),
    ),
    xTicks: buildTicks(xs, (value) => (x(value) / WIDTH) * 100, xText),
  };
}
