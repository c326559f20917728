// What every runner of research jobs does, in threads and through a queue.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobKind } from '../../app/server/jobs/job-kind';
import { JobError, type JobFault, type JobRunner } from '../../app/server/jobs/job-runner';
import { LocalRunner } from '../../app/server/jobs/local-runner';
import {
  PROBE_CATALOG,
  PROBE_JOB,
  type ProbeInput,
  type ProbeResult,
  SHORT_PROBE_JOB,
} from '../support/probe-jobs';
import { buildProbeWorker } from '../support/probe-worker';

/** A runner with `threads` threads for the worker file, and what ends it. */
type OpenRunner = (
  threads: number,
  file: string,
) => Promise<{ readonly runner: JobRunner; readonly close: () => Promise<void> }>;

const listProbes = (count: number, action: ProbeInput['action'] = 'return'): ProbeInput[] =>
  Array.from({ length: count }, (_, index) => ({ seed: index + 1, action }));

export function testJobRunner(name: string, openRunner: OpenRunner): void {
  describe(name, () => {
    let file = '';
    beforeAll(async () => {
      file = await buildProbeWorker();
    });
    afterAll(() => rmSync(dirname(file), { recursive: true, force: true }));

    async function withRunner<T>(
      threads: number,
      act: (runner: JobRunner) => Promise<T>,
    ): Promise<T> {
      const { runner, close } = await openRunner(threads, file);
      try {
        return await act(runner);
      } finally {
        await close();
      }
    }

    const findFault = (
      inputs: readonly ProbeInput[],
      kind: JobKind<ProbeInput, ProbeResult> = PROBE_JOB,
    ): Promise<JobError> =>
      withRunner(2, (runner) =>
        runner.run(kind, inputs).then(
          () => Promise.reject(new Error('the run had no fault')),
          (error: unknown) => error as JobError,
        ),
      );

    const expectFault = async (
      fault: JobFault,
      text: RegExp,
      inputs: readonly ProbeInput[],
      kind?: JobKind<ProbeInput, ProbeResult>,
    ): Promise<void> => {
      const error = await findFault(inputs, kind);
      expect(error).toBeInstanceOf(JobError);
      expect([error.fault, error.message]).toEqual([fault, expect.stringMatching(text)]);
    };

    it.each([1, 2, 3])(
      'returns the bits of one thread in order with %i threads',
      async (threads) => {
        // The first ones take longest.
        const inputs = listProbes(7).map((input) => ({ ...input, pauseMs: 40 - 5 * input.seed }));
        const alone = await new LocalRunner(PROBE_CATALOG).run(PROBE_JOB, inputs);
        const results = await withRunner(threads, (runner) => runner.run(PROBE_JOB, inputs));
        // Each number by Object.is. Serialized bytes also depend on how V8 stores a number.
        expect(results).toStrictEqual(alone);
      },
    );

    it('returns nothing for no jobs', async () => {
      expect(await withRunner(2, (runner) => runner.run(PROBE_JOB, []))).toEqual([]);
    });

    it('reports parts and activities, and each result once', async () => {
      const reports: { done: number; activity: string }[] = [];
      const finished: number[] = [];
      await withRunner(2, (runner) =>
        runner.run(
          PROBE_JOB,
          // Longer than a queue waits between two reports of a job.
          listProbes(3).map((input) => ({ ...input, pauseMs: 700 })),
          {
            onProgress: ({ done, activity }) => void reports.push({ done, activity }),
            onResult: (index, { seed }) => void finished.push(10 * index + seed),
          },
        ),
      );
      expect(reports.at(-1)?.done).toBe(3);
      expect(reports.map(({ activity }) => activity)).toContain('first part of 1');
      expect(reports.some(({ done }) => done > 0 && done < 1)).toBe(true);
      expect(finished.sort((a, b) => a - b)).toEqual([1, 12, 23]);
    });

    it('rejects with the error of a job and runs none of those that wait', async () => {
      const inputs = listProbes(40).map(
        (input, index): ProbeInput => ({
          ...input,
          action: index === 1 ? 'throw' : 'return',
          pauseMs: index === 1 ? 0 : 100,
        }),
      );
      const error = await findFault(inputs);
      expect([error.fault, error.message]).toEqual([
        'failed',
        'probe 2 of 40 failed: the probe 2 failed',
      ]);
      expect(error.stack).toContain('probe');
    });

    it('rejects an invalid input', async () => {
      await expectFault('failed', /invalid input/, [{ seed: 'one' as never, action: 'return' }]);
    });

    it('runs a job again whose thread ended', async () => {
      const marker = join(tmpdir(), `probe-${randomUUID()}`);
      const results = await withRunner(2, (runner) =>
        runner.run(PROBE_JOB, [
          { seed: 1, action: 'return' },
          { seed: 2, action: 'exit-once', marker },
        ]),
      );
      rmSync(marker);
      expect(results.map(({ seed }) => seed)).toEqual([1, 2]);
    });

    it('gives up a job whose threads always end', async () => {
      await expectFault('crashed', /^probe 1 of 1 ended without a result/, listProbes(1, 'exit'));
    });

    it('ends a job at its time limit', async () => {
      await expectFault(
        'time',
        /^short-probe 1 of 1 exceeded its time limit of 0.01 minutes\.$/,
        listProbes(1, 'hang'),
        SHORT_PROBE_JOB,
      );
    });

    it('ends a job at its memory limit', async () => {
      await expectFault(
        'memory',
        /^probe 1 of 1 exceeded its memory limit of 64 MB\.$/,
        listProbes(1, 'fill-memory'),
      );
    });

    it('ends a cancelled run, waiting jobs included, and runs the next', async () => {
      await withRunner(2, async (runner) => {
        const cancel = new AbortController();
        const running = runner.run(PROBE_JOB, listProbes(6, 'hang'), {
          signal: cancel.signal,
          onProgress: () => cancel.abort(),
        });
        await expect(running).rejects.toMatchObject({
          fault: 'cancelled',
          message: 'The run was cancelled.',
        });
        expect(await runner.run(PROBE_JOB, listProbes(2))).toHaveLength(2);
      });
    });

    it('does not start a run that was cancelled before', async () => {
      const starting = withRunner(1, (runner) =>
        runner.run(PROBE_JOB, listProbes(1, 'hang'), { signal: AbortSignal.abort() }),
      );
      await expect(starting).rejects.toMatchObject({ fault: 'cancelled' });
    });

    it('gives a job no environment', async () => {
      process.env['A_SECRET_OF_THE_DESK'] = 'secret';
      const [result] = await withRunner(1, (runner) =>
        runner.run(PROBE_JOB, listProbes(1, 'list-env')),
      );
      delete process.env['A_SECRET_OF_THE_DESK'];
      expect(result?.text).toBe('{}');
    });
  });
}
