// Line chart with several series and an optional band, as SVG from the server.
import { Sentence } from '../figures';
import type { SeriesShape } from '../../contracts/series-shape';
import { ChartFrame, StretchedPaths } from './chart-frame';
import { ChartKey, LineKey } from './chart-key';
import frame from './chart-frame.module.css';
import styles from './series-chart.module.css';

type Looks = Readonly<Record<string, string | undefined>>;

export function SeriesChart({
  id,
  label,
  chart,
  looks = styles,
}: {
  id: string;
  label: string;
  chart: SeriesShape;
  /** Classes of the lines, where the stylesheet of this chart is no part of the page. */
  looks?: Looks;
}) {
  return (
    <figure className={frame['figure']}>
      <SeriesKey chart={chart} looks={looks} />
      <ChartFrame
        label={`${label}, line chart`}
        describedBy={`${id}-summary`}
        yTicks={chart.yTicks}
        xTicks={chart.xTicks}
      >
        <StretchedPaths width={chart.width} height={chart.height}>
          {chart.band === null ? null : <path d={chart.band.path} className={styles['band']} />}
          {chart.lines.map(({ name, look, path }) => (
            <path key={name} d={path} className={looks[look]} vectorEffect="non-scaling-stroke" />
          ))}
        </StretchedPaths>
      </ChartFrame>
      <figcaption>
        <p id={`${id}-summary`} className="muted">
          <Sentence>{chart.summary}</Sentence>
        </p>
      </figcaption>
    </figure>
  );
}

/** Lines by stroke and color, and the band. */
function SeriesKey({ chart: { lines, band }, looks }: { chart: SeriesShape; looks: Looks }) {
  return (
    <ChartKey>
      {lines.map(({ name, look }) => (
        <LineKey key={name} className={looks[look]} name={name} />
      ))}
      {band === null ? null : (
        <li>
          <svg width="24" height="10" viewBox="0 0 24 10">
            <path d="M0 0H24V10H0Z" className={styles['band']} />
          </svg>
          {band.name}
        </li>
      )}
    </ChartKey>
  );
}
