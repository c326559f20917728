// Newest trades of a backtest.
import type { BacktestTradeDto } from '../../contracts/backtest-view';
import {
  MISSING,
  formatCount,
  formatDate,
  formatDollars,
  formatSignedMoney,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { DataTable } from '../data-table';
import { Signed } from '../figures';

const SIDE_TEXTS: Readonly<Record<BacktestTradeDto['side'], string>> = {
  LONG: '\u25b2 LONG',
  SHORT: '\u25bc SHORT',
  SPREAD: '\u21c5 SPREAD',
};

interface TradesTableProps {
  readonly trades: readonly BacktestTradeDto[];
  /** All trades of the run. */
  readonly count: number;
}

export function TradesTable({ trades, count }: TradesTableProps) {
  if (trades.length === 0) return <p className="muted">No trades.</p>;
  const shown =
    trades.length < count
      ? `Newest ${formatCount(trades.length)} of ${formatCount(count)}; the report lists more, leg by leg`
      : `All ${formatCount(count)}`;
  return (
    <DataTable
      id="trades"
      caption="Trades"
      note={`${shown}. A rolled position or a spread is one trade. Dates in UTC; results after costs.`}
    >
      <thead>
        <tr>
          <th scope="col" data-number>
            No.
          </th>
          <th scope="col">Contract</th>
          <th scope="col">Side</th>
          <th scope="col" data-number>
            Size
          </th>
          <th scope="col">Entered</th>
          <th scope="col" data-number>
            Entry
          </th>
          <th scope="col">Exited</th>
          <th scope="col" data-number>
            Exit
          </th>
          <th scope="col">Exit by</th>
          <th scope="col" data-number>
            Result
          </th>
          <th scope="col" data-number>
            Costs
          </th>
        </tr>
      </thead>
      <tbody>
        {trades.map((trade) => (
          <tr key={trade.number}>
            <td data-number>{formatCount(trade.number)}</td>
            <th scope="row">{trade.contracts}</th>
            <td>{SIDE_TEXTS[trade.side]}</td>
            <td data-number>{trade.size}</td>
            <td>{formatDate(trade.enteredMs, 'UTC')}</td>
            <td data-number>{trade.entry ?? MISSING}</td>
            <td>{formatDate(trade.exitedMs, 'UTC')}</td>
            <td data-number>{trade.exit ?? MISSING}</td>
            <td>{trade.cause}</td>
            <td data-number>
              <Signed>{formatSignedMoney(fromDollars(trade.result))}</Signed>
            </td>
            <td data-number>{formatDollars(trade.costs)}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
