// Measured simulations of the strategy as a fan, with the run itself.
import type { FanShape } from '../../contracts/backtest-view';
import { formatCount, formatDollars, formatSignedPercent } from '../../trading/domain/format';
import { ChartFrame, StretchedPaths } from '../charts/chart-frame';
import { ChartKey, LineKey } from '../charts/chart-key';
import frame from '../charts/chart-frame.module.css';
import { DataTable } from '../data-table';
import { Sentence, Signed } from '../figures';
import styles from './fan-chart.module.css';
import cards from './backtest.module.css';

export const FanChart = ({
  fan,
  reason,
}: {
  readonly fan: FanShape | null;
  readonly reason: string | null;
}) => (
  <section className={cards['card']} aria-labelledby="worlds">
    <h2 id="worlds">Other simulations</h2>
    {fan === null ? <p>No data: {reason}.</p> : <Fan fan={fan} />}
  </section>
);

function Fan({ fan }: { readonly fan: FanShape }) {
  return (
    <figure className={frame['figure']}>
      <ChartKey>
        <LineKey className={styles['world']} name="One simulation each" />
        {fan.own === null ? null : <LineKey className={styles['own']} name="This run" />}
      </ChartKey>
      <ChartFrame
        className={styles['chart']}
        label="Equity in other simulations, line chart"
        describedBy="worlds-summary"
        yTicks={fan.yTicks}
        xTicks={fan.xTicks}
      >
        <StretchedPaths width={fan.width} height={fan.height}>
          {fan.lines.map((path, index) => (
            <path
              key={index}
              d={path}
              className={styles['world']}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {fan.own === null ? null : (
            <path d={fan.own} className={styles['own']} vectorEffect="non-scaling-stroke" />
          )}
        </StretchedPaths>
      </ChartFrame>
      <figcaption>
        <p id="worlds-summary" className="muted">
          <Sentence>{fan.summary}</Sentence>
        </p>
        <details className={cards['fold']}>
          <summary>Show as a table</summary>
          <DataTable id="worlds-data" caption="Simulations" level={3}>
            <thead>
              <tr>
                <th scope="col">Simulation</th>
                <th scope="col" data-number>
                  Return a year
                </th>
                <th scope="col" data-number>
                  Equity after {formatCount(fan.years)} years
                </th>
              </tr>
            </thead>
            <tbody>
              {fan.rows.map(({ percent, endDollars }, index) => (
                <tr key={index}>
                  <th scope="row">{formatCount(index + 1)}</th>
                  <td data-number>
                    <Signed>{formatSignedPercent(percent)}</Signed>
                  </td>
                  <td data-number>{formatDollars(endDollars)}</td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </details>
      </figcaption>
    </figure>
  );
}
