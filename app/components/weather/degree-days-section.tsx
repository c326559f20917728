// Gas-weighted degree days: last model runs, 14-day forecast, and totals to date.

import type { RunsPart, WeatherScreen } from '../../contracts/weather-page';
import {
  formatCount,
  formatNumber,
  formatPercent,
  formatSignedNumber,
} from '../../trading/domain/format';
import type { SeriesShape } from '../../contracts/series-shape';
import { CsvLink } from '../csv-link';
import { SeriesChart } from '../charts/series-chart';
import { Signed } from '../figures';
import { Sourced } from '../sourced';
import { RunChart } from './run-chart';
import { EmptyState, LoadError, Section, WEATHER_FAILED } from './section';
import styles from './weather.module.css';
import type { DegreeDaysDto } from '../../contracts/api/almanac';

interface DegreeDaysSectionProps extends WeatherScreen {
  readonly degreeDays: DegreeDaysDto | null;
  readonly runs: RunsPart | null;
  readonly isRunsFailed: boolean;
  readonly chart: SeriesShape | null;
}

export function DegreeDaysSection({
  degreeDays,
  runs,
  isRunsFailed,
  chart,
  nowMs,
  timeZone,
}: DegreeDaysSectionProps) {
  const source = degreeDays ? (
    <Sourced source={degreeDays.source} asOf={degreeDays.asOf} nowMs={nowMs} timeZone={timeZone} />
  ) : undefined;
  return (
    <Section id="degree-days" title="Gas-weighted degree days by model run" source={source}>
      {degreeDays === null ? (
        <LoadError text={WEATHER_FAILED} />
      ) : degreeDays.reason !== null ? (
        <EmptyState reason={degreeDays.reason} />
      ) : (
        <ForecastFigures
          degreeDays={degreeDays}
          runs={runs}
          isRunsFailed={isRunsFailed}
          chart={chart}
        />
      )}
    </Section>
  );
}

type ForecastFiguresProps = Pick<DegreeDaysSectionProps, 'runs' | 'isRunsFailed' | 'chart'> & {
  readonly degreeDays: DegreeDaysDto;
};

function ForecastFigures({ degreeDays, runs, isRunsFailed, chart }: ForecastFiguresProps) {
  return (
    <>
      <div className={styles['pair']}>
        {isRunsFailed ? (
          <LoadError text={WEATHER_FAILED} />
        ) : runs === null ? (
          <EmptyState reason="No run of all weighted places has been published yet." />
        ) : runs.chart === null ? (
          <EmptyState reason={formatMissingChart(degreeDays)} />
        ) : (
          <RunChart chart={runs.chart} />
        )}
        <div className={styles['stack']}>
          <Totals degreeDays={degreeDays} runs={runs} isRunsFailed={isRunsFailed} />
          {chart === null ? null : (
            <SeriesChart id="degree-chart" label="Gas-weighted degree days by day" chart={chart} />
          )}
        </div>
      </div>
      <details className={styles['more']}>
        <summary>Runs, days, weights and regions</summary>
        {runs === null ? null : <RunTable runs={runs} />}
        <DayTable degreeDays={degreeDays} />
        <p
          className={styles['note']}
        >{`Base ${formatCount(degreeDays.base)} °F. Heating weights: ${formatWeights(degreeDays.weights.heating)}. Cooling weights: ${formatWeights(degreeDays.weights.cooling)}.`}</p>
        <RegionTable degreeDays={degreeDays} />
      </details>
    </>
  );
}

/** Why there is one run alone: it is the first, or the run before is too old. */
const formatMissingChart = ({ sinceLastRun, days }: DegreeDaysDto): string =>
  sinceLastRun === null
    ? 'No earlier complete run covers these days: a chart needs two runs.'
    : `No chart: the run before covers only ${formatCount(sinceLastRun.days)} of these ${formatCount(days.length)} days.`;

function Totals({
  degreeDays: { heating, cooling, total, totalNormal, departure, days, sinceLastRun, sinceDayAgo },
  runs,
  isRunsFailed,
}: Omit<ForecastFiguresProps, 'chart'>) {
  const missingRuns = isRunsFailed
    ? 'Not available.'
    : runs === null
      ? 'No complete run yet.'
      : null;
  return (
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
      <Change
        name="vs last run"
        change={runs?.sinceLastRun ?? null}
        days={sinceLastRun?.days ?? 0}
        missing={missingRuns ?? 'No earlier complete run of these days.'}
      />
      <Change
        name="vs yesterday’s run"
        change={runs?.sinceDayAgo ?? null}
        days={sinceDayAgo?.days ?? 0}
        missing={missingRuns ?? 'No complete run issued 24 h before.'}
      />
    </dl>
  );
}

const formatWeights = (rows: DegreeDaysDto['weights']['heating']): string =>
  rows.map(({ place: index, weight }) => `${index} ${formatPercent(100 * weight, 0)}`).join(', ');

interface ChangeProps {
  readonly name: string;
  readonly change: number | null;
  /** Number of days in both runs. */
  readonly days: number;
  /** Shown where there is no such run. */
  readonly missing: string;
}

const Change = ({ name, change, days, missing }: ChangeProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Signed>{formatSignedNumber(change, 1)}</Signed>
    </dd>
    <dd className={styles['note']}>
      {change === null ? missing : `days in both runs: ${formatCount(days)}`}
    </dd>
  </div>
);

const RUN_COLUMNS = ['Heating', 'Cooling', 'Total', 'vs run before'];

const RunTable = ({ runs: { rows, span } }: { runs: RunsPart }) => (
  <section className={styles['scroll']} tabIndex={0} aria-label="Degree days by model run">
    <table className={styles['small']}>
      <caption>{`By model run over ${span}, °F days, newest first`}</caption>
      <thead>
        <tr>
          <th scope="col">Run, UTC</th>
          {RUN_COLUMNS.map((name) => (
            <th key={name} scope="col" data-number>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ issuedAt, run, heating, cooling, total, change }) => (
          <tr key={issuedAt}>
            <th scope="row">
              <time dateTime={issuedAt}>{run}</time>
            </th>
            <td data-number>{formatNumber(heating, 1)}</td>
            <td data-number>{formatNumber(cooling, 1)}</td>
            <td data-number>{formatNumber(total, 1)}</td>
            <td data-number>{formatSignedNumber(change, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const COLUMNS = ['Heating', 'Normal heating', 'Cooling', 'Normal cooling'];

function DayTable({ degreeDays: { days } }: { degreeDays: DegreeDaysDto }) {
  return (
    <section className={styles['scroll']} tabIndex={0} aria-label="Degree days by day">
      <table className={styles['small']}>
        <caption>
          By day, °F days <CsvLink name="degree-days" />
        </caption>
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
