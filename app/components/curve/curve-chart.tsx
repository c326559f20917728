// Curve of all listed months as SVG from the server: today, a week ago and a year ago.
import type { CurveChartDto, CurveLineDto } from '../../contracts/curve-page';
import { ZeroLine } from '../charts/chart-axes';
import { ChartFrame, StretchedPaths } from '../charts/chart-frame';
import { ChartKey, LineKey } from '../charts/chart-key';
import frame from '../charts/chart-frame.module.css';
import styles from './curve-chart.module.css';

export function CurveChart({ label, chart }: { label: string; chart: CurveChartDto }) {
  return (
    <figure className={frame['figure']}>
      <ChartKey>
        {chart.lines.map(({ key, name }) => (
          <LineKey key={key} className={styles[key]} name={name} />
        ))}
      </ChartKey>
      <ChartFrame
        className={styles['chart']}
        label={`${label}, line chart`}
        describedBy="curve-summary"
        yTicks={chart.yTicks}
        xTicks={chart.xTicks}
      >
        <Plot chart={chart} />
      </ChartFrame>
      <figcaption id="curve-summary" className="muted">
        {chart.summary}
      </figcaption>
    </figure>
  );
}

/** Later lines lie below, so that today stays visible. */
function Plot({ chart: { width, height, lines, xTicks, zeroAt } }: { chart: CurveChartDto }) {
  const drawn = [...lines].reverse();
  return (
    <>
      {xTicks.map(({ at }) => (
        <line key={at} className={styles['mark']} x1={`${at}%`} x2={`${at}%`} y1="100%" y2="102%" />
      ))}
      {zeroAt === null ? null : <ZeroLine at={zeroAt} />}
      <StretchedPaths width={width} height={height}>
        {drawn.map(({ key, path }) => (
          <path key={key} d={path} className={styles[key]} vectorEffect="non-scaling-stroke" />
        ))}
      </StretchedPaths>
      {drawn.map((line) => (
        <LinePoints key={line.key} line={line} />
      ))}
    </>
  );
}

const LinePoints = ({ line: { key, points } }: { line: CurveLineDto }) => (
  <g className={styles[`${key}Points`]}>
    {points.map(({ x, y, text }) => (
      <circle key={x} cx={`${x}%`} cy={`${y}%`} r={key === 'today' ? 3.5 : 2.5}>
        <title>{text}</title>
      </circle>
    ))}
  </g>
);
