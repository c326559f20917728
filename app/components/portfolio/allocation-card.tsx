// Account balance by commodity, cash included.
import type { Allocation } from '../../contracts/portfolio';
import { formatDollars, formatPercent } from '../../trading/domain/format';
import { MoneyBars } from '../bars/money-bars';
import { DataTable } from '../data-table';
import styles from './portfolio.module.css';

export function AllocationCard({ allocation }: { allocation: Allocation }) {
  return (
    <section className={styles['card']} aria-labelledby="allocation" data-testid="allocation">
      <h2 id="allocation">Allocation</h2>
      <MoneyBars chart={allocation.chart} isPlain />
      <details className={styles['data']}>
        <summary>
          Show as a table<span className="visually-hidden">: Allocation</span>
        </summary>
        <DataTable id="allocation-data" level={3} caption="Account balance">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col" data-number>
                Amount
              </th>
              <th scope="col" data-number>
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {allocation.rows.map(({ key, name, value, percent }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td data-number>{formatDollars(value)}</td>
                <td data-number>{formatPercent(percent, 1)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Account Balance</th>
              <td data-number>{formatDollars(allocation.balance)}</td>
              <td data-number />
            </tr>
          </tfoot>
        </DataTable>
      </details>
    </section>
  );
}
