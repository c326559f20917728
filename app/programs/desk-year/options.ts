// Command line options of `npm run desk-year`.
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { type ProgramCall, UsageError } from '../cli';
import { parseInteger } from '../options/parse-integer';
import { parseOptions, rejectFiles } from '../options/parse-options';

export interface DeskYearOptions {
  readonly seeds: readonly string[];
  readonly efficientSeeds: readonly string[];
  readonly days: number;
  readonly jobs: number;
  readonly hasSignals: boolean;
  readonly shouldWrite: boolean;
}

/** Used for nothing else: neither training, selection nor verdicts of networks or strategies. */
export const SEEDS = listSeeds(1601);
export const EFFICIENT_SEEDS = listSeeds(1701);
const YEAR_DAYS = 365;

function listSeeds(first: number): readonly string[] {
  return Array.from({ length: 10 }, (_, index) => String(first + index));
}

export const OPTION_ROWS = {
  seeds: { type: 'string' },
  'efficient-seeds': { type: 'string' },
  days: { type: 'string' },
  jobs: { type: 'string' },
  'no-signals': { type: 'boolean' },
  write: { type: 'boolean' },
} as const;

export const OPTION_HELP: Readonly<Record<string, string>> = {
  '--seeds LIST': 'comma-separated seeds of the simulated markets, or none (default: 1601 to 1610)',
  '--efficient-seeds LIST':
    'seeds of the efficient markets, where nothing can be earned, or none (default: 1701 to 1710)',
  '--days N': `days per market, 1 to 3650 (default: ${YEAR_DAYS})`,
  '--jobs N': 'parallel threads (default: the number of processors)',
  '--no-signals': 'does not run the networks; the account then trades like its shadow account',
  '--write': 'stores docs/benchmarks/desk-year.json and renews docs/model-card.md',
};

const seeds = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((seed) => seed.trim())))
  .refine(
    (list) =>
      list.every((seed) => /^[\w.-]{1,64}$/.test(seed)) && new Set(list).size === list.length,
    'must be distinct comma-separated names, such as 1,2,3, or none',
  );
const OPTIONS = z.object({
  seeds: seeds.default([...SEEDS]),
  'efficient-seeds': seeds.default([...EFFICIENT_SEEDS]),
  days: parseInteger(1, 3650).default(YEAR_DAYS),
  jobs: parseInteger(1, 16).default(availableParallelism()),
});

/** Throws UsageError naming every invalid option. */
export function readOptions(call: Pick<ProgramCall, 'files' | 'option' | 'flag'>): DeskYearOptions {
  rejectFiles('desk-year', call.files);
  const { 'efficient-seeds': efficientSeeds, ...rest } = parseOptions(OPTIONS, call.option);
  if (rest.seeds.length + efficientSeeds.length === 0)
    throw new UsageError('--seeds and --efficient-seeds must not both be none.');
  const [hasSignals, shouldWrite] = [!call.flag('no-signals'), call.flag('write')];
  if (shouldWrite && !hasSignals) throw new UsageError('--write stores no run with --no-signals.');
  return { ...rest, efficientSeeds, hasSignals, shouldWrite };
}
