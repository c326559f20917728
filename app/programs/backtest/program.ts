// What `npm run backtest` does: runs playbooks over worlds or files, enters every trial, prints the
// table, and on demand writes report and table.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TrialsError, enterTrials, ledgerIn, spreadOfMode } from '../../server/backtests/ledger';
import { reportModel } from '../../server/backtests/report-model';
import { outOfSampleSpan } from '../../server/backtests/spans';
import {
  type OpenWorld,
  type Studied,
  type WalkWorlds,
  studyWorlds,
  walkHere,
} from '../../server/backtests/study';
import { type Judged, getBacktestConclusion } from '../../server/backtests/conclusion';
import { backtestReport } from '../../models/reports/backtest-report';
import { env } from '../../server/platform/env.server';
import { CODE_VERSION, PROJECT_ROOT } from '../../server/platform/project.server';
import { createWorld } from '../../trading/simulation/world';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { historyFolder } from '../validate-market/real-study';
import { efficientJson, efficientRows, efficientText } from './efficient';
import { readHistories, readHistory } from './histories';
import { pinsSource } from './judge/pins';
import { judgementJson, judgementText } from './judge/print';
import { sentence } from './judge/sentence';
import { observeWorlds } from './judge/study';
import { measuredSource } from './measured';
import { type BacktestCall, OPTION_HELP, OPTION_ROWS, readOptions } from './options';
import { overfitByMode, overfitLines } from './overfitting';
import { asJson, historyText, singleText, worldsText } from './print';
import { studyFiles } from './study-files';

/** What the program is run with; tests hand in their own. */
interface Surroundings {
  readonly open: OpenWorld;
  /** How worlds are walked by so many threads. */
  readonly walk: (threads: number) => WalkWorlds;
  /** Dates the trials. */
  readonly nowMs: () => number;
  /** The folder of the ledger of trials. */
  readonly dataDir: () => string;
}

const SURROUNDINGS: Surroundings = {
  open: createWorld,
  walk: () => walkHere(createWorld),
  nowMs: Date.now,
  dataDir: () => env().DATA_DIR,
};

export const backtestProgram = (own: Partial<Surroundings> = {}): Program => {
  const around = {
    ...SURROUNDINGS,
    ...(own.open ? { walk: () => walkHere(own.open ?? createWorld) } : {}),
    ...own,
  };
  return {
    name: 'backtest',
    summary:
      'Tests playbooks on simulated worlds or on price histories, with every cost, and says how far the result could be luck. Touches no desk.',
    usage:
      '--mode K [--playbook ID | --all] [--worlds N] [--years Y] [--seed S] [--csv FILE... | --history] [--judge | --efficient] [--html FILE] [--write]',
    options: OPTION_ROWS,
    optionHelp: OPTION_HELP,
    run(call) {
      const options = readOptions(call);
      if (options.isJudging) return judge(around.open, options, call);
      return options.isEfficient
        ? seekEdges(around, options, call)
        : runTest(around, options, call);
    },
  };
};

/** Runs, enters the trials, and shows what was brought. */
async function runTest(
  around: Surroundings,
  options: BacktestCall,
  call: ProgramCall,
): Promise<number> {
  const studied = await runStudies(around, options, call);
  const madeMs = around.nowMs();
  const trials = entered(ledgerIn(around.dataDir()), studied, madeMs);
  const judged = studied.map(
    (one): Judged => ({
      ...one,
      verdict: getBacktestConclusion(one, spreadOfMode(trials, one.row.commodity)),
    }),
  );
  const isMixed = new Set(options.rows.map(({ commodity }) => commodity)).size > 1;
  const modes = overfitByMode(studied);
  const shown = options.isHistory
    ? historyText(judged)
    : options.worlds === null
      ? singleText(judged, isMixed, options.files.length > 0)
      : worldsText(judged, isMixed, trials.length);
  call.print([shown, ...overfitLines(modes)].join('\n'));
  call.printJson(asJson(judged, trials.length, modes));
  if (options.html !== null)
    writeReport(
      options,
      judged[0],
      madeMs,
      spreadOfMode(trials, judged[0]?.row.commodity ?? 'corn').count,
    );
  if (options.mayWrite)
    writeFileSync(
      join(PROJECT_ROOT, 'app', 'trading', 'strategies', 'playbooks', 'measured.generated.ts'),
      measuredSource(judged, options.worlds ?? 1, options.years, options.seed),
    );
  return judged.some(({ missing }) => missing === null) ? 0 : 1;
}

