// What became of the latest signals, the newest first.
import type { ScoredWire } from '../../contracts/signals';
import { DataTable } from '../data-table';
import { Moment } from '../figures';
import { changeText, chance, outcomeText, score } from './signal-texts';

export const ScoredTable = ({
  rows,
  timeZone,
}: {
  rows: readonly ScoredWire[];
  timeZone: string;
}) => (
  <DataTable
    id="scored"
    caption="Latest scored signals"
    note="Scored at the first price of the very contract at or after their end."
  >
    <thead>
      <tr>
        <th scope="col">Market</th>
        <th scope="col">Network</th>
        <th scope="col">Made</th>
        <th scope="col">Ended</th>
        <th scope="col" data-number>
          Chance of a rise
        </th>
        <th scope="col" data-number>
          Price then and after
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
          <td data-number>{chance(row.chanceUp)}</td>
          <td data-number>{changeText(row)}</td>
          <td>{outcomeText(row)}</td>
          <td data-number>{score(row.brier)}</td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);
