// Replays histories through the desk's own engine and prints what its books say.
import type { Program, ProgramCall } from '../cli';
import { readHistories, readWeather } from './histories';
import { OPTION_HELP, OPTION_ROWS, type ReplayOptions, readOptions } from './options';
import { comparisonText, notRunText, readText, runText, termsText } from './print';
import { runAll, wasRun } from './runs';
import { resultJson } from './result-json';

export const replayProgram: Program = {
  name: 'replay',
  summary:
    'Trades one or more price histories with a playbook, exactly as the desk would, into new books of its own.',
  usage:
    'FILE... [--commodity K] [--playbook ID|all] [--weather FILE] [--from DATE] [--to DATE] [--cash DOLLARS] [--size SIZE] [--risk LEVEL] [--data-dir DIR] [--replace]',
  options: OPTION_ROWS,
  optionHelp: OPTION_HELP,
  run: replay,
};

/** 0 when every playbook that has its input was run, and at least one was. */
async function replay(call: ProgramCall): Promise<number> {
  const options = readOptions(call);
  const histories = readHistories(options);
  const weather = readWeather(options);
  call.print(`${readText(histories, weather)}\n\n${termsText(options)}\n`);
  const runs = await runAll(options, histories, weather, call.progress);
  printRuns(call, options, runs);
  call.printJson(resultJson(options, histories, weather, runs));
  return runs.some(wasRun) ? 0 : 1;
}

function printRuns(
  call: ProgramCall,
  { playbook }: ReplayOptions,
  runs: Awaited<ReturnType<typeof runAll>>,
): void {
  const [only] = runs;
  if (playbook === 'all') call.print(comparisonText(runs));
  else if (only) call.print(wasRun(only) ? runText(only) : notRunText(only));
}
