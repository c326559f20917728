// Monthly returns as a grid, colored by sign and size.
import type { BacktestYear } from '../../contracts/backtest-view';
import { formatSignedPercent } from '../../trading/domain/format';
import { DataTable } from '../data-table';
import styles from './months-grid.module.css';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Color steps, percent. */
const SHADES = [0, 0.5, 2];

export const MonthsGrid = ({ years }: { readonly years: readonly BacktestYear[] }) =>
  years.length === 0 ? (
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
          {MONTHS.map((month) => (
            <th key={month} scope="col" data-number>
              {month}
            </th>
          ))}
          <th scope="col" data-number>
            Full year
          </th>
        </tr>
      </thead>
      <tbody>
        {years.map(({ year, months, totalPercent }) => (
          <tr key={year}>
            <th scope="row">{year}</th>
            {MONTHS.map((month, index) => (
              <ReturnCell key={month} value={months[index] ?? null} />
            ))}
            <ReturnCell value={totalPercent} />
          </tr>
        ))}
      </tbody>
    </DataTable>
  );

function ReturnCell({ value }: { readonly value: number | null }) {
  const text = formatSignedPercent(value, 2);
  const isFlat = value === null || !/^[+\u2212]/.test(text);
  return (
    <td
      data-number
      className={styles['cell']}
      data-sign={isFlat ? 'flat' : value > 0 ? 'plus' : 'minus'}
      data-level={isFlat ? 0 : SHADES.filter((from) => Math.abs(value) >= from).length}
    >
      {text}
    </td>
  );
}
