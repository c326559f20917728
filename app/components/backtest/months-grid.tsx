// Monthly returns as a grid, colored by sign and size.
import { MONTH_COLUMNS, type MonthCell, type MonthRow } from '../../contracts/backtest-view';
import { DataTable } from '../data-table';
import styles from './months-grid.module.css';

export const MonthsGrid = ({ rows }: { readonly rows: readonly MonthRow[] }) =>
  rows.length === 0 ? (
    <p className="muted">No monthly returns: the run is too short.</p>
  ) : (
    <DataTable
      id="months"
      caption="Months"
      note="Return on the equity at the end of the month before; the months of a year compound to its total."
    >
      <thead>
        <tr>
          <th scope="col">Year</th>
          {MONTH_COLUMNS.map((month) => (
            <th key={month} scope="col" data-number>
              {month}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ year, cells }) => (
          <tr key={year}>
            <th scope="row">{year}</th>
            {cells.map((cell, index) => (
              <ReturnCell key={index} cell={cell} />
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );

const ReturnCell = ({ cell: { text, sign, level } }: { readonly cell: MonthCell }) => (
  <td data-number className={styles['cell']} data-sign={sign} data-level={level}>
    {text}
  </td>
);
