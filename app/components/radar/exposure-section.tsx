// Whether dangerous weather concerns the open positions: one line, the warnings, and the regions.
import type { ExposureDto, ExposureRow, HeldWarning } from '../../contracts/radar';
import type { WeatherScreen } from '../../contracts/weather-page';
import { MISSING, formatAge, formatCount } from '../../trading/domain/format';
import { Sentence, Timestamp } from '../figures';
import styles from './radar.module.css';

type ScreenTime = Pick<WeatherScreen, 'nowMs' | 'timeZone'>;

interface ExposureSectionProps extends ScreenTime {
  readonly exposure: ExposureDto;
}

export const ExposureSection = ({ exposure, nowMs, timeZone }: ExposureSectionProps) => (
  <section
    className={styles['verdict']}
    data-warns={exposure.warnings.length > 0}
    aria-labelledby="exposure"
  >
    <h2 id="exposure">{exposure.verdict}</h2>
    {exposure.warnings.length === 0 ? null : (
      <ul className={styles['warnings']}>
        {exposure.warnings.map((warning) => (
          <Warning key={warning.pattern} warning={warning} />
        ))}
      </ul>
    )}
    {exposure.rows.length === 0 ? null : (
      <ExposureTable rows={exposure.rows} nowMs={nowMs} timeZone={timeZone} />
    )}
  </section>
);

const Warning = ({
  warning: { pattern, text, impactLevel, positions },
}: {
  warning: HeldWarning;
}) => (
  <li>
    <span className={styles['level']} data-level={impactLevel}>
      {impactLevel}
    </span>
    <span>
      <strong>
        <Sentence>{pattern}</Sentence>
      </strong>
      : {positions.join(', ')}. <span className="muted">{text}</span>
    </span>
  </li>
);

interface ExposureTableProps extends ScreenTime {
  readonly rows: readonly ExposureRow[];
}

const EXPOSURE_CAPTION = 'Regions whose weather moves the open positions';

const ExposureTable = ({ rows, nowMs, timeZone }: ExposureTableProps) => (
  // Scrolls on a narrow screen, so the keyboard must reach it.
  <section className={styles['exposed']} aria-label={EXPOSURE_CAPTION} tabIndex={0}>
    <table className={styles['table']}>
      <caption className="visually-hidden">{EXPOSURE_CAPTION}</caption>
      <thead>
        <tr>
          <th scope="col">Region</th>
          <th scope="col">Open positions</th>
          <th scope="col">Weather</th>
          <th scope="col">Observed</th>
          <th scope="col">Severity</th>
          <th scope="col" data-number>
            Warnings
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ region, positions, severity, weather, observedAt, isStale, warnings }) => (
          <tr key={region}>
            <th scope="row">{region}</th>
            <td>{positions}</td>
            <td>{weather}</td>
            <td>
              {observedAt === null ? (
                MISSING
              ) : (
                <>
                  <Timestamp iso={observedAt} timeZone={timeZone} />,{' '}
                  <span className={isStale ? 'warn' : 'muted'}>
                    {isStale ? 'STALE, ' : ''}
                    {formatAge(nowMs - Date.parse(observedAt))} old
                  </span>
                </>
              )}
            </td>
            <td>{severity ?? MISSING}</td>
            <td data-number>{formatCount(warnings)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
