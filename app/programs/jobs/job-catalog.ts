// All kinds of research jobs. A thread loads the work of a kind with its first job.
import { gzipSync } from 'node:zlib';
import { type ReportEnd, REPORT_JOB, STRATEGY_JOB } from '../../server/backtests/backtest-jobs';
import { defineJob, type JobEntry } from '../../server/jobs/job-kind';
import { CODE_VERSION } from '../../server/platform/project.server';
import { createWorld } from '../../trading/simulation/world';
import { JUDGE_JOB, TAPE_JOB, WORLD_JOB } from '../backtest/jobs';
import { DESK_YEAR_JOB } from '../desk-year/job';
import { MODEL_JOB, ROWS_JOB } from '../train/jobs';
import { createValidationCatalog } from '../validate-market/work';

export const JOB_CATALOG: readonly JobEntry[] = [
  defineJob(STRATEGY_JOB, async () => {
    const { runStrategy } = await import('../../server/backtests/run-job');
    return { run: (request, onPart) => runStrategy(request, createWorld, onPart) };
  }),
  defineJob(REPORT_JOB, async () => {
    const [{ reportBacktest }, { TrialsError }] = await Promise.all([
      import('../../server/backtests/run-job'),
      import('../../server/backtests/trial-ledger'),
    ]);
    return {
      run(request): ReportEnd {
        try {
          const { result, report } = reportBacktest(request, {
            nowMs: Date.now,
            codeVersion: CODE_VERSION,
          });
          return { result, report: gzipSync(report) };
        } catch (error) {
          if (!(error instanceof TrialsError)) throw error;
          return { refusal: error.message };
        }
      },
    };
  }),
  defineJob(WORLD_JOB, async () => {
    const { runWorld } = await import('../../server/backtests/study');
    return {
      run: ({ rows, world }, onPart) =>
        runWorld(createWorld, rows, world, (done, total) => onPart(done / total)),
    };
  }),
  defineJob(JUDGE_JOB, async () => {
    const { runJudgeTask } = await import('../backtest/judge/observe-path');
    return {
      run: (task, onPart) => runJudgeTask(createWorld, task, (done, total) => onPart(done / total)),
    };
  }),
  defineJob(TAPE_JOB, async () => {
    const [{ runTapes }, { listRunBuffers, packRun }] = await Promise.all([
      import('../backtest/tape-run'),
      import('../backtest/packed-run'),
    ]);
    return { run: (tapeRun) => packRun(runTapes(tapeRun)), listBuffers: listRunBuffers };
  }),
  defineJob(ROWS_JOB, async () => (await import('../train/work')).ROWS_WORK),
  defineJob(MODEL_JOB, async () => (await import('../train/work')).MODEL_WORK),
  defineJob(DESK_YEAR_JOB, async () => {
    const { runDeskYear } = await import('../desk-year/run-desk-year');
    return { run: (plan, onPart) => runDeskYear(plan, (days) => onPart(days / plan.days)) };
  }),
  ...createValidationCatalog(createWorld),
];
