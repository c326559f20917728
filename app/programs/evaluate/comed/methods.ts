// The methods of the benchmark of day-ahead power: chosen on the second half of 2017, each judged
// once on what follows.
import { kernelMember } from './kernel-member';
import type { Knowledge } from './inputs';
import type { Member } from './member';
import { networkMember } from './network-member';
import type { MethodKind } from '../result';

/**
 * Configurations of members, inputs and penalties whose error on the second half of 2017 was looked
 * at before these were chosen, these included.
 */
export const CONFIGURATIONS = 81;

export const SEEDS = ['1', '2', '3'] as const;

/** A lesson counts half after five months. */
const HALF_LIFE_DAYS = 150;

/** The three ways to forecast; a fourth method is their mean. */
export const MEMBERS: readonly Member[] = [
  kernelMember('line', { line: 1, bent: 0, reach: 1, ridge: 0.4, halfLifeDays: HALF_LIFE_DAYS }),
  kernelMember('likeness', {
    line: 0.5,
    bent: 0.5,
    reach: 20,
    ridge: 0.1,
    halfLifeDays: HALF_LIFE_DAYS,
  }),
  networkMember('network', { hidden: [16, 8], epochs: 6, l2: 1e-3, seeds: SEEDS }),
];

export const MEAN_NAME = 'mean of the three';

interface KnowledgeRow {
  readonly knowledge: Knowledge;
  /** Behind the name of the method. */
  readonly label: string;
  readonly kind: MethodKind;
  readonly knows: string;
}

export const KNOWLEDGE: readonly KnowledgeRow[] = [
  {
    knowledge: 'published',
    label: '',
    kind: 'ours',
    knows:
      'prices to the day before, metered load to 8 in the morning of it, temperature and gas to two days before; no load forecast, no weather forecast',
  },
  {
    knowledge: 'foretold',
    label: ' + temperature',
    kind: 'bound',
    knows:
      'the same, and the temperature of the day with an error of 3 F drawn by chance, in place of a forecast that was not archived',
  },
  {
    knowledge: 'metered',
    label: ' + load',
    kind: 'bound',
    knows:
      'the same, and the load of the day itself as metered: what a load forecast without error would be worth',
  },
];
