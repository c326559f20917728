// Hourly power: levels, spikes, negative prices and the shape of the day.
import { computeAutocorrelation } from '../../../trading/statistics/autocorrelation';
import { computeHourProfile } from '../../../trading/statistics/hour-profile';
import { findSpikeHours } from '../../../trading/statistics/find-spike-hours';
import { computeMedian, computeQuantiles } from '../../../trading/statistics/quantile';
import { computeRankCorrelation } from '../../../trading/statistics/rank-correlation';
import { computeDeviation, computeMean } from '../../../trading/statistics/sample';
import { computeFractionWhere } from '../../../trading/statistics/fraction-where';
import {
  type FactRow,
  type Target,
  createMinTarget,
  createMaxTarget,
  createFactorTarget,
  createRangeTarget,
} from '../row';
import type { HubStudy, MarketStudy } from '../study';
import { type Studies, measureFact } from './measure';

/**
 * Allowed factor to real figures, which are multiples of the median because levels differ by
 * design.
 */
const TARGET_FACTOR = 1.5;
const HOURS_PER_YEAR = 8766;
/** Minimum hours of a counted day; daylight saving changes the number. */
const DAY_HOURS_MIN = 20;

/** Real median prices by local hour, $/MWh: ERCOT West real time, PJM Dominion day ahead. */
const REAL_HOURS: Readonly<Record<string, readonly number[]>> = {
  ERCOT: [
    26, 24, 23, 22, 22, 23, 24, 27, 25, 18, 15, 16, 16, 17, 18, 18, 20, 22, 30, 37, 43, 41, 34, 29,
  ],
  PJM: [
    26, 24, 22, 22, 23, 26, 33, 35, 33, 32, 33, 35, 36, 37, 37, 38, 44, 53, 52, 49, 45, 39, 33, 29,
  ],
};
/** Spike threshold: $75 divided by the median of the real hub. */
const SPIKE_FLOOR: Readonly<Record<string, number>> = { ERCOT: 75 / 23.1, PJM: 75 / 33.4 };

/** Means of local days with enough hours, in order. */
export function computeDailyMeans({ prices, dates }: HubStudy): number[] {
  const means: number[] = [];
  for (let start = 0; start < prices.length; ) {
    let end = start;
    while (end < prices.length && dates[end] === dates[start]) end += 1;
    if (end - start >= DAY_HOURS_MIN) means.push(computeMean(prices.subarray(start, end)));
    start = end;
  }
  return means;
}

/** Standard deviation of daily log changes, over days with positive means. */
function computeChangeDeviation(hub: HubStudy): number {
  const means = computeDailyMeans(hub);
  return computeDeviation(
    means.flatMap((mean, day) =>
      day > 0 && mean > 0 && (means[day - 1] ?? 0) > 0
        ? [Math.log(mean / (means[day - 1] ?? NaN))]
        : [],
    ),
  );
}

function computeSpikesPerYear({ hub, prices }: HubStudy): number {
  const isSpike = findSpikeHours(prices, (SPIKE_FLOOR[hub] ?? 3) * computeMedian(prices));
  return (isSpike.reduce((sum, one) => sum + one, 0) / prices.length) * HOURS_PER_YEAR;
}

function computeShapeRank(hub: HubStudy): number {
  const medians = computeHourProfile(hub.hours, hub.prices, [0.5]).map(([median]) => median ?? NaN);
  const real = REAL_HOURS[hub.hub];
  return real && medians.every(Number.isFinite) ? computeRankCorrelation(medians, real) : NaN;
}

const computeNegativePercent = ({ prices }: HubStudy): number =>
  100 * computeFractionWhere(prices, (price) => price < 0);
const computeRatioToMedian = (hub: HubStudy, value: number): number =>
  value / computeMedian(hub.prices);
const computeFarAbovePercent = (hub: HubStudy): number => {
  const threshold = 5 * computeMedian(hub.prices);
  return 100 * computeFractionWhere(hub.prices, (price) => price > threshold);
};

