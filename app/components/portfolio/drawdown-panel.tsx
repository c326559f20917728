// Drawdown below the equity chart: same width, same time axis, values on hover.
import { ChartFrame, StretchedPaths } from '../charts/chart-frame';
import { DataTable } from '../data-table';
import { Sentence } from '../figures';
import type { DrawdownShape } from '../../contracts/portfolio';
import styles from './drawdown-panel.module.css';

export function DrawdownPanel({ chart }: { chart: DrawdownShape }) {
  return (
    <div className={styles['panel']}>
      <p className={styles['title']} id="drawdown-summary">
        <Sentence>{chart.summary}</Sentence>
      </p>
      <ChartFrame
        className={styles['chart']}
        label="Drawdown, area chart"
        describedBy="drawdown-summary"
        yTicks={chart.yTicks}
      >
        <StretchedPaths width={chart.width} height={chart.height}>
          <path className={styles['area']} d={chart.area} vectorEffect="non-scaling-stroke" />
        </StretchedPaths>
        {chart.marks.map(({ left, width, when, value }, index) => (
          <rect
            key={index}
            className={styles['hoverArea']}
            x={`${left}%`}
            width={`${width}%`}
            height="100%"
          >
            <title>{`${when}: ${value}`}</title>
          </rect>
        ))}
      </ChartFrame>
      <details className={styles['data']}>
        <summary>Drawdown as a table</summary>
        <p className="muted">{chart.note}</p>
        <DataTable id="drawdown-data" level={3} caption="Drawdown from peak equity">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col" data-number>
                Drawdown
              </th>
            </tr>
          </thead>
          <tbody>
            {chart.marks.map(({ iso, when, value }, index) => (
              <tr key={index}>
                <th scope="row">
                  <time dateTime={iso}>{when}</time>
                </th>
                <td data-number>{value}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      </details>
    </div>
  );
}
