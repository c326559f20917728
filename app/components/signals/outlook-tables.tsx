// What the other networks forecast: the size of the next moves, and spikes of power prices.

import { formatNumber, formatPercent } from '../../trading/domain/format';
import type { SignalTrackRecordDto } from '../../contracts/api/signals';
import { DataTable } from '../data-table';
import { formatExpectedRange } from './board-texts';

export const RangeTable = ({ ranges }: Pick<SignalTrackRecordDto, 'ranges'>) =>
  ranges.length === 0 ? null : (
    <DataTable
      id="ranges"
      caption="Expected size of the next day’s move"
      note="By VolNet, one standard deviation, without a direction. The last column compares it with the present volatility on out-of-sample simulations."
    >
      <thead>
        <tr>
          <th scope="col">Market</th>
          <th scope="col" data-number>
            Standard deviation
          </th>
          <th scope="col" data-number>
            Over present volatility
          </th>
          <th scope="col">Network better</th>
        </tr>
      </thead>
      <tbody>
        {ranges.map((range) => (
          <tr key={range.symbol}>
            <th scope="row">{range.symbol}</th>
            <td data-number>{formatExpectedRange(range)}</td>
            <td data-number>{formatNumber(range.ratio, 2)}</td>
            <td>{range.isBetter ? 'yes' : 'no'}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );

export const SpikeTable = ({ spikes }: Pick<SignalTrackRecordDto, 'spikes'>) =>
  spikes.length === 0 ? null : (
    <DataTable
      id="spikes"
      caption="Spike risk of power prices"
      note="By SpikeNet: chance that the dearest hour of the next day exceeds 2.5 times its monthly mean."
    >
      <thead>
        <tr>
          <th scope="col">Hub</th>
          <th scope="col" data-number>
            Chance
          </th>
        </tr>
      </thead>
      <tbody>
        {spikes.map(({ hub, probability }) => (
          <tr key={hub}>
            <th scope="row">{hub}</th>
            <td data-number>{formatPercent(100 * probability, 0)}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
