// The frame that the server's charts share: values at the left, grid, plot, labels below, and a key
// of lines. Positions are percent of the plot, and the type size is the same at any width. A chart
// sets `--plot-height`, `--value-width` and `--frame-padding` in its own class.
import type { ReactNode } from 'react';
import type { Tick } from '../../contracts/chart-shape';
import styles from './chart-frame.module.css';

interface ChartFrameProps {
  /** Name of the drawing with its kind, such as `VaR history, line chart`. */
  readonly label: string;
  /** Id of the sentence that describes the drawing. */
  readonly describedBy: string;
  readonly className?: string | undefined;
  readonly yTicks: readonly Tick[];
  /** Absent for charts that share the labels of the one above or draw their own. */
  readonly xTicks?: readonly Tick[];
  /** Drawn over the grid. */
  readonly children: ReactNode;
  /** Stands in place of the labels below. */
  readonly below?: ReactNode;
}

export const ChartFrame = ({
  label,
  describedBy,
  className = '',
  yTicks,
  xTicks,
  children,
  below = null,
}: ChartFrameProps) => (
  <div
    className={`${styles['chart']} ${className}`}
    role="img"
    aria-label={label}
    aria-describedby={describedBy}
  >
    <ValueLabels ticks={yTicks} />
    <svg className={styles['plot']}>
      <GridLines ticks={yTicks} />
      {children}
    </svg>
    {xTicks === undefined ? null : (
      <svg className={styles['labels']}>
        <AxisLabels ticks={xTicks} />
      </svg>
    )}
    {below}
  </div>
);

export const ValueLabels = ({ ticks }: { readonly ticks: readonly Tick[] }) => (
  <svg className={styles['values']}>
    {ticks.map(({ at, text }) => (
      <text key={at} x="100%" y={`${at}%`} dy="0.35em" textAnchor="end">
        {text}
      </text>
    ))}
  </svg>
);

export const GridLines = ({ ticks }: { readonly ticks: readonly Tick[] }) =>
  ticks.map(({ at }) => (
    <line key={at} className={styles['grid']} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} />
  ));

/** Labels below a plot; narrow screens show the main ones only. */
export const AxisLabels = ({ ticks }: { readonly ticks: readonly Tick[] }) =>
  ticks.map(({ at, text, anchor, isMain }) => (
    <text
      key={at}
      x={`${at}%`}
      y="15"
      textAnchor={anchor}
      className={isMain ? undefined : styles['spare']}
    >
      {text}
    </text>
  ));

export const ZeroLine = ({ at }: { readonly at: number }) => (
  <line className={styles['zero']} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} />
);

/** Paths in frame units, stretched to the plot. */
export const StretchedPaths = ({
  width,
  height,
  children,
}: {
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}) => (
  <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" width="100%" height="100%">
    {children}
  </svg>
);

/** Key of a chart. Hidden from screen readers: the summary names the lines. */
export const ChartKey = ({ children }: { readonly children: ReactNode }) => (
  <ul className={styles['key']} aria-hidden="true">
    {children}
  </ul>
);

/** A line of the chart by its stroke. */
export const LineKey = ({
  className,
  name,
}: {
  readonly className: string | undefined;
  readonly name: ReactNode;
}) => (
  <li>
    <svg width="26" height="8" viewBox="0 0 26 8">
      <path d="M0 4H26" className={className} />
    </svg>
    {name}
  </li>
);
