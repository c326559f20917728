// Closed positions of the current account period, newest first.
import { CsvLink } from '../csv-link';
import { DataTable } from '../data-table';
import styles from './portfolio.module.css';
import type { ClosedRow } from '../../contracts/portfolio';
import { buildHref } from '../../contracts/base-path';

export function ClosedTable({ rows, since }: { rows: readonly ClosedRow[]; since: string }) {
  if (rows.length === 0) return <NothingClosed since={since} />;
  return (
    <DataTable
      id="closed"
      caption="Closed Positions"
      note={
        <>
          <CsvLink name="closed-positions" />, fills <CsvLink name="fills" />
        </>
      }
    >
      <thead>
        <tr>
          <th scope="col">Position</th>
          <th scope="col">Side</th>
          <th scope="col" data-number>
            Size
          </th>
          <th scope="col" data-number>
            Entry
          </th>
          <th scope="col" data-number>
            Exit
          </th>
          <th scope="col" data-number>
            P&amp;L
          </th>
          <th scope="col" data-number>
            Fees
          </th>
          <th scope="col">Closed</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </DataTable>
  );
}

function NothingClosed({ since }: { since: string }) {
  return (
    <section className={styles['card']} aria-labelledby="closed">
      <h2 id="closed">Closed Positions</h2>
      <p className="muted">
        No closed positions {since}. Closed positions appear here with realized P&L.
      </p>
    </section>
  );
}

function Row({ row }: { row: ClosedRow }) {
  return (
    <tr>
      <th scope="row">
        <a href={buildHref(`/position/${row.id}`)} data-visit="">
          {row.name} {row.contract}
        </a>
      </th>
      <td>{row.direction === 'LONG' ? '\u25b2 LONG' : '\u25bc SHORT'}</td>
      <td data-number>{row.size}</td>
      <td data-number>{row.entry}</td>
      <td data-number>{row.exit}</td>
      <td data-number className={row.tone}>
        {row.pnl} ({row.percent})
      </td>
      <td data-number>{row.fees}</td>
      <td>
        <time dateTime={row.closed.iso}>{row.closed.text}</time>
      </td>
    </tr>
  );
}
