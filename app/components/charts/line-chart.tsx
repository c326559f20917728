// Line chart as SVG from the server. The type size is the same at any width; values show on hover,
// without script.
import type { ChartShape, FillMark, Mark } from '../../contracts/chart-shape';
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
    <div
      className={`${styles['chart']} ${styles[chart.tone]}`}
      role="img"
      aria-label={`${label}, line chart`}
      aria-describedby={describedBy}
    >
      <svg className={styles['values']}>
        {chart.yTicks.map(({ at, text }) => (
          <text key={text} x="100%" y={`${at}%`} dy="0.35em" textAnchor="end">
            {text}
          </text>
        ))}
      </svg>
      <svg className={styles['plot']}>
        {chart.yTicks.map(({ at, text }) => (
          <line
            key={text}
            className={styles['grid']}
            x1="0"
            x2="100%"
            y1={`${at}%`}
            y2={`${at}%`}
          />
        ))}
        <Curve id={`${id}-fade`} chart={chart} />
        {chart.fillMarks.map((mark) => (
          <FillMarker key={`${mark.side} ${mark.x}`} mark={mark} />
        ))}
        {chart.marks.map((mark) => (
          <PointReadout key={mark.iso} mark={mark} />
        ))}
      </svg>
      <svg className={styles['times']}>
        {chart.xTicks.map(({ at, text, anchor, isMain }) => (
          <text
            key={at}
            x={`${at}%`}
            y="15"
            textAnchor={anchor}
            className={isMain ? undefined : styles['spare']}
          >
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
}

function Curve({ id, chart: { line, width, height, isLevel } }: { id: string; chart: ChartShape }) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" width="100%" height="100%">
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
    </svg>
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
