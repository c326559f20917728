// Hourly power: levels, spikes, negative prices and the shape of the day.
import { computeAutocorrelation } from '../../../trading/statistics/autocorrelation';
import { computeHourProfile } from '../../../trading/statistics/hour-profile';
import { computeCorrelation } from '../../../trading/statistics/correlation';
import { computeKurtosis } from '../../../trading/statistics/kurtosis';
import { computeAnnualVolatilityPercent } from '../../../trading/statistics/annual-volatility';
import { DAY_MS } from '../../../trading/domain/time';
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
import { STUDY_HUBS } from '../hub-reader';
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
/** Hours of a window of gas-set hours: thirty days. */
const HEAT_RATE_HOURS = 720;
/** Price quantiles between which gas sets the price: above surplus, below scarcity. */
const GAS_SET_QUANTILES = [0.25, 0.5] as const;
/** Daily mean temperatures of mild days, deg F: neither heating nor cooling sets the load. */
const MILD_F = [60, 75] as const;

/** Spike threshold: $75 divided by the median of the real hub. */
const SPIKE_FLOOR: Readonly<Record<string, number>> = { ERCOT: 75 / 23.1, PJM: 75 / 33.4 };

/** Means of local days with enough hours, by day, in order. */
export function computeDailyMeans({
  prices,
  dates,
}: Pick<HubStudy, 'prices' | 'dates'>): ReadonlyMap<number, number> {
  const means = new Map<number, number>();
  for (let start = 0; start < prices.length; ) {
    const date = dates[start] ?? NaN;
    let end = start;
    while (end < prices.length && dates[end] === date) end += 1;
    if (end - start >= DAY_HOURS_MIN) means.set(date, computeMean(prices.subarray(start, end)));
    start = end;
  }
  return means;
}

/** Log changes of the daily mean by day, where it and the day before it are positive. */
function computeDailyChanges(hub: HubStudy): ReadonlyMap<number, number> {
  const means = computeDailyMeans(hub);
  const changes = new Map<number, number>();
  for (const [date, mean] of means) {
    const before = means.get(date - 1) ?? NaN;
    if (mean > 0 && before > 0) changes.set(date, Math.log(mean / before));
  }
  return changes;
}

const computeChangeDeviation = (hub: HubStudy): number =>
  computeDeviation([...computeDailyChanges(hub).values()]);

