// Line chart of the server, replaced in place by an interactive one that supports pointer and
// keyboard.
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { formatDateTime, formatDollars } from '../../trading/domain/format';
import type { ChartShape } from '../../contracts/chart-shape';
import { LineChart, type LineChartProps } from './line-chart';
import styles from './interactive-line-chart.module.css';
import { useInteractiveChart } from './use-interactive-chart';

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

const PAGE_STEP = 10;

/** Index that a key moves to from `at`, limited to 0 and `last`; null for other keys. */
export function getNextPoint(key: string, at: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - PAGE_STEP,
    PageUp: at + PAGE_STEP,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(last, Math.max(0, next));
}

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
  const { box, isReady, chart } = useInteractiveChart(shape, showReadout);
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
