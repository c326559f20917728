/**
 * The nine futures: what each is worth, how its price moves and which weather it answers to.
 *
 * Residual prices follow the two-factor form of E. Schwartz and J. Smith (2000, Management Science
 * 46): a slow level and a passing departure.
 * Seasonal factors: medians of the curves of NG and HO, and of spot prices about their
 * thirteen-month mean for crops (World Bank, since 1990).
 */
import type { CommodityKey } from '../../domain/commodity';
import type { ReportKind } from '../../market/report';
import type { MarketCell } from '../../weather/cell';

/**
 * Something about the weather of one day that can be expected: degrees below or above a base,
 * inches of rain, categories that come ashore.
 */
export type Gauge =
  | { readonly kind: 'below' | 'above'; readonly cell: MarketCell; readonly baseF: number }
  | { readonly kind: 'rain'; readonly cell: MarketCell }
  | { readonly kind: 'landfall'; readonly basin: 'gulf' | 'florida' };

/**
 * What a day of a gauge adds to a stock of tightness; with a stage, as much as the bell of its
 * season says.
 */
export interface Flow {
  readonly gauge: Gauge;
  readonly weight: number;
  readonly stage: { readonly centerDay: number; readonly widthDays: number } | null;
}

/**
 * A stock of tightness: weather flows about their season, forgotten over its memory, and what it
 * does to the log of the price.
 */
export interface Stock {
  readonly memoryDays: number;
  /** Log of the price per unit of the convex measure. */
  readonly beta: number;
  /** Convexity: shortage bites more than plenty helps; 0 is straight. */
  readonly gamma: number;
  /** By how much beta swings over the year of expiry, and the day of its peak. */
  readonly swing: { readonly ratio: number; readonly peakDay: number };
  readonly flows: readonly Flow[];
  /**
   * Whether the price at expiry holds what is still expected after it, as of a crop that is stored,
   * or only what has happened, as of energy that is delivered.
   */
  readonly looksAhead: boolean;
  /** Cells whose blocking ridge tells of flows beyond the forecast. */
  readonly ridge: readonly MarketCell[];
}

export interface Chain {
  /** Prefix of its instruments. */
  readonly id: string;
  readonly commodity: CommodityKey;
  /** Mean price in quoted units. */
  readonly level: number;
  /**
   * Annual volatility of the slow level and of the passing departure; of what it has beside
   * `follows`, where it follows another.
   */
  readonly slowVolatility: number;
  readonly passingVolatility: number;
  /** How fast a departure passes, per year. */
  readonly reversion: number;
  /** Weights of the shared causes: global, energy, farming. */
  readonly loadings: readonly [number, number, number];
  readonly jumps: { readonly perYear: number; readonly sd: number };
  readonly reports: readonly { readonly kind: ReportKind; readonly sd: number }[];
  /** Swing of volatility over the year and the day of its peak. */
  readonly swing: { readonly ratio: number; readonly peakDay: number };
  /**
   * Stochastic volatility, an AR(1) of its log by the day: what it keeps, and the deviation of what
   * it gains.
   */
  readonly unrest: { readonly memory: number; readonly shock: number };
  /** Log factor of delivery months January to December. */
  readonly season: readonly number[];
  /** Another chain of which so much of the residual log price is this one's too. */
  readonly follows: { readonly id: string; readonly ratio: number } | null;
  /** Contract months listed ahead: a count, or all that deliver within so many days. */
  readonly listed: { readonly months: number } | { readonly withinDays: number };
  readonly stocks: readonly Stock[];
}

const LEVEL = { ratio: 0, peakDay: 0 };
const UNREST = { memory: 0.975, shock: 0.088 };
/** Crude oil has years of calm and years of alarm, and fuel oil shares them. */
const OIL_UNREST = { memory: 0.99, shock: 0.0695 };
const buildColdFlow = (cell: MarketCell, baseF: number, weight: number): Flow => ({
  gauge: { kind: 'below', cell, baseF },
  weight,
  stage: null,
});
const buildHeatFlow = (cell: MarketCell, baseF: number, weight: number): Flow => ({
  gauge: { kind: 'above', cell, baseF },
  weight,
  stage: null,
});
/** Want of rain: less than usual tightens. */
const buildDryFlow = (cell: MarketCell, weight: number): Flow => ({
  gauge: { kind: 'rain', cell },
  weight: -weight,
  stage: null,
});
/** Rain in the wrong season: more than usual tightens. */
const buildWetFlow = (cell: MarketCell, weight: number): Flow => ({
  gauge: { kind: 'rain', cell },
  weight,
  stage: null,
});
const buildLandfallFlow = (basin: 'gulf' | 'florida', weight: number): Flow => ({
  gauge: { kind: 'landfall', basin },
  weight,
  stage: null,
});
const buildSeasonFlows = (
  centerDay: number,
  widthDays: number,
  ...flows: readonly Flow[]
): readonly Flow[] => flows.map((flow) => ({ ...flow, stage: { centerDay, widthDays } }));

