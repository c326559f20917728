// The thread of a backtest: whatever it does, its desk hears one end of it in words and lives on.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type JobLimits,
  type RunningJob,
  startBacktestJob,
} from '../../../app/server/backtests/backtest-worker.server';
import type { JobOrder } from '../../../app/server/backtests/job';

const ORDER: JobOrder = {
  mode: 'corn',
  playbook: 'SUPPLY_CHAIN',
  span: { seed: 's', name: 'world s', fromMs: 0, untilMs: 1 },
  seedName: 's',
  dataDir: 'd',
};
const LIMITS: JobLimits = { timeMs: 20_000, heapMb: 64 };

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backtest-worker-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program until its end is told; all that was told, in order. */
async function heard(
  name: string,
  body: string,
  limits: Partial<JobLimits> = {},
): Promise<string[]> {
  const program = join(folder, `${name}.mjs`);
  writeFileSync(
    program,
    `import { parentPort, workerData } from 'node:worker_threads';\n${body}\n`,
  );
  const told: string[] = [];
  let job: RunningJob | null = null;
  await new Promise<void>((resolve) => {
    const end = (text: string): void => {
      told.push(text);
      resolve();
    };
    job = startBacktestJob(
      ORDER,
      {
        onProgress: (share, doing) => void told.push(`${share} ${doing}`),
        onDone: (result, report) => end(`done ${result.trades} ${report.toString()}`),
        onFault: (fault) => end(fault),
      },
      program,
      { ...LIMITS, ...limits },
    );
  });
  await (job as RunningJob | null)?.stop();
  return told;
}

describe('the thread of a backtest', () => {
  it('tells how far it is and what it brought', async () => {
    const body =
      "parentPort.postMessage({ type: 'progress', share: 0.5, doing: workerData.playbook }); parentPort.postMessage({ type: 'done', result: { trades: 2 }, report: Buffer.from('packed') }); parentPort.postMessage({ type: 'progress', share: 1, doing: 'late' });";
    expect(await heard('good', body)).toEqual(['0.5 SUPPLY_CHAIN', 'done 2 packed']);
  });

  it('is given nothing of the environment', async () => {
    process.env['A_SECRET_OF_THE_DESK'] = 'secret';
    expect(
      await heard(
        'env',
        "parentPort.postMessage({ type: 'refused', message: JSON.stringify(process.env) });",
      ),
    ).toEqual(['{}']);
    delete process.env['A_SECRET_OF_THE_DESK'];
  });

  it.each([
    ['throws', "throw new Error('broken');"],
    ['leaves', 'process.exit(0);'],
    ['ends with nothing to say', ''],
    ['cannot be read', 'this is no program'],
  ])('that %s is a fault of its own', async (name, body) => {
    expect(await heard(name.replaceAll(' ', '-'), body)).toEqual([
      expect.stringContaining('Something went wrong'),
    ]);
  });

  it('that eats memory is ended, and the desk is not', async () => {
    expect(
      await heard('hungry', 'const all = []; for (;;) all.push(new Array(1000).fill({}));', {
        heapMb: 16,
      }),
    ).toEqual([expect.stringContaining('limit of 16 MB')]);
  });

  it('that never ends is ended', async () => {
    expect(await heard('endless', 'for (;;) {}', { timeMs: 60 })).toEqual([
      expect.stringContaining('limit of 0.001 minutes'),
    ]);
  });

  it('that was stopped says nothing more', async () => {
    const program = join(folder, 'stopped.mjs');
    writeFileSync(program, 'for (;;) {}\n');
    const told: string[] = [];
    const tell = (): void => void told.push('told');
    await startBacktestJob(
      ORDER,
      { onProgress: tell, onDone: tell, onFault: tell },
      program,
      LIMITS,
    ).stop();
    expect(told).toEqual([]);
  });

  it('that is not built is said to be missing', async () => {
    const fault = await new Promise((resolve) => {
      startBacktestJob(
        ORDER,
        { onProgress: () => undefined, onDone: () => undefined, onFault: resolve },
        join(folder, 'nowhere.js'),
        LIMITS,
      );
    });
    expect(fault).toContain('is not built');
  });
});
