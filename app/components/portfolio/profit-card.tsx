// P&L by commodity or by strategy: bars, and the figures as a table.
import type { ProfitRow, ProfitTable } from '../../contracts/portfolio';
import { formatCount, formatSignedMoney } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { MoneyBars } from '../bars/money-bars';
import { DataTable } from '../data-table';
import { Signed } from '../figures';
import styles from './portfolio.module.css';

interface ProfitCardProps {
  readonly id: string;
  readonly title: string;
  /** Column heading of the names. */
  readonly first: string;
  readonly table: ProfitTable;
}

export function ProfitCard({ id, title, first, table }: ProfitCardProps) {
  return (
    <section className={styles['card']} aria-labelledby={id} data-testid={id}>
      <h2 id={id}>{title}</h2>
      {table.rows.length === 0 ? (
        <p className="muted">No trade yet: P&L appears with the first fill.</p>
      ) : (
        <>
          <MoneyBars chart={table.chart} />
          <details className={styles['data']}>
            <summary>
              Show as a table<span className="visually-hidden">: {title}</span>
            </summary>
            <ProfitRows id={`${id}-data`} first={first} table={table} />
          </details>
        </>
      )}
    </section>
  );
}

const Amount = ({ dollars }: { dollars: number }) => (
  <td data-number>
    <Signed>{formatSignedMoney(fromDollars(dollars))}</Signed>
  </td>
);

function ProfitRows({ id, first, table }: { id: string; first: string; table: ProfitTable }) {
  return (
    <DataTable id={id} level={3} caption={`P&L by ${first.toLowerCase()}, after fees`}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {['Total', 'Realized', 'Unrealized', 'Closed', 'Open'].map((name) => (
            <th key={name} scope="col" data-number>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <Amount dollars={table.total} />
          <Amount dollars={table.realized} />
          <Amount dollars={table.unrealized} />
          <td data-number>{formatCount(table.closed)}</td>
          <td data-number>{formatCount(table.open)}</td>
        </tr>
      </tfoot>
    </DataTable>
  );
}

const Row = ({ row }: { row: ProfitRow }) => (
  <tr>
    <th scope="row">{row.name}</th>
    <Amount dollars={row.total} />
    <Amount dollars={row.realized} />
    <Amount dollars={row.unrealized} />
    <td data-number>{formatCount(row.closed)}</td>
    <td data-number>{formatCount(row.open)}</td>
  </tr>
);
