// Weekly gas storage against the five-year mean.

import type { StoragePart, WeatherScreen } from '../../contracts/weather-page';
import {
  formatCount,
  formatDateTime,
  formatPercent,
  formatSignedNumber,
  formatSignedPercent,
} from '../../trading/domain/format';
import { SeriesChart } from '../charts/series-chart';
import { Signed } from '../figures';
import { Sourced } from '../sourced';
import { EmptyState, LoadError, Section, WEATHER_FAILED } from './section';
import styles from './weather.module.css';
import type { StorageWeekDto } from '../../contracts/api/almanac';

export function StorageSection({
  part,
  nowMs,
  timeZone,
}: WeatherScreen & { readonly part: StoragePart | null }) {
  const storage = part?.storage;
  const source = storage ? (
    <Sourced source={storage.source} asOf={storage.asOf} nowMs={nowMs} timeZone={timeZone} />
  ) : undefined;
  return (
    <Section
      id="storage"
      title="Gas storage vs five-year mean"
      text="Working gas of the lower 48 states by report week, in Bcf."
      source={source}
    >
      {part === null ? (
        <LoadError text={WEATHER_FAILED} />
      ) : part.storage.current === null ? (
        <EmptyState reason={part.storage.reason} />
      ) : (
        <Weeks part={part} current={part.storage.current} timeZone={timeZone} />
      )}
    </Section>
  );
}

function Weeks({
  part: { storage, weeks, chart },
  current,
  timeZone,
}: {
  part: StoragePart;
  current: StorageWeekDto;
  timeZone: string;
}) {
  return (
    <>
      <dl className={styles['big']}>
        <div>
          <dt>In storage</dt>
          <dd>{formatCount(current.level)} Bcf</dd>
          <dd className={styles['note']}>{`week ending ${current.weekEnding}`}</dd>
        </div>
        <div>
          <dt>vs five-year mean</dt>
          <dd>
            <Signed>{formatSignedNumber(current.departure, 0)}</Signed>
          </dd>
          <dd
            className={styles['note']}
          >{`${formatSignedPercent(current.departurePercent, 1)} vs ${formatCount(current.years)}-year mean ${formatCount(current.fiveYearMean)}`}</dd>
        </div>
        <div>
          <dt>Weekly change</dt>
          <dd>
            <Signed>{formatSignedNumber(current.change, 0)}</Signed>
          </dd>
          <dd
            className={styles['note']}
          >{`normal ${formatSignedNumber(current.fiveYearChange, 0)}`}</dd>
        </div>
        <div>
          <dt>Next report</dt>
          <dd className={styles['date']}>
            {storage.nextReport === null ? (
              'not scheduled yet'
            ) : (
              <time dateTime={storage.nextReport}>
                {formatDateTime(Date.parse(storage.nextReport), timeZone)}
              </time>
            )}
          </dd>
        </div>
      </dl>
      {chart === null ? null : (
        <SeriesChart id="storage-chart" label="Gas in storage" chart={chart} />
      )}
      <details className={styles['more']}>
        <summary>The last {formatCount(weeks.length)} weeks</summary>
        <WeekTable weeks={weeks} />
      </details>
    </>
  );
}

const COLUMNS = ['Level', 'Change', 'Normal change', 'Mean', 'Low', 'High', 'Departure'];

function WeekTable({ weeks }: { weeks: readonly StorageWeekDto[] }) {
  return (
    <section className={styles['scroll']} tabIndex={0} aria-label="Gas in storage by week">
      <table className={styles['small']}>
        <caption>Weeks, newest first, Bcf</caption>
        <thead>
          <tr>
            <th scope="col">Week ending</th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" data-number>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => {
            const shown = [
              formatCount(week.level),
              formatSignedNumber(week.change, 0),
              formatSignedNumber(week.fiveYearChange, 0),
              formatCount(week.fiveYearMean),
              formatCount(week.fiveYearLow),
              formatCount(week.fiveYearHigh),
              `${formatSignedNumber(week.departure, 0)} (${formatPercent(week.departurePercent, 1)})`,
            ];
            return (
              <tr key={week.weekEnding}>
                <th scope="row">
                  <time dateTime={week.weekEnding} className="unbroken">
                    {week.weekEnding}
                  </time>
                </th>
                {shown.map((text, index) => (
                  <td key={COLUMNS[index]} data-number>
                    {text}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
