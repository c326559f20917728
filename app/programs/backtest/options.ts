// What the caller of a backtest asked for, read once and checked.
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import {
  COMMODITIES,
  COMMODITY_KEYS,
  type CommodityKey,
  commodityKey,
} from '../../trading/domain/commodity';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { findPlaybookRow, listPlaybooks } from '../../trading/strategies/playbooks/catalogue';
import { type ProgramCall, UsageError } from '../cli';

export interface BacktestCall {
  readonly rows: readonly PlaybookRow[];
  /** Histories to test on; without any, simulated worlds. */
  readonly files: readonly string[];
  readonly seed: string;
  /** How many worlds; null for the one of the seed itself. */
  readonly worlds: number | null;
  readonly years: number;
  readonly html: string | null;
  readonly mayWrite: boolean;
  /** Judges the playbooks instead of showing what they bring. */
  readonly isJudging: boolean;
  /** Worlds that leave nothing on the table. */
  readonly isEfficient: boolean;
  /** The histories of HISTORY_DIR. */
  readonly isHistory: boolean;
  /** Worlds that are walked at once. */
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
  '--mode K': `which of ${COMMODITY_KEYS.join(', ')}`,
  '--playbook ID': 'one playbook of the mode',
  '--all': 'all playbooks of the mode; also when no playbook is named',
  '--all-modes': 'all playbooks of all modes',
  '--csv FILE...': 'price histories instead of simulated worlds, one instrument each',
  '--worlds N': 'tests in N worlds that no playbook was made on, 2 to 100; one world when absent',
  '--years Y': 'length of each world, 1 to 40; 10 when absent',
  '--seed S': 'name of the world, or of the first part of the names of all; 1 when absent',
  '--html FILE': 'writes the report of one playbook over one market',
  '--judge':
    'judges each playbook: how often it trades, whether it looks ahead, whether another one deals or holds the same; 1 where one fails',
  '--efficient':
    'in worlds that leave nothing on the table, where no playbook may have an edge; 1 where one has',
  '--history': 'on the price histories of HISTORY_DIR, one table for each mode that has one',
  '--jobs N':
    'worlds that are walked at once, 1 to 16; as many as there are processors when absent',
  '--write':
    'with --all-modes and --worlds the table that the cards of playbooks show; with --judge the order lists that the tests compare',
};

const parseWhole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,3}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine(
      (value) => value >= least && value <= most,
      `must be a whole number from ${least} to ${most}`,
    );

const OPTIONS = z.object({
  worlds: parseWhole(2, 100).optional(),
  jobs: parseWhole(1, 16).default(availableParallelism()),
  years: parseWhole(1, 40).default(10),
  seed: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be a name of letters, digits, dots and dashes')
    .default('1'),
});

/** How many worlds a judge and a search for edges ask when nobody says. */
const JUDGED_WORLDS = 3;
const EFFICIENT_WORLDS = 8;

/** Reads the options. Throws UsageError naming each that is wrong. */
export function readOptions(call: Pick<ProgramCall, 'files' | 'option' | 'flag'>): BacktestCall {
  const given = {
    worlds: call.option('worlds'),
    years: call.option('years'),
    seed: call.option('seed'),
    jobs: call.option('jobs'),
  };
  const parsed = OPTIONS.safeParse(given);
  if (!parsed.success)
    throw new UsageError(
      parsed.error.issues
        .map(
          (issue) =>
            `--${issue.path.join('.')} ${issue.message}, not '${call.option(String(issue.path[0])) ?? ''}'.`,
        )
        .join('\n'),
    );
  const csv = call.option('csv');
  if (csv === undefined && call.files.length > 0)
    throw new UsageError(`backtest takes files with --csv alone: --csv ${call.files.join(' ')}.`);
  const { years, seed, jobs } = parsed.data;
  const [isJudging, isEfficient, isHistory] = [
    call.flag('judge'),
    call.flag('efficient'),
    call.flag('history'),
  ];
  const worlds =
    parsed.data.worlds ?? (isJudging ? JUDGED_WORLDS : isEfficient ? EFFICIENT_WORLDS : null);
  const options: BacktestCall = {
    rows: createRows(call),
    files: csv === undefined ? [] : [csv, ...call.files],
    seed,
    worlds,
    years,
    html: call.option('html') ?? null,
    mayWrite: call.flag('write'),
    isJudging,
    isEfficient,
    isHistory,
    jobs,
  };
  refuseMixtures(options, call);
  return options;
}

function refuseMixtures(options: BacktestCall, call: Pick<ProgramCall, 'flag'>): void {
  const { files, worlds, isJudging, isEfficient, isHistory } = options;
  const kinds = [
    files.length > 0 ? '--csv' : '',
    isJudging ? '--judge' : '',
    isEfficient ? '--efficient' : '',
    isHistory ? '--history' : '',
  ].filter((kind) => kind !== '');
  if (kinds.length > 1) throw new UsageError(`${kinds.join(' and ')} exclude each other.`);
  if ((files.length > 0 || isHistory) && worlds !== null)
    throw new UsageError(`--worlds needs simulated worlds; leave it out with ${kinds.join('')}.`);
  refuseWriting(options, call);
}

function refuseWriting(
  { rows, worlds, html, mayWrite, isJudging, isEfficient, isHistory }: BacktestCall,
  call: Pick<ProgramCall, 'flag'>,
): void {
  if (html !== null && (rows.length !== 1 || worlds !== null || isHistory))
    throw new UsageError(
      '--html writes one playbook over one market: name it with --playbook, and leave --worlds out.',
    );
  if (mayWrite && !isJudging && (isEfficient || !call.flag('all-modes') || worlds === null))
    throw new UsageError(
      '--write writes the table of all modes over several worlds: add --all-modes and --worlds.',
    );
}

/** What takes all modes when none is named. */
const ALL_BY_THEMSELVES = ['judge', 'efficient', 'history'];

function createRows(call: Pick<ProgramCall, 'option' | 'flag'>): readonly PlaybookRow[] {
  const [named, id] = [call.option('mode'), call.option('playbook')];
  if (call.flag('all-modes')) {
    if (named !== undefined || id !== undefined)
      throw new UsageError('--all-modes stands alone; leave --mode and --playbook out.');
    return COMMODITY_KEYS.flatMap(listPlaybooks);
  }
  if (named === undefined && id === undefined && ALL_BY_THEMSELVES.some((name) => call.flag(name)))
    return COMMODITY_KEYS.flatMap(listPlaybooks);
  if (named === undefined)
    throw new UsageError(
      `Name a mode with --mode: ${COMMODITY_KEYS.join(', ')}; or take --all-modes.`,
    );
  const mode = parseCommodity(named);
  if (id === undefined) return listPlaybooks(mode);
  if (call.flag('all')) throw new UsageError('--playbook and --all exclude each other.');
  const row = findPlaybookRow(mode, id.toUpperCase());
  if (!row)
    throw new UsageError(
      `${COMMODITIES[mode].displayName} has no playbook '${id}'. It has ${listPlaybooks(mode)
        .map((one) => one.id)
        .join(', ')}.`,
    );
  return [row];
}

function parseCommodity(named: string): CommodityKey {
  const mode = commodityKey(named.toLowerCase()) ?? commodityKey(named);
  if (mode === null)
    throw new UsageError(`There is no mode '${named}'. There are ${COMMODITY_KEYS.join(', ')}.`);
  return mode;
}
