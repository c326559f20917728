// Degree days weighted by where gas heats and cools: the coming fortnight, and what the newest run
// changed.

import type { WeatherScreen } from '../../contracts/weather-page';
import {
  formatCount,
  dateTime,
  decimalNumber,
  formatPercent,
  signedNumber,
} from '../../trading/domain/format';
import type { SeriesShape } from '../../contracts/series-shape';
import { SeriesChart } from '../charts/series-chart';
import { Signed } from '../figures';
import { Sourced } from '../sourced';
import { Empty, Failed, Part, WEATHER_FAILED } from './part';
import styles from './weather.module.css';
import type { DegreeDayChangeDto, DegreeDaysDto } from '../../contracts/api/almanac';

interface DegreeDaysPartProps extends WeatherScreen {
  readonly degreeDays: DegreeDaysDto | null;
  readonly chart: SeriesShape | null;
}

export function DegreeDaysPart({ degreeDays, chart, nowMs, timeZone }: DegreeDaysPartProps) {
  const source = degreeDays ? (
    <Sourced source={degreeDays.source} asOf={degreeDays.asOf} nowMs={nowMs} timeZone={timeZone} />
  ) : undefined;
  return (
    <Part
      id="degree-days"
      title="Gas-weighted degree days"
      text={`Weighted by gas heating and gas power demand, base ${formatCount(degreeDays?.base ?? null)} °F.`}
      source={source}
    >
      {degreeDays === null ? (
        <Failed text={WEATHER_FAILED} />
      ) : degreeDays.reason !== null ? (
        <Empty reason={degreeDays.reason} />
      ) : (
        <Outlook degreeDays={degreeDays} chart={chart} timeZone={timeZone} />
      )}
    </Part>
  );
}

function Outlook({
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
          <dd>{decimalNumber(total, 1)}</dd>
          <dd
            className={styles['note']}
          >{`${decimalNumber(heating, 1)} heating, ${decimalNumber(cooling, 1)} cooling`}</dd>
        </div>
        <div>
          <dt>Against normal</dt>
          <dd>
            <Signed>{signedNumber(departure, 1)}</Signed>
          </dd>
          <dd className={styles['note']}>{`normal ${decimalNumber(totalNormal, 1)}`}</dd>
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
  rows.map(({ place, weight }) => `${place} ${formatPercent(100 * weight, 0)}`).join(', ');

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
        <Signed>{signedNumber(change?.total ?? null, 1)}</Signed>
      </dd>
      <dd className={styles['note']}>
        {change === null
          ? 'no older run over the same days'
          : `over ${formatCount(change.days)} shared days, run of ${dateTime(Date.parse(change.since), timeZone)}; most on ${change.peak.date}, ${signedNumber(change.peak.change, 1)}`}
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
                (value, place) => (
                  <td key={COLUMNS[place]} data-number>
                    {decimalNumber(value, 1)}
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
          By region to date, with the normal behind the stroke; the heating season runs from July,
          the cooling season from January
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
                  >{`${decimalNumber(value, 1)} / ${decimalNumber(normal, 1)}`}</td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
