// Accessible chart: drawing, summary sentence and data table.
import type { ReactNode } from 'react';
import { DataTable } from '../data-table';
import { formatCount } from '../../trading/domain/format';
import { Sentence } from '../figures';
import styles from './chart-figure.module.css';
import type { ChartShape } from '../../contracts/chart-shape';
import { ChartCredit } from './chart-credit';
import { InteractiveLineChart } from './interactive-line-chart';

export function ChartFigure({
  id,
  label,
  chart,
  beneath,
}: {
  id: string;
  label: string;
  chart: ChartShape;
  /** A second panel on the same time axis. */
  beneath?: ReactNode;
}) {
  return (
    <figure className={styles['figure']}>
      <InteractiveLineChart id={id} label={label} describedBy={`${id}-summary`} chart={chart} />
      {beneath}
      <figcaption>
        <p id={`${id}-summary`} className="muted">
          <Sentence>{chart.summary}</Sentence>
        </p>
        <details className={styles['data']}>
          <summary>Show as a table</summary>
          <ChartTable id={`${id}-data`} label={label} chart={chart} />
          {chart.fillMarks.length > 0 ? <FillTable id={`${id}-fills`} chart={chart} /> : null}
        </details>
        <p className="muted">
          {chart.fillMarks.length > 0 ? (
            <span aria-hidden="true">{'\u25b2 bought \u25bc sold. '}</span>
          ) : null}
          <ChartCredit />
        </p>
      </figcaption>
    </figure>
  );
}

function ChartTable({ id, label, chart }: { id: string; label: string; chart: ChartShape }) {
  return (
    <DataTable id={id} caption={formatCaption(label, chart)}>
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

function FillTable({ id, chart: { fillMarks } }: { id: string; chart: ChartShape }) {
  const fills = fillMarks.flatMap((mark) => mark.fills).sort((a, b) => a.iso.localeCompare(b.iso));
  return (
    <DataTable id={id} caption={`Fills: ${formatCount(fills.length)}`} level={3}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Fill</th>
        </tr>
      </thead>
      <tbody>
        {fills.map(({ iso, when, text }, index) => (
          <tr key={`${index} ${iso}`}>
            <th scope="row">
              <time dateTime={iso}>{when}</time>
            </th>
            <td data-text>{text}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

const formatCaption = (label: string, { marks, valueCount }: ChartShape): string =>
  marks.length === valueCount
    ? label
    : `${label}: ${formatCount(marks.length)} of ${formatCount(valueCount)} values, minimum and maximum of equal intervals`;
