// A backtest as research jobs: it reports exactly one end, with a sentence for its user.
import { describe, expect, it, vi } from 'vitest';
import { REPORT_JOB, STRATEGY_JOB } from '../../../app/server/backtests/backtest-jobs';
import type { BacktestOrder } from '../../../app/server/backtests/backtest-order';
import { startBacktestJob } from '../../../app/server/backtests/backtest-worker.server';
import {
  JobError,
  type JobFault,
  type JobRunner,
  type RunOptions,
  createCancelledError,
} from '../../../app/server/jobs/job-runner';
import { PoolRunner } from '../../../app/server/jobs/pool-runner.server';

const ORDER: BacktestOrder = {
  commodity: 'corn',
  playbook: 'SUPPLY_CHAIN',
  span: { seed: 's', name: 'world s', fromMs: 0, untilMs: 1 },
  seedName: 's',
  dataDir: 'd',
  hasSecretSeed: false,
};
const RUN = { gains: Float64Array.of(1) };
const END = { result: { trades: 2 }, report: Buffer.from('packed') };

type Answer = (options: RunOptions<unknown>) => unknown;

/** A runner that answers by the kind of a job and notes what it got. */
class ScriptedRunner implements JobRunner {
  readonly calls: { readonly kind: string; readonly input: unknown }[] = [];
  isClosed = false;

  constructor(private readonly answers: Readonly<Record<string, Answer>>) {}

  async run<R>(
    kind: { readonly name: string },
    inputs: readonly unknown[],
    options: RunOptions<NoInfer<R>> = {},
  ): Promise<R[]> {
    this.calls.push({ kind: kind.name, input: inputs[0] });
    return [(await this.answers[kind.name]?.(options as RunOptions<unknown>)) as R];
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

const GOOD: Readonly<Record<string, Answer>> = {
  [STRATEGY_JOB.name]: ({ onProgress }) => {
    onProgress?.({ done: 0.5, index: 0, activity: 'simulating' });
    return RUN;
  },
  [REPORT_JOB.name]: () => END,
};

/** Starts a backtest and collects its reports in order. */
function startBacktest(
  order: BacktestOrder,
  local: JobRunner,
  openShared: () => Promise<JobRunner>,
) {
  const reports: string[] = [];
  const job = startBacktestJob(
    order,
    {
      onProgress: (share, doing) => void reports.push(`${share} ${doing}`),
      onDone: (result, report) => void reports.push(`done ${result.trades} ${report.toString()}`),
      onFault: (fault) => void reports.push(fault),
    },
    { openLocal: () => local, openShared },
  );
  return { job, reports };
}

async function collectReports(
  shared: JobRunner | (() => Promise<JobRunner>),
  local: JobRunner = new ScriptedRunner(GOOD),
  order = ORDER,
): Promise<string[]> {
  const openShared = typeof shared === 'function' ? shared : () => Promise.resolve(shared);
  const { job, reports } = startBacktest(order, local, openShared);
  await vi.waitFor(() => expect(reports.at(-1)).not.toMatch(/^0/));
  await job.stop();
  return reports;
}

const failWith = (fault: JobFault): JobRunner =>
  new ScriptedRunner({
    [STRATEGY_JOB.name]: () => {
      throw new JobError(fault, 'ended', { job: 'strategy 1 of 1' });
    },
  });

describe('a backtest', () => {
  it('runs on the queue and records its trial on this machine', async () => {
    const [shared, local] = [new ScriptedRunner(GOOD), new ScriptedRunner(GOOD)];
    expect(await collectReports(shared, local)).toEqual([
      '0.45 simulating',
      '0.9 testing for overfitting',
      'done 2 packed',
    ]);
    expect(shared.calls.map(({ kind }) => kind)).toEqual(['strategy']);
    expect(local.calls.map(({ kind }) => kind)).toEqual(['backtest-report']);
    expect([shared.isClosed, local.isClosed]).toEqual([true, true]);
    // Neither the folder of the ledger nor anything else of this machine is sent.
    expect(shared.calls[0]?.input).toEqual({
      commodity: 'corn',
      playbook: 'SUPPLY_CHAIN',
      span: ORDER.span,
    });
  });

  it('with the seed of the server never opens the queue', async () => {
    const local = new ScriptedRunner(GOOD);
    const openShared = vi.fn(() => Promise.reject(new Error('opened')));
    const reports = await collectReports(openShared, local, { ...ORDER, hasSecretSeed: true });
    expect(reports.at(-1)).toBe('done 2 packed');
    expect(openShared).not.toHaveBeenCalled();
    expect(local.calls.map(({ kind }) => kind)).toEqual(['strategy', 'backtest-report']);
  });

  it.each([
    ['failed', 'Something went wrong'],
    ['crashed', 'Something went wrong'],
    ['memory', 'Memory limit of 512 MB exceeded. Choose fewer years.'],
    ['time', 'Time limit of 15 minutes exceeded. Choose fewer years.'],
    ['connection', 'The queue of research jobs does not answer'],
    ['not-built', 'The backtest program is not built. Run `npm run build`.'],
  ] as const)('that ends with the fault %s says so', async (fault, text) => {
    expect(await collectReports(failWith(fault))).toEqual([expect.stringContaining(text)]);
  });

  it('reports a queue that cannot be opened', async () => {
    expect(
      await collectReports(() => Promise.reject(new JobError('connection', 'no Redis'))),
    ).toEqual([expect.stringContaining('does not answer')]);
  });

  it('whose trial was not recorded shows the reason and no result', async () => {
    const local = new ScriptedRunner({
      ...GOOD,
      [REPORT_JOB.name]: () => ({ refusal: 'The trial ledger was changed.' }),
    });
    expect((await collectReports(new ScriptedRunner(GOOD), local)).at(-1)).toBe(
      'The trial ledger was changed.',
    );
  });

  it('that was stopped reports nothing more, and has ended', async () => {
    const shared = new ScriptedRunner({
      [STRATEGY_JOB.name]: ({ signal, onProgress }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            onProgress?.({ done: 0.7, index: 0, activity: 'late' });
            reject(createCancelledError());
          });
        }),
    });
    const { job, reports } = startBacktest(ORDER, new ScriptedRunner(GOOD), () =>
      Promise.resolve(shared),
    );
    await vi.waitFor(() => expect(shared.calls).toHaveLength(1));
    await job.stop();
    expect(reports).toEqual([]);
    expect(shared.isClosed).toBe(true);
  });

  it('ends with the process, and then listens to no signal', async () => {
    const before = process.listenerCount('SIGTERM');
    const shared = new ScriptedRunner({
      [STRATEGY_JOB.name]: ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(createCancelledError()));
        }),
    });
    const { reports } = startBacktest(ORDER, new ScriptedRunner(GOOD), () =>
      Promise.resolve(shared),
    );
    await vi.waitFor(() => expect(shared.calls).toHaveLength(1));
    process.listeners('SIGTERM').at(-1)?.('SIGTERM');
    await vi.waitFor(() => expect(process.listenerCount('SIGTERM')).toBe(before));
    expect([reports, shared.isClosed]).toEqual([[], true]);
  });

  it('that is not built is reported as missing', async () => {
    const local = new PoolRunner({ threads: 1, file: '/nowhere/research.js' });
    expect(await collectReports(local, local)).toEqual([expect.stringContaining('is not built')]);
  });

  it('is recorded once, even if its thread ends', () => {
    expect(REPORT_JOB.startsMax).toBe(1);
    expect(REPORT_JOB.isShareable).toBe(false);
  });
});
