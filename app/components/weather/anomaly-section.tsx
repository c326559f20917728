// Forecast temperature against normal: three maps, and the same values as tables.
import type { AnomalyPart, AnomalyRow, WeatherScreen } from '../../contracts/weather-page';
import { formatSignedNumber } from '../../trading/domain/format';
import { MapLegend, MapScaleForm } from '../maps/map-legend';
import { UsMap } from '../maps/us-map';
import { Sourced } from '../sourced';
import { EmptyState, LoadError, Section, WEATHER_FAILED } from './section';
import styles from './weather.module.css';

interface AnomalySectionProps extends WeatherScreen {
  readonly part: AnomalyPart | null;
  readonly isFailed: boolean;
}

export function AnomalySection({ part, isFailed, reason, nowMs, timeZone }: AnomalySectionProps) {
  return (
    <Section
      id="anomalies"
      title="Forecast temperature vs normal"
      source={
        part ? (
          <Sourced source={part.source} asOf={part.asOf} nowMs={nowMs} timeZone={timeZone} />
        ) : undefined
      }
    >
      {isFailed ? (
        <LoadError text={WEATHER_FAILED} />
      ) : part === null ? (
        <EmptyState reason={reason ?? 'No forecast run has been published yet.'} />
      ) : part.maps.length === 0 ? (
        <EmptyState reason="No comparison yet: it needs a forecast of the coming days and normals of two years." />
      ) : (
        <Maps part={part} />
      )}
    </Section>
  );
}

function Maps({ part: { maps, legend, regions, states, scale } }: { part: AnomalyPart }) {
  const titles = maps.map(({ title }) => title);
  return (
    <>
      <div className={styles['maps']}>
        {maps.map(({ title, dates, map }) => (
          <figure key={title}>
            <figcaption>
              <strong>{title}</strong> <span className="muted">{dates}</span>
            </figcaption>
            <UsMap map={map} />
          </figure>
        ))}
      </div>
      <div className={styles['legend']}>
        <p className="muted">°F from normal</p>
        <MapLegend stops={legend} />
        <MapScaleForm scale={scale} />
      </div>
      <AnomalyTable
        caption="By region, °F from normal"
        place="Region"
        titles={titles}
        rows={regions}
      />
      <details className={styles['more']}>
        <summary>All states as a table</summary>
        <AnomalyTable
          caption="By state, °F from normal"
          place="State"
          titles={titles}
          rows={states}
        />
      </details>
    </>
  );
}

interface AnomalyTableProps {
  readonly caption: string;
  readonly place: string;
  readonly titles: readonly string[];
  readonly rows: readonly AnomalyRow[];
}

const AnomalyTable = ({ caption, place, titles, rows }: AnomalyTableProps) => (
  <section className={styles['scroll']} tabIndex={0} aria-label={caption}>
    <table className={styles['small']}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{place}</th>
          {titles.map((title) => (
            <th key={title} scope="col" data-number>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.place}>
            <th scope="row">{row.place}</th>
            {row.departures.map((departure, index) => (
              <td key={titles[index]} data-number>
                {formatSignedNumber(departure, 1)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
