// Command line options of `npm run evaluate`.
import type { NetworkId } from '../../trading/networks/network-spec';
import { NETWORKS } from '../../trading/networks/registry';
import { type ProgramCall, UsageError } from '../cli';
import { rejectFiles } from '../options/parse-options';
import { type TrainCall, readOptions as readTraining } from '../train/options';
import { CALIBRATE_SEEDS, TRAIN_SEEDS, YEARS, YEARS_MAX } from '../train/worlds';

const BENCHMARKS = ['comed', 'storage', 'var', 'stress'] as const;
export type BenchmarkId = (typeof BENCHMARKS)[number];
/** Benchmarks on real histories. */
export type HistoryBenchmarkId = Exclude<BenchmarkId, 'stress'>;

export interface EvaluateOptions extends Pick<TrainCall, 'threads' | 'years'> {
  /** Null evaluates the networks. */
  readonly benchmark: BenchmarkId | null;
  readonly nets: readonly NetworkId[];
  readonly historyDir: string | undefined;
  readonly mayWrite: boolean;
  /** Seeds of the paths; null for the default ones. */
  readonly seeds: readonly string[] | null;
  /** Stress benchmark: paired simulations per seed. */
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
  '--net LIST': `comma-separated networks of ${NETWORKS.map(({ id }) => id).join(', ')}(default: all eight)`,
  '--benchmark K':
    'benchmark instead of the networks. comed: hourly day-ahead power against two published forecasts. storage: weekly gas storage change from degree days. var: VaR backtest on front-month futures. stress: price moves of three weather shocks in paired simulations, needs no histories',
  '--history DIR':
    'folder of real histories (default: HISTORY_DIR, or ../shared/data); alias --csv',
  '--threads N': 'threads for simulations (default: number of processors)',
  '--years N': `years per simulated path, 2 to ${YEARS_MAX} (default: ${YEARS}); other values cannot be written`,
  '--seeds LIST':
    'networks and stress: comma-separated seeds of the paths on which they are evaluated, 1 to 20 (default: those of the verdict; stress: 501,502,503); other seeds cannot be written',
  '--pairs N': 'stress: paired simulations per seed and date, 1 to 64 (default: 4)',
  '--write': 'writes the evaluation and the model card, or docs/benchmarks/<benchmark>.json',
};

/** Throws UsageError for an invalid option. */
export function readOptions(call: Pick<ProgramCall, 'files' | 'option' | 'flag'>): EvaluateOptions {
  rejectFiles('evaluate', call.files, 'Set the folder of histories with --history.');
  const requested = call.option('benchmark');
  const benchmark = BENCHMARKS.find((id) => id === requested) ?? null;
  if (requested !== undefined && benchmark === null)
    throw new UsageError(
      `--benchmark must be one of ${BENCHMARKS.join(', ')}, not '${requested}'.`,
    );
  const { nets, threads, years } = readTraining(call);
  const shouldWrite = call.flag('write');
  const seeds = readSeeds(call, benchmark);
  if (
    shouldWrite &&
    benchmark === null &&
    (nets.length < NETWORKS.length || years !== YEARS || seeds !== null)
  )
    throw new UsageError(
      '--write needs all eight networks, default years and the paths of the verdict: omit --net, --years and --seeds.',
    );
  return {
    seeds,
    pairs: readPairs(call, benchmark),
    benchmark,
    nets,
    threads,
    years,
    historyDir: call.option('history') ?? call.option('csv'),
    mayWrite: shouldWrite,
  };
}

const SEEDS_MAX = 20;
const PAIRS_DEFAULT = 4;
const PAIRS_MAX = 64;

function readSeeds(
  { option }: Pick<ProgramCall, 'option'>,
  benchmark: BenchmarkId | null,
): readonly string[] | null {
  const requested = option('seeds');
  if (requested === undefined) return null;
  if (benchmark !== 'stress' && benchmark !== null)
    throw new UsageError(`--seeds has no use for ${benchmark}, which reads real histories.`);
  const seeds = [
    ...new Set(
      requested
        .split(',')
        .map((seed) => seed.trim())
        .filter((seed) => seed !== ''),
    ),
  ];
  if (seeds.length === 0 || seeds.length > SEEDS_MAX)
    throw new UsageError(
      `--seeds must be 1 to ${SEEDS_MAX} comma-separated names, not '${requested}'.`,
    );
  const used = seeds.filter((seed) => [...TRAIN_SEEDS, ...CALIBRATE_SEEDS].includes(seed));
  if (benchmark === null && used.length > 0)
    throw new UsageError(
      `--seeds must not contain paths of the training (${used.join(', ')}): choose others.`,
    );
  return seeds;
}

function readPairs({ option }: Pick<ProgramCall, 'option'>, benchmark: BenchmarkId | null): number {
  const count = option('pairs');
  if (benchmark !== 'stress' && count !== undefined)
    throw new UsageError('--pairs needs --benchmark stress.');
  const pairs = Number(count ?? PAIRS_DEFAULT);
  if (!Number.isInteger(pairs) || pairs < 1 || pairs > PAIRS_MAX)
    throw new UsageError(
      `--pairs must be an integer from 1 to ${PAIRS_MAX}, not '${count ?? ''}'.`,
    );
  return pairs;
}
