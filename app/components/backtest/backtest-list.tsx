// The backtests of a user that are kept, newest first.

import { COMMODITIES } from '../../trading/domain/commodity';
import { formatCount, signedPercent } from '../../trading/domain/format';
import { DataTable } from '../data-table';
import { Moment, Signed } from '../figures';
import { phaseText, yearsText } from './backtest-texts';
import type { BacktestDto } from '../../contracts/api/backtest';

interface BacktestListProps {
  readonly jobs: readonly BacktestDto[];
  /** How many are kept at most. */
  readonly kept: number;
  readonly timeZone: string;
}

export function BacktestList({ jobs, kept, timeZone }: BacktestListProps) {
  if (jobs.length === 0) return null;
  return (
    <DataTable
      id="backtests"
      caption="Your backtests"
      note={`The newest ${formatCount(kept)} are kept`}
    >
      <thead>
        <tr>
          {['Strategy', 'Commodity', 'Data', 'State'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {['Net return a year', 'Trades', 'Requested'].map((name) => (
            <th key={name} scope="col" data-number>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <BacktestRow key={job.id} job={job} timeZone={timeZone} />
        ))}
      </tbody>
    </DataTable>
  );
}

function BacktestRow({ job, timeZone }: { job: BacktestDto; timeZone: string }) {
  const { id, mode, playbookName, years, world, seed, askedAt, result } = job;
  return (
    <tr>
      <th scope="row">
        <a href={`/backtest/${id}`} data-visit="" className="unbroken">
          {playbookName}
        </a>
      </th>
      <td>{COMMODITIES[mode].displayName}</td>
      <td>
        {world === 'desk' ? 'in-sample' : seed}, {yearsText(years)}
      </td>
      <td>
        {result?.hasEdge === false
          ? `${phaseText(job)}, not significant after multiple testing`
          : phaseText(job)}
      </td>
      <td data-number>
        {result === null ? (
          signedPercent(null)
        ) : (
          <Signed>{signedPercent(result.netPercentAYear)}</Signed>
        )}
      </td>
      <td data-number>{formatCount(result?.trades ?? null)}</td>
      <td data-number>
        <Moment iso={askedAt} timeZone={timeZone} />
      </td>
    </tr>
  );
}
