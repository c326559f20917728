// Line chart of the server, replaced in place by an interactive one.
import { formatDateTime, formatDollars } from '../../trading/domain/format';
import type { ChartShape } from '../../contracts/chart-shape';
import { InteractiveFrame } from './interactive-frame';
import { LineChart, type LineChartProps } from './line-chart';
import type { LoadDrawing } from './use-interactive-chart';

/** Text of a point: time, value and fills; empty without a point. */
function formatPoint({ points, fillMarks, timeZone }: ChartShape, index: number | null): string {
  const [atMs, value] = points[index ?? -1] ?? [];
  if (atMs === undefined || value === undefined) return '';
  const fills = fillMarks
    .filter(({ point }) => point === index)
    .flatMap((mark) => mark.fills.map(({ text }) => text));
  return [`${formatDateTime(atMs, timeZone)} \u00b7 ${formatDollars(value)}`, ...fills].join(
    ' \u00b7 ',
  );
}

const loadLineChart: LoadDrawing<ChartShape> = async () =>
  (await import('./interactive-chart')).drawChart;

export const InteractiveLineChart = (props: LineChartProps) => (
  <InteractiveFrame
    shape={props.chart}
    load={loadLineChart}
    last={props.chart.points.length - 1}
    formatPoint={formatPoint}
    label={`${props.label}, line chart: arrow keys read its values`}
    describedBy={props.describedBy}
    readoutPosition="edge"
  >
    <LineChart {...props} />
  </InteractiveFrame>
);
