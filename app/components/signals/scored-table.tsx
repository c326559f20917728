// Latest scored signals, newest first.

import { DataTable } from '../data-table';
import { Timestamp } from '../figures';
import { formatPriceChange, formatProbability, formatOutcome, formatScore } from './score-texts';
import type { ScoredSignalDto } from '../../contracts/api/signals';

export const ScoredTable = ({
  rows,
  timeZone,
}: {
  rows: readonly ScoredSignalDto[];
  timeZone: string;
}) => (
  <DataTable
    id="scored"
    caption="Latest scored signals"
    note="Scored at the first price of the same contract at or after expiry."
  >
    <thead>
      <tr>
        <th scope="col">Market</th>
        <th scope="col">Network</th>
        <th scope="col">Issued</th>
        <th scope="col">Expired</th>
        <th scope="col" data-number>
          Probability up
        </th>
        <th scope="col" data-number>
          Price at issue and expiry
        </th>
        <th scope="col">Outcome</th>
        <th scope="col" data-number>
          Brier score
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={`${row.symbol} ${row.madeAt}`}>
          <th scope="row">
            {row.symbol} <code className="muted">{row.contract}</code>
          </th>
          <td>{row.network}</td>
          <td>
            <Timestamp iso={row.madeAt} timeZone={timeZone} />
          </td>
          <td>
            <Timestamp iso={row.expiredAt} timeZone={timeZone} />
          </td>
          <td data-number>{formatProbability(row.chanceUp)}</td>
          <td data-number>{formatPriceChange(row)}</td>
          <td>{formatOutcome(row)}</td>
          <td data-number>{formatScore(row.brier)}</td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);
