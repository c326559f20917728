// Weather radar map, with the same data as a table.
import type { RadarMapDto, RadarRow } from '../../contracts/maps';
import { MISSING, formatNumber } from '../../trading/domain/format';
import { DataTable } from '../data-table';
import { MapLegend, MapScaleForm } from '../maps/map-legend';
import { UsMap } from '../maps/us-map';
import { Sourced } from '../sourced';
import { Section } from '../weather/section';
import { appendUnit, formatWeather } from '../weather/weather-texts';
import styles from './radar.module.css';

interface RadarMapProps extends RadarMapDto {
  readonly nowMs: number;
  readonly timeZone: string;
}

export function RadarMap({
  map,
  legend,
  rows,
  scale,
  source,
  asOf,
  nowMs,
  timeZone,
}: RadarMapProps) {
  return (
    <Section
      id="radar-map"
      title="Weather radar map"
      text={`Highest of rain, wind and unusual temperature per state, 0–100.${map.pins?.length ? ' Marks ▲ long and ▼ short: your positions; states that move none are pale.' : ''}`}
      source={<Sourced source={source} asOf={asOf} nowMs={nowMs} timeZone={timeZone} />}
    >
      <UsMap map={map} hasMarkers />
      <div className={styles['legend']}>
        <MapLegend stops={legend} />
        <MapScaleForm scale={scale} />
      </div>
      <details className={styles['all']}>
        <summary>All states as a table</summary>
        <StateTable rows={rows} />
      </details>
    </Section>
  );
}

const NUMBERS = ['Intensity', 'Temperature', 'Wind', 'Rain in 6 h'];

const StateTable = ({ rows }: { rows: readonly RadarRow[] }) => (
  <DataTable id="states" caption="Weather by state">
    <thead>
      <tr>
        {['State', 'Region', 'Severity', 'Weather'].map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        {NUMBERS.map((name) => (
          <th key={name} scope="col" data-number>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.state}>
          <th scope="row">{row.state}</th>
          <td>{row.region}</td>
          <td>{row.severity ?? MISSING}</td>
          <td>{formatWeather(row)}</td>
          <td data-number>{formatNumber(row.intensity, 0)}</td>
          <td data-number>{appendUnit(formatNumber(row.temperature, 1), ' °F')}</td>
          <td data-number>{appendUnit(formatNumber(row.windSpeed, 1), ' mph')}</td>
          <td data-number>{appendUnit(formatNumber(row.rainSixHours, 2), ' in')}</td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);
