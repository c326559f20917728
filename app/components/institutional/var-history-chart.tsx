// VaR backtest as a chart: daily P&L as lines from zero, VaR below, exceedances as dots.
import type { VarHistory } from '../../contracts/var-history';
import { formatCount, formatDollars, formatSignedMoney } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { ZeroLine } from '../charts/chart-axes';
import { ChartFrame, StretchedPaths } from '../charts/chart-frame';
import { ChartKey, LineKey } from '../charts/chart-key';
import frame from '../charts/chart-frame.module.css';
import { Sentence } from '../figures';
import { Head } from './card';
import styles from './var-history-chart.module.css';
import cardStyles from './institutional.module.css';

export function VarHistoryChart({ chart }: { chart: VarHistory }) {
  return (
    <figure className={frame['figure']} aria-labelledby="var-history">
      <ChartKey>
        <LineKey className={styles['var95']} name="VaR 95%" />
        <LineKey className={styles['var99']} name="VaR 99%" />
        <li className={styles['dailyKey']}>P&L of the day</li>
        <li className={styles['beyondKey']}>loss beyond VaR</li>
      </ChartKey>
      <ChartFrame
        className={styles['chart']}
        label="VaR history with exceedances, line chart"
        describedBy="var-history-summary"
        yTicks={chart.yTicks}
        xTicks={chart.xTicks}
      >
        <Plot chart={chart} />
      </ChartFrame>
      <figcaption>
        <p id="var-history-summary" className="muted">
          <Sentence>{chart.summary}</Sentence>
        </p>
        <ExceedanceTable chart={chart} />
      </figcaption>
    </figure>
  );
}

function Plot({ chart }: { chart: VarHistory }) {
  const { width, height, zero, exceedances } = chart;
  return (
    <>
      <StretchedPaths width={width} height={height}>
        <path className={styles['daily']} d={chart.profits} vectorEffect="non-scaling-stroke" />
        <path className={styles['var95']} d={chart.var95} vectorEffect="non-scaling-stroke" />
        <path className={styles['var99']} d={chart.var99} vectorEffect="non-scaling-stroke" />
      </StretchedPaths>
      <ZeroLine at={zero} />
      {exceedances.map(({ x, y, percent, daysAgo, profit }) => (
        <circle
          key={daysAgo}
          className={percent === 99 ? styles['beyond99'] : styles['beyond95']}
          cx={`${x}%`}
          cy={`${y}%`}
          r={percent === 99 ? 5 : 4}
        >
          <title>{`${daysAgo} trading days ago: ${formatSignedMoney(fromDollars(profit))}, beyond VaR ${percent}%`}</title>
        </circle>
      ))}
    </>
  );
}

function ExceedanceTable({ chart: { exceedances } }: { chart: VarHistory }) {
  if (exceedances.length === 0) return null;
  return (
    <details className={cardStyles['how']}>
      <summary>Exceedances as a table</summary>
      <section className={cardStyles['scroll']} aria-label="Exceedances" tabIndex={0}>
        <table className={cardStyles['table']}>
          <caption>Losses beyond VaR, newest first</caption>
          <Head first="Trading days ago" columns={['P&L', 'VaR 95%', 'VaR 99%', 'Beyond']} />
          <tbody>
            {[...exceedances].reverse().map(({ daysAgo, profit, var95, var99, percent }) => (
              <tr key={daysAgo}>
                <th scope="row">{formatCount(daysAgo)}</th>
                <td data-number>{formatSignedMoney(fromDollars(profit))}</td>
                <td data-number>{formatDollars(var95)}</td>
                <td data-number>{formatDollars(var99)}</td>
                <td data-number>{percent}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