/** Share of the country's gas heating and cooling by cell. */
const GAS_HEATING: readonly (readonly [MarketCell, number])[] = [
  ['CHI', 0.28],
  ['PJM', 0.24],
  ['NYC', 0.22],
  ['DSM', 0.1],
  ['ATL', 0.08],
  ['DFW', 0.05],
  ['ICT', 0.03],
];
const GAS_COOLING: readonly (readonly [MarketCell, number])[] = [
  ['DFW', 0.33],
  ['ATL', 0.31],
  ['PJM', 0.2],
  ['NYC', 0.12],
  ['CHI', 0.04],
];
const DEGREE_DAY_BASE_F = 65;
/** Demand of gas, in 100 Bcf a day per degree day of the weighted country. */
const GAS_PER_HDD = 0.016;
const GAS_PER_CDD = 0.0115;

/**
 * Heat that hurts begins at 29 deg C and is met in the afternoon, half of the day, at some 6.7 F
 * above the daily mean:
 * so the degrees of the daily mean above this base, halved and in deg C, stand for degree days
 * above 29 C.
 */
const HEAT_BASE_F = 77.5;
const HALF_DAY_C = 0.5 / 1.8;

const REPORTS = {
  gas: { kind: 'EIA gas storage', sd: 0.016 },
  oil: { kind: 'EIA petroleum', sd: 0.01 },
  opec: { kind: 'OPEC meeting', sd: 0.02 },
} as const;
const cropReport = (sd: number) => [{ kind: 'crop report' as const, sd }];
const EVERY_MONTH = { months: 13 };
const WITHIN = { withinDays: 487 };