const DAYS_IN_YEAR = 365.25;

/** Seeds of several worlds are not those of desks: nobody has looked at their prices. */
const listSeeds = ({ worlds, seed, isJudging, isEfficient }: BacktestCall): readonly string[] =>
  worlds === null
    ? [seed]
    : Array.from(
        { length: worlds },
        (_, place) =>
          `${isJudging ? 'judge' : isEfficient ? 'efficient' : 'backtest'}/${seed}/${place + 1}`,
      );

async function runStudies(
  { walk }: Surroundings,
  options: BacktestCall,
  { progress }: ProgramCall,
): Promise<readonly Studied[]> {
  if (options.isHistory) {
    const folder = historyFolder(env().HISTORY_DIR, PROJECT_ROOT);
    if (folder === null)
      throw new UsageError('There is no folder of histories: name one with HISTORY_DIR.');
    return studyFiles(readHistories(folder), options.rows, progress);
  }
  if (options.files.length > 0)
    return studyFiles(
      options.files.map((file) => readHistory(file)),
      options.rows,
      progress,
    );
  const worlds = listSeeds(options).map((seed) => ({
    ...outOfSampleSpan(seed, options.years),
    isEfficient: options.isEfficient,
  }));
  const studied = await studyWorlds(
    walk(options.jobs),
    options.rows,
    worlds,
    (done, total, label) => progress.update(done, total, label),
  );
  progress.end();
  return studied;
}

function entered(
  file: string,
  studied: readonly Studied[],
  madeMs: number,
): ReturnType<typeof enterTrials> {
  try {
    return enterTrials(file, studied, madeMs);
  } catch (error) {
    throw error instanceof TrialsError ? new UsageError(error.message) : error;
  }
}

/** Looks for edges where there may be none. */
async function seekEdges(
  around: Surroundings,
  options: BacktestCall,
  call: ProgramCall,
): Promise<number> {
  const rows = efficientRows(await runStudies(around, options, call));
  call.print(efficientText(rows, options.worlds ?? 1, options.years));
  call.printJson(efficientJson(rows));
  return rows.some(({ hasEdge }) => hasEdge) ? 1 : 0;
}

/** Judges the playbooks, and on demand pins what they deal in their rehearsals. */
function judge(open: OpenWorld, options: BacktestCall, call: ProgramCall): number {
  const seeds = listSeeds(options);
  const judged = sentence(
    observeWorlds(open, options.rows, seeds, options.years, call.progress),
    seeds.length * options.years * DAYS_IN_YEAR,
  );
  call.print(judgementText(judged, seeds.length, options.years));
  call.printJson(judgementJson(judged));
  if (options.mayWrite)
    writeFileSync(
      join(PROJECT_ROOT, 'app', 'programs', 'backtest', 'judge', 'order-pins.generated.ts'),
      pinsSource(),
    );
  return judged.some(({ faults }) => faults.length > 0) ? 1 : 0;
}

function writeReport(
  { html, seed, files }: BacktestCall,
  judged: Judged | undefined,
  madeMs: number,
  trials: number,
): void {
  if (html === null || !judged?.last)
    throw new UsageError(`There is no run to report: ${judged?.missing ?? 'nothing was run'}.`);
  const source =
    files.length > 0
      ? { kind: 'files' as const, names: files.map((file) => basename(file)) }
      : { kind: 'simulated' as const, seed };
  writeFileSync(
    html,
    backtestReport(
      reportModel(
        judged,
        judged.last,
        source,
        { madeMs, codeVersion: CODE_VERSION, timeZone: 'UTC' },
        trials,
      ),
    ),
  );
}
