// Whether dangerous weather concerns the open positions: one line, the warnings, and the regions.
import type { ExposureDto, ExposureRow, HeldWarning } from '../../contracts/radar';
import { MISSING, formatCount } from '../../trading/domain/format';
import { Sentence } from '../figures';
import styles from './radar.module.css';

export const ExposureSection = ({ exposure }: { exposure: ExposureDto }) => (
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
    {exposure.rows.length === 0 ? null : <ExposureTable rows={exposure.rows} />}
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

const ExposureTable = ({ rows }: { rows: readonly ExposureRow[] }) => (
  <div className={styles['exposed']}>
    <table className={styles['table']}>
      <caption className="visually-hidden">Regions whose weather moves the open positions</caption>
      <thead>
        <tr>
          <th scope="col">Region</th>
          <th scope="col">Open positions</th>
          <th scope="col">Weather now</th>
          <th scope="col">Severity</th>
          <th scope="col" data-number>
            Warnings
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ region, positions, severity, weather, warnings }) => (
          <tr key={region}>
            <th scope="row">{region}</th>
            <td>{positions}</td>
            <td>{weather}</td>
            <td>{severity ?? MISSING}</td>
            <td data-number>{formatCount(warnings)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
