// Command line options of `npm run validate-market`.
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { ProgramCall } from '../cli';
import { parseInteger } from '../options/parse-integer';
import { parseOptions, rejectFiles } from '../options/parse-options';

interface ValidateOptions {
  readonly seeds: readonly string[];
  readonly years: number;
  readonly jobs: number;
  readonly historyDir: string | undefined;
  readonly isMarkdown: boolean;
  readonly mayWrite: boolean;
}

export const OPTION_ROWS = {
  seeds: { type: 'string' },
  years: { type: 'string' },
  history: { type: 'string' },
  jobs: { type: 'string' },
  markdown: { type: 'boolean' },
  write: { type: 'boolean' },
} as const;

export const OPTION_HELP: Readonly<Record<string, string>> = {
  '--seeds LIST': 'comma-separated seeds of the simulated paths (default: 1,2,3)',
  '--years N': 'years per path, 2 to 80 (default: 40)',
  '--history DIR': 'folder of real histories (default: HISTORY_DIR, or ../shared/data)',
  '--jobs N': 'simulated markets at a time, 1 to 16 (default: number of processors)',
  '--markdown': 'prints the table as markdown',
  '--write': 'writes docs/market-realism.md with its figures',
};

const seeds = z
  .string()
  .transform((text) => text.split(',').map((seed) => seed.trim()))
  .refine(
    (list) =>
      list.every((seed) => /^[\w.-]{1,64}$/.test(seed)) && new Set(list).size === list.length,
    'must be distinct comma-separated names, such as 1,2,3',
  );
const OPTIONS = z.object({
  seeds: seeds.default(['1', '2', '3']),
  years: parseInteger(2, 80).default(40),
  jobs: parseInteger(1, 16).default(Math.min(16, availableParallelism())),
});

/** Throws UsageError naming every invalid option. */
export function readOptions(call: Pick<ProgramCall, 'files' | 'option' | 'flag'>): ValidateOptions {
  rejectFiles('validate-market', call.files, 'Set the folder of histories with --history.');
  return {
    ...parseOptions(OPTIONS, call.option),
    historyDir: call.option('history'),
    isMarkdown: call.flag('markdown'),
    mayWrite: call.flag('write'),
  };
}
