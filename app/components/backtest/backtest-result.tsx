// Result of a backtest: verdict, figures, equity, drawdown, months, trades, other simulations.

import { Sentence, Signed } from '../figures';
import { SeriesChart } from '../charts/series-chart';
import { buildFigureTexts, formatPeriod } from './backtest-texts';
import { FanChart } from './fan-chart';
import { MonthsGrid } from './months-grid';
import { TradesTable } from './trades-table';
import styles from './backtest.module.css';
import type { BacktestResultDto, BacktestDto } from '../../contracts/api/backtest';
import type { BacktestViewDto } from '../../contracts/backtest-view';
import { buildHref } from '../../contracts/base-path';

/** Figures beside the verdict; the others are folded. */
const MAIN_FIGURES = 6;

interface ResultProps {
  readonly job: BacktestDto;
  readonly result: BacktestResultDto;
  readonly view: BacktestViewDto | null;
}

export function BacktestResult({ job, result, view }: ResultProps) {
  const figures = buildFigureTexts(result);
  return (
    <>
      <section className={styles['card']} aria-labelledby="result">
        <h2 id="result">Result, {formatPeriod(result)}</h2>
        <p className={`${styles['verdict']} ${result.hasEdge ? styles['edge'] : styles['none']}`}>
          {result.verdict}
        </p>
        <p className="muted">
          Simulated on one price path, with all costs. Results on other paths may differ.
        </p>
        <Figures figures={figures.slice(0, MAIN_FIGURES)} />
        <details className={styles['fold']}>
          <summary>More figures</summary>
          <Figures figures={figures.slice(MAIN_FIGURES)} />
        </details>
        {job.report === null ? null : (
          <p>
            <a href={buildHref(job.report)} className={styles['link']}>
              Report with figures, charts and trades, as a file
            </a>
          </p>
        )}
      </section>
      {view === null ? null : <Charts result={result} view={view} />}
    </>
  );
}

const Figures = ({ figures }: { figures: ReturnType<typeof buildFigureTexts> }) => (
  <dl className={styles['figures']}>
    {figures.map(({ name, value, meaning }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={styles['figure']}>
          <Signed>{value}</Signed>
        </dd>
        <dd className="muted">
          <Sentence>{meaning}</Sentence>
        </dd>
      </div>
    ))}
  </dl>
);

function Charts({
  result,
  view: { details, fan, fanReason },
}: {
  result: BacktestResultDto;
  view: BacktestViewDto;
}) {
  return (
    <>
      {details === null ? (
        <p className="muted">
          No curve, months or trades: this backtest was run by an earlier version.
        </p>
      ) : (
        <>
          <div className={styles['curves']}>
            <section className={styles['card']} aria-labelledby="equity">
              <h2 id="equity">Equity</h2>
              {details.equity === null ? (
                <p>No data: the run has fewer than two valuations.</p>
              ) : (
                <SeriesChart id="equity-chart" label="Equity" chart={details.equity} />
              )}
            </section>
            <section className={styles['card']} aria-labelledby="drawdown">
              <h2 id="drawdown">Drawdown</h2>
              {details.drawdown === null ? (
                <p>No data: the run has fewer than two valuations.</p>
              ) : (
                <SeriesChart id="drawdown-chart" label="Drawdown" chart={details.drawdown} />
              )}
            </section>
          </div>
          <MonthsGrid rows={details.months} />
          <TradesTable trades={details.trades} count={result.trades} />
        </>
      )}
      <FanChart fan={fan} reason={fanReason} />
    </>
  );
}
