/**
 * Parameters of the nine futures: level, volatility, jumps, season and weather response.
 *
 * Residual prices follow the two-factor model of E. Schwartz and J. Smith (2000, Management Science
 * 46): a long-term level and a short-term deviation.
 * Seasonal factors: medians of the curves of NG and HO, and of crop spot prices relative to their
 * thirteen-month mean (World Bank, since 1990).
 */
import type { CommodityKey, FuturesRoot } from '../../domain/commodity';
import type { ReportKind } from '../../market/report';
import type { MarketCell } from '../../weather/cell';
import { DEGREE_DAY_BASE_F } from '../../weather/demand-weights';

/**
 * A daily weather measure: degrees below or above a base, inches of rain, or hurricane category at
 * landfall.
 */
export type Gauge =
  | { readonly kind: 'below' | 'above'; readonly cell: MarketCell; readonly baseF: number }
  | { readonly kind: 'rain'; readonly cell: MarketCell }
  | { readonly kind: 'landfall'; readonly basin: 'gulf' | 'florida' };

/**
 * Contribution of a day's gauge to a tightness stock; with a stage, weighted by a seasonal bell.
 */
export interface Flow {
  readonly gauge: Gauge;
  readonly weight: number;
  readonly stage: { readonly centerDay: number; readonly widthDays: number } | null;
}

/**
 * A tightness stock: weather flows minus their seasonal mean, decaying over its memory, with an
 * effect on the log price.
 */
export interface Stock {
  readonly memoryDays: number;
  /** Effect on the log price per unit of the convex measure. */
  readonly beta: number;
  /** Convexity: shortage raises prices more than surplus lowers them; 0 is linear. */
  readonly gamma: number;
  /** Seasonal swing of beta by expiry, and the day of its peak. */
  readonly swing: { readonly ratio: number; readonly peakDay: number };
  readonly flows: readonly Flow[];
  /**
   * True if the price at expiry includes flows expected after it, as for stored crops; false if
   * only past flows count, as for delivered energy.
   */
  readonly isForwardLooking: boolean;
  /** Cells whose blocking ridge predicts flows beyond the forecast. */
  readonly ridge: readonly MarketCell[];
}

export interface FuturesChain {
  /** Prefix of its instrument ids. */
  readonly id: string;
  readonly commodity: CommodityKey;
  /** Mean price in quoted units. */
  readonly level: number;
  /** Annual volatility of the two factors; with `follows`, of the chain's own part. */
  readonly longTermVolatility: number;
  readonly shortTermVolatility: number;
  /** Mean reversion of the short-term deviation, per year. */
  readonly reversion: number;
  /** Loadings on the global, energy and agriculture factors. */
  readonly loadings: readonly [number, number, number];
  readonly jumps: { readonly perYear: number; readonly sd: number };
  readonly reports: readonly { readonly kind: ReportKind; readonly sd: number }[];
  /** Seasonal swing of volatility and the day of its peak. */
  readonly swing: { readonly ratio: number; readonly peakDay: number };
  /** Stochastic volatility: daily AR(1) of its log, coefficient and shock. */
  readonly stochasticVolatility: { readonly memory: number; readonly shock: number };
  /** Log price factor by delivery month, January first. */
  readonly season: readonly number[];
  /** Chain whose residual log price is included with this ratio. */
  readonly follows: { readonly id: string; readonly ratio: number } | null;
  /** Listed months: a count, or all that deliver within so many days. */
  readonly listed: { readonly months: number } | { readonly withinDays: number };
  readonly stocks: readonly Stock[];
}

const NO_SWING = { ratio: 0, peakDay: 0 };
const DEFAULT_VOLATILITY = { memory: 0.975, shock: 0.088 };
/** Persistent volatility regimes of crude oil, shared by heating oil. */
const OIL_VOLATILITY = { memory: 0.99, shock: 0.0695 };
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
/** Less rain than normal tightens. */
const buildDryFlow = (cell: MarketCell, weight: number): Flow => ({
  gauge: { kind: 'rain', cell },
  weight: -weight,
  stage: null,
});
/** More rain than normal tightens. */
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

