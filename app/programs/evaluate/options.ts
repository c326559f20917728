// What the caller of an evaluation asked for, read once and checked.
import type { NetworkId } from '../../trading/networks/network-spec';
import { NETWORKS } from '../../trading/networks/registry';
import { type ProgramCall, UsageError } from '../cli';
import { type TrainCall, readOptions as readTraining } from '../train/options';
import { YEARS, YEARS_MAX } from '../train/worlds';

export const BENCHMARKS = ['comed', 'storage', 'var'] as const;
export type BenchmarkId = (typeof BENCHMARKS)[number];

export interface EvaluateOptions extends Pick<TrainCall, 'threads' | 'years'> {
  /** Null where the networks are to be evaluated. */
  readonly benchmark: BenchmarkId | null;
  readonly nets: readonly NetworkId[];
  readonly historyDir: string | undefined;
  readonly mayWrite: boolean;
}

export const OPTION_ROWS = {
  net: { type: 'string' }, benchmark: { type: 'string' }, history: { type: 'string' }, csv: { type: 'string' }, threads: { type: 'string' }, years: { type: 'string' }, write: { type: 'boolean' },
} as const;

export const OPTION_HELP: Readonly<Record<string, string>> = {
  '--net LIST': `networks with commas between, of ${NETWORKS.map(({ id }) => id).join(', ')}; all eight when absent`,
  '--benchmark K': 'instead of the networks. comed: hourly day-ahead power beside two published forecasts. storage: weekly change of gas in storage from degree days. var: how often books of front futures went beyond their value at risk',
  '--history DIR': 'folder of real histories; HISTORY_DIR, or ../shared/data, when absent. --csv is another name of it',
  '--threads N': 'threads that share the making of rows; as many as the machine has processors when absent',
  '--years N': `years of each world, 2 to ${YEARS_MAX}; ${YEARS} when absent. Other years are for trials: nothing is written`,
  '--write': 'keeps the verdicts and the model card, or the result as docs/benchmarks/<benchmark>.json',
};

/** Reads the options. Throws UsageError naming what is wrong. */
export function readOptions(call: Pick<ProgramCall, 'files' | 'option' | 'flag'>): EvaluateOptions {
  if (call.files.length > 0) throw new UsageError(`evaluate takes no files, got ${call.files.join(' ')}. Name a folder of histories with --history.`);
  const named = call.option('benchmark');
  const benchmark = BENCHMARKS.find((id) => id === named) ?? null;
  if (named !== undefined && benchmark === null) throw new UsageError(`--benchmark must be one of ${BENCHMARKS.join(', ')}, not '${named}'.`);
  const { nets, threads, years } = readTraining(call);
  const mayWrite = call.flag('write');
  if (mayWrite && benchmark === null && (nets.length < NETWORKS.length || years !== YEARS)) throw new UsageError('--write keeps the verdicts of all eight networks together: leave --net and --years away.');
  return { benchmark, nets, threads, years, historyDir: call.option('history') ?? call.option('csv'), mayWrite };
}
