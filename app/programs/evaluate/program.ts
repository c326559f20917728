// What `npm run evaluate` does: judges networks and forecasts, enters every trial, prints the
// table, and on demand keeps it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from '../../server/platform/env.server';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import { TrialsError, appendTrials } from '../../server/backtests/ledger';
import { modelCard } from '../../models/model-card/model-card.server';
import type { Trial } from '../../trading/backtest/trials';
import { createWorld } from '../../trading/simulation/world';
import { type Program, type ProgramCall, type Progress, UsageError } from '../cli';
import { WEIGHTS_FOLDER } from '../train/program';
import { RowFiles, rowsCode } from '../train/row-files';
import { historyFolder } from '../validate-market/real-study';
import { missingFiles as missingOfComed } from './comed/history';
import { studyComed } from './comed/study';
import { cardText } from './networks/card-text';
import { evaluateNetworks } from './networks/evaluate';
import { evaluationText } from './networks/print';
import { verdictModule } from './networks/verdict-file';
import {
  type EvaluateOptions,
  type HistoryBenchmarkId,
  OPTION_HELP,
  OPTION_ROWS,
  readOptions,
} from './options';
import { resultText } from './print';
import { type BenchmarkHead, type MethodLosses, buildResult } from './result';
import { missingFiles as missingOfStorage } from './storage/history';
import { studyStorage } from './storage/study';
import { stressText, studyStress } from './stress/study';
import { listLooks, listTrials } from './trials';
import { missingFiles as missingOfVar } from './var/history';
import { coverageText, studyVar } from './var/study';

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
  storage: { missing: missingOfStorage, study: studyStorage },
  var: {
    missing: missingOfVar,
    study: (folder, progress) => {
      const { head, methods } = studyVar(folder, progress);
      return { head, methods, more: coverageText(head) };
    },
  },
};

/** The program over a clock that dates trials and the folder of their ledger. */
export const evaluateProgram = (
  nowMs: () => number = Date.now,
  dataDir: () => string = () => env().DATA_DIR,
): Program => ({
  name: 'evaluate',
  summary:
    'Judges the eight networks on simulated worlds that they have not seen and on real prices, or forecasts on real benchmarks. Touches no desk.',
  usage:
    '[--net LIST | --benchmark comed|storage|var|stress] [--history DIR] [--seeds LIST] [--pairs N] [--threads N] [--write]',
  options: OPTION_ROWS,
  optionHelp: OPTION_HELP,
  async run(call) {
    const options = readOptions(call);
    if (options.benchmark === 'stress') return judgeStress(options, call);
    const folder = historyFolder(options.historyDir ?? env().HISTORY_DIR, PROJECT_ROOT);
    if (options.benchmark !== null)
      judgeBenchmark(options.benchmark, folder, options.mayWrite, {
        call,
        dataDir: dataDir(),
        atMs: nowMs(),
      });
    else await judgeNetworks(options, folder, { call, dataDir: dataDir(), atMs: nowMs() });
    return 0;
  },
});

interface Desk {
  readonly call: ProgramCall;
  readonly dataDir: string;
  readonly atMs: number;
}

async function judgeNetworks(
  { nets, threads, years, mayWrite }: EvaluateOptions,
  historyFolder: string | null,
  { call, dataDir, atMs }: Desk,
): Promise<void> {
  const files = new RowFiles(dataDir, rowsCode());
  const evaluation = await evaluateNetworks(
    { nets, threads, years, weightsFolder: WEIGHTS_FOLDER, historyFolder },
    files,
    call.progress,
  );
  enter(join(dataDir, LEDGER), listLooks(evaluation, atMs));
  call.print(evaluationText(evaluation));
  call.printJson(evaluation);
  if (!mayWrite) return;
  writeFileSync(
    join(PROJECT_ROOT, 'app', 'trading', 'networks', 'verdicts.generated.ts'),
    verdictModule(evaluation),
  );
  writeFileSync(join(PROJECT_ROOT, 'docs', 'model-card.md'), cardText(modelCard(evaluation)));
}

/** 1 where a shock does not do what it is designed to do. */
function judgeStress({ seeds, pairs, mayWrite }: EvaluateOptions, call: ProgramCall): number {
  const study = studyStress(createWorld, seeds, pairs, call.progress);
  call.print(stressText(study));
  call.printJson(study);
  if (mayWrite) keepResult('stress', study);
  return study.isInside ? 0 : 1;
}

function judgeBenchmark(
  benchmark: HistoryBenchmarkId,
  folder: string | null,
  mayWrite: boolean,
  { call, dataDir, atMs }: Desk,
): void {
  const { missing, study } = STUDIES[benchmark];
  const lacking = folder === null ? [] : missing(folder);
  if (folder === null)
    throw new UsageError(
      'There are no real histories here, and nothing was judged: name their folder with --history, or set HISTORY_DIR.',
    );
  if (lacking.length > 0)
    throw new UsageError(
      `The folder ${folder} has no ${lacking.join(', no ')}, and nothing was judged.`,
    );
  const { head, methods, more } = study(folder, call.progress);
  const result = buildResult(head, methods);
  enter(join(dataDir, LEDGER), listTrials(result, atMs));
  call.print(resultText(result));
  if (more !== undefined) call.print(more);
  call.printJson(result);
  if (mayWrite) keepResult(benchmark, result);
}

function keepResult(benchmark: string, result: unknown): void {
  mkdirSync(join(PROJECT_ROOT, 'docs', 'benchmarks'), { recursive: true });
  writeFileSync(
    join(PROJECT_ROOT, 'docs', 'benchmarks', `${benchmark}.json`),
    `${JSON.stringify(result, null, 1)}\n`,
  );
}

/** The ledger of everything that forecasts were judged on. */
const LEDGER = 'forecast-trials.jsonl';

/** Enters trials. Throws UsageError where the ledger cannot be gone on with. */
function enter(file: string, trials: readonly Trial[]): void {
  try {
    appendTrials(file, trials);
  } catch (error) {
    throw error instanceof TrialsError ? new UsageError(error.message) : error;
  }
}
