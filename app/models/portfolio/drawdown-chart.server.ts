// Decline from peak equity: geometry of the panel below the equity chart, and the largest decline.
import { scaleLinear } from 'd3-scale';
import type { DrawdownShape, MaxDrawdown } from '../../contracts/portfolio';
import type { Mark, Tick } from '../../contracts/chart-shape';
import { listValues } from '../log/snapshot.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import type { Book } from '../../trading/domain/book';
import { roundCoordinate } from '../charts/curve-path';
import { thinPoints } from '../charts/equity-chart.server';
import {
  formatDateTime,
  formatIsoTime,
  formatSignedMoney,
  formatSignedPercent,
} from '../../trading/domain/format';
import {
  type EpochMs,
  type Mills,
  subtractMills,
  toMills,
  toCentDollars,
  fromDollars,
} from '../../trading/domain/units';

const WIDTH = 1000;
const HEIGHT = 70;
const DRAWN_MAX = 160;
const MARKS_MAX = 24;
const Y_TICKS = 2;
/** Percent; the axis spans at least this much. */
const SPAN_MIN = 0.1;

/** Percent of the peak before or at that time, at or below zero; `mills` is the decline. */
interface DrawdownPoint {
  readonly atMs: EpochMs;
  readonly value: number;
  readonly mills: Mills;
  readonly equityMills: Mills;
}

/** Decline at each valuation, oldest first. The first peak is the capital. */
function listDrawdowns(
  valuations: readonly { readonly atMs: EpochMs; readonly equityMills: Mills }[],
  capitalMills: Mills,
): DrawdownPoint[] {
  let peak = capitalMills;
  return valuations.map(({ atMs, equityMills }) => {
    if (equityMills > peak) peak = equityMills;
    const mills = subtractMills(equityMills, peak);
    return { atMs, mills, equityMills, value: peak === 0 ? 0 : (100 * mills) / Math.abs(peak) };
  });
}

export function findMaxDrawdown(points: readonly DrawdownPoint[]): MaxDrawdown {
  let lowest: DrawdownPoint | null = null;
  for (const point of points) if (point.value < (lowest?.value ?? 0)) lowest = point;
  return {
    value: lowest === null ? 0 : toCentDollars(lowest.mills),
    percent: lowest?.value ?? 0,
    at: lowest === null ? null : formatIsoTime(lowest.atMs),
  };
}

/** Decimals at which neighboring axis labels differ. */
const getDecimals = (step: number): number => Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));

const drawdownsByBook = new WeakMap<
  Terminal['db'],
  Map<string, { readonly key: string; readonly points: readonly DrawdownPoint[] }>
>();

/** Declines at all valuations of the account period and now; read once a minute. */
export function getDrawdowns(
  { db }: Pick<Terminal, 'db'>,
  book: Book,
  { asOfMs, totalMills }: Pick<DeskView, 'asOfMs' | 'totalMills'>,
): readonly DrawdownPoint[] {
  const cached = drawdownsByBook.get(db) ?? new Map<string, never>();
  drawdownsByBook.set(db, cached);
  const key = `${book.epoch}:${book.valuedMinute}`;
  const found = cached.get(book.id);
  const points =
    found?.key === key
      ? found.points
      : listDrawdowns(
          [
            { atMs: book.openedMs, equityMills: book.capitalMills },
            ...listValues(db, book.userId, book, { fromMs: book.openedMs + 1, toMs: asOfMs }),
          ],
          book.capitalMills,
        );
  cached.set(book.id, { key, points });
  const peakMills = points.reduce(
    (peak, { equityMills }) => Math.max(peak, equityMills),
    book.capitalMills as number,
  );
  return [
    ...points.filter(({ atMs }) => atMs < asOfMs),
    ...listDrawdowns([{ atMs: asOfMs, equityMills: totalMills }], toMills(peakMills)),
  ];
}

/** Draws the points from `fromMs` on, over the same time as the equity chart. */
export function buildDrawdownChart(
  all: readonly DrawdownPoint[],
  fromMs: EpochMs,
  timeZone: string,
): DrawdownShape {
  const points = all.filter(({ atMs }) => atMs >= fromMs);
  const last = points.at(-1);
  const toMs = last?.atMs ?? fromMs;
  const toPercent = (atMs: EpochMs): number =>
    toMs > fromMs ? (100 * (atMs - fromMs)) / (toMs - fromMs) : 100;
  const lowest = Math.min(-SPAN_MIN, ...thinPoints(points, DRAWN_MAX).map(({ value }) => value));
  const y = scaleLinear([lowest, 0], [100, 0]).nice(Y_TICKS);
  const toX = (atMs: EpochMs): number => Math.round(toPercent(atMs) * (WIDTH / 100) * 10) / 10;
  const toY = (value: number): number => Math.round(y(value) * (HEIGHT / 100) * 10) / 10;
  const drawn = thinPoints(points, DRAWN_MAX);
  const line = drawn.map(({ atMs, value }) => `${toX(atMs)},${toY(value)}`).join('L');
  const ticks = y.ticks(Y_TICKS);
  const decimals = getDecimals(Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)));
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
    marks: buildMarks(thinPoints(points, MARKS_MAX), toPercent, y, timeZone),
    summary: formatSummary(points, timeZone),
  };
}

const formatDecline = ({ mills, value }: DrawdownPoint): string =>
  `${formatSignedMoney(fromDollars(toCentDollars(mills)))} (${formatSignedPercent(value)})`;

/** Each mark reaches halfway to its neighbors. */
function buildMarks(
  points: readonly DrawdownPoint[],
  toPercent: (atMs: EpochMs) => number,
  y: (value: number) => number,
  timeZone: string,
): Mark[] {
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
  let lowest = last;
  for (const point of points) if (point.value < (lowest?.value ?? 0)) lowest = point;
  if (!last || !lowest || lowest.value === 0) return 'Drawdown: equity is at its peak.';
  const now = last.value === 0 ? 'now at the peak' : `now ${formatDecline(last)}`;
  return `Drawdown from peak equity: deepest ${formatDecline(lowest)} at ${formatDateTime(lowest.atMs, timeZone)}, ${now}.`;
}
