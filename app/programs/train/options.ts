// What the caller of a training asked for, read once and checked.
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { NetworkId } from '../../trading/networks/network-spec';
import { NETWORKS, isNetworkId } from '../../trading/networks/registry';
import { type ProgramCall, UsageError } from '../cli';
import { YEARS, YEARS_MAX } from './worlds';

export interface TrainCall {
  readonly nets: readonly NetworkId[];
  readonly threads: number;
  readonly years: number;
  /** Compares with the committed weights and writes nothing. */
  readonly isCheck: boolean;
}

export const OPTION_ROWS = {
  net: { type: 'string' },
  threads: { type: 'string' },
  years: { type: 'string' },
  check: { type: 'boolean' },
} as const;

export const OPTION_HELP: Readonly<Record<string, string>> = {
  '--net LIST': `networks with commas between, of ${NETWORKS.map(({ id }) => id).join(', ')}; all eight when absent`,
  '--threads N':
    'threads that share the work, 1 to 64; as many as the machine has processors when absent. Results do not depend on it',
  '--years N': `years of each world, 2 to ${YEARS_MAX}; ${YEARS} when absent. Other years are for trials: nothing is written`,
  '--check': 'trains again, compares with the weights that are there, and writes nothing',
};

const nets = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .refine(
    (names) => names.length > 0 && names.every(isNetworkId),
    `takes names of networks: ${NETWORKS.map(({ id }) => id).join(', ')}`,
  )
  .transform((names) => names.filter(isNetworkId));
const parseWhole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,2}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine(
      (value) => value >= least && value <= most,
      `must be a whole number from ${least} to ${most}`,
    );
const OPTIONS = z.object({
  net: nets.default(NETWORKS.map(({ id }) => id)),
  threads: parseWhole(1, 64).default(Math.min(64, availableParallelism())),
  years: parseWhole(2, YEARS_MAX).default(YEARS),
});

/** Reads the options. Throws UsageError naming each that is wrong. */
export function readOptions(call: Pick<ProgramCall, 'files' | 'option' | 'flag'>): TrainCall {
  if (call.files.length > 0)
    throw new UsageError(
      `train takes no files, got ${call.files.join(' ')}. Name networks with --net.`,
    );
  const parsed = OPTIONS.safeParse({
    net: call.option('net'),
    threads: call.option('threads'),
    years: call.option('years'),
  });
  if (!parsed.success)
    throw new UsageError(
      parsed.error.issues.map((issue) => `--${issue.path.join('.')} ${issue.message}.`).join('\n'),
    );
  const { net, threads, years } = parsed.data;
  return { nets: [...new Set(net)], threads, years, isCheck: call.flag('check') };
}
