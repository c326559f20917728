// Current readings, folded: one card per weather, market and supply region.

import type { WeatherScreen } from '../../contracts/weather-page';
import {
  MISSING,
  formatAge,
  formatCount,
  formatDateTime,
  formatNumber,
  formatSignedNumber,
} from '../../trading/domain/format';
import { CsvLink } from '../csv-link';
import { Sourced } from '../sourced';
import { useNow } from '../use-now';
import { EmptyState, LoadError, Section, WEATHER_FAILED } from './section';
import styles from './weather.module.css';
import { formatLastDay, formatConditions, appendUnit } from './weather-texts';
import type { WeatherDto } from '../../contracts/api/weather';
import { MINUTE_MS } from '../../trading/domain/time';

const KINDS = [
  { kind: 'weather', id: 'weather-regions', title: 'Weather regions' },
  { kind: 'market', id: 'market-regions', title: 'Market regions' },
  { kind: 'supply', id: 'supply-regions', title: 'Supply regions' },
] as const;

interface ReadingsSectionProps extends WeatherScreen {
  readonly readings: readonly WeatherDto[] | null;
}

const findNewestTime = (rows: readonly WeatherDto[]): string | null =>
  rows
    .map(({ asOf }) => asOf)
    .filter((asOf) => asOf !== null)
    .sort()
    .at(-1) ?? null;

export function ReadingsSection({ readings, nowMs, timeZone, reason }: ReadingsSectionProps) {
  if (readings === null || readings.length === 0) {
    return (
      <Section id="readings" title="Readings">
        {readings === null ? <LoadError text={WEATHER_FAILED} /> : <EmptyState reason={reason} />}
      </Section>
    );
  }
  return (
    <details className={styles['fold']}>
      <summary>
        <h2>{`Stations: current weather of ${formatCount(readings.length)} regions`}</h2>
      </summary>
      <div id="stations" className={styles['folded']}>
        <p>
          All regions: <CsvLink name="readings" />
        </p>
        {KINDS.map(({ kind, id, title }) => {
          const rows = readings.filter((row) => row.kind === kind);
          return (
            <Section
              key={id}
              id={id}
              title={title}
              level={3}
              source={
                <Sourced
                  source={rows[0]?.source ?? ''}
                  asOf={findNewestTime(rows)}
                  nowMs={nowMs}
                  timeZone={timeZone}
                />
              }
            >
              <ul className={styles['cards']}>
                {rows.map((row) => (
                  <ReadingCard key={row.region} row={row} nowMs={nowMs} timeZone={timeZone} />
                ))}
              </ul>
            </Section>
          );
        })}
      </div>
    </details>
  );
}

function ReadingCard({
  row,
  nowMs,
  timeZone,
}: {
  row: WeatherDto;
  nowMs: number;
  timeZone: string;
}) {
  const { region, timestamp, isStale } = row;
  return (
    <li className={styles['card']}>
      <div className={styles['title']}>
        <h4>{region}</h4>
        <Severity severity={row.severity} />
      </div>
      <p className={styles['sky']}>{formatConditions(row)}</p>
      <dl className={styles['figures']}>
        <Figure name="Temperature" value={appendUnit(formatNumber(row.temperature, 1), ' °F')} />
        <Figure name="Last 24 h" value={formatLastDay(row)} />
        <Figure name="Humidity" value={appendUnit(formatNumber(row.humidity, 0), '%')} />
        <Figure name="Wind Speed" value={appendUnit(formatNumber(row.windSpeed, 1), ' mph')} />
        <Figure name="Pressure" value={appendUnit(formatNumber(row.pressure, 1), ' mb')} />
        <Figure name="Rain in 6 h" value={appendUnit(formatNumber(row.rainSixHours, 2), ' in')} />
        {row.soil === null ? null : (
          <Figure name="Soil moisture" value={`${formatSignedNumber(row.soil, 2)} sd`} />
        )}
      </dl>
      <ReadingTime timestamp={timestamp} isStale={isStale} nowMs={nowMs} timeZone={timeZone} />
    </li>
  );
}

const Severity = ({ severity }: { severity: string | null }) => (
  <span className={styles['severity']} data-severity={severity ?? 'none'}>
    {severity ?? MISSING}
  </span>
);

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function ReadingTime({
  timestamp,
  isStale,
  nowMs,
  timeZone,
}: {
  timestamp: string | null;
  isStale: boolean;
  nowMs: number;
  timeZone: string;
}) {
  const now = useNow(nowMs, MINUTE_MS);
  if (timestamp === null)
    return <p className={styles['foot']}>No reading has been published yet.</p>;
  const atMs = Date.parse(timestamp);
  return (
    <p className={styles['foot']}>
      Hour from{' '}
      <time dateTime={timestamp} className="unbroken">
        {formatDateTime(atMs, timeZone)}
      </time>
      {isStale ? <strong className="warn">, STALE, {formatAge(now - atMs)} old</strong> : null}
    </p>
  );
}
