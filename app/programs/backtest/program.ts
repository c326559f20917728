// What `npm run backtest` does: runs playbooks over worlds or files, enters every trial, prints the table, and on demand writes report and table.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { backtestReport } from '../../report/backtest-report';
import { env } from '../../env.server';
import { CODE_VERSION, PROJECT_ROOT } from '../../project.server';
import { type ImportedHistory, importHistory } from '../../trading/market/csv-import';
import { createWorld } from '../../trading/simulation/world';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { enterTrials, spreadOfMode } from './ledger';
import { measuredSource } from './measured';
import { type BacktestCall, OPTION_HELP, OPTION_ROWS, readOptions } from './options';
import { type Judged, asJson, singleText, worldsText } from './print';
import { reportModel } from './report-model';
import { type OpenWorld, type Studied, studyFiles, studyWorlds } from './study';
import { verdictOf } from './verdict';

/** The program over a way to open worlds, a clock that dates trials, and the folder of their ledger. */
export const backtestProgram = (open: OpenWorld = createWorld, nowMs: () => number = Date.now, dataDir: () => string = () => env().DATA_DIR): Program => ({
  name: 'backtest',
  summary: 'Tests playbooks on simulated worlds or on price histories, with every cost, and says how far the result could be luck. Touches no desk.',
  usage: '--mode K [--playbook ID | --all] [--worlds N] [--years Y] [--seed S] [--csv FILE...] [--html FILE]',
  options: OPTION_ROWS,
  optionHelp: OPTION_HELP,
  run(call) {
    const options = readOptions(call);
    const studied = study(open, options, call);
    const madeMs = nowMs();
    const trials = enterTrials(join(dataDir(), 'trials.jsonl'), studied, madeMs);
    const judged = studied.map((one): Judged => ({ ...one, verdict: verdictOf(one, spreadOfMode(trials, one.row.commodity)) }));
    const isMixed = new Set(options.rows.map(({ commodity }) => commodity)).size > 1;
    call.print(options.worlds === null ? singleText(judged, isMixed, options.files.length > 0) : worldsText(judged, isMixed, trials.length));
    call.printJson(asJson(judged, trials.length));
    if (options.html !== null) writeReport(options, judged[0], madeMs, spreadOfMode(trials, judged[0]?.row.commodity ?? 'corn').count);
    if (options.mayWrite) writeFileSync(join(PROJECT_ROOT, 'app', 'trading', 'strategies', 'playbooks', 'measured.generated.ts'), measuredSource(judged, options.worlds ?? 1, options.years, options.seed));
    return judged.some(({ missing }) => missing === null) ? 0 : 1;
  },
});

/** Seeds of several worlds are not those of desks: nobody has looked at their prices. */
const seedsOf = ({ worlds, seed }: BacktestCall): readonly string[] => (worlds === null ? [seed] : Array.from({ length: worlds }, (_, place) => `backtest/${seed}/${place + 1}`));

const study = (open: OpenWorld, options: BacktestCall, { progress }: ProgramCall): readonly Studied[] =>
  options.files.length > 0 ? studyFiles(options.files.map(readHistory), options.rows, progress) : studyWorlds(open, options.rows, seedsOf(options), options.years, progress);

function readHistory(file: string): ImportedHistory {
  const imported = importHistory({ name: basename(file), text: textOf(file) });
  if (!imported.ok) throw new UsageError(imported.refusal.message);
  return imported.value;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

function writeReport({ html, seed, files }: BacktestCall, judged: Judged | undefined, madeMs: number, trials: number): void {
  if (html === null || !judged?.last) throw new UsageError(`There is no run to report: ${judged?.missing ?? 'nothing was run'}.`);
  const source = files.length > 0 ? { kind: 'files' as const, names: files.map((file) => basename(file)) } : { kind: 'simulated' as const, seed };
  writeFileSync(html, backtestReport(reportModel(judged, judged.last, source, { madeMs, codeVersion: CODE_VERSION, timeZone: 'UTC' }, trials)));
}
