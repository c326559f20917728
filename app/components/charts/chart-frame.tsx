// The frame that the server's charts share: values at the left, grid, plot and labels below.
// Positions are percent of the plot, and the type size is the same at any width. A chart sets
// `--plot-height`, `--value-width` and `--frame-padding` in its own class.
import type { ReactNode } from 'react';
import type { Tick } from '../../contracts/chart-shape';
import { ValueLabels, GridLines, AxisLabels } from './chart-axes';
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
