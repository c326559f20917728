// Degree days by model run: totals as a line, changes to the run before as bars.
import type { RunChartShape, RunTone } from '../../contracts/weather-page';
import { Sentence } from '../figures';
import { GridLines, ValueLabels, ZeroLine } from '../charts/chart-axes';
import { StretchedPaths } from '../charts/chart-frame';
import { ChartKey, LineKey } from '../charts/chart-key';
import frame from '../charts/chart-frame.module.css';
import styles from './run-chart.module.css';

const TONE_NAMES: readonly (readonly [RunTone, string])[] = [
  ['colder', 'colder than the run before'],
  ['warmer', 'warmer'],
];

export function RunChart({ chart }: { chart: RunChartShape }) {
  return (
    <figure className={frame['figure']}>
      <RunKey chart={chart} />
      <div
        className={styles['chart']}
        role="img"
        aria-label="Gas-weighted degree days by model run, line and bar chart"
        aria-describedby="runs-summary"
      >
        <div className={styles['totals']}>
          <ValueLabels ticks={chart.yTicks} />
          <TotalsPlot chart={chart} />
        </div>
        <div className={styles['changes']}>
          <ValueLabels ticks={chart.barTicks} />
          <ChangesPlot chart={chart} />
        </div>
        <svg className={styles['times']}>
          {chart.hours.map(({ at, text }) => (
            <text key={at} x={`${at}%`} y="14" textAnchor="middle">
              {text}
            </text>
          ))}
          {chart.dates.map(({ at, text, isMain }) => (
            <text
              key={at}
              x={`${at}%`}
              y="30"
              textAnchor="middle"
              className={isMain ? styles['date'] : styles['spare']}
            >
              {text}
            </text>
          ))}
        </svg>
      </div>
      <figcaption>
        <p id="runs-summary" className="muted">
          <Sentence>{chart.summary}</Sentence>
        </p>
      </figcaption>
    </figure>
  );
}

const RunKey = ({ chart: { normalAt, normal } }: { chart: RunChartShape }) => (
  <ChartKey>
    <LineKey className={styles['line']} name="Total by run" />
    {normalAt === null ? null : <LineKey className={styles['normal']} name={`Normal ${normal}`} />}
    {TONE_NAMES.map(([tone, name]) => (
      <li key={tone}>
        <svg width="10" height="10" viewBox="0 0 10 10">
          <rect width="10" height="10" className={styles[tone]} />
        </svg>
        {name}
      </li>
    ))}
  </ChartKey>
);

function TotalsPlot({
  chart: { width, height, path, points, normalAt, yTicks },
}: {
  chart: RunChartShape;
}) {
  return (
    <svg className={frame['plot']}>
      <GridLines ticks={yTicks} />
      {normalAt === null ? null : (
        <line
          className={styles['normal']}
          x1="0"
          x2="100%"
          y1={`${normalAt}%`}
          y2={`${normalAt}%`}
        />
      )}
      <StretchedPaths width={width} height={height}>
        <path d={path} className={styles['line']} vectorEffect="non-scaling-stroke" />
      </StretchedPaths>
      {points.map(({ at, y, value }, index) => (
        <g key={at}>
          <circle cx={`${at}%`} cy={`${y}%`} r="3.5" className={styles['dot']} />
          <text
            x={`${at}%`}
            y={`${y}%`}
            dy="-9"
            textAnchor="middle"
            className={index === points.length - 1 ? styles['newest'] : styles['value']}
          >
            {value}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Width of a bar, percent of the frame. */
const BAR_WIDTH = 7;

function ChangesPlot({ chart: { bars, barTicks, zeroAt } }: { chart: RunChartShape }) {
  return (
    <svg className={frame['plot']}>
      <GridLines ticks={barTicks} />
      {bars.map(({ at, top, height, value, tone }) => (
        <rect
          key={at}
          x={`${at - BAR_WIDTH / 2}%`}
          y={`${top}%`}
          width={`${BAR_WIDTH}%`}
          height={`${height}%`}
          className={styles[tone]}
        >
          <title>{value}</title>
        </rect>
      ))}
      <ZeroLine at={zeroAt} />
    </svg>
  );
}
