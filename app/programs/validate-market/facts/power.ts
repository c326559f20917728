// Facts about hourly power: levels, spikes and prices below zero, and the shape of the day.
import { computeAutocorrelation } from '../../../trading/statistics/autocorrelation';
import { hourProfile } from '../../../trading/statistics/hour-profile';
import { spikeHours } from '../../../trading/statistics/price-spikes';
import { computeMedian, computeQuantiles } from '../../../trading/statistics/quantile';
import { computeRankCorrelation } from '../../../trading/statistics/rank-correlation';
import { computeDeviation, computeMean } from '../../../trading/statistics/sample';
import { shareWhere } from '../../../trading/statistics/share-where';
import {
  type FactRow,
  type Target,
  atLeast,
  atMost,
  withinFactor,
  buildWithinTarget,
} from '../row';
import type { HubStudy, MarketStudy } from '../study';
import { type Studies, measureFact } from './measure';

/**
 * Simulated figures lie within this factor of the real ones, which are multiples of the median:
 * levels differ by design.
 */
const FACTOR = 1.5;
const HOURS_PER_YEAR = 8766;
/** A day counts when it has most of its hours; clocks change. */
const DAY_HOURS_LEAST = 20;

/** Real middle prices by local hour, $/MWh: ERCOT West in real time, PJM Dominion a day ahead. */
const REAL_HOURS: Readonly<Record<string, readonly number[]>> = {
  ERCOT: [
    26, 24, 23, 22, 22, 23, 24, 27, 25, 18, 15, 16, 16, 17, 18, 18, 20, 22, 30, 37, 43, 41, 34, 29,
  ],
  PJM: [
    26, 24, 22, 22, 23, 26, 33, 35, 33, 32, 33, 35, 36, 37, 37, 38, 44, 53, 52, 49, 45, 39, 33, 29,
  ],
};
/**
 * $75 over the median of real hubs: a spike is dear by any standard, not only beside a cheap month.
 */
const SPIKE_FLOOR: Readonly<Record<string, number>> = { ERCOT: 75 / 23.1, PJM: 75 / 33.4 };

/** Means of local days with most of their hours, in order. */
export function dailyMeans({ prices, dates }: HubStudy): number[] {
  const means: number[] = [];
  for (let from = 0; from < prices.length; ) {
    let to = from;
    while (to < prices.length && dates[to] === dates[from]) to += 1;
    if (to - from >= DAY_HOURS_LEAST) means.push(computeMean(prices.subarray(from, to)));
    from = to;
  }
  return means;
}

/** Deviation of the log changes from day to day, over days above zero. */
function changeDeviation(hub: HubStudy): number {
  const means = dailyMeans(hub);
  return computeDeviation(
    means.flatMap((mean, day) =>
      day > 0 && mean > 0 && (means[day - 1] ?? 0) > 0
        ? [Math.log(mean / (means[day - 1] ?? NaN))]
        : [],
    ),
  );
}

function spikesPerYear({ hub, prices }: HubStudy): number {
  const isSpike = spikeHours(prices, (SPIKE_FLOOR[hub] ?? 3) * computeMedian(prices));
  return (isSpike.reduce((sum, one) => sum + one, 0) / prices.length) * HOURS_PER_YEAR;
}

function shapeRank(hub: HubStudy): number {
  const medians = hourProfile(hub.hours, hub.prices, [0.5]).map(([median]) => median ?? NaN);
  const real = REAL_HOURS[hub.hub];
  return real && medians.every(Number.isFinite) ? computeRankCorrelation(medians, real) : NaN;
}

const negativePercent = ({ prices }: HubStudy): number =>
  100 * shareWhere(prices, (price) => price < 0);
const overMedian = (hub: HubStudy, value: number): number => value / computeMedian(hub.prices);
const farAbovePercent = (hub: HubStudy): number => {
  const line = 5 * computeMedian(hub.prices);
  return 100 * shareWhere(hub.prices, (price) => price > line);
};

interface PowerFact {
  readonly fact: string;
  readonly decimals: number;
  readonly note?: string;
  readonly ask: (hub: HubStudy) => number;
  /** By hub; a hub without one is only shown. */
  readonly targets: Readonly<Record<string, Target>>;
}

const FACTS: readonly PowerFact[] = [
  {
    fact: 'mean price, $/MWh',
    decimals: 1,
    ask: ({ prices }) => computeMean(prices),
    targets: Object.fromEntries(
      ['NYISO', 'ERCOT', 'CAISO', 'PJM', 'MISO'].map((hub) => [hub, buildWithinTarget(77, 95)]),
    ),
    note: 'levels are set higher than real ones',
  },
  {
    fact: 'mean over median',
    decimals: 2,
    ask: (hub) => overMedian(hub, computeMean(hub.prices)),
    targets: { ERCOT: withinFactor(1.57, FACTOR), PJM: withinFactor(1.28, FACTOR) },
  },
  {
    fact: 'hours below zero, %',
    decimals: 2,
    ask: negativePercent,
    targets: {
      ERCOT: buildWithinTarget(5, FACTOR * 9.7),
      PJM: atMost(0.5),
      CAISO: withinFactor(3.5, 2),
      MISO: buildWithinTarget(0.2, 2),
      NYISO: atMost(0.5),
    },
  },
  {
    fact: 'hours above 5 medians, %',
    decimals: 2,
    ask: farAbovePercent,
    targets: { ERCOT: withinFactor(2.67, FACTOR), PJM: withinFactor(1.67, FACTOR) },
  },
  {
    fact: '99th percentile over median',
    decimals: 1,
    ask: (hub) => overMedian(hub, computeQuantiles(hub.prices, [0.99])[0] ?? NaN),
    targets: { ERCOT: withinFactor(10.5, FACTOR), PJM: withinFactor(6.6, FACTOR) },
  },
  {
    fact: 'autocorrelation of daily means, 1 day',
    decimals: 2,
    ask: (hub) => computeAutocorrelation(dailyMeans(hub), 1),
    targets: { ERCOT: withinFactor(0.41, FACTOR), PJM: withinFactor(0.74, FACTOR) },
  },
  {
    fact: 'deviation of daily log changes',
    decimals: 2,
    ask: changeDeviation,
    targets: { ERCOT: withinFactor(0.81, FACTOR), PJM: withinFactor(0.25, FACTOR) },
  },
  {
    fact: 'spike hours a year',
    decimals: 0,
    ask: spikesPerYear,
    targets: { ERCOT: buildWithinTarget(250, 600) },
    note: 'above three 30-day medians and a floor',
  },
  {
    fact: 'hours of the day, rank correlation with real',
    decimals: 2,
    ask: shapeRank,
    targets: { ERCOT: atLeast(0.8), PJM: atLeast(0.8) },
  },
];

const ofHub =
  (hub: string, ask: (study: HubStudy) => number) =>
  ({ hubs }: MarketStudy): number => {
    const study = hubs.get(hub);
    return study && study.prices.length > 0 ? ask(study) : NaN;
  };

/**
 * A row for each fact and hub; a fact that is measured against one real hub is only asked of that
 * hub.
 */
export function powerRows(studies: Studies): FactRow[] {
  const hubs = [...(studies.simulated[0]?.hubs.keys() ?? [])];
  return FACTS.flatMap(({ fact, decimals, ask, targets, note = '' }) =>
    hubs
      .filter((hub) => hub in targets || fact.startsWith('mean') || fact.startsWith('spike'))
      .map((hub) =>
        measureFact(studies, {
          fact,
          market: hub,
          decimals,
          note,
          target: targets[hub] ?? null,
          ask: ofHub(hub, ask),
        }),
      ),
  );
}
