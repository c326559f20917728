// Stored backtests of the user, newest first.

import { COMMODITIES } from '../../trading/domain/commodity';
import { formatCount, formatSignedPercent } from '../../trading/domain/format';
import { CsvLink } from '../csv-link';
import { DataTable } from '../data-table';
import { Timestamp, Signed } from '../figures';
import { formatPhase, formatYears } from './backtest-texts';
import type { BacktestDto } from '../../contracts/api/backtest';
import { buildHref } from '../../contracts/base-path';

interface BacktestListProps {
  readonly jobs: readonly BacktestDto[];
  /** Maximum number of stored backtests per user. */
  readonly jobsMax: number;
  readonly timeZone: string;
}

export function BacktestList({ jobs, jobsMax, timeZone }: BacktestListProps) {
  if (jobs.length === 0) return null;
  return (
    <DataTable
      id="backtests"
      caption="Your backtests"
      note={
        <>
          Newest {formatCount(jobsMax)} are stored <CsvLink name="backtests" />
        </>
      }
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
  const { id, mode, playbookName, years, world, seed, askedAt: requestedAt, result } = job;
  return (
    <tr>
      <th scope="row">
        <a href={buildHref(`/backtest/${id}`)} data-visit="" className="unbroken">
          {playbookName}
        </a>
      </th>
      <td>{COMMODITIES[mode].displayName}</td>
      <td>
        {world === 'desk' ? 'in-sample' : seed}, {formatYears(years)}
      </td>
      <td>
        {result?.hasEdge === false
          ? `${formatPhase(job)}, not significant after multiple testing`
          : formatPhase(job)}
      </td>
      <td data-number>
        {result === null ? (
          formatSignedPercent(null)
        ) : (
          <Signed>{formatSignedPercent(result.netPercentAYear)}</Signed>
        )}
      </td>
      <td data-number>{formatCount(result?.trades ?? null)}</td>
      <td data-number>
        <Timestamp iso={requestedAt} timeZone={timeZone} />
      </td>
    </tr>
  );
}
