// Line chart as SVG from the server. The type size is the same at any width; values show on hover,
// without script.
import type { ChartShape, FillMark, Mark } from '../../contracts/chart-shape';
import { ChartFrame, StretchedPaths } from './chart-frame';
import styles from './line-chart.module.css';

export interface LineChartProps {
  readonly id: string;
  readonly label: string;
  /** Id of the summary sentence. */
  readonly describedBy: string;
  readonly chart: ChartShape;
}

export function LineChart({ id, label, describedBy, chart }: LineChartProps) {
  return (
    <ChartFrame
      className={`${styles['chart'] ?? ''} ${styles[chart.tone] ?? ''}`}
      label={`${label}, line chart`}
      describedBy={describedBy}
      yTicks={chart.yTicks}
      xTicks={chart.xTicks}
    >
      <Curve id={`${id}-fade`} chart={chart} />
      {chart.fillMarks.map((mark) => (
        <FillMarker key={`${mark.side} ${mark.x}`} mark={mark} />
      ))}
      {chart.marks.map((mark) => (
        <PointReadout key={mark.iso} mark={mark} />
      ))}
    </ChartFrame>
  );
}

function Curve({ id, chart: { line, width, height, isLevel } }: { id: string; chart: ChartShape }) {
  return (
    <StretchedPaths width={width} height={height}>
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" className={styles['near']} />
        <stop offset="1" className={styles['far']} />
      </linearGradient>
      <path d={`${line}V${height}H0Z`} fill={`url(#${id})`} />
      <path
        d={line}
        className={isLevel ? styles['level'] : styles['line']}
        vectorEffect="non-scaling-stroke"
      />
    </StretchedPaths>
  );
}

const MARKER_PATHS = { BUY: 'M0 5l5 8H-5z', SELL: 'M0 -5l5 -8H-5z' } as const;

/** A buy is marked by an arrow up below the line, a sell by an arrow down above it. */
const FillMarker = ({ mark: { x, y, side, fills } }: { mark: FillMark }) => (
  <svg x={`${x}%`} y={`${y}%`} className={styles['fill']}>
    <path d={MARKER_PATHS[side]} />
    {fills.length > 1 ? (
      <text y={side === 'BUY' ? 25 : -16} textAnchor="middle">
        {fills.length}
      </text>
    ) : null}
  </svg>
);

/** Hover area of a point; shows the value above the frame, where it covers nothing. */
function PointReadout({ mark }: { mark: Mark }) {
  return (
    <g className={styles['hoverArea']}>
      <rect x={`${mark.left}%`} y="0" width={`${mark.width}%`} height="100%" />
      <g className={styles['readout']}>
        <line x1={`${mark.x}%`} x2={`${mark.x}%`} y1="0" y2="100%" />
        <circle cx={`${mark.x}%`} cy={`${mark.y}%`} r="4" />
        <text x="100%" y="-10" textAnchor="end">
          {`${mark.when} \u00b7 ${mark.value}`}
        </text>
      </g>
    </g>
  );
}
