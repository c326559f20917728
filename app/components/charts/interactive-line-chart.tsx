// A line chart that the server has drawn and script makes readable by pointer and keyboard, in the
// same place and size.
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { dateTime, formatDollars } from '../../trading/domain/format';
import type { ChartShape } from '../../contracts/chart-shape';
import { LineChart, type LineChartProps } from './line-chart';
import styles from './interactive-line-chart.module.css';
import { useInteractiveChart } from './use-interactive-chart';

/** A point in words, with what was bought and sold about it. */
function pointWords({ points, fillMarks, timeZone }: ChartShape, index: number): string {
  const [atMs, value] = points[index] ?? [];
  if (atMs === undefined || value === undefined) return '';
  const fills = fillMarks
    .filter(({ point }) => point === index)
    .flatMap((mark) => mark.fills.map(({ text }) => text));
  return [`${dateTime(atMs, timeZone)} \u00b7 ${formatDollars(value)}`, ...fills].join(' \u00b7 ');
}

const LONG = 10;

/** Where a key leads from a point; null when it is no key of the chart. */
export function pointAfter(key: string, at: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - LONG,
    PageUp: at + LONG,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(last, Math.max(0, next));
}

export function LivelyChart(props: LineChartProps) {
  const { chart: shape, label, describedBy } = props;
  const last = shape.points.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const told = useRef<HTMLParagraphElement>(null);
  const newest = useRef(shape);
  newest.current = shape;
  // Written past React: the pointer moves more often than a page needs rendering.
  const tell = useCallback((index: number | null): void => {
    if (told.current)
      told.current.textContent = index === null ? '' : pointWords(newest.current, index);
  }, []);
  const { box, isTaken, chart } = useInteractiveChart(shape, tell);
  const at = Math.min(chosen ?? last, last);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = pointAfter(event.key, at, last);
    const isZoom = event.key === '+' || event.key === '-';
    if (next === null && !isZoom) return;
    event.preventDefault();
    if (isZoom) return chart.current?.zoom(at, event.key === '+');
    setChosen(next);
    chart.current?.point(next ?? at);
    tell(next);
  };
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': `${label}, line chart: arrow keys read its values`,
    'aria-describedby': describedBy,
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': at,
    'aria-valuetext': pointWords(shape, at),
    onKeyDown,
  };
  return (
    <div className={styles['frame']}>
      <div className={isTaken ? styles['former'] : undefined}>
        <LineChart {...props} />
      </div>
      <div
        ref={box}
        className={isTaken ? styles['taken'] : styles['waiting']}
        {...(isTaken ? slider : {})}
      />
      <p ref={told} className={styles['told']} aria-hidden="true" />
    </div>
  );
}
