// Line chart with several series and an optional band, as SVG from the server.
import { Sentence } from '../figures';
import type { SeriesShape } from '../../contracts/series-shape';
import styles from './series-chart.module.css';

export function SeriesChart({
  id,
  label,
  chart,
}: {
  id: string;
  label: string;
  chart: SeriesShape;
}) {
  return (
    <figure className={styles['figure']}>
      <ChartKey chart={chart} />
      <div
        className={styles['chart']}
        role="img"
        aria-label={`${label}, line chart`}
        aria-describedby={`${id}-summary`}
      >
        <svg className={styles['values']}>
          {chart.yTicks.map(({ at, text }) => (
            <text key={text} x="100%" y={`${at}%`} dy="0.35em" textAnchor="end">
              {text}
            </text>
          ))}
        </svg>
        <Plot chart={chart} />
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
      <figcaption id={`${id}-summary`} className="muted">
        <Sentence>{chart.summary}</Sentence>
      </figcaption>
    </figure>
  );
}

function Plot({ chart: { width, height, lines, band, yTicks } }: { chart: SeriesShape }) {
  return (
    <svg className={styles['plot']}>
      {yTicks.map(({ at, text }) => (
        <line key={text} className={styles['grid']} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} />
      ))}
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" width="100%" height="100%">
        {band === null ? null : <path d={band.path} className={styles['band']} />}
        {lines.map(({ name, look, path }) => (
          <path key={name} d={path} className={styles[look]} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
    </svg>
  );
}

/** Key of lines by stroke and color. Hidden from screen readers: the summary names the lines. */
function ChartKey({ chart: { lines, band } }: { chart: SeriesShape }) {
  return (
    <ul className={styles['key']} aria-hidden="true">
      {lines.map(({ name, look }) => (
        <li key={name}>
          <svg width="24" height="8" viewBox="0 0 24 8">
            <path d="M0 4H24" className={styles[look]} />
          </svg>
          {name}
        </li>
      ))}
      {band === null ? null : (
        <li>
          <svg width="24" height="10" viewBox="0 0 24 10">
            <path d="M0 0H24V10H0Z" className={styles['band']} />
          </svg>
          {band.name}
        </li>
      )}
    </ul>
  );
}
