// The selected pair: strength, scatter of days, and strength by lag.
import type {
  CorrelationsPageDto,
  LagShape,
  ScatterShape,
} from '../../contracts/correlations-page';
import { formatCount, formatNumber, formatSignedNumber } from '../../trading/domain/format';
import { ZeroLine } from '../charts/chart-axes';
import { ChartFrame, StretchedPaths } from '../charts/chart-frame';
import { DataTable } from '../data-table';
import { Sentence, Signed } from '../figures';
import { formatCorrelation, formatLag, formatPairName } from './correlation-texts';
import styles from './correlation-detail.module.css';

type Detail = NonNullable<CorrelationsPageDto['selected']>;

export function CorrelationDetail({ detail: { row, scatter, lag } }: { readonly detail: Detail }) {
  const { strength, label, sample, significance } = formatCorrelation(row);
  return (
    <section className={styles['panel']} id="cell" aria-labelledby="cell-title">
      <h2 id="cell-title">
        {row.weatherFactor}, {formatPairName(row)}: <Signed>{strength}</Signed> {label}
      </h2>
      <p className="muted">
        {sample}. {significance}.
      </p>
      {scatter === null ? (
        <p>No data: fewer than 30 common days of weather and price.</p>
      ) : (
        <Scatter chart={scatter} />
      )}
      {lag === null ? null : <LagPlot chart={lag} />}
    </section>
  );
}

function Scatter({ chart }: { readonly chart: ScatterShape }) {
  return (
    <figure className={styles['figure']}>
      <p className={styles['axis']}>{chart.yLabel}</p>
      <ChartFrame
        className={styles['scatter']}
        label={`Scatter plot, ${chart.yLabel} by ${chart.xLabel}`}
        describedBy="scatter-summary"
        yTicks={chart.yTicks}
        xTicks={chart.xTicks}
      >
        {chart.zeroX === null ? null : (
          <line
            className={styles['zero']}
            x1={`${chart.zeroX}%`}
            x2={`${chart.zeroX}%`}
            y1="0"
            y2="100%"
          />
        )}
        {chart.zeroY === null ? null : <ZeroLine at={chart.zeroY} />}
        <StretchedPaths width={chart.width} height={chart.height}>
          <path d={chart.dots} className={styles['dots']} vectorEffect="non-scaling-stroke" />
          <path d={chart.trend} className={styles['trend']} vectorEffect="non-scaling-stroke" />
        </StretchedPaths>
      </ChartFrame>
      <p className={styles['across']}>{chart.xLabel}</p>
      <figcaption>
        <p id="scatter-summary" className="muted">
          <Sentence>{chart.summary}</Sentence>
        </p>
        <details>
          <summary>Show as a table</summary>
          <DataTable
            id="scatter-data"
            caption="Mean price change by quintile of the factor"
            level={3}
          >
            <thead>
              <tr>
                <th scope="col">{chart.xLabel}</th>
                <th scope="col" data-number>
                  Days
                </th>
                <th scope="col" data-number>
                  Mean change
                </th>
              </tr>
            </thead>
            <tbody>
              {chart.quintiles.map(({ low, high, days, meanChange }, index) => (
                <tr key={index}>
                  <th scope="row">
                    {low} to {high}
                  </th>
                  <td data-number>{formatCount(days)}</td>
                  <td data-number>
                    <Signed>{meanChange}</Signed>
                  </td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </details>
      </figcaption>
    </figure>
  );
}

/** Bars from the zero line; the band is the range of chance. */
function LagPlot({ chart }: { readonly chart: LagShape }) {
  const { width, height, bars, band, xTicks, yTicks, zeroAt, lags, summary } = chart;
  return (
    <figure className={styles['figure']}>
      <h3>Correlation by lag</h3>
      <ChartFrame
        className={styles['lags']}
        label="Correlation by lag, bar chart"
        describedBy="lag-summary"
        yTicks={yTicks}
        xTicks={xTicks}
      >
        <StretchedPaths width={width} height={height}>
          <rect className={styles['chance']} y={band.y} width={width} height={band.height} />
          {bars.map(({ isNegative, ...bar }) => (
            <rect key={bar.x} className={styles[isNegative ? 'minus' : 'plus']} {...bar} />
          ))}
        </StretchedPaths>
        <ZeroLine at={zeroAt} />
      </ChartFrame>
      <figcaption>
        <p id="lag-summary" className="muted">
          <Sentence>{summary}</Sentence>
        </p>
        <details>
          <summary>Show as a table</summary>
          <DataTable id="lag-data" caption="Correlation and days by lag" level={3}>
            <thead>
              <tr>
                <th scope="col">Weather leads by</th>
                <th scope="col" data-number>
                  Correlation
                </th>
                <th scope="col" data-number>
                  Days
                </th>
              </tr>
            </thead>
            <tbody>
              {lags.map(({ lagDays, strength, n }) => (
                <tr key={lagDays}>
                  <th scope="row">{formatLag(lagDays)}</th>
                  <td data-number>
                    <Signed>{formatSignedNumber(strength, 3)}</Signed>
                  </td>
                  <td data-number>{formatNumber(n, 0)}</td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </details>
      </figcaption>
    </figure>
  );
}
