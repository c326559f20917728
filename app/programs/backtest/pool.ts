// Worlds walked side by side in threads: no world knows another, so that their order and number
// change no result.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorldSpan } from '../../server/backtests/spans';
import type { WalkWorlds, WorldResult } from '../../server/backtests/study';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import type { CommodityKey } from '../../trading/domain/commodity';

/** What a thread is made for. */
export interface ToWalker {
  readonly names: readonly { readonly mode: CommodityKey; readonly id: string }[];
  readonly jobs: readonly WorldSpan[];
}

/** How far a thread has come with a world, and at its end what the playbooks brought. */
export interface FromWalker {
  readonly place: number;
  readonly share: number;
  readonly results: readonly WorldResult[] | null;
}

/**
 * A walk throws away many small objects: room for them spares the collector a sixth of the time.
 */
const YOUNG_MB = 64;

/**
 * Walks worlds in as many threads, at most one a world. One playbook alone is walked here, because
 * its tapes are wanted afterwards.
 */
export const walkSideBySide =
  (threads: number, here: WalkWorlds): WalkWorlds =>
  (rows, jobs, onProgress) => {
    const count = Math.min(threads, jobs.length);
    if (count < 2 || rows.length < 2) return here(rows, jobs, onProgress);
    const names = rows.map(({ commodity, id }) => ({ mode: commodity, id }));
    const found: (readonly WorldResult[])[] = [];
    const shares = new Float64Array(jobs.length);
    let next = 0;
    const workers = Array.from(
      { length: count },
      () =>
        new Worker(join(PROJECT_ROOT, 'build', 'workers', 'backtest-world.js'), {
          workerData: { names, jobs } satisfies ToWalker,
          resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
        }),
    );
    const all = workers.map(
      (worker) =>
        new Promise<void>((done, fail) => {
          const take = (): void => {
            const [place, job] = [next, jobs[next]];
            next += 1;
            if (job) worker.postMessage({ place, job });
            else done();
          };
          worker.on('error', fail);
          worker.on('exit', (code) =>
            fail(
              new Error(`a thread that walks worlds ended with ${code} before its work was done`),
            ),
          );
          worker.on('message', ({ place, share, results }: FromWalker) => {
            shares[place] = share;
            const walked = shares.reduce((sum, one) => sum + one, 0);
            onProgress(walked, jobs.length, `${walked.toFixed(1)} of ${jobs.length} worlds`);
            if (results === null) return;
            found[place] = results;
            take();
          });
          take();
        }),
    );
    return Promise.all(all)
      .then(() => found)
      .finally(() => Promise.all(workers.map((worker) => worker.terminate())));
  };
