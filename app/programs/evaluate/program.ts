// `npm run evaluate`: scores networks and forecasts, records every trial, prints and optionally
// writes the result.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getEnv } from '../../server/platform/env.server';
import { useJobRunner } from '../../server/jobs/use-runner.server';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import { TrialsError, appendTrials } from '../../server/backtests/trial-ledger';
import { buildModelCard } from '../../models/model-card/model-card.server';
import type { Trial } from '../../trading/backtest/trial-log';
import { type Program, type ProgramCall, UsageError } from '../cli';
import type { Progress } from '../progress/progress';
import { WEIGHTS_FOLDER } from '../train/program';
import { RowFiles, computeRowsCodeHash } from '../train/row-files';
import { findHistoryFolder } from '../validate-market/real-study';
import { listMissingFiles as missingOfComed } from './comed/history';
import { studyComed } from './comed/study';
import { formatModelCard } from './networks/format-model-card';
import { evaluateNetworks } from './networks/evaluate-networks';
import { formatEvaluation } from './networks/print';
import { buildEvaluationModule } from './networks/evaluation-module';
import {
  type EvaluateOptions,
  type HistoryBenchmarkId,
  OPTION_HELP,
  OPTION_ROWS,
  readOptions,
} from './options';
import { formatResult } from './print';
import type { BenchmarkHead, MethodLosses } from './benchmark-result';
import { buildResult } from './result';
import { listMissingFiles as missingOfStorage } from './storage/history';
import { studyStorage } from './storage/study';
import { formatSurprises } from './storage/surprise';
import { formatStressStudy, studyStress } from './stress/study';
import { listNetworkTrials, listTrials } from './trials';
import { listMissingFiles as missingOfVar } from './var/history';
import { formatCoverage, studyVar } from './var/study';

interface Benchmark {
  readonly missing: (folder: string) => readonly string[];
  readonly study: (
    folder: string,
    progress: Progress,
  ) => {
    readonly head: BenchmarkHead;
    readonly methods: readonly MethodLosses[];
    readonly more?: string;
  };
}

const STUDIES: Readonly<Record<HistoryBenchmarkId, Benchmark>> = {
  comed: { missing: missingOfComed, study: studyComed },
  storage: {
    missing: missingOfStorage,
    study: (folder, progress) => {
      const { head, methods } = studyStorage(folder, progress);
      const { surprises } = head;
      return {
        head,
        methods,
        more:
          surprises === null
            ? 'Storage surprise: no gas futures in the histories, not evaluated.'
            : formatSurprises(surprises),
      };
    },
  },
  var: {
    missing: missingOfVar,
    study: (folder, progress) => {
      const { head, methods } = studyVar(folder, progress);
      return { head, methods, more: formatCoverage(head) };
    },
  },
};

/** `nowMs` dates the trials; `dataDir` contains their ledger. */
export const createEvaluateProgram = (
  nowMs: () => number = Date.now,
  dataDir: () => string = () => getEnv().DATA_DIR,
): Program => ({
  name: 'evaluate',
  summary:
    'Evaluates the eight networks on out-of-sample simulations and real prices, or forecasts on real benchmarks. Does not touch any account.',
  usage:
    '[--net LIST | --benchmark comed|storage|var|stress] [--history DIR] [--seeds LIST] [--pairs N] [--threads N] [--write]',
  options: OPTION_ROWS,
  optionHelp: OPTION_HELP,
  async run(call) {
    const options = readOptions(call);
    if (options.benchmark === 'stress') return runStress(options, call);
    const folder = findHistoryFolder(options.historyDir ?? getEnv().HISTORY_DIR, PROJECT_ROOT);
    if (options.benchmark !== null)
      runBenchmark(options.benchmark, folder, options.mayWrite, {
        call,
        dataDir: dataDir(),
        atMs: nowMs(),
      });
    else await runNetworks(options, folder, { call, dataDir: dataDir(), atMs: nowMs() });
    return 0;
  },
});

interface RunContext {
  readonly call: ProgramCall;
  readonly dataDir: string;
  readonly atMs: number;
}

async function runNetworks(
  { nets, threads, years, seeds, mayWrite: shouldWrite }: EvaluateOptions,
  historyFolder: string | null,
  { call, dataDir, atMs }: RunContext,
): Promise<void> {
  const files = new RowFiles(dataDir, computeRowsCodeHash());
  const evaluation = await evaluateNetworks(
    { nets, threads, years, seeds, weightsFolder: WEIGHTS_FOLDER, historyFolder },
    files,
    call.progress,
  );
  recordTrials(join(dataDir, LEDGER), listNetworkTrials(evaluation, atMs));
  call.print(formatEvaluation(evaluation));
  call.printJson(evaluation);
  if (!shouldWrite) return;
  writeFileSync(
    join(PROJECT_ROOT, 'app', 'trading', 'networks', 'verdicts.generated.ts'),
    buildEvaluationModule(evaluation),
  );
  writeFileSync(
    join(PROJECT_ROOT, 'docs', 'model-card.md'),
    formatModelCard(buildModelCard(evaluation)),
  );
}

/** Default paths of the stress benchmark. */
const STRESS_SEEDS = ['501', '502', '503'];

/** Exit code 1 when a shock is outside its target range. */
async function runStress(
  { seeds, pairs, threads, mayWrite: shouldWrite }: EvaluateOptions,
  call: ProgramCall,
): Promise<number> {
  const study = await useJobRunner(threads, (runner) =>
    studyStress(runner, seeds ?? STRESS_SEEDS, pairs, call.progress),
  );
  call.print(formatStressStudy(study));
  call.printJson(study);
  if (shouldWrite) writeResult('stress', study);
  return study.isInside ? 0 : 1;
}

function runBenchmark(
  benchmark: HistoryBenchmarkId,
  folder: string | null,
  shouldWrite: boolean,
  { call, dataDir, atMs }: RunContext,
): void {
  const { missing, study } = STUDIES[benchmark];
  const missingFiles = folder === null ? [] : missing(folder);
  if (folder === null)
    throw new UsageError(
      'No real histories found, nothing evaluated: set --history or HISTORY_DIR.',
    );
  if (missingFiles.length > 0)
    throw new UsageError(`Missing in ${folder}: ${missingFiles.join(', ')}. Nothing evaluated.`);
  const { head, methods, more: notes } = study(folder, call.progress);
  const result = buildResult(head, methods);
  recordTrials(join(dataDir, LEDGER), listTrials(result, atMs));
  call.print(formatResult(result));
  if (notes !== undefined) call.print(notes);
  call.printJson(result);
  if (shouldWrite) writeResult(benchmark, result);
}

function writeResult(benchmark: string, result: unknown): void {
  mkdirSync(join(PROJECT_ROOT, 'docs', 'benchmarks'), { recursive: true });
  writeFileSync(
    join(PROJECT_ROOT, 'docs', 'benchmarks', `${benchmark}.json`),
    `${JSON.stringify(result, null, 1)}\n`,
  );
}

/** Ledger of forecast trials. */
const LEDGER = 'forecast-trials.jsonl';

/** Throws UsageError when the ledger cannot be extended. */
function recordTrials(file: string, trials: readonly Trial[]): void {
  try {
    appendTrials(file, trials);
  } catch (error) {
    throw error instanceof TrialsError ? new UsageError(error.message) : error;
  }
}
