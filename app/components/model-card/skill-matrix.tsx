// Networks by markets: grade and figure in each cell.
import type { SkillCell, SkillMark, SkillMatrix } from '../../contracts/model-card';
import styles from './skill-matrix.module.css';

const MARK_TEXTS: Readonly<Record<SkillMark, string>> = {
  A: 'A',
  B: 'B',
  skill: '\u2713',
  none: '\u2013',
};
const MARK_NAMES: Readonly<Record<SkillMark, string>> = {
  A: 'grade A',
  B: 'grade B',
  skill: 'skill',
  none: 'no proven skill',
};

export const SkillMatrixTable = ({
  matrix: { markets, rows },
}: {
  readonly matrix: SkillMatrix;
}) => (
  <section className={styles['frame']} aria-labelledby="matrix" tabIndex={0}>
    <table className={styles['matrix']}>
      <caption>
        <h2 id="matrix">Skill by network and market</h2>
        <p className="muted">
          Out of sample. Direction: A is skill on two sets of simulations, B on one, with the t of
          the correlation; the grade is that of the model that issues the signals (linear, 20-day
          trend or season where it is named, otherwise the network). Others: {'\u2713'} beats every
          benchmark, with the gain over the best. {'\u2013'} no proven skill after costs.{' '}
          <span className={styles['hint']}>Scroll sideways for all markets.</span>
        </p>
      </caption>
      <thead>
        <tr>
          <th scope="col">Network</th>
          {markets.map((market) => (
            <th key={market} scope="col">
              {market}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ network, forecast, cells }) => (
          <tr key={network}>
            <th scope="row">
              <a href={`#${network}`}>{network}</a>{' '}
              <span className={styles['forecast']}>{forecast}</span>
            </th>
            {cells.map((cell, index) => (
              <Cell key={markets[index]} cell={cell} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Cell = ({ cell }: { readonly cell: SkillCell | null }) =>
  cell === null ? (
    <td />
  ) : (
    <td data-mark={cell.mark}>
      <strong aria-hidden="true">{MARK_TEXTS[cell.mark]}</strong>
      <span className="visually-hidden">{MARK_NAMES[cell.mark]},</span>{' '}
      <span className={styles['figure']}>{cell.figure}</span>
      {cell.model === null ? null : <span className={styles['figure']}>{cell.model}</span>}
    </td>
  );
