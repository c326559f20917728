/** Equity and drawdown: drawing, sentence and table. */
import { extent, greatest, least } from 'd3-array';
import { thinPoints } from '../charts/equity-chart.server';
import { computeMoneyChange } from '../../trading/domain/change';
import {
  formatAge,
  formatDate,
  formatDateTime,
  formatMoney,
  formatPercent,
  formatSignedMoney,
  formatSignedPercent,
  getZoneName,
} from '../../trading/domain/format';
import { type EpochMs, toDollars } from '../../trading/domain/units';
import {
  computeDrawdowns,
  computeMaxDrawdown,
  findDeepestDrawdown,
} from '../../trading/portfolio/statistics/drawdown';
import type { Drawing } from './drawing-model';
import { DrawingFigure, TableDetails } from './drawing-figure';
import { Sentence, Signed } from './figure-text';
import type { CurvePoint } from './report-model';
import { ReportTable } from './report-table';
import { buildAxisMoney } from './axis-money';

/** More points are not visible. */
const DRAWN_MAX = 500;
const LISTED_MAX = 24;

interface ValuePoint {
  readonly atMs: EpochMs;
  readonly value: number;
}

/** Decimals of percent labels at a depth, so that neighboring labels differ. */
const countPercentDecimals = (depth: number): number => (depth >= 2 ? 1 : depth >= 0.2 ? 2 : 3);

function buildDrawing(points: readonly CurvePoint[], text: string, timeZone: string): Drawing {
  const values = thinPoints(
    points.map(({ atMs, equityMills }): ValuePoint => ({ atMs, value: toDollars(equityMills) })),
    DRAWN_MAX,
  );
  const drawdowns = thinPoints(
    computeDrawdowns(points).map(({ atMs, percent }) => ({ atMs, value: percent ?? NaN })),
    DRAWN_MAX,
  );
  const drawdownCurve = {
    label: '',
    xs: drawdowns.map(({ atMs }) => atMs),
    ys: drawdowns.map(({ value }) => value),
    color: 1,
  };
  const depths = drawdowns.map(({ value }) => -value).filter(Number.isFinite);
  const decimals = countPercentDecimals(Math.max(0, ...depths));
  const [low = 0, high = 0] = extent(values, ({ value }) => value);
  return {
    title: 'Equity and drawdown',
    text,
    xLabel: `Time, ${getZoneName(points.at(-1)?.atMs ?? 0, timeZone)}`,
    xKind: 'date',
    timeZone,
    panels: [
      {
        title: 'Equity',
        yLabel: '',
        yText: buildAxisMoney(high - low),
        curves: [
          { label: '', xs: values.map(({ atMs }) => atMs), ys: values.map(({ value }) => value) },
        ],
        levels: values.some(({ value }) => value < 0) ? [0] : [],
      },
      {
        title: 'Drawdown',
        yLabel: '',
        isShort: true,
        yText: (value) => formatPercent(value, decimals),
        curves: [
          {
            ...drawdownCurve,
            ys: drawdowns.map(({ value }) => (Number.isNaN(value) ? NaN : 0)),
            lows: drawdownCurve.ys,
          },
          drawdownCurve,
        ],
      },
    ],
  };
}

/** One sentence: start, end, range, drawdown. */
export function formatEquitySentence(points: readonly CurvePoint[], timeZone: string): string {
  const [first, last] = [points[0], points.at(-1)];
  const [low, high] = [
    least(points, ({ equityMills }) => equityMills),
    greatest(points, ({ equityMills }) => equityMills),
  ];
  if (!first || !last || !low || !high) return 'No data: no valuation yet.';
  const formatPoint = ({ atMs, equityMills }: CurvePoint): string =>
    `${formatMoney(equityMills)} at ${formatDateTime(atMs, timeZone)}`;
  if (points.length === 1) return `Equity ${formatPoint(first)}; only one valuation so far.`;
  const { mills, percent: changePercent } = computeMoneyChange(first.equityMills, last.equityMills);
  const change = `Equity went from ${formatPoint(first)} to ${formatPoint(last)}: ${formatSignedMoney(mills)} (${formatSignedPercent(changePercent)}). Lowest ${formatPoint(low)}, highest ${formatPoint(high)}.`;
  return `${change} ${formatDrawdownSentence(points, timeZone)}`;
}

function formatDrawdownSentence(points: readonly CurvePoint[], timeZone: string): string {
  const worst = computeMaxDrawdown(points);
  if (!worst || worst.mills === 0) return 'No drawdown.';
  const deepest = findDeepestDrawdown(computeDrawdowns(points));
  const where =
    deepest && worst.percent !== null ? `, lowest on ${formatDate(deepest.atMs, timeZone)}` : '';
  const changePercent =
    worst.percent === null
      ? ' has no percentage: the peak was not above zero'
      : ` ${formatPercent(worst.percent)}`;
  return `Max drawdown${changePercent}${where}; largest dollar drawdown ${formatMoney(worst.mills)}; longest time below a peak ${formatAge(worst.durationMs)}.`;
}

interface EquityFigureProps {
  /** Unique id in the page. */
  readonly id: string;
  readonly points: readonly CurvePoint[];
  readonly timeZone: string;
}

export function EquityFigure({ id, points, timeZone }: EquityFigureProps) {
  const text = formatEquitySentence(points, timeZone);
  if (points.length < 2)
    return (
      <p>
        <Sentence>{text}</Sentence>
      </p>
    );
  const rowPoints = thinPoints(
    points.map(({ atMs, equityMills }) => ({ atMs, equityMills, value: equityMills })),
    LISTED_MAX,
  );
  const [first] = points;
  const rows = rowPoints.map(({ atMs, equityMills }) => [
    formatDateTime(atMs, timeZone),
    formatMoney(equityMills),
    <Signed>
      {formatSignedMoney(computeMoneyChange(first?.equityMills ?? equityMills, equityMills).mills)}
    </Signed>,
  ]);
  const caption =
    rowPoints.length === points.length
      ? 'Equity'
      : `Equity: ${rowPoints.length} of ${points.length} values, minimum and maximum of equal intervals`;
  return (
    <DrawingFigure id={id} drawing={buildDrawing(points, text, timeZone)}>
      <TableDetails>
        <ReportTable
          id={`${id}-values`}
          caption={caption}
          columns={[
            { name: 'Time' },
            { name: 'Equity', isNumber: true },
            { name: 'Change', isNumber: true },
          ]}
          rows={rows}
        />
      </TableDetails>
    </DrawingFigure>
  );
}
