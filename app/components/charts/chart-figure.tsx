// A chart for every reader: drawn, told in a sentence, and listed in a table.
import { DataTable } from '../data-table';
import { count } from '../../trading/domain/format';
import { Sentence } from '../figures';
import styles from './chart-figure.module.css';
import type { ChartShape } from './chart-shape';
import { LineChart } from './line-chart';

export function ChartFigure({ id, label, chart }: { id: string; label: string; chart: ChartShape }) {
  return (
    <figure className={styles['figure']}>
      <LineChart id={id} label={label} describedBy={`${id}-summary`} chart={chart} />
      <figcaption>
        <p id={`${id}-summary`} className="muted">
          <Sentence>{chart.summary}</Sentence>
        </p>
        <details className={styles['data']}>
          <summary>Show as a table</summary>
          <ChartTable id={`${id}-data`} label={label} chart={chart} />
        </details>
      </figcaption>
    </figure>
  );
}

function ChartTable({ id, label, chart }: { id: string; label: string; chart: ChartShape }) {
  return (
    <DataTable id={id} caption={captionOf(label, chart)}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col" data-number>
            {label}
          </th>
        </tr>
      </thead>
      <tbody>
        {chart.marks.map(({ iso, when, value }) => (
          <tr key={iso}>
            <th scope="row">
              <time dateTime={iso}>{when}</time>
            </th>
            <td data-number>{value}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

const captionOf = (label: string, { marks, valueCount }: ChartShape): string =>
  marks.length === valueCount ? label : `${label}: ${count(marks.length)} of ${count(valueCount)} values, the lowest and the highest of equal stretches`;
