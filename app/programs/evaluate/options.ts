// What the caller of an evaluation asked for, read once and checked.
import type { NetworkId } from '../../trading/networks/network-spec';
import { NETWORKS } from '../../trading/networks/registry';
import { type ProgramCall, UsageError } from '../cli';
import { type TrainCall, readOptions as readTraining } from '../train/options';
import { YEARS, YEARS_MAX } from '../train/worlds';

const BENCHMARKS = ['comed', 'storage', 'var', 'stress'] as const;
export type BenchmarkId = (typeof BENCHMARKS)[number];
/** Those that read real histories. */
export type HistoryBenchmarkId = Exclude<BenchmarkId, 'stress'>;

export interface EvaluateOptions extends Pick<TrainCall, 'threads' | 'years'> {
  /** Null where the networks are to be evaluated. */
  readonly benchmark: BenchmarkId | null;
  readonly nets: readonly NetworkId[];
  readonly historyDir: string | undefined;
  readonly mayWrite: boolean;
  /** Of the shocks: seeds of their worlds, and pairs of worlds for each. */
  readonly seeds: readonly string[];
  readonly pairs: number;
}

export const OPTION_ROWS = {
  net: { type: 'string' },
  benchmark: { type: 'string' },
  history: { type: 'string' },
  csv: { type: 'string' },
  threads: { type: 'string' },
  years: { type: 'string' },
  seeds: { type: 'string' },
  pairs: { type: 'string' },
  write: { type: 'boolean' },
} as const;

export const OPTION_HELP: Readonly<Record<string, string>> = {
  '--net LIST': `networks with commas between, of ${NETWORKS.map(({ id }) => id).join(', ')}; all eight when absent`,
  '--benchmark K':
    'instead of the networks. comed: hourly day-ahead power beside two published forecasts. storage: weekly change of gas in storage from degree days. var: how often books of front futures went beyond their value at risk. stress: what three weather shocks do to simulated prices, beside what they are designed to do; needs no histories',
  '--history DIR':
    'folder of real histories; HISTORY_DIR, or ../shared/data, when absent. --csv is another name of it',
  '--threads N':
    'threads that share the making of rows; as many as the machine has processors when absent',
  '--years N': `years of each world, 2 to ${YEARS_MAX}; ${YEARS} when absent. Other years are for trials: nothing is written`,
  '--seeds LIST': 'of the shocks: names of seeds with commas between; 501,502,503 when absent',
  '--pairs N':
    'of the shocks: pairs of worlds for each seed, 1 to 256; 256 when absent: medians of a quarter of them scatter by a fifth of their size',
  '--write':
    'keeps the verdicts and the model card, or the result as docs/benchmarks/<benchmark>.json',
};

/** Reads the options. Throws UsageError naming what is wrong. */
export function readOptions(call: Pick<ProgramCall, 'files' | 'option' | 'flag'>): EvaluateOptions {
  if (call.files.length > 0)
    throw new UsageError(
      `evaluate takes no files, got ${call.files.join(' ')}. Name a folder of histories with --history.`,
    );
  const named = call.option('benchmark');
  const benchmark = BENCHMARKS.find((id) => id === named) ?? null;
  if (named !== undefined && benchmark === null)
    throw new UsageError(`--benchmark must be one of ${BENCHMARKS.join(', ')}, not '${named}'.`);
  const { nets, threads, years } = readTraining(call);
  const mayWrite = call.flag('write');
  if (mayWrite && benchmark === null && (nets.length < NETWORKS.length || years !== YEARS))
    throw new UsageError(
      '--write keeps the verdicts of all eight networks together: leave --net and --years away.',
    );
  const { seeds, pairs } = buildShocks(call, benchmark);
  return {
    seeds,
    pairs,
    benchmark,
    nets,
    threads,
    years,
    historyDir: call.option('history') ?? call.option('csv'),
    mayWrite,
  };
}

const SEEDS = '501,502,503';
const SEEDS_MAX = 20;
const PAIRS = 256;
const PAIRS_MAX = 256;

function buildShocks(
  { option }: Pick<ProgramCall, 'option'>,
  benchmark: BenchmarkId | null,
): Pick<EvaluateOptions, 'seeds' | 'pairs'> {
  const [named, count] = [option('seeds'), option('pairs')];
  if (benchmark !== 'stress' && (named !== undefined || count !== undefined))
    throw new UsageError('--seeds and --pairs are of the shocks alone: name --benchmark stress.');
  const seeds = [
    ...new Set(
      (named ?? SEEDS)
        .split(',')
        .map((seed) => seed.trim())
        .filter((seed) => seed !== ''),
    ),
  ];
  if (seeds.length === 0 || seeds.length > SEEDS_MAX)
    throw new UsageError(
      `--seeds wants 1 to ${SEEDS_MAX} names with commas between, got '${named ?? ''}'.`,
    );
  const pairs = Number(count ?? PAIRS);
  if (!Number.isInteger(pairs) || pairs < 1 || pairs > PAIRS_MAX)
    throw new UsageError(
      `--pairs must be a whole number from 1 to ${PAIRS_MAX}, not '${count ?? ''}'.`,
    );
  return { seeds, pairs };
}