/** Fraction of US gas heating and cooling by cell. */
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
/** Gas demand, 100 Bcf a day per gas-weighted degree day. */
const GAS_PER_HDD = 0.016;
const GAS_PER_CDD = 0.0115;

/**
 * Crop damage starts at 29 C, in the afternoon, half of the day, about 6.7 F above the daily mean.
 * So half the degrees of the daily mean above this base, in deg C, stand for degree days above 29
 * C.
 */
const HEAT_BASE_F = 77.5;
const HALF_DAY_C = 0.5 / 1.8;

const REPORTS = {
  gas: { kind: 'EIA gas storage', sd: 0.016 },
  oil: { kind: 'EIA petroleum', sd: 0.01 },
  opec: { kind: 'OPEC meeting', sd: 0.02 },
} as const;
const buildCropReports = (sd: number) => [{ kind: 'crop report' as const, sd }];
const THIRTEEN_MONTHS = { months: 13 };
const WITHIN_SIXTEEN_MONTHS = { withinDays: 487 };

/** One chain for each root. Rows of the generated climatology follow this order. */
const CHAINS_BY_ROOT = {
  NG: {
    id: 'NG',
    commodity: 'natural-gas',
    level: 3.9,
    longTermVolatility: 0.204,
    shortTermVolatility: 0.386,
    reversion: 2.2,
    loadings: [0.05, 0.3, 0],
    jumps: { perYear: 4.5, sd: 0.066 },
    reports: [REPORTS.gas],
    swing: { ratio: 0.1, peakDay: 352 },
    stochasticVolatility: { memory: 0.985, shock: 0.09 },
    season: [
      0.088, 0.079, 0.032, -0.046, -0.056, -0.045, -0.031, -0.028, -0.031, -0.024, 0.008, 0.061,
    ],
    follows: null,
    listed: THIRTEEN_MONTHS,
    stocks: [
      {
        memoryDays: 130,
        isForwardLooking: false,
        beta: 0.111,
        gamma: 0.01,
        swing: NO_SWING,
        ridge: ['PJM', 'NYC', 'DFW', 'ATL'],
        flows: [
          ...GAS_HEATING.map(([cell, fraction]) =>
            buildColdFlow(cell, DEGREE_DAY_BASE_F, fraction * GAS_PER_HDD),
          ),
          ...GAS_COOLING.map(([cell, fraction]) =>
            buildHeatFlow(cell, DEGREE_DAY_BASE_F, fraction * GAS_PER_CDD),
          ),
          // Furnaces saturate: heating demand stops growing in extreme cold.
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
  CL: {
    id: 'CL',
    commodity: 'crude-oil',
    level: 79,
    longTermVolatility: 0.288,
    shortTermVolatility: 0.263,
    reversion: 1.5,
    loadings: [0.35, 0.6, 0],
    jumps: { perYear: 4, sd: 0.045 },
    reports: [REPORTS.oil, REPORTS.opec],
    swing: NO_SWING,
    stochasticVolatility: OIL_VOLATILITY,
    season: new Array<number>(12).fill(0),
    follows: null,
    listed: THIRTEEN_MONTHS,
    stocks: [
      {
        memoryDays: 30,
        isForwardLooking: false,
        beta: 0.14,
        gamma: 0,
        swing: NO_SWING,
        ridge: [],
        flows: [buildLandfallFlow('gulf', 0.22)],
      },
    ],
  },
  HO: {
    id: 'HO',
    commodity: 'oil',
    level: 2.85,
    longTermVolatility: 0.092,
    shortTermVolatility: 0.064,
    reversion: 2,
    loadings: [0, 0, 0],
    jumps: { perYear: 7, sd: 0.038 },
    reports: [{ kind: 'EIA petroleum', sd: 0.005 }],
    swing: NO_SWING,
    stochasticVolatility: OIL_VOLATILITY,
    season: [
      0.008, 0.007, 0.003, -0.004, -0.005, -0.004, -0.003, -0.003, -0.003, -0.002, 0.001, 0.006,
    ],
    follows: { id: 'CL', ratio: 0.735 },
    listed: THIRTEEN_MONTHS,
    stocks: [
      {
        memoryDays: 40,
        isForwardLooking: false,
        beta: 0.054 / 40,
        gamma: 0,
        swing: NO_SWING,
        ridge: ['NYC', 'PJM'],
        flows: [
          buildColdFlow('NYC', DEGREE_DAY_BASE_F, 0.3),
          buildColdFlow('PJM', DEGREE_DAY_BASE_F, 0.1),
        ],
      },
      {
        memoryDays: 30,
        isForwardLooking: false,
        beta: 0.22,
        gamma: 0,
        swing: NO_SWING,
        ridge: [],
        flows: [buildLandfallFlow('gulf', 0.2)],
      },
    ],
  },
  CORN: {
    id: 'CORN',
    commodity: 'corn',
    level: 475,
    longTermVolatility: 0.18,
    shortTermVolatility: 0.15,
    reversion: 1.2,
    loadings: [0.22, 0.1, 0.86],
    jumps: { perYear: 9, sd: 0.022 },
    reports: buildCropReports(0.022),
    swing: { ratio: 0.25, peakDay: 190 },
    stochasticVolatility: DEFAULT_VOLATILITY,
    season: [
      0.009, 0.017, 0.033, 0.018, 0.02, 0.018, -0.007, -0.042, -0.053, -0.029, -0.024, -0.018,
    ],
    follows: null,
    listed: WITHIN_SIXTEEN_MONTHS,
    stocks: [
      {
        memoryDays: 300,
        isForwardLooking: true,
        beta: 2.45,
        gamma: 1.8,
        swing: NO_SWING,
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
  SOYB: {
    id: 'SOYB',
    commodity: 'soybeans',
    level: 1080,
    longTermVolatility: 0.16,
    shortTermVolatility: 0.13,
    reversion: 1.2,
    loadings: [0.28, 0.05, 0.8],
    jumps: { perYear: 9, sd: 0.018 },
    reports: buildCropReports(0.02),
    swing: { ratio: 0.22, peakDay: 215 },
    stochasticVolatility: { memory: 0.978, shock: 0.088 },
    season: [0, 0.003, 0.009, 0.012, 0.018, 0.018, 0.012, 0, -0.014, -0.018, -0.012, -0.006],
    follows: null,
    listed: WITHIN_SIXTEEN_MONTHS,
    stocks: [
      {
        memoryDays: 300,
        isForwardLooking: true,
        beta: 1.9,
        gamma: 2,
        swing: NO_SWING,
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
  WHEAT: {
    id: 'WHEAT',
    commodity: 'wheat',
    level: 610,
    longTermVolatility: 0.265,
    shortTermVolatility: 0.22,
    reversion: 1.5,
    loadings: [0.18, 0.05, 0.84],
    jumps: { perYear: 5, sd: 0.055 },
    reports: buildCropReports(0.018),
    swing: { ratio: 0.2, peakDay: 140 },
    stochasticVolatility: DEFAULT_VOLATILITY,
    season: [
      0.038, 0.033, 0.017, -0.013, -0.022, -0.046, -0.053, -0.056, -0.028, 0.023, 0.03, 0.049,
    ],
    follows: null,
    listed: WITHIN_SIXTEEN_MONTHS,
    stocks: [
      {
        memoryDays: 200,
        isForwardLooking: true,
        beta: 1.6,
        gamma: 1.5,
        swing: NO_SWING,
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
  KC: {
    id: 'KC',
    commodity: 'coffee',
    level: 222,
    longTermVolatility: 0.21,
    shortTermVolatility: 0.258,
    reversion: 1,
    loadings: [0.33, 0, 0.22],
    jumps: { perYear: 4, sd: 0.042 },
    reports: [],
    swing: { ratio: 0.12, peakDay: 200 },
    stochasticVolatility: { memory: 0.975, shock: 0.08 },
    season: [0.005, 0.01, 0.015, 0.02, 0.015, 0.005, -0.005, -0.01, -0.015, -0.02, -0.015, -0.005],
    follows: null,
    listed: WITHIN_SIXTEEN_MONTHS,
    // Frost damage saturates.
    stocks: [
      {
        memoryDays: 500,
        isForwardLooking: true,
        beta: 1.5,
        gamma: 0.8,
        swing: NO_SWING,
        ridge: ['MGB'],
        flows: [
          buildColdFlow('MGB', 48.5, 0.012),
          buildColdFlow('MGB', 45, -0.0102),
          ...buildSeasonFlows(288, 28, buildDryFlow('MGB', 0.004)),
        ],
      },
    ],
  },
  OJ: {
    id: 'OJ',
    commodity: 'orange-juice',
    level: 230,
    longTermVolatility: 0.235,
    shortTermVolatility: 0.205,
    reversion: 1,
    loadings: [0.08, 0, 0.08],
    jumps: { perYear: 5, sd: 0.038 },
    reports: buildCropReports(0.018),
    swing: { ratio: 0.1, peakDay: 10 },
    stochasticVolatility: { memory: 0.975, shock: 0.1 },
    season: new Array<number>(12).fill(0),
    follows: null,
    listed: WITHIN_SIXTEEN_MONTHS,
    stocks: [
      {
        memoryDays: 420,
        isForwardLooking: true,
        beta: 2.12,
        gamma: 0.8,
        swing: NO_SWING,
        ridge: ['LAK'],
        flows: [
          buildColdFlow('LAK', 47, 0.0074),
          buildColdFlow('LAK', 43, -0.006),
          buildLandfallFlow('florida', 0.03),
          ...buildSeasonFlows(75, 40, buildDryFlow('LAK', 0.0117)),
        ],
      },
      // The groves of Brazil have a ridge of their own.
      {
        memoryDays: 420,
        isForwardLooking: true,
        beta: 2.12,
        gamma: 0.8,
        swing: NO_SWING,
        ridge: ['MGB'],
        flows: buildSeasonFlows(280, 50, buildDryFlow('MGB', 0.0075)),
      },
    ],
  },
  CT: {
    id: 'CT',
    commodity: 'cotton',
    level: 81,
    longTermVolatility: 0.175,
    shortTermVolatility: 0.165,
    reversion: 1.2,
    loadings: [0.5, 0.15, 0.14],
    jumps: { perYear: 5, sd: 0.034 },
    reports: buildCropReports(0.012),
    swing: { ratio: 0.08, peakDay: 150 },
    stochasticVolatility: { memory: 0.98, shock: 0.12 },
    season: [
      0.005, 0.021, 0.035, 0.028, 0.028, 0.011, -0.004, -0.025, -0.027, -0.024, -0.022, -0.014,
    ],
    follows: null,
    listed: WITHIN_SIXTEEN_MONTHS,
    stocks: [
      {
        memoryDays: 300,
        isForwardLooking: true,
        beta: 2.15,
        gamma: 2.8,
        swing: NO_SWING,
        ridge: ['LBB'],
        flows: [
          ...buildSeasonFlows(184, 26, buildHeatFlow('LBB', HEAT_BASE_F + 5, HALF_DAY_C * 0.006)),
          ...buildSeasonFlows(172, 33, buildDryFlow('LBB', 0.013)),
          // Rain helps seed and harms open bolls.
          ...buildSeasonFlows(95, 24, buildDryFlow('LBB', 0.014)),
          ...buildSeasonFlows(290, 24, buildWetFlow('LBB', 0.025)),
        ],
      },
    ],
  },
} satisfies { readonly [Root in FuturesRoot]: FuturesChain & { readonly id: Root } };
export const FUTURES_CHAINS: readonly FuturesChain[] = Object.values(CHAINS_BY_ROOT);

export const findChainIndex = (id: string): number =>
  FUTURES_CHAINS.findIndex((chain) => chain.id === id);
