// Geometry of the equity chart and its text summary. Pure function of its input.
import { extent, greatest, least } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';
import { buildTimeTicks } from './time-axis.server';
import type { ChartShape, FillMark, Mark, Tick } from '../../contracts/chart-shape';
import type { Timeframe } from '../../contracts/timeframe';
import { computeMoneyChange } from '../../trading/domain/change';
import {
  formatDateTime,
  formatIsoTime,
  formatMoneyThousands,
  formatSignedMoney,
  formatSignedPercent,
  formatDollars,
} from '../../trading/domain/format';
import { type EpochMs, fromDollars } from '../../trading/domain/units';
import { roundCoordinate } from './curve-path';

export interface ChartPoint {
  readonly atMs: EpochMs;
  /** Dollars. */
  readonly value: number;
}

export interface ChartFill {
  readonly atMs: EpochMs;
  readonly side: 'BUY' | 'SELL';
  readonly text: string;
}

export interface ChartInput {
  /** Ascending by time; may be empty. */
  readonly history: readonly ChartPoint[];
  readonly now: ChartPoint;
  /** Ascending by time; fills outside the frame are not drawn. */
  readonly fills: readonly ChartFill[];
  readonly timeframe: Timeframe;
  readonly timeZone: string;
  /** Start of the `all` timeframe, as text. */
  readonly since: string;
  /** Sign of the P&L of the account period. */
  readonly tone: 'up' | 'down';
}

const WIDTH = 1000;
const HEIGHT = 240;
/** Dollars above the maximum and below the minimum. */
const MARGIN = 500;
/** More points are not visible on a screen. */
const DRAWN_MAX = 240;
const MARKS_MAX = 48;
const Y_TICKS = 4;

/**
 * Thins points to at most `max` (>= 4): first, last, and the minimum and maximum of equal time
 * intervals. No spike is lost.
 */
export function thinPoints<P extends ChartPoint>(points: readonly P[], max: number): P[] {
  const [first, last] = [points[0], points.at(-1)];
  if (points.length <= max || !first || !last) return [...points];
  const stretches = Math.floor((max - 2) / 2);
  const stretchMs = Math.max(1, last.atMs - first.atMs) / stretches;
  const groups: P[][] = Array.from({ length: stretches }, () => []);
  for (const point of points.slice(1, -1))
    groups[Math.min(stretches - 1, Math.floor((point.atMs - first.atMs) / stretchMs))]?.push(point);
  return [first, ...groups.flatMap(listExtremes), last];
}

/** Minimum and maximum of an interval, in time order. */
function listExtremes<P extends ChartPoint>(group: readonly P[]): P[] {
  const low = least(group, (point) => point.value);
  const high = greatest(group, (point) => point.value);
  if (!low || !high || low === high) return low ? [low] : [];
  return group.indexOf(low) < group.indexOf(high) ? [low, high] : [high, low];
}

interface Frame {
  x(atMs: EpochMs): number;
  y(value: number): number;
}

function buildFrame(points: readonly ChartPoint[], fromMs: EpochMs, nowMs: EpochMs) {
  const [low = 0, high = 0] = extent(points, (point) => point.value);
  return {
    x: scaleLinear([fromMs, nowMs], [0, 100]),
    y: scaleLinear([low - MARGIN, high + MARGIN], [100, 0]),
  };
}

export function buildEquityChart({
  history,
  now,
  fills,
  timeframe,
  timeZone,
  since,
  tone,
}: ChartInput): ChartShape {
  const earlier = history.filter((point) => point.atMs < now.atMs);
  const points = [...earlier, now];
  const fromMs = points[0]?.atMs ?? now.atMs;
  const isLevel = earlier.length === 0;
  const frame = buildFrame(points, fromMs, now.atMs);
  const drawn = [...thinPoints(earlier, DRAWN_MAX), now];
  return {
    line: isLevel ? buildLevelPath(frame.y(now.value)) : buildLinePath(drawn, frame),
    width: WIDTH,
    height: HEIGHT,
    isLevel,
    tone,
    yTicks: frame.y
      .ticks(Y_TICKS)
      .map(
        (value): Tick => ({
          at: roundCoordinate(frame.y(value)),
          text: formatMoneyThousands(fromDollars(value)),
          anchor: 'end',
          isMain: true,
        }),
      ),
    xTicks: buildTimeTicks(fromMs, now.atMs, timeframe, timeZone),
    marks: buildMarks(
      [...thinPoints(earlier, MARKS_MAX), now],
      isLevel ? { x: () => 100, y: frame.y } : frame,
      timeZone,
    ),
    fillMarks: isLevel ? [] : buildFillMarks(fills, drawn, frame, timeZone),
    points: drawn.map(({ atMs, value }) => [atMs, value] as const),
    timeZone,
    valueCount: points.length,
    summary: formatSummary(earlier, now, SPANS[timeframe] ?? since, timeZone),
  };
}

