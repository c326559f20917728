// Command line options of `npm run train`.
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { NetworkId } from '../../trading/networks/network-spec';
import { NETWORKS, isNetworkId } from '../../trading/networks/registry';
import type { ProgramCall } from '../cli';
import { parseInteger } from '../options/parse-integer';
import { parseOptions, rejectFiles } from '../options/parse-options';
import { YEARS, YEARS_MAX } from './worlds';

export interface TrainCall {
  readonly nets: readonly NetworkId[];
  readonly threads: number;
  readonly years: number;
  /** Only compares with the committed weights. */
  readonly isCheck: boolean;
}

export const OPTION_ROWS = {
  net: { type: 'string' },
  threads: { type: 'string' },
  years: { type: 'string' },
  check: { type: 'boolean' },
} as const;

export const OPTION_HELP: Readonly<Record<string, string>> = {
  '--net LIST': `comma-separated networks of ${NETWORKS.map(({ id }) => id).join(', ')}(default: all eight)`,
  '--threads N': 'threads, 1 to 64 (default: number of processors); results do not depend on it',
  '--years N': `years per simulated path, 2 to ${YEARS_MAX} (default: ${YEARS}); other values write nothing`,
  '--check': 'retrains, compares with the committed weights, and writes nothing',
};

const nets = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .refine(
    (names) => names.length > 0 && names.every(isNetworkId),
    `must be network names: ${NETWORKS.map(({ id }) => id).join(', ')}`,
  )
  .transform((names) => names.filter(isNetworkId));
const OPTIONS = z.object({
  net: nets.default(NETWORKS.map(({ id }) => id)),
  threads: parseInteger(1, 64).default(Math.min(64, availableParallelism())),
  years: parseInteger(2, YEARS_MAX).default(YEARS),
});

/** Throws UsageError naming every invalid option. */
export function readOptions(call: Pick<ProgramCall, 'files' | 'option' | 'flag'>): TrainCall {
  rejectFiles('train', call.files, 'Select networks with --net.');
  const { net, threads, years } = parseOptions(OPTIONS, call.option);
  return { nets: [...new Set(net)], threads, years, isCheck: call.flag('check') };
}
