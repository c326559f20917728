// What became of the latest signals, the newest first.

import { DataTable } from '../data-table';
import { Moment } from '../figures';
import { changeText, formatChance, outcomeText, formatScore } from './signal-texts';
import type { ScoredDto } from '../../contracts/api/signals';

export const ScoredTable = ({
  rows,
  timeZone,
}: {
  rows: readonly ScoredDto[];
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
            <Moment iso={row.madeAt} timeZone={timeZone} />
          </td>
          <td>
            <Moment iso={row.expiredAt} timeZone={timeZone} />
          </td>
          <td data-number>{formatChance(row.chanceUp)}</td>
          <td data-number>{changeText(row)}</td>
          <td>{outcomeText(row)}</td>
          <td data-number>{formatScore(row.brier)}</td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);
