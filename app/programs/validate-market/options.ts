// What the caller of a validation asked for, read once and checked.
import { z } from 'zod';
import { type ProgramCall, UsageError } from '../cli';

interface ValidateOptions {
  readonly seeds: readonly string[];
  readonly years: number;
  readonly historyDir: string | undefined;
  readonly isMarkdown: boolean;
  readonly mayWrite: boolean;
}

export const OPTION_ROWS = {
  seeds: { type: 'string' },
  years: { type: 'string' },
  history: { type: 'string' },
  markdown: { type: 'boolean' },
  write: { type: 'boolean' },
} as const;

export const OPTION_HELP: Readonly<Record<string, string>> = {
  '--seeds LIST': 'seeds of the worlds that are judged, with commas; 1,2,3 when absent',
  '--years N': 'length of each world, 2 to 80; 40 when absent',
  '--history DIR':
    'folder of real histories to stand beside; HISTORY_DIR, or ../shared/data, when absent',
  '--markdown': 'prints the table as markdown',
  '--write': 'writes docs/market-realism.md with its pictures; takes the seeds and years above',
};

const seeds = z
  .string()
  .transform((text) => text.split(',').map((seed) => seed.trim()))
  .refine(
    (list) =>
      list.every((seed) => /^[\w.-]{1,64}$/.test(seed)) && new Set(list).size === list.length,
    'must be different names with commas between, such as 1,2,3',
  );
const years = z
  .string()
  .regex(/^\d{1,2}$/, 'must be a whole number from 2 to 80')
  .transform(Number)
  .refine((value) => value >= 2 && value <= 80, 'must be a whole number from 2 to 80');

const OPTIONS = z.object({ seeds: seeds.default(['1', '2', '3']), years: years.default(40) });

/** Reads the options. Throws UsageError naming each that is wrong. */
export function readOptions(call: Pick<ProgramCall, 'files' | 'option' | 'flag'>): ValidateOptions {
  if (call.files.length > 0)
    throw new UsageError(
      `validate-market takes no files, got ${call.files.join(' ')}. Name a folder of histories with --history.`,
    );
  const given = { seeds: call.option('seeds'), years: call.option('years') };
  const parsed = OPTIONS.safeParse(given);
  if (!parsed.success) {
    throw new UsageError(
      parsed.error.issues
        .map(
          (issue) =>
            `--${issue.path.join('.')} ${issue.message}, not '${call.option(String(issue.path[0])) ?? ''}'.`,
        )
        .join('\n'),
    );
  }
  return {
    ...parsed.data,
    historyDir: call.option('history'),
    isMarkdown: call.flag('markdown'),
    mayWrite: call.flag('write'),
  };
}
