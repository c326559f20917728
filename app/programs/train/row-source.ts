// Training rows by path and network: cached, or simulated as research jobs and then cached.
import type { NetworkId } from '../../trading/networks/network-spec';
import type { Progress } from '../progress/progress';
import { ROWS_JOB } from './jobs';
import { runTrainingJobs } from './pool';
import type { RowFiles } from './row-files';
import { type Rows, joinRows } from './rows';
import type { WorldRowsRequest } from './world-rows';

export class RowSource {
  constructor(
    private readonly files: RowFiles,
    private readonly options: { readonly threads: number; readonly years: number },
    private readonly progress: Progress,
  ) {}

  /** Simulates missing rows; returns the number of simulated paths. */
  async simulateMissing(
    seeds: readonly string[],
    nets: readonly NetworkId[],
    isEfficient = false,
  ): Promise<number> {
    const { years, threads } = this.options;
    const tasks = seeds.flatMap((seed): WorldRowsRequest[] => {
      const missing = nets.filter((net) => !this.files.has({ seed, years, isEfficient }, net));
      return missing.length > 0 ? [{ seed, years, nets: missing, isEfficient }] : [];
    });
    const balanced = balanceTasks(tasks, threads);
    await runTrainingJobs(ROWS_JOB, balanced, threads, {
      onProgress: ({ done }) => this.progress.update(done, balanced.length, 'simulating rows'),
      onResult: (index, rowsByNetwork) => {
        const request = balanced[index];
        for (const net of request?.nets ?? [])
          if (request && rowsByNetwork[net]) this.files.write(request, net, rowsByNetwork[net]);
      },
    });
    this.progress.endPhase();
    return tasks.length;
  }

  /** Concatenated rows of the paths. Throws RangeError for a path without rows. */
  getRows(net: NetworkId, seeds: readonly string[], isEfficient = false): Rows {
    return joinRows(
      seeds.map((seed) => {
        const rows = this.files.read({ seed, years: this.options.years, isEfficient }, net);
        if (!rows) throw new RangeError(`no rows of ${net} for path ${seed}`);
        return rows;
      }),
    );
  }
}

/**
 * Splits the last paths by network when there are fewer of them than threads, to balance the load.
 */
function balanceTasks(
  tasks: readonly WorldRowsRequest[],
  threads: number,
): readonly WorldRowsRequest[] {
  const remaining = threads === 0 ? 0 : tasks.length % threads;
  if (remaining === 0 || 2 * remaining > threads) return tasks;
  const splitTask = (request: WorldRowsRequest): readonly WorldRowsRequest[] =>
    [0, 1].map((half) => ({
      ...request,
      nets: request.nets.filter((_, index) => index % 2 === half),
    }));
  return [
    ...tasks.slice(0, -remaining),
    ...tasks
      .slice(-remaining)
      .flatMap(splitTask)
      .filter(({ nets }) => nets.length > 0),
  ];
}
