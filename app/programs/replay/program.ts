// `npm run replay`: runs the trading engine over price histories and prints the result.
import type { Program, ProgramCall } from '../cli';
import { readHistories, readWeather } from './histories';
import { OPTION_HELP, OPTION_ROWS, type ReplayOptions, readOptions } from './options';
import { formatComparison, formatNotRun, formatImports, formatRun, formatTerms } from './print';
import { runStrategies, isReplayRun } from './runs';
import { toResultJson } from './result-json';

export const replayProgram: Program = {
  name: 'replay',
  summary:
    'Runs a strategy on one or more price histories with the live trading engine, into a new database.',
  usage:
    'FILE... [--commodity K] [--playbook ID|all] [--weather FILE] [--from DATE] [--to DATE] [--cash DOLLARS] [--size SIZE] [--risk LEVEL] [--data-dir DIR] [--replace]',
  options: OPTION_ROWS,
  optionHelp: OPTION_HELP,
  run: runProgram,
};

/** Exit code 0 when at least one strategy ran. */
async function runProgram(call: ProgramCall): Promise<number> {
  const options = readOptions(call);
  const histories = readHistories(options);
  const weather = readWeather(options);
  call.print(`${formatImports(histories, weather)}\n\n${formatTerms(options)}\n`);
  const runs = await runStrategies(options, histories, weather, call.progress);
  printRuns(call, options, runs);
  call.printJson(toResultJson(options, histories, weather, runs));
  return runs.some(isReplayRun) ? 0 : 1;
}

function printRuns(
  call: ProgramCall,
  { playbook }: ReplayOptions,
  runs: Awaited<ReturnType<typeof runStrategies>>,
): void {
  const [firstRun] = runs;
  if (playbook === 'all') call.print(formatComparison(runs));
  else if (firstRun)
    call.print(isReplayRun(firstRun) ? formatRun(firstRun) : formatNotRun(firstRun));
}
