/**
 * Sequential test (e-process) of whether a benchmark beats a forecast, valid at any number of
 * looks: the wealth of a bet on the benchmark grows only if it is better.
 *
 * Sources: I. Waudby-Smith and A. Ramdas 2024, Journal of the Royal Statistical Society B 86
 * (betting on bounded means); A. Henzi and J. F. Ziegel 2022, Biometrika 109 (sequential comparison
 * of probability forecasts); J. Ville 1939 (a fair bet reaches wealth 1 / a with probability at
 * most a).
 */
import type { EvidenceState } from '../domain/signal-facts';

export const EMPTY_STAKE: EvidenceState = { days: 0, sum: 0, squares: 0, logWealth: 0 };

/**
 * Maximum fraction of the wealth per bet. A daily gain is above -1, so the wealth stays positive.
 */
const STAKE_FRACTION_MAX = 0.5;
/**
 * One prior day with zero gain and this squared gain, so that the first days carry little weight.
 */
const PRIOR_SQUARE = 1;

/**
 * Adds one day. `gain` is the benchmark's gain relative to its maximum loss: at least -1, with mean
 * at most 0 if the forecast is no worse. The bet fraction uses earlier days only: mean / (variance
 * + mean squared).
 */
export function updateEvidence(
  { days, sum, squares, logWealth }: EvidenceState,
  gain: number,
): EvidenceState {
  const mean = sum / (days + 1);
  const variance = Math.max(0, (squares + PRIOR_SQUARE) / (days + 1) - mean * mean);
  const fraction = Math.max(0, Math.min(STAKE_FRACTION_MAX, mean / (variance + mean * mean)));
  return {
    days: days + 1,
    sum: sum + gain,
    squares: squares + gain * gain,
    logWealth: logWealth + Math.log1p(fraction * gain),
  };
}

/**
 * Brier score gain of the benchmark over `probability` at an outcome of 0, 0.5 or 1, relative to
 * its largest possible loss: at least -1. Zero if both probabilities are equal.
 */
export function computeBenchmarkGain(
  probability: number,
  benchmark: number,
  outcome: number,
): number {
  const difference = probability - benchmark;
  const lossMax =
    difference > 0
      ? difference * (2 - probability - benchmark)
      : -difference * (probability + benchmark);
  return lossMax > 1e-9 ? (difference * (probability + benchmark - 2 * outcome)) / lossMax : 0;
}
