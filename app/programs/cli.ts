/**
 * Shared command line handling: help, options, progress, JSON, errors and exit codes. Exit code 0
 * is success, 1 is failure or crash; programs with more codes list them in `exitCodes`.
 */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { DatabaseError } from '../../db/client.server';
import { LockError } from '../../db/lock.server';
import { DirectoryError } from '../models/desks/directory.server';
import { JobError } from '../server/jobs/job-runner';
import { SettingsError } from '../server/platform/env.server';
import { SecretError } from '../server/platform/master-key.server';
import { type Progress, createProgress } from './progress/progress';

export interface Program {
  readonly name: string;
  readonly summary: string;
  /** Arguments after `npm run <name> --`, e.g. `FILE... [--from DATE]`. */
  readonly usage: string;
  /** Options for node:util parseArgs; `help` and `json` are added. */
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** One line per option, in the order of the help text. */
  readonly optionHelp: Readonly<Record<string, string>>;
  /** Last line of the help text, for programs with other exit codes. */
  readonly exitCodes?: string;
  run(call: ProgramCall): Promise<number> | number;
}

export interface ProgramCall {
  readonly files: readonly string[];
  readonly option: (name: string) => string | undefined;
  readonly flag: (name: string) => boolean;
  readonly isJson: boolean;
  /** Prints text to standard output; silent with --json. */
  readonly print: (text: string) => void;
  readonly printJson: (value: unknown) => void;
  readonly progress: Progress;
}

/** Error that the user can fix: printed as one line, exit code 1. */
export class UsageError extends Error {}

const COMMON = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const;

/** Resolves when a program that serves is to end: at Ctrl-C or SIGTERM. */
export const waitForSignal = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });

/** Errors whose message is for the user. */
const READABLE_ERRORS = [
  UsageError,
  DatabaseError,
  LockError,
  DirectoryError,
  SettingsError,
  SecretError,
];

/** Runs a program as this process and sets the exit code. */
export async function main(program: Program): Promise<void> {
  process.exitCode = await runProgram(program, process.argv.slice(2));
}

export async function runProgram(program: Program, args: readonly string[]): Promise<number> {
  const progress = createProgress();
  try {
    const parsed = parseArgs({
      args: [...args],
      options: { ...program.options, ...COMMON },
      allowPositionals: true,
    });
    const values: Readonly<Record<string, unknown>> = parsed.values;
    if (values['help']) {
      process.stdout.write(formatHelp(program));
      return 0;
    }
    const isJson = values['json'] === true;
    return await program.run({
      files: parsed.positionals,
      option: (name) => (typeof values[name] === 'string' ? (values[name] as string) : undefined),
      flag: (name) => values[name] === true,
      isJson,
      print: (text) => void (isJson || process.stdout.write(`${text}\n`)),
      printJson: (value) =>
        void (isJson && process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)),
      progress,
    });
  } catch (error) {
    progress.endPhase();
    process.stderr.write(`${program.name}: ${explainError(error)}\n`);
    return 1;
  }
}

function explainError(error: unknown): string {
  const isForUser = READABLE_ERRORS.some((type) => error instanceof type);
  // Of a failed job the stack in its thread is shown.
  if (error instanceof JobError && error.fault !== 'failed') return error.message;
  if (isForUser) return (error as Error).message;
  const code = (error as { code?: string }).code ?? '';
  if (code.startsWith('ERR_PARSE_ARGS')) return `${(error as Error).message} Try --help.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function formatHelp(program: Program): string {
  const rows = {
    ...program.optionHelp,
    '--json': 'print one JSON document instead of text',
    '--help': 'print this help',
  };
  const width = Math.max(...Object.keys(rows).map((name) => name.length));
  const lines = Object.entries(rows).map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
  return `${program.summary}\n\nUsage: npm run ${program.name} -- ${program.usage}\n\n${lines.join('\n')}\n\n${program.exitCodes ?? 'Exit code 0: success. 1: failure.'}\n`;
}
