// Scores by network or market, with benchmarks.
import { formatCount } from '../../trading/domain/format';
import { DataTable } from '../data-table';
import { formatBenchmarkScore, formatHitRate, formatScore } from './score-texts';
import type { ScoreDto } from '../../contracts/api/signals';

const NOTE =
  'Brier score: mean of (probability − outcome) squared; lower is better, 50/50 scores 0.2500. In brackets the gain over each benchmark: above zero, the network is better.';

interface ScoreTableProps {
  readonly id: string;
  readonly caption: string;
  readonly rows: readonly ScoreDto[];
}

export const ScoreTable = ({ id, caption, rows }: ScoreTableProps) => (
  <DataTable id={id} caption={caption} note={NOTE}>
    <thead>
      <tr>
        <th scope="col">Network</th>
        <th scope="col">Market</th>
        <th scope="col" data-number>
          Scored
        </th>
        <th scope="col" data-number>
          Brier score
        </th>
        <th scope="col" data-number>
          50/50
        </th>
        <th scope="col" data-number>
          1-month trend
        </th>
        <th scope="col" data-number>
          Season
        </th>
        <th scope="col" data-number>
          Log loss
        </th>
        <th scope="col" data-number>
          Hit rate
        </th>
        <th scope="col">Skill</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={`${row.network} ${row.symbol ?? ''}`}>
          <th scope="row">{row.network}</th>
          <td>{row.symbol ?? 'all'}</td>
          <td data-number>
            {formatCount(row.count)}
            {row.voids === 0 ? null : (
              <span className="muted"> ({formatCount(row.voids)} without a price)</span>
            )}
          </td>
          <td data-number>{formatScore(row.brier)}</td>
          <td data-number>{formatBenchmarkScore(row, 'even')}</td>
          <td data-number>{formatBenchmarkScore(row, 'momentum')}</td>
          <td data-number>{formatBenchmarkScore(row, 'seasonal')}</td>
          <td data-number>{formatScore(row.logLoss)}</td>
          <td data-number>{formatHitRate(row)}</td>
          <td data-text>
            {row.isDemoted ? <strong className="bad">DEMOTED</strong> : null}{' '}
            {row.verdict ?? 'see each market'}
          </td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);