export const CHAINS: readonly Chain[] = [
  {
    id: 'NG',
    commodity: 'natural-gas',
    level: 3.9,
    slowVolatility: 0.204,
    passingVolatility: 0.386,
    reversion: 2.2,
    loadings: [0.05, 0.3, 0],
    jumps: { perYear: 4.5, sd: 0.066 },
    reports: [REPORTS.gas],
    swing: { ratio: 0.34, peakDay: 11 },
    unrest: UNREST,
    season: [
      0.088, 0.079, 0.032, -0.046, -0.056, -0.045, -0.031, -0.028, -0.031, -0.024, 0.008, 0.061,
    ],
    follows: null,
    listed: EVERY_MONTH,
    stocks: [
      {
        memoryDays: 130,
        looksAhead: false,
        beta: 0.0877,
        gamma: 0.01,
        swing: { ratio: 0.28, peakDay: 28 },
        ridge: ['PJM', 'NYC', 'DFW', 'ATL'],
        flows: [
          ...GAS_HEATING.map(([cell, share]) =>
            buildColdFlow(cell, DEGREE_DAY_BASE_F, share * GAS_PER_HDD),
          ),
          ...GAS_COOLING.map(([cell, share]) =>
            buildHeatFlow(cell, DEGREE_DAY_BASE_F, share * GAS_PER_CDD),
          ),
          // a furnace that runs all day cannot burn more
          buildColdFlow('CHI', 13, -0.85 * 0.28 * GAS_PER_HDD),
          buildColdFlow('DSM', 13, -0.85 * 0.1 * GAS_PER_HDD),
          buildColdFlow('PJM', 13, -0.85 * 0.24 * GAS_PER_HDD),
          buildColdFlow('LBB', 20, 0.0025),
          buildColdFlow('DFW', 22, 0.0035),
          buildLandfallFlow('gulf', 0.04),
        ],
      },
    ],
  },
  {
    id: 'CL',
    commodity: 'crude-oil',
    level: 79,
    slowVolatility: 0.288,
    passingVolatility: 0.263,
    reversion: 1.5,
    loadings: [0.35, 0.6, 0],
    jumps: { perYear: 4, sd: 0.045 },
    reports: [REPORTS.oil, REPORTS.opec],
    swing: LEVEL,
    unrest: OIL_UNREST,
    season: new Array<number>(12).fill(0),
    follows: null,
    listed: EVERY_MONTH,
    stocks: [
      {
        memoryDays: 30,
        looksAhead: false,
        beta: 0.1,
        gamma: 0,
        swing: LEVEL,
        ridge: [],
        flows: [buildLandfallFlow('gulf', 0.22)],
      },
    ],
  },
  {
    id: 'HO',
    commodity: 'oil',
    level: 2.85,
    slowVolatility: 0.092,
    passingVolatility: 0.064,
    reversion: 2,
    loadings: [0, 0, 0],
    jumps: { perYear: 7, sd: 0.038 },
    reports: [{ kind: 'EIA petroleum', sd: 0.005 }],
    swing: LEVEL,
    unrest: OIL_UNREST,
    season: [
      0.008, 0.007, 0.003, -0.004, -0.005, -0.004, -0.003, -0.003, -0.003, -0.002, 0.001, 0.006,
    ],
    follows: { id: 'CL', ratio: 0.735 },
    listed: EVERY_MONTH,
    stocks: [
      {
        memoryDays: 40,
        looksAhead: false,
        beta: 0.054 / 40,
        gamma: 0,
        swing: LEVEL,
        ridge: ['NYC', 'PJM'],
        flows: [
          buildColdFlow('NYC', DEGREE_DAY_BASE_F, 0.3),
          buildColdFlow('PJM', DEGREE_DAY_BASE_F, 0.1),
        ],
      },
      {
        memoryDays: 30,
        looksAhead: false,
        beta: 0.22,
        gamma: 0,
        swing: LEVEL,
        ridge: [],
        flows: [buildLandfallFlow('gulf', 0.2)],
      },
    ],
  },
  {
    id: 'CORN',
    commodity: 'corn',
    level: 475,
    slowVolatility: 0.18,
    passingVolatility: 0.15,
    reversion: 1.2,
    loadings: [0.22, 0.1, 0.86],
    jumps: { perYear: 9, sd: 0.022 },
    reports: cropReport(0.022),
    swing: { ratio: 0.25, peakDay: 190 },
    unrest: UNREST,
    season: [
      0.009, 0.017, 0.033, 0.018, 0.02, 0.018, -0.007, -0.042, -0.053, -0.029, -0.024, -0.018,
    ],
    follows: null,
    listed: WITHIN,
    stocks: [
      {
        memoryDays: 300,
        looksAhead: true,
        beta: 2.45,
        gamma: 1.8,
        swing: LEVEL,
        ridge: ['DSM', 'CHI'],
        flows: [
          ...buildSeasonFlows(
            198,
            22,
            buildHeatFlow('DSM', HEAT_BASE_F, 0.5 * HALF_DAY_C * 0.0034),
            buildHeatFlow('CHI', HEAT_BASE_F, 0.5 * HALF_DAY_C * 0.0034),
          ),
          ...buildSeasonFlows(185, 32, buildDryFlow('DSM', 0.005), buildDryFlow('CHI', 0.005)),
        ],
      },
    ],
  },
  {
    id: 'SOYB',
    commodity: 'soybeans',
    level: 1080,
    slowVolatility: 0.16,
    passingVolatility: 0.13,
    reversion: 1.2,
    loadings: [0.28, 0.05, 0.8],
    jumps: { perYear: 9, sd: 0.018 },
    reports: cropReport(0.02),
    swing: { ratio: 0.22, peakDay: 215 },
    unrest: { memory: 0.978, shock: 0.088 },
    season: [0, 0.003, 0.009, 0.012, 0.018, 0.018, 0.012, 0, -0.014, -0.018, -0.012, -0.006],
    follows: null,
    listed: WITHIN,
    stocks: [
      {
        memoryDays: 300,
        looksAhead: true,
        beta: 1.9,
        gamma: 2,
        swing: LEVEL,
        ridge: ['DSM', 'CHI', 'MGB'],
        flows: [
          ...buildSeasonFlows(
            222,
            24,
            buildHeatFlow('DSM', HEAT_BASE_F + 1.8, 0.5 * HALF_DAY_C * 0.0036),
            buildHeatFlow('CHI', HEAT_BASE_F + 1.8, 0.5 * HALF_DAY_C * 0.0036),
          ),
          ...buildSeasonFlows(208, 34, buildDryFlow('DSM', 0.005), buildDryFlow('CHI', 0.005)),
          ...buildSeasonFlows(15, 30, buildDryFlow('MGB', 0.002)),
        ],
      },
    ],
  },
  {
    id: 'WHEAT',
    commodity: 'wheat',
    level: 610,
    slowVolatility: 0.265,
    passingVolatility: 0.22,
    reversion: 1.5,
    loadings: [0.18, 0.05, 0.84],
    jumps: { perYear: 5, sd: 0.055 },
    reports: cropReport(0.018),
    swing: { ratio: 0.2, peakDay: 140 },
    unrest: UNREST,
    season: [
      0.038, 0.033, 0.017, -0.013, -0.022, -0.046, -0.053, -0.056, -0.028, 0.023, 0.03, 0.049,
    ],
    follows: null,
    listed: WITHIN,
    stocks: [
      {
        memoryDays: 200,
        looksAhead: true,
        beta: 1.5,
        gamma: 1.5,
        swing: LEVEL,
        ridge: ['ICT'],
        flows: [
          ...buildSeasonFlows(126, 26, buildHeatFlow('ICT', HEAT_BASE_F, HALF_DAY_C * 0.006)),
          ...buildSeasonFlows(105, 36, buildDryFlow('ICT', 0.01)),
          ...buildSeasonFlows(
            40,
            30,
            buildColdFlow('ICT', 12, 0.0012),
            buildColdFlow('ICT', 2, -0.001),
          ),
        ],
      },
    ],
  },
  {
    id: 'KC',
    commodity: 'coffee',
    level: 222,
    slowVolatility: 0.21,
    passingVolatility: 0.258,
    reversion: 1,
    loadings: [0.33, 0, 0.22],
    jumps: { perYear: 4, sd: 0.042 },
    reports: [],
    swing: { ratio: 0.12, peakDay: 200 },
    unrest: { memory: 0.975, shock: 0.08 },
    season: [0.005, 0.01, 0.015, 0.02, 0.015, 0.005, -0.005, -0.01, -0.015, -0.02, -0.015, -0.005],
    follows: null,
    listed: WITHIN,
    // what has frozen once cannot freeze again: damage flattens
    stocks: [
      {
        memoryDays: 500,
        looksAhead: true,
        beta: 1.5,
        gamma: 0.8,
        swing: LEVEL,
        ridge: ['MGB'],
        flows: [
          buildColdFlow('MGB', 48.5, 0.012),
          buildColdFlow('MGB', 45, -0.0102),
          ...buildSeasonFlows(288, 28, buildDryFlow('MGB', 0.004)),
        ],
      },
    ],
  },
  {
    id: 'OJ',
    commodity: 'orange-juice',
    level: 230,
    slowVolatility: 0.235,
    passingVolatility: 0.205,
    reversion: 1,
    loadings: [0.08, 0, 0.08],
    jumps: { perYear: 5, sd: 0.03 },
    reports: cropReport(0.018),
    swing: { ratio: 0.1, peakDay: 10 },
    unrest: UNREST,
    season: new Array<number>(12).fill(0),
    follows: null,
    listed: WITHIN,
    stocks: [
      {
        memoryDays: 420,
        looksAhead: true,
        beta: 2.12,
        gamma: 0.8,
        swing: LEVEL,
        ridge: ['LAK'],
        flows: [
          buildColdFlow('LAK', 47, 0.0074),
          buildColdFlow('LAK', 43, -0.006),
          buildLandfallFlow('florida', 0.03),
          ...buildSeasonFlows(75, 40, buildDryFlow('LAK', 0.0117)),
        ],
      },
      // the groves of Brazil lie under a ridge of their own
      {
        memoryDays: 420,
        looksAhead: true,
        beta: 2.12,
        gamma: 0.8,
        swing: LEVEL,
        ridge: ['MGB'],
        flows: buildSeasonFlows(280, 50, buildDryFlow('MGB', 0.0075)),
      },
    ],
  },
  {
    id: 'CT',
    commodity: 'cotton',
    level: 81,
    slowVolatility: 0.2,
    passingVolatility: 0.19,
    reversion: 1.2,
    loadings: [0.5, 0.15, 0.14],
    jumps: { perYear: 5, sd: 0.034 },
    reports: cropReport(0.012),
    swing: { ratio: 0.08, peakDay: 150 },
    unrest: { memory: 0.98, shock: 0.1 },
    season: [
      0.005, 0.021, 0.035, 0.028, 0.028, 0.011, -0.004, -0.025, -0.027, -0.024, -0.022, -0.014,
    ],
    follows: null,
    listed: WITHIN,
    stocks: [
      {
        memoryDays: 300,
        looksAhead: true,
        beta: 1.75,
        gamma: 2.8,
        swing: LEVEL,
        ridge: ['LBB'],
        flows: [
          ...buildSeasonFlows(184, 26, buildHeatFlow('LBB', HEAT_BASE_F + 5, HALF_DAY_C * 0.006)),
          ...buildSeasonFlows(172, 33, buildDryFlow('LBB', 0.013)),
          // seed wants moisture, open bolls do not
          ...buildSeasonFlows(95, 24, buildDryFlow('LBB', 0.014)),
          ...buildSeasonFlows(290, 24, buildWetFlow('LBB', 0.025)),
        ],
      },
    ],
  },
];

export const chainIndex = (id: string): number => CHAINS.findIndex((chain) => chain.id === id);
