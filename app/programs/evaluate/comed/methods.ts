// Members of the day-ahead power benchmark, selected on 2017 and scored once on later data.
import { createKernelMember } from './kernel-member';
import { createLassoMember } from './lasso-member';
import type { Member } from './member';
import { createNetworkMember } from './network-member';

/**
 * Number of configurations compared on days of 2017, including the selected ones and combinations
 * of members: without load forecasts, and with them.
 */
export const CONFIGURATIONS = 81 + 125;

export const SEEDS = ['1', '2', '3', '4'] as const;

/** Four years, as the longest window of the published methods. */
const WINDOW_DAYS = 1456;
/** Selected on 2017. */
const GROUP_FACTORS = { 'price 7': 0.5, 'load 0': 2.5, 'load 1': 0.6, 'load 7': 0.5, gas: 3 };

/** The forecast of a method is the mean of its members. */
interface MethodRow {
  readonly method: string;
  readonly members: readonly Member[];
}

export const METHODS: readonly MethodRow[] = [
  {
    method: 'kernel',
    members: [
      createKernelMember('kernel, long memory', {
        linear: 0.5,
        matern: 0.5,
        lengthScale: 10,
        ridge: 0.05,
        halfLifeDays: 400,
        groupFactors: GROUP_FACTORS,
        windowDays: WINDOW_DAYS,
        refitDays: 7,
      }),
      createKernelMember('kernel, short memory', {
        linear: 0.2,
        matern: 0.5,
        lengthScale: 5,
        ridge: 0.05,
        halfLifeDays: 250,
        groupFactors: GROUP_FACTORS,
        windowDays: WINDOW_DAYS,
        refitDays: 7,
      }),
    ],
  },
  {
    method: 'lasso',
    members: [
      createLassoMember('lasso, four years', {
        windowDays: WINDOW_DAYS,
        halfLifeDays: 300,
        penalty: 0.003,
        refitDays: 2,
      }),
      createLassoMember('lasso, one year', {
        windowDays: 364,
        halfLifeDays: Infinity,
        penalty: 0.01,
        refitDays: 2,
      }),
    ],
  },
  {
    method: 'network',
    members: [
      createNetworkMember('network', {
        hidden: [64, 32],
        epochs: 15,
        batch: 32,
        rate: 0.001,
        l2: 0,
        seeds: SEEDS,
        windowDays: WINDOW_DAYS,
        refitDays: 30,
      }),
    ],
  },
];

/** Weights of the methods in the mean, in their order; their sum is 1. */
export const MEAN_WEIGHTS = [0.5, 0.25, 0.25] as const;
export const MEAN_NAME = 'mean of the three';

export const KNOWS =
  'prices to the day before, load forecasts of the system and the zone published before bids close, the weekday, gas of two days before; four years of days';
