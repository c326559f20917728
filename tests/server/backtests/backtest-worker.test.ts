// Backtest worker: each run reports exactly one end with a message, and the server continues.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type JobLimits,
  type RunningJob,
  startBacktestJob,
} from '../../../app/server/backtests/backtest-worker.server';
import type { JobOrder } from '../../../app/server/backtests/job-messages';

const ORDER: JobOrder = {
  commodity: 'corn',
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

/** Runs a program until its end is reported; returns all reports in order. */
async function collectReports(
  name: string,
  body: string,
  limits: Partial<JobLimits> = {},
): Promise<string[]> {
  const program = join(folder, `${name}.mjs`);
  writeFileSync(
    program,
    `import { parentPort, workerData } from 'node:worker_threads';\n${body}\n`,
  );
  const reports: string[] = [];
  let job: RunningJob | null = null;
  await new Promise<void>((resolve) => {
    const finish = (text: string): void => {
      reports.push(text);
      resolve();
    };
    job = startBacktestJob(
      ORDER,
      {
        onProgress: (share, doing) => void reports.push(`${share} ${doing}`),
        onDone: (result, report) => finish(`done ${result.trades} ${report.toString()}`),
        onFault: (fault) => finish(fault),
      },
      program,
      { ...LIMITS, ...limits },
    );
  });
  await (job as RunningJob | null)?.stop();
  return reports;
}

describe('the backtest worker', () => {
  it('reports progress and result', async () => {
    const body =
      "parentPort.postMessage({ type: 'progress', fraction: 0.5, activity: workerData.playbook }); parentPort.postMessage({ type: 'done', result: { trades: 2 }, report: Buffer.from('packed') }); parentPort.postMessage({ type: 'progress', fraction: 1, activity: 'late' });";
    expect(await collectReports('good', body)).toEqual(['0.5 SUPPLY_CHAIN', 'done 2 packed']);
  });

  it('has an empty environment', async () => {
    process.env['A_SECRET_OF_THE_DESK'] = 'secret';
    expect(
      await collectReports(
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
  ])('that %s reports its own error', async (name, body) => {
    expect(await collectReports(name.replaceAll(' ', '-'), body)).toEqual([
      expect.stringContaining('Something went wrong'),
    ]);
  });

  it('that exceeds its memory is terminated; the server continues', async () => {
    expect(
      await collectReports(
        'hungry',
        'const all = []; for (;;) all.push(new Array(1000).fill({}));',
        { heapMb: 16 },
      ),
    ).toEqual([expect.stringContaining('limit of 16 MB')]);
  });

  it('that exceeds its time is terminated', async () => {
    expect(await collectReports('endless', 'for (;;) {}', { timeMs: 60 })).toEqual([
      expect.stringContaining('limit of 0.001 minutes'),
    ]);
  });

  it('that was stopped reports nothing more', async () => {
    const program = join(folder, 'stopped.mjs');
    writeFileSync(program, 'for (;;) {}\n');
    const reports: string[] = [];
    const record = (): void => void reports.push('reported');
    await startBacktestJob(
      ORDER,
      { onProgress: record, onDone: record, onFault: record },
      program,
      LIMITS,
    ).stop();
    expect(reports).toEqual([]);
  });

  it('that is not built is reported as missing', async () => {
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
