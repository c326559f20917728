/**
 * Whether a forecast is worse than a rival, asked day after day without ever being asked too often:
 * a stake on the rival that grows only if it is.
 *
 * Sources: I. Waudby-Smith and A. Ramdas 2024, Journal of the Royal Statistical Society B 86
 * (betting on bounded means); A. Henzi and J. F. Ziegel 2022,
 * Biometrika 109 (comparing chances while they come in); J. Ville 1939 (a fair stake reaches 1 / a
 * with a chance of at most a, however long it runs).
 */
import type { Stake } from '../domain/signal-facts';

export const NO_STAKE: Stake = { days: 0, sum: 0, squares: 0, logWealth: 0 };

/**
 * The largest share of the wealth that is laid; a day's gain is above -1 for each forecast, so that
 * the wealth stays above zero.
 */
const SHARE_MAX = 0.5;
/** One made-up day of no gain and this square stands before the first: a few days prove little. */
const PRIOR_SQUARE = 1;

/**
 * The stake after one more day. `gain` is what the rival gained, as a share of the most that it
 * could have lost: -1 or more, and zero or less on average where
 * the forecast is no worse. The share that is laid is known before the day: mean over (variance +
 * mean squared) of the days before.
 */
export function updateEvidence({ days, sum, squares, logWealth }: Stake, gain: number): Stake {
  const mean = sum / (days + 1);
  const variance = Math.max(0, (squares + PRIOR_SQUARE) / (days + 1) - mean * mean);
  const share = Math.max(0, Math.min(SHARE_MAX, mean / (variance + mean * mean)));
  return {
    days: days + 1,
    sum: sum + gain,
    squares: squares + gain * gain,
    logWealth: logWealth + Math.log1p(share * gain),
  };
}

/**
 * What the rival with chance `rival` gains over `chance` in Brier score at an outcome (0, .5 or 1),
 * over the most that it could have lost at any outcome: -1 or
 * more. Zero where both said the same.
 */
export function computeBenchmarkGain(chance: number, rival: number, outcome: number): number {
  const apart = chance - rival;
  const worst = apart > 0 ? apart * (2 - chance - rival) : -apart * (chance + rival);
  return worst > 1e-9 ? (apart * (chance + rival - 2 * outcome)) / worst : 0;
}