/** Correlation of the daily changes of two hubs, over days with both. */
function computeHubCorrelation(first: HubStudy, second: HubStudy): number {
  const others = computeDailyChanges(second);
  const pairs = [...computeDailyChanges(first)].flatMap(([date, change]) => {
    const other = others.get(date);
    return other === undefined ? [] : [[change, other] as const];
  });
  return computeCorrelation(
    pairs.map(([change]) => change),
    pairs.map(([, change]) => change),
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

const computeNegativePercent = ({ prices }: Pick<HubStudy, 'prices'>): number =>
  100 * computeFractionWhere(prices, (price) => price < 0);

/** Dearest price of each day. */
function findDearestPrices({
  prices,
  dates,
}: Pick<HubStudy, 'prices' | 'dates'>): ReadonlyMap<number, number> {
  const dearest = new Map<number, number>();
  for (const [index, price] of prices.entries()) {
    const date = dates[index] ?? NaN;
    dearest.set(date, Math.max(price, dearest.get(date) ?? -Infinity));
  }
  return dearest;
}

/** Median over days of the dearest hour divided by the daily mean, of days with a positive mean. */
function computePeakRatio(hub: HubStudy): number {
  const dearest = findDearestPrices(hub);
  const ratios = [...computeDailyMeans(hub)].flatMap(([date, mean]) =>
    mean > 0 ? [(dearest.get(date) ?? NaN) / mean] : [],
  );
  return computeMedian(ratios);
}

type Season = readonly [firstMonth: number, lastMonth: number];
const YEAR: Season = [0, 11];
const SPRING: Season = [2, 4];
const SUMMER: Season = [5, 8];
/** First and last hour of the middle of the day and of the night. */
const NOON = [11, 13] as const;
const NIGHT = [0, 4] as const;

const createSeasonTest = ([firstMonth, lastMonth]: Season): ((date: number) => boolean) => {
  let [lastDate, isInSeason] = [NaN, false];
  return (date) => {
    if (date === lastDate) return isInSeason;
    const month = new Date(date * DAY_MS).getUTCMonth();
    [lastDate, isInSeason] = [date, month >= firstMonth && month <= lastMonth];
    return isInSeason;
  };
};

/** Prices of the local hours `first` to `last` in a season. */
function selectPrices(
  { prices, hours, dates }: HubStudy,
  [first, last]: readonly [number, number],
  season: Season,
): Float64Array {
  const isInSeason = createSeasonTest(season);
  return prices.filter((_, index) => {
    const hour = hours[index] ?? NaN;
    return hour >= first && hour <= last && isInSeason(dates[index] ?? NaN);
  });
}

/** Local hour with the highest mean price in a season. */
function findDearestHour(study: HubStudy, season: Season): number {
  const means = Array.from({ length: 24 }, (_, hour) =>
    computeMean(selectPrices(study, [hour, hour], season)),
  );
  return means.indexOf(Math.max(...means));
}

const computeNegativePercentAt =
  (hours: readonly [number, number]) =>
  (study: HubStudy): number =>
    computeNegativePercent({ prices: selectPrices(study, hours, YEAR) });

const computeSpringNoonRatio = (study: HubStudy): number =>
  computeMean(selectPrices(study, NOON, SPRING)) / computeMean(study.prices);

/**
 * Price over gas by hour, MMBtu/MWh, between two price quantiles of each 30 days: their median.
 */
function computeHeatRate({ prices, gas }: HubStudy, low: number, high: number): number {
  const rates: number[] = [];
  for (let start = 0; start < prices.length; start += HEAT_RATE_HOURS) {
    const window = prices.subarray(start, start + HEAT_RATE_HOURS);
    const [from = NaN, to = NaN] = computeQuantiles(window, [low, high]);
    window.forEach((price, index) => {
      const rate = price / (gas[start + index] ?? NaN);
      if (price >= from && price <= to && Number.isFinite(rate)) rates.push(rate);
    });
  }
  return computeMedian(rates);
}

/**
 * Median daily mean price of hot days over that of mild days. Hot: above the 95th percentile of
 * daily mean temperatures from June to September. Mild: 60 to 75 deg F.
 */
function computeHotDayRatio({ prices, dates, temperatureF }: HubStudy): number {
  const temperatures = computeDailyMeans({ prices: temperatureF, dates });
  const means = computeDailyMeans({ prices, dates });
  const isSummer = createSeasonTest(SUMMER);
  const summer = [...temperatures].flatMap(([date, value]) => (isSummer(date) ? [value] : []));
  const [hot = NaN] = computeQuantiles(summer, [0.95]);
  const listMeans = (isWanted: (temperature: number, date: number) => boolean): number[] =>
    [...temperatures].flatMap(([date, value]) =>
      isWanted(value, date) ? [means.get(date) ?? NaN] : [],
    );
  return (
    computeMedian(listMeans((value, date) => value > hot && isSummer(date))) /
    computeMedian(listMeans((value) => value >= MILD_F[0] && value < MILD_F[1]))
  );
}

/** A spike day's dearest hour exceeds this multiple of the mean of the 30 days before. */
const SPIKE_DAY_MULTIPLE = 2.5;
const SPIKE_MEAN_DAYS = 30;

/**
 * Fraction of spike days among the hottest and coldest twentieth of days, over that of all days. NaN
 * without temperatures or without spike days.
 */
function computeExtremeSpikeRatio({ prices, dates, temperatureF }: HubStudy): number {
  const temperatures = computeDailyMeans({ prices: temperatureF, dates });
  const dearest = findDearestPrices({ prices, dates });
  const days = [...computeDailyMeans({ prices, dates })];
  const [cold = NaN, hot = NaN] = computeQuantiles(
    [...temperatures.values()].filter(Number.isFinite),
    [0.05, 0.95],
  );
  const [all, extreme]: [number[], number[]] = [[], []];
  for (const [index, [date]] of days.entries()) {
    const temperature = temperatures.get(date) ?? NaN;
    if (index < SPIKE_MEAN_DAYS || !Number.isFinite(temperature)) continue;
    const mean = computeMean(
      days.slice(index - SPIKE_MEAN_DAYS, index).map(([, dailyMean]) => dailyMean),
    );
    const spike = Number((dearest.get(date) ?? NaN) > SPIKE_DAY_MULTIPLE * mean);
    all.push(spike);
    if (temperature < cold || temperature > hot) extreme.push(spike);
  }
  return computeMean(extreme) / computeMean(all);
}

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

const createAllHubsTargets = (target: Target): Readonly<Record<string, Target>> =>
  Object.fromEntries(STUDY_HUBS.map((hub) => [hub, target]));

const FACTS: readonly PowerFact[] = [
  {
    fact: 'mean price, $/MWh',
    decimals: 1,
    compute: ({ prices }) => computeMean(prices),
    targets: createAllHubsTargets(createRangeTarget(77, 95)),
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
    compute: (hub) => computeAutocorrelation([...computeDailyMeans(hub).values()], 1),
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
  {
    fact: 'hours below zero at 11 to 14 h, %',
    decimals: 1,
    compute: computeNegativePercentAt(NOON),
    targets: { ERCOT: createFactorTarget(13.9, TARGET_FACTOR) },
    note: 'ERCOT West, July 2023 to June 2025: 13.9',
  },
  {
    fact: 'hours below zero at 0 to 5 h, %',
    decimals: 1,
    compute: computeNegativePercentAt(NIGHT),
    targets: { ERCOT: createFactorTarget(8.1, TARGET_FACTOR) },
    note: 'ERCOT West, July 2023 to June 2025: 8.1',
  },
  {
    fact: 'spring price at 11 to 14 h over mean of the year',
    decimals: 2,
    compute: computeSpringNoonRatio,
    targets: { CAISO: createRangeTarget(-0.3, 0.2) },
    note: 'March to May; near zero or negative (CAISO, market performance reports 2023 and 2024)',
  },
  {
    fact: 'dearest hour of the spring day',
    decimals: 0,
    compute: (hub) => findDearestHour(hub, SPRING),
    targets: { CAISO: createRangeTarget(18, 20) },
    note: 'first hour is 0; evening ramp at 18 to 21 h (CAISO 2016, report on the duck curve)',
  },
  {
    fact: 'dearest hour of the day',
    decimals: 0,
    compute: (hub) => findDearestHour(hub, YEAR),
    targets: { CAISO: createRangeTarget(17, 20) },
    note: 'first hour is 0; whole year, standard time',
  },
  {
    fact: 'dearest hour over the daily mean',
    decimals: 2,
    compute: computePeakRatio,
    targets: { PJM: createFactorTarget(1.71, TARGET_FACTOR) },
    note: 'median of days; PJM DOM day-ahead: 1.71',
  },
  {
    fact: 'heat rate of gas-set hours, MMBtu/MWh',
    decimals: 1,
    compute: (hub) => computeHeatRate(hub, ...GAS_SET_QUANTILES),
    targets: createAllHubsTargets(createRangeTarget(7, 12)),
    note: 'price over gas, from 25th to 50th percentile of price in 30 days (EIA: combined cycle 7, steam and turbines 10 to 12)',
  },
  {
    fact: 'heat rate of the median hour, MMBtu/MWh',
    decimals: 1,
    compute: (hub) => computeHeatRate(hub, 0.25, 0.75),
    targets: {},
    note: 'price over gas, middle half of hours in 30 days; levels are set higher than real ones',
  },
  {
    fact: 'hot days over mild days, daily mean price',
    decimals: 1,
    compute: computeHotDayRatio,
    targets: { ERCOT: createFactorTarget(3.9, TARGET_FACTOR) },
    note: 'medians; above 95th percentile of June to September, and 60 to 75 F; real: 11 hot days',
  },
  {
    fact: 'spike days in extreme temperatures over all days',
    decimals: 1,
    compute: computeExtremeSpikeRatio,
    targets: {
      NYISO: createMinTarget(1.5),
      PJM: createMinTarget(1.5),
      MISO: createMinTarget(1.5),
      ERCOT: createFactorTarget(1.1, TARGET_FACTOR),
    },
    note: 'dearest hour above 2.5 times the mean of 30 days; hottest and coldest twentieth. COMED, 2013 to 2016: 6 in the tenth with the highest load forecast',
  },
];

const forHub =
  (hub: string, compute: (study: HubStudy) => number) =>
  ({ hubs }: MarketStudy): number => {
    const study = hubs.get(hub);
    return study && study.prices.length > 0 ? compute(study) : NaN;
  };

/** Pairs of hubs with target ranges of the correlation of daily changes. */
const PAIRS: readonly (readonly [string, string, Target])[] = [
  ['PJM', 'NYISO', createRangeTarget(0.6, 0.9)],
  ['PJM', 'MISO', createRangeTarget(0.6, 0.9)],
  ['ERCOT', 'NYISO', createRangeTarget(0, 0.4)],
  ['ERCOT', 'PJM', createRangeTarget(0, 0.4)],
  ['CAISO', 'PJM', createRangeTarget(0, 0.4)],
];

const buildPairRows = (studies: Studies): FactRow[] =>
  PAIRS.map(([first, second, target]) =>
    measureFact(studies, {
      fact: 'correlation of daily log changes',
      market: `${first}-${second}`,
      decimals: 2,
      target,
      note: 'daily mean prices',
      compute: ({ hubs }) => {
        const [one, other] = [hubs.get(first), hubs.get(second)];
        return one && other ? computeHubCorrelation(one, other) : NaN;
      },
    }),
  );

interface StripFact {
  readonly fact: string;
  readonly decimals: number;
  readonly target: Target;
  readonly note: string;
  readonly compute: (returns: Float64Array, gas: Float64Array) => number;
}

const STRIP_FACTS: readonly StripFact[] = [
  {
    fact: 'strip, annual volatility, %',
    decimals: 1,
    target: createRangeTarget(30, 60),
    note: 'held week, 2 to 9 days before delivery; real monthly power futures: 30 to 60',
    compute: (returns) => computeAnnualVolatilityPercent(returns),
  },
  {
    fact: 'strip, kurtosis of daily returns',
    decimals: 1,
    target: createRangeTarget(4.5, 15),
    note: 'real energy futures: NG 8.3, HO 11.3',
    compute: (returns) => computeKurtosis(returns),
  },
  {
    fact: 'strip, autocorrelation of returns, 1 day',
    decimals: 3,
    target: createRangeTarget(-0.08, 0.08),
    note: 'real energy futures: -0.06 to 0.05',
    compute: (returns) => computeAutocorrelation(returns, 1),
  },
  {
    fact: 'strip, correlation of returns with gas',
    decimals: 2,
    target: createRangeTarget(0.2, 0.6),
    note: 'front month of NG; fuel is a third to two thirds of the price',
    compute: (returns, gas) => computeCorrelation(returns, gas),
  },
];

/** Days with both a strip return and a gas return. */
function alignWithGas(
  { stripReturns }: HubStudy,
  { chains }: MarketStudy,
): readonly [Float64Array, Float64Array] {
  const gas = chains.get('NG')?.returns ?? new Float64Array();
  const isKnown = (_: number, day: number): boolean =>
    Number.isFinite(stripReturns[day] ?? NaN) && Number.isFinite(gas[day] ?? NaN);
  return [stripReturns.filter(isKnown), gas.filter(isKnown)];
}

const buildStripRows = (studies: Studies): FactRow[] =>
  STRIP_FACTS.flatMap(({ compute, ...fact }) =>
    STUDY_HUBS.map((hub) =>
      measureFact(studies, {
        ...fact,
        market: hub,
        compute: (market) => {
          const study = market.hubs.get(hub);
          if (!study || study.stripReturns.length === 0) return NaN;
          return compute(...alignWithGas(study, market));
        },
      }),
    ),
  );

/** One row per fact and hub; facts with targets for some hubs are computed for those only. */
export function buildPowerRows(studies: Studies): FactRow[] {
  const hubs = [...(studies.simulated[0]?.hubs.keys() ?? [])];
  const isShown = (hub: string, targets: PowerFact['targets'], fact: string): boolean =>
    hub in targets || /^(mean|spike|heat)/.test(fact);
  return [
    ...FACTS.flatMap(({ fact, decimals, compute, targets, note = '' }) =>
      hubs
        .filter((hub) => isShown(hub, targets, fact))
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
    ),
    ...buildPairRows(studies),
    ...buildStripRows(studies),
  ];
}
