// The readings of each region, one card each: five weather regions, seven market regions, the
// sources of supply beyond them.

import type { WeatherScreen } from '../../contracts/weather-page';
import {
  MISSING,
  formatAge,
  dateTime,
  decimalNumber,
  signedNumber,
} from '../../trading/domain/format';
import { Sourced } from '../sourced';
import { useNow } from '../use-now';
import { Empty, Failed, Part, WEATHER_FAILED } from './part';
import styles from './weather.module.css';
import { departureText, skyText, withUnit } from './weather-texts';
import type { WeatherDto } from '../../contracts/api/weather';
import { MINUTE_MS } from '../../trading/domain/time';

const KINDS = [
  { kind: 'weather', id: 'weather-regions', title: 'Weather regions' },
  { kind: 'market', id: 'market-regions', title: 'Market regions' },
  { kind: 'supply', id: 'supply-regions', title: 'Supply regions' },
] as const;

interface ReadingsPartProps extends WeatherScreen {
  readonly readings: readonly WeatherDto[] | null;
}

const formatNewest = (rows: readonly WeatherDto[]): string | null =>
  rows
    .map(({ asOf }) => asOf)
    .filter((asOf) => asOf !== null)
    .sort()
    .at(-1) ?? null;

export function ReadingsPart({ readings, nowMs, timeZone, reason }: ReadingsPartProps) {
  if (readings === null || readings.length === 0) {
    return (
      <Part id="readings" title="Readings">
        {readings === null ? <Failed text={WEATHER_FAILED} /> : <Empty reason={reason} />}
      </Part>
    );
  }
  return KINDS.map(({ kind, id, title }) => {
    const rows = readings.filter((row) => row.kind === kind);
    return (
      <Part
        key={id}
        id={id}
        title={title}
        source={
          <Sourced
            source={rows[0]?.source ?? ''}
            asOf={formatNewest(rows)}
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
      </Part>
    );
  });
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
        <h3>{region}</h3>
        <Severity severity={row.severity} />
      </div>
      <p className={styles['sky']}>{skyText(row)}</p>
      <dl className={styles['figures']}>
        <Figure name="Temperature" value={withUnit(decimalNumber(row.temperature, 1), ' °F')} />
        <Figure name="Last 24 h" value={departureText(row)} />
        <Figure name="Humidity" value={withUnit(decimalNumber(row.humidity, 0), '%')} />
        <Figure name="Wind Speed" value={withUnit(decimalNumber(row.windSpeed, 1), ' mph')} />
        <Figure name="Pressure" value={withUnit(decimalNumber(row.pressure, 1), ' mb')} />
        <Figure name="Rain in 6 h" value={withUnit(decimalNumber(row.rainSixHours, 2), ' in')} />
        {row.soil === null ? null : (
          <Figure name="Soil moisture" value={`${signedNumber(row.soil, 2)} sd`} />
        )}
      </dl>
      <Read timestamp={timestamp} isStale={isStale} nowMs={nowMs} timeZone={timeZone} />
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

function Read({
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
        {dateTime(atMs, timeZone)}
      </time>
      {isStale ? <strong className="warn">, STALE, {formatAge(now - atMs)} old</strong> : null}
    </p>
  );
}
