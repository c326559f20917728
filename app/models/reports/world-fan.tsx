/** Equity of the simulations that measured a strategy, as a fan with the run itself. */
import {
  formatCount,
  formatDollars,
  formatNumber,
  formatSignedPercent,
} from '../../trading/domain/format';
import { toDollars } from '../../trading/domain/units';
import { MS_PER_YEAR } from '../../trading/portfolio/statistics/input';
import { thinPoints } from '../charts/equity-chart.server';
import { buildAxisMoney } from './axis-money';
import { DrawingFigure, TableDetails } from './drawing-figure';
import type { Curve, Drawing } from './drawing-model';
import { NotAvailable, Sentence, Signed } from './figure-text';
import type { CurvePoint, MeasuredReturns, OrReason } from './report-model';
import { ReportTable } from './report-table';
import { computeEndDollars, formatWorldsSentence } from './world-returns';

const OWN_POINTS_MAX = 160;

function buildOwnCurve(points: readonly CurvePoint[]): Curve | null {
  const [first] = points;
  if (!first || points.length < 2) return null;
  const drawn = thinPoints(
    points.map(({ atMs, equityMills }) => ({ atMs, value: toDollars(equityMills) })),
    OWN_POINTS_MAX,
  );
  return {
    label: 'this run',
    xs: drawn.map(({ atMs }) => (atMs - first.atMs) / MS_PER_YEAR),
    ys: drawn.map(({ value }) => value),
    color: 1,
  };
}

interface WorldFanProps {
  readonly id: string;
  readonly record: OrReason<MeasuredReturns>;
  readonly points: readonly CurvePoint[];
  /** Dollars. */
  readonly capital: number;
}

export function WorldFan({ id, record, points, capital }: WorldFanProps) {
  if (record.value === null)
    return (
      <p>
        <NotAvailable reason={record.reason} />
      </p>
    );
  const { percents, years } = record.value;
  const ends = percents.map((percent) => computeEndDollars(capital, percent, years));
  const own = buildOwnCurve(points);
  const text = formatWorldsSentence(record.value);
  const drawing: Drawing = {
    title: 'Simulated paths',
    text,
    xLabel: 'Years',
    xKind: 'number',
    xText: (value) => formatNumber(value, 0),
    panels: [
      {
        title: 'Equity',
        yLabel: '',
        yText: buildAxisMoney(Math.max(capital, ...ends) - Math.min(capital, ...ends)),
        levels: [capital],
        curves: [
          ...ends.map(
            (end, index): Curve => ({
              label: index === 0 ? 'simulations' : '',
              xs: [0, years],
              ys: [capital, end],
              color: 0,
            }),
          ),
          ...(own ? [own] : []),
        ],
      },
    ],
  };
  return (
    <DrawingFigure id={id} drawing={drawing}>
      <TableDetails>
        <ReportTable
          id={`${id}-values`}
          caption="Simulations"
          columns={[
            { name: 'Simulation' },
            { name: 'Return a year', isNumber: true },
            { name: 'Equity at the end', isNumber: true },
          ]}
          rows={percents.map((percent, index) => [
            formatCount(index + 1),
            <Signed>{formatSignedPercent(percent)}</Signed>,
            <Sentence>{formatDollars(ends[index] ?? capital)}</Sentence>,
          ])}
        />
      </TableDetails>
    </DrawingFigure>
  );
}
