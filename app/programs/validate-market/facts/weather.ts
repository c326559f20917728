// Weather and prices: variance share, winters, forecast skill, and no predictability from known
// weather.
import { computeMean } from '../../../trading/statistics/sample';
import { computeSkewness } from '../../../trading/statistics/skewness';
import {
  type FactRow,
  type Target,
  createToleranceTarget,
  createMaxTarget,
  createRangeTarget,
} from '../row';
import { CHAINS, type Chain } from '../chains';
import type { MarketStudy } from '../study';
import { type Studies, getCode, measureFact } from './measure';
import { DAY_MS } from '../../../trading/domain/time';

const SHARES: Readonly<Partial<Record<Chain, Target>>> = {
  NG: createRangeTarget(0.3, 0.5),
  CORN: createRangeTarget(0.25, 0.35),
  SOYB: createRangeTarget(0.15, 0.25),
  OJ: createRangeTarget(0.2, 0.4),
  HO: createRangeTarget(0.05, 0.15),
  CL: createMaxTarget(0.03),
};

/**
 * Daily mean temperature: annual mean and amplitude, and standard deviation in winter and summer,
 * F.
 */
const CLIMATE = {
  NYC: { mean: 54.5, swing: 22.5, winter: 9, summer: 5 },
  CHI: { mean: 50.5, swing: 25.5, winter: 11, summer: 5.5 },
} as const;
type WinterCell = keyof typeof CLIMATE;
const COLDEST_DAY = 20;
const DAYS_PER_YEAR = 365.25;
const WINTER_MONTHS = [11, 0, 1];
const TOLERANCE_F = 1;

/** Seasonal cosine: 1 on the coldest day, -1 on the warmest. */
const getSeason = (ms: number): number => {
  const date = new Date(ms);
  const day = (ms - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS;
  return Math.cos((2 * Math.PI * (day - COLDEST_DAY)) / DAYS_PER_YEAR);
};

/** Temperatures from December to February with their seasonal cosine. */
function listWinters(
  market: MarketStudy,
  cell: WinterCell,
): { readonly temperatureF: number; readonly season: number }[] {
  return (market.temperatures.get(cell) ?? [])
    .flatMap((list) =>
      Array.from(list, (temperatureF, day) => ({
        temperatureF,
        ms: market.firstDayMs + day * DAY_MS,
      })),
    )
    .filter(
      ({ temperatureF, ms }) =>
        Number.isFinite(temperatureF) && WINTER_MONTHS.includes(new Date(ms).getUTCMonth()),
    )
    .map(({ temperatureF, ms }) => ({ temperatureF, season: getSeason(ms) }));
}

/** Anomalies from CLIMATE. */
const listAnomalies = (market: MarketStudy, cell: WinterCell): number[] =>
  listWinters(market, cell).map(
    (day) => day.temperatureF - (CLIMATE[cell].mean - CLIMATE[cell].swing * day.season),
  );

const computeWinterMean = (market: MarketStudy, cell: WinterCell): number =>
  computeMean(listWinters(market, cell).map(({ temperatureF }) => temperatureF));
const computeWinterDeviation = (market: MarketStudy, cell: WinterCell): number =>
  Math.sqrt(computeMean(listAnomalies(market, cell).map((value) => value * value)));

/** A winter of CLIMATE, the target of the simulated figures. */
const WINTER_DAYS = Array.from({ length: 90 }, (_, day) =>
  getSeason(Date.UTC(2010, 11, 1) + day * DAY_MS),
);
const computeClimateMean = (cell: WinterCell): number =>
  CLIMATE[cell].mean - CLIMATE[cell].swing * computeMean(WINTER_DAYS);
function computeClimateDeviation(cell: WinterCell): number {
  const { winter, summer } = CLIMATE[cell];
  return Math.sqrt(
    computeMean(
      WINTER_DAYS.map((cosine) => ((winter + summer) / 2 + ((winter - summer) / 2) * cosine) ** 2),
    ),
  );
}

const LEAK_MAX = 0.015;
/** Target correlation of forecast and outcome, by lead day. */
const SKILL: readonly (readonly [number, number])[] = [
  [1, 0.99],
  [3, 0.95],
  [5, 0.87],
  [7, 0.76],
  [10, 0.54],
  [14, 0.29],
];
const SKILL_TOLERANCE = 0.05;

const buildWinterRows = (studies: Studies, cell: WinterCell): FactRow[] => [
  measureFact(studies, {
    fact: 'winter temperature, mean, deg F',
    market: cell,
    decimals: 1,
    target: createToleranceTarget(computeClimateMean(cell), TOLERANCE_F),
    compute: (market) => computeWinterMean(market, cell),
  }),
  measureFact(studies, {
    fact: 'winter temperature, deviation, deg F',
    market: cell,
    decimals: 1,
    target: createToleranceTarget(computeClimateDeviation(cell), TOLERANCE_F),
    note: 'about its season',
    compute: (market) => computeWinterDeviation(market, cell),
  }),
  measureFact(studies, {
    fact: 'winter temperature, skewness',
    market: cell,
    decimals: 2,
    target: createMaxTarget(0),
    compute: (market) => computeSkewness(listAnomalies(market, cell)),
  }),
];

/** Predictability that must be absent from efficient markets. */
const LEAKS = [
  { fact: 'tightness and next return, correlation', figure: 'leaks' },
  { fact: 'weather news and next return, correlation', figure: 'newsLeaks' },
] as const;

export const buildWeatherRows = (studies: Studies): FactRow[] => [
  ...CHAINS.map((chain) =>
    measureFact(studies, {
      fact: 'share of variance that is weather',
      market: getCode(chain),
      decimals: 3,
      target: SHARES[chain] ?? null,
      note: 'of news at its minute, in efficient twins',
      compute: ({ efficient }) => efficient?.weatherShare.get(chain) ?? NaN,
    }),
  ),
  ...buildWinterRows(studies, 'NYC'),
  ...buildWinterRows(studies, 'CHI'),
  ...SKILL.map(([lead, skill]) =>
    measureFact(studies, {
      fact: 'forecast and outcome, correlation',
      market: `lead ${lead} d`,
      decimals: 2,
      target: createToleranceTarget(skill, SKILL_TOLERANCE),
      note: 'what the market knows; NYC, CHI and DFW',
      compute: ({ forecast }) => forecast?.market[lead - 1] ?? NaN,
    }),
  ),
  ...LEAKS.flatMap(({ fact, figure }) =>
    CHAINS.map((chain) =>
      measureFact(studies, {
        fact,
        market: getCode(chain),
        decimals: 4,
        target: createRangeTarget(-LEAK_MAX, LEAK_MAX),
        note: 'in efficient twins, not after a locked close',
        compute: ({ efficient }) => efficient?.[figure].get(chain) ?? NaN,
      }),
    ),
  ),
];
