// Calibrated probability at a network's logit.
import { interpolateTable } from './interpolation';
import { computeSigmoid } from './losses';

export const PROBABILITY_MIN = 0.02;
export const PROBABILITY_MAX = 0.98;

export type Calibration =
  /** Probabilities at ascending logits, interpolated linearly, constant beyond the ends. */
  | {
      readonly kind: 'isotonic';
      readonly logits: readonly number[];
      readonly chances: readonly number[];
    }
  | { readonly kind: 'platt'; readonly slope: number; readonly offset: number };

/** Probability at a logit, clamped to 0.02 to 0.98; null calibration means the plain sigmoid. */
export function applyCalibration(calibration: Calibration | null, logit: number): number {
  return Math.max(
    PROBABILITY_MIN,
    Math.min(PROBABILITY_MAX, computeProbability(calibration, logit)),
  );
}

function computeProbability(calibration: Calibration | null, logit: number): number {
  if (calibration === null) return computeSigmoid(logit);
  if (calibration.kind === 'platt')
    return computeSigmoid(calibration.slope * logit + calibration.offset);
  return interpolateTable(calibration.logits, calibration.chances, logit);
}
