/**
 * Predictable part of futures prices: slow news absorption, drifts, carry premium and transient
 * noise.
 */
import type { AlphaBudget } from '../market-models';

/**
 * `lag`: fraction of news not priced at once; `carry`: fraction of the rest still not priced a day
 * later.
 */
export interface NewsAbsorption {
  readonly lag: number;
  readonly carry: number;
}

/** Transient noise: standard deviation as a multiple of daily diffusion, and half-life in days. */
export interface TransientNoise {
  readonly ratio: number;
  readonly halfLifeDays: number;
}

export interface Alpha {
  readonly isEfficient: boolean;
  readonly energy: NewsAbsorption;
  readonly crops: NewsAbsorption;
  readonly report: NewsAbsorption;
  /** Slow drift of the long-term level: standard deviation per year and half-life in days. */
  readonly drift: { readonly sdPerYear: number; readonly halfLifeDays: number };
  /** Fraction of the deseasonalized roll yield paid to the holder. */
  readonly carryPremium: number;
  /** Transient noise of deep markets, and by chain of thin markets. */
  readonly noise: {
    readonly deep: TransientNoise;
    readonly thin: Readonly<Record<string, TransientNoise>>;
  };
}

const IMMEDIATE: NewsAbsorption = { lag: 0, carry: 0 };
const NO_NOISE: TransientNoise = { ratio: 0, halfLifeDays: 2 };

const EFFICIENT: Alpha = {
  isEfficient: true,
  energy: IMMEDIATE,
  crops: IMMEDIATE,
  report: IMMEDIATE,
  drift: { sdPerYear: 0, halfLifeDays: 90 },
  carryPremium: 0,
  noise: { deep: NO_NOISE, thin: {} },
};

export const ALPHA: Alpha = {
  isEfficient: false,
  energy: { lag: 0.19, carry: 0.12 },
  crops: { lag: 0.2, carry: 0.4 },
  report: { lag: 0.2, carry: 0.5 },
  drift: { sdPerYear: 0.08, halfLifeDays: 90 },
  carryPremium: 0.5,
  noise: {
    deep: { ratio: 0.25, halfLifeDays: 1 },
    thin: {
      WHEAT: { ratio: 0.28, halfLifeDays: 0.7 },
      OJ: { ratio: 0.35, halfLifeDays: 0.5 },
      CT: { ratio: 0.32, halfLifeDays: 0.5 },
    },
  },
};

export const createAlpha = (budget: AlphaBudget | undefined): Alpha =>
  budget?.efficient ? EFFICIENT : ALPHA;

export const getTransientNoise = ({ noise }: Alpha, chain: string): TransientNoise =>
  noise.thin[chain] ?? noise.deep;
