// `npm run backtest`: runs strategies on simulated paths or files, records every trial, prints the
// table, and optionally writes report and table.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  TrialsError,
  recordTrials,
  getLedgerPath,
  countFamilyTrials,
} from '../../server/backtests/trial-ledger';
import { buildReportModel, computeTapeChecks } from '../../server/backtests/report-model';
import { getOutOfSampleSpan } from '../../server/backtests/world-span';
import {
  type OpenWorld,
  type StudyResult,
  type SimulateWorlds,
  runStudy,
  simulateInThread,
} from '../../server/backtests/study';
import {
  type AssessedStudy,
  getBacktestConclusion,
} from '../../server/backtests/backtest-conclusion';
import { renderBacktestReport } from '../../models/reports/backtest-report';
import { getEnv } from '../../server/platform/env.server';
import { CODE_VERSION, PROJECT_ROOT } from '../../server/platform/project.server';
import { createWorld } from '../../trading/simulation/world';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { findHistoryFolder } from '../validate-market/real-study';
import { toEfficientJson, computeEfficientRows, formatEfficientTest } from './efficient';
import { readHistories, readHistory } from './histories';
import { buildPinsSource } from './judge/pins';
import { toJudgmentJson, formatJudgmentTable } from './judge/print';
import { judgePlaybooks } from './judge/judge-playbooks';
import { type RunJudgeTasks, judgeInThread, observePlaybooks } from './judge/observe-playbooks';
import { buildMeasuredSource } from './measured';
import { type BacktestCall, OPTION_HELP, OPTION_ROWS, readOptions } from './options';
import { computeOverfitByCommodity, formatOverfitLines } from './overfitting';
import { toBacktestJson, formatHistories, formatSingleMarket, formatPaths } from './print';
import { studyFiles } from './study-files';
import { type RunTapes, runTapesInThread } from './tape-runs';

/** Dependencies, replaceable in tests. */
interface Dependencies {
  /** Simulates paths with the given number of threads. */
  readonly walk: (threads: number) => SimulateWorlds;
  /** Runs the quality checks with the given number of threads. */
  readonly judge: (threads: number) => RunJudgeTasks;
  /** Runs strategies over tapes with the given number of threads. */
  readonly runTapes: (threads: number) => RunTapes;
  /** Timestamp of the recorded trials. */
  readonly nowMs: () => number;
  /** Folder of trials.jsonl. */
  readonly dataDir: () => string;
}

/** By default everything runs in this thread, in markets of `open`. */
const buildDependencies = (open: OpenWorld): Dependencies => ({
  walk: () => simulateInThread(open),
  judge: () => judgeInThread(open),
  runTapes: () => runTapesInThread,
  nowMs: Date.now,
  dataDir: () => getEnv().DATA_DIR,
});

export const backtestProgram = ({
  open = createWorld,
  ...overrides
}: Partial<Dependencies> & { readonly open?: OpenWorld } = {}): Program => {
  const dependencies = { ...buildDependencies(open), ...overrides };
  return {
    name: 'backtest',
    summary:
      'Tests strategies on simulated paths or price histories, after all costs, with overfitting tests. Does not touch any account.',
    usage:
      '--mode K [--playbook ID | --all] [--worlds N] [--years Y] [--seed S] [--csv FILE... | --history] [--judge | --efficient] [--html FILE] [--write]',
    options: OPTION_ROWS,
    optionHelp: OPTION_HELP,
    run(call) {
      const options = readOptions(call);
      if (options.isJudging) return runJudge(dependencies, options, call);
      return options.isEfficient
        ? runEfficientTest(dependencies, options, call)
        : runBacktests(dependencies, options, call);
    },
  };
};

async function runBacktests(
  dependencies: Dependencies,
  options: BacktestCall,
  call: ProgramCall,
): Promise<number> {
  const studied = await runStudies(dependencies, options, call);
  const createdMs = dependencies.nowMs();
  const trials = recordStudies(getLedgerPath(dependencies.dataDir()), studied, createdMs);
  const judged = studied.map(
    (one): AssessedStudy => ({
      ...one,
      verdict: getBacktestConclusion(one, countFamilyTrials(trials, one.row)),
    }),
  );
  const isMixed = new Set(options.rows.map(({ commodity }) => commodity)).size > 1;
  const overfitting = computeOverfitByCommodity(studied);
  const text = options.isHistory
    ? formatHistories(judged)
    : options.worlds === null
      ? formatSingleMarket(judged, isMixed, options.files.length > 0)
      : formatPaths(judged, isMixed, trials.length);
  call.print([text, ...formatOverfitLines(overfitting)].join('\n'));
  call.printJson(toBacktestJson(judged, trials.length, overfitting));
  if (options.html !== null) writeReport(options, judged[0], createdMs);
  if (options.shouldWrite)
    writeFileSync(
      join(PROJECT_ROOT, 'app', 'trading', 'strategies', 'playbooks', 'measured.generated.ts'),
      buildMeasuredSource(judged, options.worlds ?? 1, options.years, options.seed),
    );
  return judged.some(({ missing }) => missing === null) ? 0 : 1;
}