const buildLevelPath = (y: number): string => `M0,${roundCoordinate((y / 100) * HEIGHT)}H${WIDTH}`;

const buildLinePath = (points: readonly ChartPoint[], frame: Frame): string =>
  line<ChartPoint>(
    (point) => (frame.x(point.atMs) / 100) * WIDTH,
    (point) => (frame.y(point.value) / 100) * HEIGHT,
  )
    .curve(curveMonotoneX)
    .digits(1)(points) ?? '';

/** The hover area of a point reaches halfway to its neighbors. */
function buildMarks(points: readonly ChartPoint[], frame: Frame, timeZone: string): Mark[] {
  const xs = points.map((point) => frame.x(point.atMs));
  const computeMidpoint = (a: number, b: number): number => ((xs[a] ?? 0) + (xs[b] ?? 0)) / 2;
  return points.map((point, index) => {
    const left = index === 0 ? 0 : computeMidpoint(index - 1, index);
    const right = index === points.length - 1 ? 100 : computeMidpoint(index, index + 1);
    const when = formatDateTime(point.atMs, timeZone);
    return {
      x: roundCoordinate(xs[index] ?? 0),
      y: roundCoordinate(frame.y(point.value)),
      left: roundCoordinate(left),
      width: roundCoordinate(right - left),
      iso: formatIsoTime(point.atMs),
      when: index === points.length - 1 ? `Now, ${when}` : when,
      value: formatDollars(point.value),
    };
  });
}

/** Fills of the same side closer than this share one marker; percent of the width. */
const MARK_GAP = 1.5;

/** Places each fill on the line at its time. */
function buildFillMarks(
  fills: readonly ChartFill[],
  drawn: readonly ChartPoint[],
  frame: Frame,
  timeZone: string,
): FillMark[] {
  const marks: FillMark[] = [];
  const newest: Partial<Record<FillMark['side'], number>> = {};
  for (const { atMs, side, text } of fills) {
    const after = drawn.findIndex((point) => point.atMs > atMs);
    const point = after === -1 ? drawn.length - 1 : after - 1;
    if (point < 0) continue;
    const fill = { iso: formatIsoTime(atMs), when: formatDateTime(atMs, timeZone), text };
    const x = Math.min(100, roundCoordinate(frame.x(atMs)));
    const at = newest[side] ?? -1;
    const near = marks[at];
    if (near && x - near.x < MARK_GAP) marks[at] = { ...near, fills: [...near.fills, fill] };
    else
      newest[side] =
        marks.push({
          x,
          y: roundCoordinate(frame.y(interpolateValue(drawn, point, atMs))),
          point,
          side,
          fills: [fill],
        }) - 1;
  }
  return marks;
}

/** Linear interpolation of the line at a time. */
function interpolateValue(drawn: readonly ChartPoint[], point: number, atMs: EpochMs): number {
  const [from, to] = [drawn[point], drawn[point + 1]];
  if (!from || !to || to.atMs <= from.atMs) return from?.value ?? 0;
  return from.value + ((to.value - from.value) * (atMs - from.atMs)) / (to.atMs - from.atMs);
}

const SPANS: Readonly<Record<Timeframe, string | null>> = {
  '1h': 'in the last hour',
  '1d': 'in the last 24 hours',
  '1w': 'in the last 7 days',
  '1mo': 'in the last 30 days',
  all: null,
};

function formatSummary(
  earlier: readonly ChartPoint[],
  now: ChartPoint,
  span: string,
  timeZone: string,
): string {
  const [first] = earlier;
  const points = [...earlier, now];
  const [low, high] = [
    least(points, (point) => point.value),
    greatest(points, (point) => point.value),
  ];
  const present = `${formatDollars(now.value)} now (${formatDateTime(now.atMs, timeZone)})`;
  if (!first || !low || !high) return `Portfolio Value: ${present}. No earlier value ${span}.`;
  const { mills, percent } = computeMoneyChange(fromDollars(first.value), fromDollars(now.value));
  const formatPoint = ({ atMs, value }: ChartPoint): string =>
    `${formatDollars(value)} at ${formatDateTime(atMs, timeZone)}`;
  return `Portfolio Value ${span}: from ${formatPoint(first)} to ${present}, ${formatSignedMoney(mills)} (${formatSignedPercent(percent)}); lowest ${formatPoint(low)}, highest ${formatPoint(high)}.`;
}
