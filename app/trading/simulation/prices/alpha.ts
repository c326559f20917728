/**
 * Budget of the simulated market's predictability: biases of the public consensus, expected returns
 * and transient noise, of futures and of power. Docs: docs/decisions/0057, which has the source and
 * the reason of every size.
 */
import type { AlphaBudget } from '../market-models';

/**
 * `lag`: mean fraction of news not priced at once; `carry`: fraction of the rest still not priced a
 * day later.
 */
export interface NewsAbsorption {
  readonly lag: number;
  readonly carry: number;
}

/**
 * Missing fraction of large revisions: unchanged up to `fromDeviations` standard deviations of the
 * runs' news, then rising linearly to 1 + `excess` times at `untilDeviations`.
 */
export interface LargeRevisions {
  readonly fromDeviations: number;
  readonly untilDeviations: number;
  readonly excess: number;
}

/** Transient noise: standard deviation as a multiple of daily diffusion, and half-life in days. */
export interface TransientNoise {
  readonly ratio: number;
  readonly halfLifeDays: number;
}

/**
 * Price above the expectation by `size` (log) before a season of uncertainty. The season resolves
 * it by a bell over the year; a contract contains what resolves before its expiry.
 */
export interface SeasonPremium {
  readonly chain: string;
  readonly size: number;
  /** Days since 1 January, and standard deviation in days. */
  readonly centerDay: number;
  readonly widthDays: number;
}

/**
 * Forward premium of power: fraction of the expected price eight weeks before delivery, by a bell
 * over the delivery date, or `elsewhere`. Falls linearly to zero at delivery.
 */
export interface PowerPremium {
  readonly seasons: readonly Omit<SeasonPremium, 'chain'>[];
  readonly elsewhere: number;
}

export interface Alpha {
  readonly isEfficient: boolean;
  /** Weather news. */
  readonly energy: NewsAbsorption;
  readonly crops: NewsAbsorption;
  readonly power: NewsAbsorption;
  /** Gas storage reports, and all other reports. */
  readonly storage: NewsAbsorption;
  readonly report: NewsAbsorption;
  /** Missing fraction of night and weekend runs over that of the runs of business days. */
  readonly inattentionRatio: number;
  readonly largeRevisions: LargeRevisions;
  /** Fraction of the public forecast's bias in the temperatures that the market prices. */
  readonly biasFraction: number;
  /** Slow drift of the long-term level: standard deviation per year and half-life in days. */
  readonly drift: { readonly sdPerYear: number; readonly halfLifeDays: number };
  /** Fraction of the deseasonalized roll yield paid to the holder. */
  readonly carryPremium: number;
  /** Fraction of the basis momentum paid to the holder, per year. */
  readonly basisMomentumPremium: number;
  readonly seasonPremia: readonly SeasonPremium[];
  readonly powerPremium: PowerPremium;
  /** Transient noise of deep markets, by chain of thin markets, and of power. */
  readonly noise: {
    readonly deep: TransientNoise;
    readonly thin: Readonly<Record<string, TransientNoise>>;
    readonly power: TransientNoise;
  };
}

const IMMEDIATE: NewsAbsorption = { lag: 0, carry: 0 };
const NO_NOISE: TransientNoise = { ratio: 0, halfLifeDays: 2 };

/** No predictability: all sizes are zero. */
export const EFFICIENT: Alpha = {
  isEfficient: true,
  energy: IMMEDIATE,
  crops: IMMEDIATE,
  power: IMMEDIATE,
  storage: IMMEDIATE,
  report: IMMEDIATE,
  inattentionRatio: 1,
  largeRevisions: { fromDeviations: 2, untilDeviations: 3, excess: 0 },
  biasFraction: 0,
  drift: { sdPerYear: 0, halfLifeDays: 90 },
  carryPremium: 0,
  basisMomentumPremium: 0,
  seasonPremia: [],
  powerPremium: { seasons: [], elsewhere: 0 },
  noise: { deep: NO_NOISE, thin: {}, power: NO_NOISE },
};

export const ALPHA: Alpha = {
  isEfficient: false,
  energy: { lag: 0.18, carry: 0.12 },
  crops: { lag: 0.17, carry: 0.4 },
  power: { lag: 0.16, carry: 0.12 },
  storage: { lag: 0.1, carry: 0.5 },
  report: { lag: 0.2, carry: 0.5 },
  inattentionRatio: 1.7,
  largeRevisions: { fromDeviations: 2, untilDeviations: 3, excess: 0.5 },
  biasFraction: 0.5,
  drift: { sdPerYear: 0.08, halfLifeDays: 90 },
  carryPremium: 0.5,
  basisMomentumPremium: 0.5,
  seasonPremia: [
    { chain: 'CORN', size: 0.04, centerDay: 182, widthDays: 25 },
    { chain: 'OJ', size: 0.02, centerDay: 10, widthDays: 25 },
  ],
  powerPremium: {
    seasons: [
      { size: 0.03, centerDay: 205, widthDays: 25 },
      { size: 0.02, centerDay: 20, widthDays: 25 },
    ],
    elsewhere: -0.005,
  },
  noise: {
    deep: { ratio: 0.25, halfLifeDays: 1 },
    thin: {
      WHEAT: { ratio: 0.28, halfLifeDays: 0.7 },
      OJ: { ratio: 0.35, halfLifeDays: 0.5 },
      CT: { ratio: 0.4, halfLifeDays: 0.5 },
    },
    power: { ratio: 0.25, halfLifeDays: 2 },
  },
};

export const createAlpha = (budget: AlphaBudget | undefined): Alpha =>
  budget?.efficient ? EFFICIENT : ALPHA;

export const getTransientNoise = ({ noise }: Alpha, chain: string): TransientNoise =>
  noise.thin[chain] ?? noise.deep;

/** Absorption of a chain's reports; gas has no report but storage. */
export const getReportAbsorption = (
  { storage, report }: Pick<Alpha, 'storage' | 'report'>,
  chain: string,
): NewsAbsorption => (chain === 'NG' ? storage : report);
