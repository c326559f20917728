// Drawing of the server, replaced in place by an interactive chart that supports pointer and
// keyboard.
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { getNextPoint } from './chart-keys';
import styles from './interactive-frame.module.css';
import { type LoadDrawing, useInteractiveChart } from './use-interactive-chart';

interface InteractiveFrameProps<T> {
  readonly shape: T;
  /** Must stay the same between renders, as `formatPoint` must. */
  readonly load: LoadDrawing<T>;
  /** Index of the last point. */
  readonly last: number;
  /** Text of a point; null stands for no selected point. */
  readonly formatPoint: (shape: T, index: number | null) => string;
  /** Name of the slider. */
  readonly label: string;
  /** Id of the summary sentence. */
  readonly describedBy: string;
  /** Where the text of the point is: in a line above the drawing, or over its upper edge. */
  readonly readoutPosition: 'above' | 'edge';
  /** The drawing. */
  readonly children: ReactNode;
}

export function InteractiveFrame<T>({
  shape,
  load,
  last,
  formatPoint,
  label,
  describedBy,
  readoutPosition,
  children,
}: InteractiveFrameProps<T>) {
  const [selected, setSelected] = useState<number | null>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  const latest = useRef(shape);
  latest.current = shape;
  // Written directly to the DOM: pointer moves are too frequent for React state.
  const showReadout = useCallback(
    (index: number | null): void => {
      if (readout.current) readout.current.textContent = formatPoint(latest.current, index);
    },
    [formatPoint],
  );
  const { box, isReady, chart } = useInteractiveChart(shape, load, showReadout);
  const at = Math.min(selected ?? last, last);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = getNextPoint(event.key, at, last);
    const isZoom = event.key === '+' || event.key === '-';
    if (next === null && !isZoom) return;
    event.preventDefault();
    if (isZoom) return chart.current?.zoom(at, event.key === '+');
    setSelected(next);
    chart.current?.point(next ?? at);
    showReadout(next);
  };
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': at,
    'aria-valuetext': formatPoint(shape, at),
    onKeyDown,
  };
  return (
    <div className={`${styles['frame'] ?? ''} ${styles[readoutPosition] ?? ''}`}>
      <p ref={readout} className={styles['readout']} aria-hidden="true">
        {formatPoint(shape, null)}
      </p>
      <div className={isReady ? styles['replaced'] : undefined}>{children}</div>
      <div
        ref={box}
        className={isReady ? styles['overlay'] : styles['waiting']}
        {...(isReady ? slider : {})}
      />
    </div>
  );
}
