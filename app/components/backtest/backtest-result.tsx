// Result of a backtest: conclusion, figures with explanations, and the report.

import { Signed } from '../figures';
import { buildFigureTexts, formatPeriod } from './backtest-texts';
import styles from './backtest.module.css';
import type { BacktestResultDto, BacktestDto } from '../../contracts/api/backtest';

export function BacktestResult({ job, result }: { job: BacktestDto; result: BacktestResultDto }) {
  return (
    <section className={styles['card']} aria-labelledby="result">
      <h2 id="result">Result, {formatPeriod(result)}</h2>
      <p className={`${styles['verdict']} ${result.hasEdge ? styles['edge'] : styles['none']}`}>
        {result.verdict}
      </p>
      <dl className={styles['figures']}>
        {buildFigureTexts(result).map(({ name, value, meaning }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles['figure']}>
              <Signed>{value}</Signed>
            </dd>
            <dd className="muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        Simulated on one price path, with all costs. Results on other paths may differ.
      </p>
      {job.report === null ? null : (
        <p>
          <a href={job.report} className={styles['link']}>
            Report with every trade, as a file
          </a>
        </p>
      )}
    </section>
  );
}
