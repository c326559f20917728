// Decline from peak equity: geometry of the panel below the equity chart, and the largest decline.
import { scaleLinear } from 'd3-scale';
import type { DrawdownShape, MaxDrawdown } from '../../contracts/portfolio';
import type { Mark, Tick } from '../../contracts/chart-shape';
import { roundCoordinate } from '../charts/curve-path';
import { getTickStep } from '../charts/axis-dollars';
import { thinPoints } from '../charts/equity-chart.server';
import { describeThinning } from '../log/snapshot.server';
import { getEquityCurve } from './equity-curve.server';
import {
  formatDateTime,
  formatIsoTime,
  formatSignedMoney,
  formatSignedPercent,
} from '../../trading/domain/format';
import { type EpochMs, toCentDollars, fromDollars } from '../../trading/domain/units';
import {
  type DrawdownPoint,
  computeDrawdowns,
  findDeepestDrawdown,
} from '../../trading/portfolio/statistics/drawdown';

const WIDTH = 1000;
const HEIGHT = 70;
const DRAWN_MAX = 160;
const MARKS_MAX = 24;
const Y_TICKS = 2;
/** Percent; the axis spans at least this much. */
const SPAN_MIN = 0.1;

/** Declines over the account period. */
export const getDrawdowns = (...account: Parameters<typeof getEquityCurve>): DrawdownPoint[] =>
  computeDrawdowns(getEquityCurve(...account));

export function buildMaxDrawdown(points: readonly DrawdownPoint[]): MaxDrawdown {
  const deepest = findDeepestDrawdown(points);
  return {
    value: deepest === null ? 0 : toCentDollars(deepest.mills),
    percent: deepest?.percent ?? 0,
    at: deepest === null ? null : formatIsoTime(deepest.atMs),
  };
}

/** Decimals at which neighboring axis labels differ. */
const getDecimals = (step: number): number => Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));

/** Draws the points from `fromMs` on, over the same time as the equity chart. */
export function buildDrawdownChart(
  all: readonly DrawdownPoint[],
  fromMs: EpochMs,
  timeZone: string,
): DrawdownShape {
  const points = all.filter(({ atMs }) => atMs >= fromMs);
  const drawn = thinPoints(
    points.map(({ atMs, percent }) => ({ atMs, value: percent ?? 0 })),
    DRAWN_MAX,
  );
  const last = points.at(-1);
  const toMs = last?.atMs ?? fromMs;
  const toPercent = (atMs: EpochMs): number =>
    toMs > fromMs ? (100 * (atMs - fromMs)) / (toMs - fromMs) : 100;
  const lowest = Math.min(-SPAN_MIN, ...drawn.map(({ value }) => value));
  const y = scaleLinear([lowest, 0], [100, 0]).nice(Y_TICKS);
  const toX = (atMs: EpochMs): number => Math.round(toPercent(atMs) * (WIDTH / 100) * 10) / 10;
  const toY = (value: number): number => Math.round(y(value) * (HEIGHT / 100) * 10) / 10;
  const line = drawn.map(({ atMs, value }) => `${toX(atMs)},${toY(value)}`).join('L');
  const ticks = y.ticks(Y_TICKS);
  const decimals = getDecimals(getTickStep(ticks));
  return {
    area: drawn.length === 0 ? '' : `M${toX(drawn[0]?.atMs ?? fromMs)},0L${line}V0Z`,
    width: WIDTH,
    height: HEIGHT,
    yTicks: ticks.map(
      (value): Tick => ({
        at: roundCoordinate(y(value)),
        text: value === 0 ? '0%' : formatSignedPercent(value, decimals),
        anchor: 'end',
        isMain: true,
      }),
    ),
    marks: buildMarks(points, toPercent, y, timeZone),
    summary: formatSummary(points, timeZone),
    note: `${describeThinning()} The peak of the account and a tripped breaker are always among them.`,
  };
}

const formatDecline = ({ mills, percent }: DrawdownPoint): string =>
  `${formatSignedMoney(fromDollars(toCentDollars(mills)))} (${formatSignedPercent(percent)})`;

/** Each mark reaches halfway to its neighbors. */
function buildMarks(
  all: readonly DrawdownPoint[],
  toPercent: (atMs: EpochMs) => number,
  y: (value: number) => number,
  timeZone: string,
): Mark[] {
  const points = thinPoints(
    all.map((point) => ({ ...point, value: point.percent ?? 0 })),
    MARKS_MAX,
  );
  const xs = points.map(({ atMs }) => toPercent(atMs));
  return points.map((point, index) => {
    const own = xs[index] ?? 0;
    const left = index === 0 ? 0 : ((xs[index - 1] ?? own) + own) / 2;
    const right = index === points.length - 1 ? 100 : (own + (xs[index + 1] ?? own)) / 2;
    return {
      x: roundCoordinate(own),
      y: roundCoordinate(y(point.value)),
      left: roundCoordinate(left),
      width: roundCoordinate(right - left),
      iso: formatIsoTime(point.atMs),
      when: formatDateTime(point.atMs, timeZone),
      value: formatDecline(point),
    };
  });
}

function formatSummary(points: readonly DrawdownPoint[], timeZone: string): string {
  const last = points.at(-1);
  const deepest = findDeepestDrawdown(points);
  if (!last || !deepest) return 'Drawdown: equity is at its peak.';
  const now = last.mills === 0 ? 'now at the peak' : `now ${formatDecline(last)}`;
  return `Drawdown from peak equity: deepest ${formatDecline(deepest)} at ${formatDateTime(deepest.atMs, timeZone)}, ${now}.`;
}