interface PowerFact {
  readonly fact: string;
  readonly decimals: number;
  readonly note?: string;
  readonly compute: (hub: HubStudy) => number;
  /** Targets by hub; other hubs are informational. */
  readonly targets: Readonly<Record<string, Target>>;
}

const FACTS: readonly PowerFact[] = [
  {
    fact: 'mean price, $/MWh',
    decimals: 1,
    compute: ({ prices }) => computeMean(prices),
    targets: Object.fromEntries(
      ['NYISO', 'ERCOT', 'CAISO', 'PJM', 'MISO'].map((hub) => [hub, createRangeTarget(77, 95)]),
    ),
    note: 'levels are set higher than real ones',
  },
  {
    fact: 'mean over median',
    decimals: 2,
    compute: (hub) => computeRatioToMedian(hub, computeMean(hub.prices)),
    targets: {
      ERCOT: createFactorTarget(1.57, TARGET_FACTOR),
      PJM: createFactorTarget(1.28, TARGET_FACTOR),
    },
  },
  {
    fact: 'hours below zero, %',
    decimals: 2,
    compute: computeNegativePercent,
    targets: {
      ERCOT: createRangeTarget(5, TARGET_FACTOR * 9.7),
      PJM: createMaxTarget(0.5),
      CAISO: createFactorTarget(3.5, 2),
      MISO: createRangeTarget(0.2, 2),
      NYISO: createMaxTarget(0.5),
    },
  },
  {
    fact: 'hours above 5 medians, %',
    decimals: 2,
    compute: computeFarAbovePercent,
    targets: {
      ERCOT: createFactorTarget(2.67, TARGET_FACTOR),
      PJM: createFactorTarget(1.67, TARGET_FACTOR),
    },
  },
  {
    fact: '99th percentile over median',
    decimals: 1,
    compute: (hub) => computeRatioToMedian(hub, computeQuantiles(hub.prices, [0.99])[0] ?? NaN),
    targets: {
      ERCOT: createFactorTarget(10.5, TARGET_FACTOR),
      PJM: createFactorTarget(6.6, TARGET_FACTOR),
    },
  },
  {
    fact: 'autocorrelation of daily means, 1 day',
    decimals: 2,
    compute: (hub) => computeAutocorrelation(computeDailyMeans(hub), 1),
    targets: {
      ERCOT: createFactorTarget(0.41, TARGET_FACTOR),
      PJM: createFactorTarget(0.74, TARGET_FACTOR),
    },
  },
  {
    fact: 'deviation of daily log changes',
    decimals: 2,
    compute: computeChangeDeviation,
    targets: {
      ERCOT: createFactorTarget(0.81, TARGET_FACTOR),
      PJM: createFactorTarget(0.25, TARGET_FACTOR),
    },
  },
  {
    fact: 'spike hours a year',
    decimals: 0,
    compute: computeSpikesPerYear,
    targets: { ERCOT: createRangeTarget(250, 600) },
    note: 'above three 30-day medians and a floor',
  },
  {
    fact: 'hours of the day, rank correlation with real',
    decimals: 2,
    compute: computeShapeRank,
    targets: { ERCOT: createMinTarget(0.8), PJM: createMinTarget(0.8) },
  },
];

const forHub =
  (hub: string, compute: (study: HubStudy) => number) =>
  ({ hubs }: MarketStudy): number => {
    const study = hubs.get(hub);
    return study && study.prices.length > 0 ? compute(study) : NaN;
  };

/** One row per fact and hub; facts with a real hub are computed for that hub only. */
export function buildPowerRows(studies: Studies): FactRow[] {
  const hubs = [...(studies.simulated[0]?.hubs.keys() ?? [])];
  return FACTS.flatMap(({ fact, decimals, compute, targets, note = '' }) =>
    hubs
      .filter((hub) => hub in targets || fact.startsWith('mean') || fact.startsWith('spike'))
      .map((hub) =>
        measureFact(studies, {
          fact,
          market: hub,
          decimals,
          note,
          target: targets[hub] ?? null,
          compute: forHub(hub, compute),
        }),
      ),
  );
}
