// Facts about weather and what it does to prices: its share of their variance, winters, forecasts,
// and that today's weather foretells nothing.
import { computeMean } from '../../../trading/statistics/sample';
import { computeSkewness } from '../../../trading/statistics/skewness';
import { type FactRow, type Target, about, atMost, buildWithinTarget } from '../row';
import { CHAINS, type Chain, type MarketStudy } from '../study';
import { type Studies, generateCode, measureFact } from './measure';
import { DAY_MS } from '../../../trading/domain/time';

const SHARES: Readonly<Partial<Record<Chain, Target>>> = {
  NG: buildWithinTarget(0.3, 0.5),
  CORN: buildWithinTarget(0.25, 0.35),
  SOYB: buildWithinTarget(0.15, 0.25),
  OJ: buildWithinTarget(0.2, 0.4),
  HO: buildWithinTarget(0.05, 0.15),
  CL: atMost(0.03),
};

/**
 * Daily mean temperature: mean and swing over the year, and standard deviation in winter and
 * summer, deg F.
 */
const CLIMATE = {
  NYC: { mean: 54.5, swing: 22.5, winter: 9, summer: 5 },
  CHI: { mean: 50.5, swing: 25.5, winter: 11, summer: 5.5 },
} as const;
type WinterCell = keyof typeof CLIMATE;
const COLDEST_DAY = 20;
const DAYS_PER_YEAR = 365.25;
const WINTER_MONTHS = [11, 0, 1];
const DEGREE = 1;

/** Cosine of the season: 1 at the coldest day of the year, -1 at the warmest. */
const getSeason = (ms: number): number => {
  const date = new Date(ms);
  const day = (ms - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS;
  return Math.cos((2 * Math.PI * (day - COLDEST_DAY)) / DAYS_PER_YEAR);
};

/** Temperatures of December to February, with the cosine of each day's season. */
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

/** Departures from the climate of the table above. */
const listDepartures = (market: MarketStudy, cell: WinterCell): number[] =>
  listWinters(market, cell).map(
    (day) => day.temperatureF - (CLIMATE[cell].mean - CLIMATE[cell].swing * day.season),
  );

const winterMean = (market: MarketStudy, cell: WinterCell): number =>
  computeMean(listWinters(market, cell).map(({ temperatureF }) => temperatureF));
const winterDeviation = (market: MarketStudy, cell: WinterCell): number =>
  Math.sqrt(computeMean(listDepartures(market, cell).map((value) => value * value)));

/** The same over a long winter of the table: what the simulated figures are measured against. */
const WINTER_DAYS = Array.from({ length: 90 }, (_, day) =>
  getSeason(Date.UTC(2010, 11, 1) + day * DAY_MS),
);
const tableMean = (cell: WinterCell): number =>
  CLIMATE[cell].mean - CLIMATE[cell].swing * computeMean(WINTER_DAYS);
function tableDeviation(cell: WinterCell): number {
  const { winter, summer } = CLIMATE[cell];
  return Math.sqrt(
    computeMean(
      WINTER_DAYS.map((cosine) => ((winter + summer) / 2 + ((winter - summer) / 2) * cosine) ** 2),
    ),
  );
}

const LEAK_MOST = 0.015;
/** Correlation of forecast and outcome that the weather's design reaches, by lead. */
const SKILL: readonly (readonly [number, number])[] = [
  [1, 0.99],
  [3, 0.95],
  [5, 0.87],
  [7, 0.76],
  [10, 0.54],
  [14, 0.29],
];
const SKILL_APART = 0.05;

const winterRows = (studies: Studies, cell: WinterCell): FactRow[] => [
  measureFact(studies, {
    fact: 'winter temperature, mean, deg F',
    market: cell,
    decimals: 1,
    target: about(tableMean(cell), DEGREE),
    ask: (market) => winterMean(market, cell),
  }),
  measureFact(studies, {
    fact: 'winter temperature, deviation, deg F',
    market: cell,
    decimals: 1,
    target: about(tableDeviation(cell), DEGREE),
    note: 'about its season',
    ask: (market) => winterDeviation(market, cell),
  }),
  measureFact(studies, {
    fact: 'winter temperature, skewness',
    market: cell,
    decimals: 2,
    target: atMost(0),
    ask: (market) => computeSkewness(listDepartures(market, cell)),
  }),
];

export const weatherRows = (studies: Studies): FactRow[] => [
  ...CHAINS.map((chain) =>
    measureFact(studies, {
      fact: 'share of variance that is weather',
      market: generateCode(chain),
      decimals: 3,
      target: SHARES[chain] ?? null,
      note: 'of news at its minute, in efficient twins',
      ask: ({ twin }) => twin?.weatherShare.get(chain) ?? NaN,
    }),
  ),
  ...winterRows(studies, 'NYC'),
  ...winterRows(studies, 'CHI'),
  ...SKILL.map(([lead, skill]) =>
    measureFact(studies, {
      fact: 'forecast and outcome, correlation',
      market: `lead ${lead} d`,
      decimals: 2,
      target: about(skill, SKILL_APART),
      note: 'what the market knows; NYC, CHI and DFW',
      ask: ({ forecast }) => forecast?.market[lead - 1] ?? NaN,
    }),
  ),
  ...CHAINS.map((chain) =>
    measureFact(studies, {
      fact: 'tightness and next return, correlation',
      market: generateCode(chain),
      decimals: 4,
      target: buildWithinTarget(-LEAK_MOST, LEAK_MOST),
      note: 'in efficient twins, not after a locked close',
      ask: ({ twin }) => twin?.leaks.get(chain) ?? NaN,
    }),
  ),
];
