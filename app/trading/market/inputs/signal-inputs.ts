/**
 * Inputs from the signals of the price networks: the published forecast of a chain and its
 * proven skill.
 */
import { ROOT_SYMBOLS } from '../../domain/commodity';
import { POWER_HUBS } from '../../domain/contract';
import { HOUR_MS } from '../../domain/time';
import type { EpochMs } from '../../domain/units';
import type { FindSignal, InputInfo, PublishedSignal } from './public-data';
import { publishValue } from './published-values';

const PREFIX = 'signal/';
/** Age of a signal at a bar that ends at its stamp: bars end a millisecond before the next one. */
const BAR_END_MS = 1;

interface SignalField {
  readonly unit: string;
  readonly description: string;
  readonly read: (signal: PublishedSignal, atMs: EpochMs) => number;
}

const FIELDS: Readonly<Record<string, SignalField>> = {
  'chance-up': {
    unit: 'chance',
    description: 'probability of a rise in a day by the AI signal',
    read: ({ chanceUp }) => chanceUp,
  },
  low: {
    unit: 'quoted units',
    description: '10% quantile of the move of a day by the AI signal',
    read: ({ low }) => low,
  },
  middle: {
    unit: 'quoted units',
    description: 'median move of a day by the AI signal',
    read: ({ middle }) => middle,
  },
  high: {
    unit: 'quoted units',
    description: '90% quantile of the move of a day by the AI signal',
    read: ({ high }) => high,
  },
  'round-trip': {
    unit: 'quoted units',
    description: 'cost of a round trip at the price of the AI signal',
    read: ({ roundTrip }) => roundTrip,
  },
  skill: {
    unit: '1 or 0',
    description: 'proven skill of the network behind the AI signal; 0 without',
    read: ({ hasSkill }) => Number(hasSkill),
  },
  sigma: {
    unit: 'quoted units',
    description: 'expected deviation of the move of a day by VolNet; 0 where it is not proven',
    read: ({ sigma }) => sigma ?? 0,
  },
  spike: {
    unit: 'chance or 0',
    description: 'chance of a spike by SpikeNet; 0 where it is not proven',
    read: ({ spikeChance }) => spikeChance ?? 0,
  },
  age: {
    unit: 'h',
    description: 'age of the AI signal',
    read: ({ stampMs }, atMs) => (atMs + BAR_END_MS - stampMs) / HOUR_MS,
  },
};

const FIELD_NAMES = Object.keys(FIELDS);

/** Chains with a signal: five power hubs and nine futures. */
const SIGNAL_CHAINS: readonly string[] = [
  ...POWER_HUBS.map((hub) => `${ROOT_SYMBOLS.electricity}-${hub}`),
  ...Object.entries(ROOT_SYMBOLS)
    .filter(([commodity]) => commodity !== 'electricity')
    .map(([, root]) => root),
];

export const isSignalInput = (id: string): boolean => id.startsWith(PREFIX);

/** Ids of all inputs of a signal, in the order of `AiParams.places`. `chain` may hold `{hub}`. */
export const listSignalInputs = (chain: string): readonly string[] =>
  FIELD_NAMES.map((name) => `${PREFIX}${chain}/${name}`);

interface ParsedInput {
  readonly chain: string;
  readonly field: SignalField;
}

/** Parsed ids of the playbooks; null for an input that is no signal. */
const parsedInputs = new Map<string, ParsedInput | null>();

function parseSignalInput(id: string): ParsedInput | null {
  const cached = parsedInputs.get(id);
  if (cached !== undefined) return cached;
  const [, chain = '', name = ''] = id.split('/');
  const field = isSignalInput(id) ? FIELDS[name] : undefined;
  const parsed = field ? { chain, field } : null;
  parsedInputs.set(id, parsed);
  return parsed;
}

/** Value of a signal input at the end of a bar; NaN without a signal or for another input. */
export function getSignalValue(id: string, findSignal: FindSignal, atMs: EpochMs): number {
  const parsed = parseSignalInput(id);
  const signal = parsed ? findSignal(parsed.chain) : null;
  return parsed && signal ? parsed.field.read(signal, atMs) : NaN;
}

export const SIGNAL_INPUTS: readonly InputInfo[] = SIGNAL_CHAINS.flatMap((chain) =>
  Object.entries(FIELDS).map(([name, { unit, description, read }]) => ({
    id: `${PREFIX}${chain}/${name}`,
    unit,
    description: `${description} (${chain})`,
    resolve: ({ knownMs, findSignal }) => {
      const signal = findSignal?.(chain);
      return signal ? publishValue(read(signal, knownMs), Math.min(signal.stampMs, knownMs)) : null;
    },
  })),
);