const DAYS_IN_YEAR = 365.25;

/**
 * Seeds of several paths have a prefix, so that they differ from the seeds of live simulations
 * (out-of-sample).
 */
const buildSeeds = ({ worlds, seed, isJudging, isEfficient }: BacktestCall): readonly string[] =>
  worlds === null
    ? [seed]
    : Array.from(
        { length: worlds },
        (_, index) =>
          `${isJudging ? 'judge' : isEfficient ? 'efficient' : 'backtest'}/${seed}/${index + 1}`,
      );

async function runStudies(
  { walk, runTapes }: Dependencies,
  options: BacktestCall,
  { progress }: ProgramCall,
): Promise<readonly StudyResult[]> {
  if (options.isHistory) {
    const folder = findHistoryFolder(getEnv().HISTORY_DIR, PROJECT_ROOT);
    if (folder === null) throw new UsageError('No folder of price histories: set HISTORY_DIR.');
    return studyFiles(readHistories(folder), options.rows, runTapes(options.jobs), progress);
  }
  if (options.files.length > 0)
    return studyFiles(
      options.files.map((file) => readHistory(file)),
      options.rows,
      runTapes(options.jobs),
      progress,
    );
  const worlds = buildSeeds(options).map((seed) => ({
    ...getOutOfSampleSpan(seed, options.years),
    isEfficient: options.isEfficient,
  }));
  const studied = await runStudy(walk(options.jobs), options.rows, worlds, (done, total, label) =>
    progress.update(done, total, label),
  );
  progress.endPhase();
  return studied;
}

function recordStudies(
  file: string,
  studied: readonly StudyResult[],
  createdMs: number,
): ReturnType<typeof recordTrials> {
  try {
    return recordTrials(file, studied, createdMs);
  } catch (error) {
    throw error instanceof TrialsError ? new UsageError(error.message) : error;
  }
}

/** Placebo test: searches for edges on efficient markets. */
async function runEfficientTest(
  dependencies: Dependencies,
  options: BacktestCall,
  call: ProgramCall,
): Promise<number> {
  const rows = computeEfficientRows(await runStudies(dependencies, options, call));
  call.print(formatEfficientTest(rows, options.worlds ?? 1, options.years));
  call.printJson(toEfficientJson(rows));
  return rows.some(({ hasEdge }) => hasEdge) ? 1 : 0;
}

/** Runs the quality checks, and with --write updates the order digests. */
async function runJudge(
  { judge }: Dependencies,
  options: BacktestCall,
  call: ProgramCall,
): Promise<number> {
  const seeds = buildSeeds(options);
  const observed = await observePlaybooks(
    judge(options.jobs),
    options.rows,
    seeds,
    options.years,
    (done, total, label) => call.progress.update(done, total, label),
  );
  call.progress.endPhase();
  const judged = judgePlaybooks(observed, seeds.length * options.years * DAYS_IN_YEAR);
  call.print(formatJudgmentTable(judged, seeds.length, options.years));
  call.printJson(toJudgmentJson(judged));
  if (options.shouldWrite)
    writeFileSync(
      join(PROJECT_ROOT, 'app', 'programs', 'backtest', 'judge', 'order-pins.generated.ts'),
      buildPinsSource(),
    );
  return judged.some(({ faults }) => faults.length > 0) ? 1 : 0;
}

function writeReport(
  { html, seed, files }: BacktestCall,
  judged: AssessedStudy | undefined,
  createdMs: number,
): void {
  if (html === null || !judged?.last)
    throw new UsageError(`No report: ${judged?.missing ?? 'no strategy ran'}.`);
  const source =
    files.length > 0
      ? { kind: 'files' as const, names: files.map((file) => basename(file)) }
      : { kind: 'simulated' as const, seed };
  writeFileSync(
    html,
    renderBacktestReport(
      buildReportModel(
        judged,
        { run: judged.last.run, checks: computeTapeChecks(judged.last) },
        source,
        { createdMs, codeVersion: CODE_VERSION, timeZone: 'UTC' },
      ),
    ),
  );
}
