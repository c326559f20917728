import { formatCount } from '../../trading/domain/format';
import { DataTable } from '../data-table';
import { formatBin, formatProbability } from './score-texts';
import type { ReliabilityDto } from '../../contracts/api/signals';

export const ReliabilityTable = ({ rows }: { rows: readonly ReliabilityDto[] }) => (
  <DataTable
    id="reliability"
    caption="Calibration: forecast vs observed"
    note="Signals by forecast probability of a rise, and how often the price rose. Equal figures mean good calibration."
  >
    <thead>
      <tr>
        <th scope="col">Probability up</th>
        <th scope="col" data-number>
          Signals
        </th>
        <th scope="col" data-number>
          Mean forecast
        </th>
        <th scope="col" data-number>
          Rose
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.from}>
          <th scope="row">{formatBin(row)}</th>
          <td data-number>{formatCount(row.count)}</td>
          <td data-number>{formatProbability(row.stated)}</td>
          <td data-number>{formatProbability(row.came)}</td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);
