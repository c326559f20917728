// Rows of training by world and network: from files where there are any, else made by all threads
// together and kept.
import type { NetworkId } from '../../trading/networks/network-spec';
import type { Progress } from '../cli';
import { runTasks } from './pool';
import type { RowFiles } from './row-files';
import { type Rows, joinedRows } from './row-sink';
import type { Task } from './tasks';

type RowsTask = Extract<Task, { kind: 'rows' }>;

export class RowSource {
  constructor(
    private readonly files: RowFiles,
    private readonly options: { readonly threads: number; readonly years: number },
    private readonly progress: Progress,
  ) {}

  /** Makes what is missing of the worlds and answers how many of them were made. */
  async make(
    seeds: readonly string[],
    nets: readonly NetworkId[],
    isEfficient = false,
  ): Promise<number> {
    const { years, threads } = this.options;
    const tasks = seeds.flatMap((seed): RowsTask[] => {
      const missing = nets.filter((net) => !this.files.has({ seed, years, isEfficient }, net));
      return missing.length > 0
        ? [{ kind: 'rows', request: { seed, years, nets: missing, isEfficient } }]
        : [];
    });
    await runTasks(sharedOut(tasks, threads), threads, {
      onDone: (share) => this.progress.update(share, 1, 'rows of the worlds'),
      onResult: ({ request }, made) => {
        for (const net of request.nets) if (made[net]) this.files.write(request, net, made[net]);
      },
    });
    this.progress.end();
    return tasks.length;
  }

  /** Rows of worlds behind one another. Throws RangeError for a world whose rows were not made. */
  of(net: NetworkId, seeds: readonly string[], isEfficient = false): Rows {
    return joinedRows(
      seeds.map((seed) => {
        const rows = this.files.read({ seed, years: this.options.years, isEfficient }, net);
        if (!rows) throw new RangeError(`the rows of ${net} from world ${seed} were not made`);
        return rows;
      }),
    );
  }
}

/**
 * The same work, with the last worlds halved by network where threads would have nothing left to do
 * while others walk them.
 */
function sharedOut(tasks: readonly RowsTask[], threads: number): readonly RowsTask[] {
  const left = threads === 0 ? 0 : tasks.length % threads;
  if (left === 0 || 2 * left > threads) return tasks;
  const halves = ({ request }: RowsTask): readonly RowsTask[] =>
    [0, 1].map((half) => ({
      kind: 'rows',
      request: { ...request, nets: request.nets.filter((_, place) => place % 2 === half) },
    }));
  return [
    ...tasks.slice(0, -left),
    ...tasks
      .slice(-left)
      .flatMap(halves)
      .filter(({ request }) => request.nets.length > 0),
  ];
}
