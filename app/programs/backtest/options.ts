// Command line options of `npm run backtest`.
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import {
  COMMODITIES,
  COMMODITY_KEYS,
  type CommodityKey,
  findCommodityKey,
} from '../../trading/domain/commodity';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { findPlaybookRow, listPlaybooks } from '../../trading/strategies/playbooks/catalog';
import { type ProgramCall, UsageError } from '../cli';
import { parseInteger } from '../options/parse-integer';
import { parseOptions } from '../options/parse-options';

export interface BacktestCall {
  readonly rows: readonly PlaybookRow[];
  /** Price history files; empty for simulated paths. */
  readonly files: readonly string[];
  readonly seed: string;
  /** Number of simulated paths; null for the single path of the seed. */
  readonly worlds: number | null;
  readonly years: number;
  readonly html: string | null;
  readonly shouldWrite: boolean;
  /** Runs the quality checks instead of a backtest. */
  readonly isJudging: boolean;
  /** Simulates efficient markets (placebo test). */
  readonly isEfficient: boolean;
  /** Uses the price histories in HISTORY_DIR. */
  readonly isHistory: boolean;
  /** Simulated paths computed in parallel. */
  readonly jobs: number;
}

export const OPTION_ROWS = {
  mode: { type: 'string' },
  playbook: { type: 'string' },
  all: { type: 'boolean' },
  'all-modes': { type: 'boolean' },
  csv: { type: 'string' },
  worlds: { type: 'string' },
  years: { type: 'string' },
  seed: { type: 'string' },
  html: { type: 'string' },
  write: { type: 'boolean' },
  judge: { type: 'boolean' },
  efficient: { type: 'boolean' },
  history: { type: 'boolean' },
  jobs: { type: 'string' },
} as const;

export const OPTION_HELP: Readonly<Record<string, string>> = {
  '--mode K': `commodity: one of ${COMMODITY_KEYS.join(', ')}`,
  '--playbook ID': 'one strategy of the commodity',
  '--all': 'all strategies of the commodity (default without --playbook)',
  '--all-modes': 'all strategies of all commodities',
  '--csv FILE...': 'price histories instead of simulated paths, one instrument each',
  '--worlds N': 'number of out-of-sample simulated paths, 2 to 100 (default: one path)',
  '--years Y': 'length of each path in years, 1 to 40 (default: 10)',
  '--seed S': 'seed of the path, or prefix of the seeds with --worlds (default: 1)',
  '--html FILE': 'writes the report of one strategy on one market',
  '--judge':
    'checks each strategy for trade frequency, look-ahead and duplicates; exit code 1 if one fails',
  '--efficient':
    'placebo test on efficient simulated markets; exit code 1 if a strategy has an edge',
  '--history': 'price histories in HISTORY_DIR, one table per commodity',
  '--jobs N': 'simulated paths computed in parallel, 1 to 16 (default: number of processors)',
  '--write':
    'with --all-modes and --worlds: writes the track records shown on screens; with --judge: the order digests checked by tests',
};

const OPTIONS = z.object({
  worlds: parseInteger(2, 100).optional(),
  jobs: parseInteger(1, 16).default(availableParallelism()),
  years: parseInteger(1, 40).default(10),
  seed: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be a name of letters, digits, dots and dashes')
    .default('1'),
});

/** Default numbers of paths for --judge and --efficient. */
const JUDGED_WORLDS = 3;
const EFFICIENT_WORLDS = 8;

/** Throws UsageError naming every invalid option. */
export function readOptions(call: Pick<ProgramCall, 'files' | 'option' | 'flag'>): BacktestCall {
  const { worlds: chosenWorlds, years, seed, jobs } = parseOptions(OPTIONS, call.option);
  const csv = call.option('csv');
  if (csv === undefined && call.files.length > 0)
    throw new UsageError(`Files need --csv: --csv ${call.files.join(' ')}.`);
  const [isJudging, isEfficient, isHistory] = [
    call.flag('judge'),
    call.flag('efficient'),
    call.flag('history'),
  ];
  const worlds =
    chosenWorlds ?? (isJudging ? JUDGED_WORLDS : isEfficient ? EFFICIENT_WORLDS : null);
  const options: BacktestCall = {
    rows: selectRows(call),
    files: csv === undefined ? [] : [csv, ...call.files],
    seed,
    worlds,
    years,
    html: call.option('html') ?? null,
    shouldWrite: call.flag('write'),
    isJudging,
    isEfficient,
    isHistory,
    jobs,
  };
  assertCompatible(options, call);
  return options;
}

function assertCompatible(options: BacktestCall, call: Pick<ProgramCall, 'flag'>): void {
  const { files, worlds, isJudging, isEfficient, isHistory } = options;
  const kinds = [
    files.length > 0 ? '--csv' : '',
    isJudging ? '--judge' : '',
    isEfficient ? '--efficient' : '',
    isHistory ? '--history' : '',
  ].filter((kind) => kind !== '');
  if (kinds.length > 1) throw new UsageError(`${kinds.join(' and ')} cannot be combined.`);
  if ((files.length > 0 || isHistory) && worlds !== null)
    throw new UsageError(
      `--worlds applies to simulated paths only; omit it with ${kinds.join('')}.`,
    );
  assertWritable(options, call);
}

function assertWritable(
  { rows, worlds, html, shouldWrite: mayWrite, isJudging, isEfficient, isHistory }: BacktestCall,
  call: Pick<ProgramCall, 'flag'>,
): void {
  if (html !== null && (rows.length !== 1 || worlds !== null || isHistory))
    throw new UsageError(
      '--html needs one strategy on one market: add --playbook and omit --worlds.',
    );
  if (mayWrite && !isJudging && (isEfficient || !call.flag('all-modes') || worlds === null))
    throw new UsageError(
      '--write needs all commodities and several paths: add --all-modes and --worlds.',
    );
}

/** Options that default to all commodities. */
const DEFAULT_TO_ALL = ['judge', 'efficient', 'history'];

function selectRows(call: Pick<ProgramCall, 'option' | 'flag'>): readonly PlaybookRow[] {
  const [requested, id] = [call.option('mode'), call.option('playbook')];
  if (call.flag('all-modes')) {
    if (requested !== undefined || id !== undefined)
      throw new UsageError('--all-modes cannot be combined with --mode or --playbook.');
    return COMMODITY_KEYS.flatMap(listPlaybooks);
  }
  if (requested === undefined && id === undefined && DEFAULT_TO_ALL.some((name) => call.flag(name)))
    return COMMODITY_KEYS.flatMap(listPlaybooks);
  if (requested === undefined)
    throw new UsageError(`Add --mode with one of ${COMMODITY_KEYS.join(', ')}, or --all-modes.`);
  const commodity = parseCommodity(requested);
  if (id === undefined) return listPlaybooks(commodity);
  if (call.flag('all')) throw new UsageError('--playbook and --all cannot be combined.');
  const row = findPlaybookRow(commodity, id.toUpperCase());
  if (!row)
    throw new UsageError(
      `${COMMODITIES[commodity].displayName} has no strategy '${id}'. Available: ${listPlaybooks(
        commodity,
      )
        .map((one) => one.id)
        .join(', ')}.`,
    );
  return [row];
}

function parseCommodity(requested: string): CommodityKey {
  const commodity = findCommodityKey(requested.toLowerCase()) ?? findCommodityKey(requested);
  if (commodity === null)
    throw new UsageError(
      `Unknown commodity '${requested}'. Available: ${COMMODITY_KEYS.join(', ')}.`,
    );
  return commodity;
}
