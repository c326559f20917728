// Line chart of the server, replaced in place by an interactive one that supports pointer and
// keyboard.
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { formatDateTime, formatDollars } from '../../trading/domain/format';
import type { ChartShape } from '../../contracts/chart-shape';
import { LineChart, type LineChartProps } from './line-chart';
import styles from './interactive-line-chart.module.css';
import { getNextPoint } from './chart-keys';
import { type LoadDrawing, useInteractiveChart } from './use-interactive-chart';

/** Text of a point: time, value and fills. */
function formatPoint({ points, fillMarks, timeZone }: ChartShape, index: number): string {
  const [atMs, value] = points[index] ?? [];
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

export function InteractiveLineChart(props: LineChartProps) {
  const { chart: shape, label, describedBy } = props;
  const last = shape.points.length - 1;
  const [selectedPoint, setSelectedPoint] = useState<number | null>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  const latestShape = useRef(shape);
  latestShape.current = shape;
  // Written directly to the DOM: pointer moves are too frequent for React state.
  const showReadout = useCallback((index: number | null): void => {
    if (readout.current)
      readout.current.textContent = index === null ? '' : formatPoint(latestShape.current, index);
  }, []);
  const { box, isReady, chart } = useInteractiveChart(shape, loadLineChart, showReadout);
  const at = Math.min(selectedPoint ?? last, last);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = getNextPoint(event.key, at, last);
    const isZoom = event.key === '+' || event.key === '-';
    if (next === null && !isZoom) return;
    event.preventDefault();
    if (isZoom) return chart.current?.zoom(at, event.key === '+');
    setSelectedPoint(next);
    chart.current?.point(next ?? at);
    showReadout(next);
  };
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': `${label}, line chart: arrow keys read its values`,
    'aria-describedby': describedBy,
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': at,
    'aria-valuetext': formatPoint(shape, at),
    onKeyDown,
  };
  return (
    <div className={styles['frame']}>
      <div className={isReady ? styles['replaced'] : undefined}>
        <LineChart {...props} />
      </div>
      <div
        ref={box}
        className={isReady ? styles['overlay'] : styles['waiting']}
        {...(isReady ? slider : {})}
      />
      <p ref={readout} className={styles['readout']} aria-hidden="true" />
    </div>
  );
}
