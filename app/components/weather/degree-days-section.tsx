// Gas-weighted degree days: 14-day forecast and change since earlier runs.

import type { WeatherScreen } from '../../contracts/weather-page';
import {
  formatCount,
  formatDateTime,
  formatNumber,
  formatPercent,
  formatSignedNumber,
} from '../../trading/domain/format';
import type { SeriesShape } from '../../contracts/series-shape';
import { SeriesChart } from '../charts/series-chart';
import { Signed } from '../figures';
import { Sourced } from '../sourced';
import { EmptyState, LoadError, Section, WEATHER_FAILED } from './section';
import styles from './weather.module.css';
import type { DegreeDayChangeDto, DegreeDaysDto } from '../../contracts/api/almanac';

interface DegreeDaysSectionProps extends WeatherScreen {
  readonly degreeDays: DegreeDaysDto | null;
  readonly chart: SeriesShape | null;
}

export function DegreeDaysSection({ degreeDays, chart, nowMs, timeZone }: DegreeDaysSectionProps) {
  const source = degreeDays ? (
    <Sourced source={degreeDays.source} asOf={degreeDays.asOf} nowMs={nowMs} timeZone={timeZone} />
  ) : undefined;
  return (
    <Section
      id="degree-days"
      title="Gas-weighted degree days"
      text={`Weighted by gas heating and gas power demand, base ${formatCount(degreeDays?.base ?? null)} °F.`}
      source={source}
    >
      {degreeDays === null ? (
        <LoadError text={WEATHER_FAILED} />
      ) : degreeDays.reason !== null ? (
        <EmptyState reason={degreeDays.reason} />
      ) : (
        <ForecastFigures degreeDays={degreeDays} chart={chart} timeZone={timeZone} />
      )}
    </Section>
  );
}

function ForecastFigures({
  degreeDays,
  chart,
  timeZone,
}: {
  degreeDays: DegreeDaysDto;
  chart: SeriesShape | null;
  timeZone: string;
}) {
  const { heating, cooling, total, totalNormal, departure, days } = degreeDays;
  return (
    <>
      <dl className={styles['big']}>
        <div>
          <dt>Next {formatCount(days.length)} days</dt>
          <dd>{formatNumber(total, 1)}</dd>
          <dd
            className={styles['note']}
          >{`${formatNumber(heating, 1)} heating, ${formatNumber(cooling, 1)} cooling`}</dd>
        </div>
        <div>
          <dt>vs normal</dt>
          <dd>
            <Signed>{formatSignedNumber(departure, 1)}</Signed>
          </dd>
          <dd className={styles['note']}>{`normal ${formatNumber(totalNormal, 1)}`}</dd>
        </div>
        <Change name="vs last run" change={degreeDays.sinceLastRun} timeZone={timeZone} />
        <Change name="vs yesterday’s run" change={degreeDays.sinceDayAgo} timeZone={timeZone} />
      </dl>
      {chart === null ? null : (
        <SeriesChart id="degree-chart" label="Gas-weighted degree days" chart={chart} />
      )}
      <details className={styles['more']}>
        <summary>Days, weights and regions</summary>
        <DayTable degreeDays={degreeDays} />
        <p
          className={styles['note']}
        >{`Heating weights: ${formatWeights(degreeDays.weights.heating)}. Cooling weights: ${formatWeights(degreeDays.weights.cooling)}.`}</p>
        <RegionTable degreeDays={degreeDays} />
      </details>
    </>
  );
}

const formatWeights = (rows: DegreeDaysDto['weights']['heating']): string =>
  rows.map(({ place: index, weight }) => `${index} ${formatPercent(100 * weight, 0)}`).join(', ');

function Change({
  name,
  change,
  timeZone,
}: {
  name: string;
  change: DegreeDayChangeDto | null;
  timeZone: string;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Signed>{formatSignedNumber(change?.total ?? null, 1)}</Signed>
      </dd>
      <dd className={styles['note']}>
        {change === null
          ? 'no older run over the same days'
          : `over ${formatCount(change.days)} shared days, run of ${formatDateTime(Date.parse(change.since), timeZone)}; largest change on ${change.peak.date}, ${formatSignedNumber(change.peak.change, 1)}`}
      </dd>
    </div>
  );
}

const COLUMNS = ['Heating', 'Normal heating', 'Cooling', 'Normal cooling'];

function DayTable({ degreeDays: { days } }: { degreeDays: DegreeDaysDto }) {
  return (
    <section className={styles['scroll']} tabIndex={0} aria-label="Degree days by day">
      <table className={styles['small']}>
        <caption>By day, °F days</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" data-number>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">
                <time dateTime={day.date} className="unbroken">
                  {day.date}
                </time>
              </th>
              {[day.heating, day.heatingNormal, day.cooling, day.coolingNormal].map(
                (value, index) => (
                  <td key={COLUMNS[index]} data-number>
                    {formatNumber(value, 1)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const SPANS = [
  ['monthToDate', 'Month'],
  ['heatingSeason', 'Heating season'],
  ['coolingSeason', 'Cooling season'],
] as const;

function RegionTable({ degreeDays: { regions } }: { degreeDays: DegreeDaysDto }) {
  return (
    <section className={styles['scroll']} tabIndex={0} aria-label="Degree days by region">
      <table className={styles['small']}>
        <caption>
          By region to date: actual / normal. The heating season starts in July, the cooling season
          in January.
        </caption>
        <thead>
          <tr>
            <th scope="col">Region</th>
            {SPANS.map(([, name]) => (
              <th key={name} scope="col" data-number>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {regions.map(({ region, ...spans }) => (
            <tr key={region}>
              <th scope="row">{region}</th>
              {SPANS.map(([span, name]) => {
                const [value, normal] =
                  span === 'coolingSeason'
                    ? [spans[span].cooling, spans[span].coolingNormal]
                    : [spans[span].heating, spans[span].heatingNormal];
                return (
                  <td
                    key={name}
                    data-number
                  >{`${formatNumber(value, 1)} / ${formatNumber(normal, 1)}`}</td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
