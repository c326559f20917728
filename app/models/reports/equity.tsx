/** Equity with its falls below it: drawn, told in a sentence, and listed. */
import { extent, greatest, least } from 'd3-array';
import { thinPoints } from '../charts/charts.server';
import { changeSince } from '../../trading/domain/change';
import {
  formatAge,
  formatDate,
  dateTime,
  formatMoney,
  formatPercent,
  signedMoney,
  signedPercent,
} from '../../trading/domain/format';
import { type EpochMs, NO_MILLS, toDollars } from '../../trading/domain/units';
import { maxDrawdown } from '../../trading/portfolio/statistics/drawdown';
import type { Drawing } from './drawing-model';
import { DrawingFigure, TableDetails } from './drawing-figure';
import { Sentence, Signed } from './figure-text';
import type { CurvePoint } from './model';
import { ReportTable } from './table';
import { axisMoney } from './axis-money';

/** More than the width of a page tells apart is only bytes. */
const DRAWN_MAX = 500;
const LISTED_MAX = 24;

interface Valued {
  readonly atMs: EpochMs;
  readonly value: number;
}

/** Percent below the highest equity so far, zero or less; NaN while that is not above zero. */
function computeFalls(points: readonly CurvePoint[]): Valued[] {
  let peak = points[0]?.equityMills ?? NO_MILLS;
  return points.map(({ atMs, equityMills }) => {
    if (equityMills > peak) peak = equityMills;
    return { atMs, value: peak > 0 ? (changeSince(peak, equityMills).percent ?? NaN) : NaN };
  });
}

function buildDrawing(points: readonly CurvePoint[], text: string): Drawing {
  const worth = thinPoints(
    points.map(({ atMs, equityMills }): Valued => ({ atMs, value: toDollars(equityMills) })),
    DRAWN_MAX,
  );
  const falls = thinPoints(computeFalls(points), DRAWN_MAX);
  const fallen = {
    label: '',
    xs: falls.map(({ atMs }) => atMs),
    ys: falls.map(({ value }) => value),
    color: 1,
  };
  const [low = 0, high = 0] = extent(worth, ({ value }) => value);
  return {
    title: 'Equity and its falls',
    text,
    xLabel: 'Time, UTC',
    xKind: 'date',
    panels: [
      {
        title: 'Equity',
        yLabel: '',
        yText: axisMoney(high - low),
        curves: [
          { label: '', xs: worth.map(({ atMs }) => atMs), ys: worth.map(({ value }) => value) },
        ],
        levels: worth.some(({ value }) => value < 0) ? [0] : [],
      },
      {
        title: 'Below its highest',
        yLabel: '',
        isShort: true,
        yText: (value) => formatPercent(value, 1),
        curves: [
          {
            ...fallen,
            ys: falls.map(({ value }) => (Number.isNaN(value) ? NaN : 0)),
            lows: fallen.ys,
          },
          fallen,
        ],
      },
    ],
  };
}

/** The curve in words: ends, extremes, deepest and longest fall. */
export function equitySentence(points: readonly CurvePoint[], timeZone: string): string {
  const [first, last] = [points[0], points.at(-1)];
  const [low, high] = [
    least(points, ({ equityMills }) => equityMills),
    greatest(points, ({ equityMills }) => equityMills),
  ];
  if (!first || !last || !low || !high) return 'There is no equity to draw: nothing was valued.';
  const at = ({ atMs, equityMills }: CurvePoint): string =>
    `${formatMoney(equityMills)} at ${dateTime(atMs, timeZone)}`;
  if (points.length === 1) return `Equity was ${at(first)}; one value is no line yet.`;
  const { mills, percent: share } = changeSince(first.equityMills, last.equityMills);
  const change = `Equity went from ${at(first)} to ${at(last)}: ${signedMoney(mills)} (${signedPercent(share)}). Lowest ${at(low)}, highest ${at(high)}.`;
  return `${change} ${fallSentence(points, timeZone)}`;
}

function fallSentence(points: readonly CurvePoint[], timeZone: string): string {
  const worst = maxDrawdown(points.map((point) => ({ ...point, notionalMills: NO_MILLS })));
  if (!worst || worst.mills === 0) return 'It never fell below an earlier height.';
  const deepest = least(
    computeFalls(points).filter(({ value }) => !Number.isNaN(value)),
    ({ value }) => value,
  );
  const where = deepest && worst.percent !== null ? `, ${formatDate(deepest.atMs, timeZone)},` : '';
  const share =
    worst.percent === null
      ? 'has no percentage, for it began at a peak that was not above zero'
      : `took ${formatPercent(worst.percent)} of its peak`;
  return `The deepest fall${where} ${share}; the most money below a peak was ${formatMoney(worst.mills)}, the longest time below one ${formatAge(worst.durationMs)}.`;
}

interface EquityFigureProps {
  /** A word for the page. */
  readonly id: string;
  readonly points: readonly CurvePoint[];
  readonly timeZone: string;
}

/** The figure with its sentence and its table. */
export function EquityFigure({ id, points, timeZone }: EquityFigureProps) {
  const text = equitySentence(points, timeZone);
  if (points.length < 2)
    return (
      <p>
        <Sentence>{text}</Sentence>
      </p>
    );
  const listed = thinPoints(
    points.map(({ atMs, equityMills }) => ({ atMs, equityMills, value: equityMills })),
    LISTED_MAX,
  );
  const [first] = points;
  const rows = listed.map(({ atMs, equityMills }) => [
    dateTime(atMs, timeZone),
    formatMoney(equityMills),
    <Signed>
      {signedMoney(changeSince(first?.equityMills ?? equityMills, equityMills).mills)}
    </Signed>,
  ]);
  const caption =
    listed.length === points.length
      ? 'Equity'
      : `Equity: ${listed.length} of ${points.length} values, the lowest and the highest of equal stretches`;
  return (
    <DrawingFigure id={id} drawing={buildDrawing(points, text)}>
      <TableDetails>
        <ReportTable
          id={`${id}-values`}
          caption={caption}
          columns={[
            { name: 'Time' },
            { name: 'Equity', isNumber: true },
            { name: 'Since the first', isNumber: true },
          ]}
          rows={rows}
        />
      </TableDetails>
    </DrawingFigure>
  );
}
