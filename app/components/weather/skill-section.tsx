// Forecast error by lead time at a selected location, over the last year.

import type { SkillPart, WeatherScreen } from '../../contracts/weather-page';
import { formatCount, formatNumber, formatSignedNumber } from '../../trading/domain/format';
import { SeriesChart } from '../charts/series-chart';
import { Sourced } from '../sourced';
import { EmptyState, LoadError, Section, WEATHER_FAILED } from './section';
import styles from './weather.module.css';
import type { ForecastSkillDto } from '../../contracts/api/almanac';
import { buildHref } from '../../contracts/base-path';

const TEXT =
  'Daily mean forecasts vs observations. A forecast has skill while its error is below that of climatology.';

export function SkillSection({
  part,
  nowMs,
  timeZone,
  reason,
}: WeatherScreen & { readonly part: SkillPart | null }) {
  const [first] = part?.rows ?? [];
  if (!part || !first) {
    return (
      <Section id="skill" title="Forecast skill">
        {part === null ? <LoadError text={WEATHER_FAILED} /> : <EmptyState reason={reason} />}
      </Section>
    );
  }
  return (
    <details className={styles['fold']}>
      <summary>
        <h2>Forecast skill by lead time</h2>
      </summary>
      <div id="skill" className={styles['folded']}>
        <p className="muted">{TEXT}</p>
        <p>
          <Sourced source={first.source} asOf={first.asOf} nowMs={nowMs} timeZone={timeZone} />
        </p>
        <Skill part={part} />
      </div>
    </details>
  );
}

function Skill({
  part: { cell, place, rows, chart, corrections, correctionRemark, cells },
}: {
  part: SkillPart;
}) {
  return (
    <>
      <nav aria-label="Forecast location">
        <ul className={styles['places']}>
          {cells.map((each) => (
            <li key={each.cell}>
              <a
                href={buildHref(`/weather?place=${each.cell}#skill`)}
                aria-current={each.cell === cell ? 'true' : undefined}
              >
                {each.place}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles['pair']}>
        {chart === null ? null : (
          <SeriesChart
            id="skill-chart"
            label={`Forecast error of ${place} by lead time`}
            chart={chart}
          />
        )}
        <SkillTable place={place} rows={rows} />
      </div>
      <CorrectionTable place={place} corrections={corrections} remark={correctionRemark} />
    </>
  );
}

/** Public forecast and forecast of the network, which corrects its expected error. */
const CorrectionTable = ({
  place,
  corrections,
  remark,
}: Pick<SkillPart, 'place' | 'corrections'> & { readonly remark: string | null }) =>
  corrections.length === 0 ? null : (
    <section
      className={styles['scroll']}
      tabIndex={0}
      aria-label={`Corrected forecast of ${place}`}
    >
      <table className={styles['small']}>
        <caption>{place}: public forecast corrected by WeatherNet, daily mean in °F</caption>
        <thead>
          <tr>
            {['Lead time, days', 'Public forecast', 'Correction', 'Corrected forecast'].map(
              (name) => (
                <th key={name} scope="col" data-number>
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {corrections.map(({ lead, forecastF, correctionF }) => (
            <tr key={lead}>
              <th scope="row" data-number>
                {lead}
              </th>
              <td data-number>{formatNumber(forecastF, 1)}</td>
              <td data-number>{formatSignedNumber(correctionF, 1)}</td>
              <td data-number>{formatNumber(forecastF + correctionF, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {remark === null ? null : <p className="muted">{remark}</p>}
    </section>
  );

function SkillTable({ place, rows }: { place: string; rows: readonly ForecastSkillDto[] }) {
  return (
    <section className={styles['scroll']} tabIndex={0} aria-label={`Forecast skill of ${place}`}>
      <table className={styles['small']}>
        <caption>{place}: errors in °F by lead time</caption>
        <thead>
          <tr>
            {[
              'Lead time, days',
              'Runs',
              'Mean absolute error',
              'Climatology MAE',
              'Bias',
              'Anomaly correlation',
            ].map((name) => (
              <th key={name} scope="col" data-number>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.lead}>
              <th scope="row" data-number>
                {row.lead}
              </th>
              <td data-number>{formatCount(row.n)}</td>
              <td data-number>{formatNumber(row.meanAbsoluteError, 2)}</td>
              <td data-number>{formatNumber(row.climateError, 2)}</td>
              <td data-number>{formatSignedNumber(row.bias, 2)}</td>
              <td data-number>{formatNumber(row.anomalyCorrelation, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
