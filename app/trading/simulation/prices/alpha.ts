/**
 * What the market leaves on the table: news digested slowly, drifts that last, premia for carry and
 * for patience.
 */
import type { AlphaBudget } from '../parts';

/**
 * Of a piece of news so much is not in the price at once; of what is missing so much is still
 * missing a day later.
 */
export interface Digestion {
  readonly lag: number;
  readonly carry: number;
}

/**
 * Noise that passes: its standard deviation over that of a day's diffusion, and its half-life in
 * days.
 */
export interface PassingNoise {
  readonly ratio: number;
  readonly halfLifeDays: number;
}

export interface Alpha {
  readonly isEfficient: boolean;
  /** Weather news, for energy and for crops. */
  readonly energy: Digestion;
  readonly crops: Digestion;
  /** Scheduled reports. */
  readonly report: Digestion;
  /** A slow drift of the level: standard deviation per year, half-life in days. */
  readonly drift: { readonly sdPerYear: number; readonly halfLifeDays: number };
  /** Share of the roll yield, its season taken out, that is paid to the holder. */
  readonly carryPremium: number;
  /**
   * Passing noise of quoted prices: of a deep market, and by chain where few orders stand in the
   * book, so that each one pushes the price and it comes back.
   */
  readonly noise: {
    readonly deep: PassingNoise;
    readonly thin: Readonly<Record<string, PassingNoise>>;
  };
}

const NOTHING: Digestion = { lag: 0, carry: 0 };
const SILENCE: PassingNoise = { ratio: 0, halfLifeDays: 2 };

const EFFICIENT: Alpha = {
  isEfficient: true,
  energy: NOTHING,
  crops: NOTHING,
  report: NOTHING,
  drift: { sdPerYear: 0, halfLifeDays: 90 },
  carryPremium: 0,
  noise: { deep: SILENCE, thin: {} },
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

/** The budget of a world. */
export const createAlpha = (budget: AlphaBudget | undefined): Alpha =>
  budget?.efficient ? EFFICIENT : ALPHA;

/** The passing noise of a chain by its id. */
export const getNoise = ({ noise }: Alpha, chain: string): PassingNoise =>
  noise.thin[chain] ?? noise.deep;
