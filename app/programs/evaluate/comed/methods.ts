// Methods of the day-ahead power benchmark, selected on the second half of 2017 and scored once on
// later data.
import { createKernelMember } from './kernel-member';
import type { Knowledge } from './inputs';
import type { Member } from './member';
import { createNetworkMember } from './network-member';
import type { MethodKind } from '../result';

/** Number of configurations compared on the second half of 2017, including the selected ones. */
export const CONFIGURATIONS = 81;

export const SEEDS = ['1', '2', '3'] as const;

/** Training weight halves every five months. */
const HALF_LIFE_DAYS = 150;

/** Three members; a fourth method is their mean. */
export const MEMBERS: readonly Member[] = [
  createKernelMember('line', {
    line: 1,
    bent: 0,
    reach: 1,
    ridge: 0.4,
    halfLifeDays: HALF_LIFE_DAYS,
  }),
  createKernelMember('likeness', {
    line: 0.5,
    bent: 0.5,
    reach: 20,
    ridge: 0.1,
    halfLifeDays: HALF_LIFE_DAYS,
  }),
  createNetworkMember('network', { hidden: [16, 8], epochs: 6, l2: 1e-3, seeds: SEEDS }),
];

export const MEAN_NAME = 'mean of the three';

interface KnowledgeRow {
  readonly knowledge: Knowledge;
  /** Suffix of the method name. */
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
    knowledge: 'forecast',
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
