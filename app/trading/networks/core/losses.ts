/** Loss functions and their derivatives. */
import { computePinballLoss } from '../../statistics/pinball-loss';
import { computeQlike } from '../../statistics/qlike';
import { computeQuantiles } from '../../statistics/quantile';
import { computeMean } from '../../statistics/sample';
import type { Head } from './shape';

/** Error beyond which the Huber loss is linear (P. J. Huber 1964), in target units. */
const HUBER_DELTA = 1;
/**
 * ln(target / output) beyond which QLIKE continues along its tangent, so that one extreme day
 * cannot dominate a year.
 */
const QLIKE_LINEAR_FROM = 2;
/** Bounds for the rate of ones, so that its logit is finite. */
const RATE_MIN = 1e-4;

/** ln(1 + e^z) without overflow. */
const computeSoftplus = (z: number): number => Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z)));

/** The logistic function. */
export const computeSigmoid = (z: number): number => 1 / (1 + Math.exp(-z));

/**
 * Loss of output z: `bce` cross-entropy in nats; `mse` half the squared error; `huber` half the
 * squared error up to an error of 1, then linear; `pinball` and `qlike` as in `statistics`, the
 * latter of d = target - z (both log volatilities), linear beyond d = 2.
 */
export function computeLoss(head: Head, z: number, target: number): number {
  const difference = target - z;
  switch (head.kind) {
    case 'bce':
      return computeSoftplus(z) - target * z;
    case 'mse':
      return 0.5 * difference * difference;
    case 'huber':
      return Math.abs(difference) <= HUBER_DELTA
        ? 0.5 * difference * difference
        : HUBER_DELTA * (Math.abs(difference) - 0.5 * HUBER_DELTA);
    case 'qlike':
      return difference <= QLIKE_LINEAR_FROM
        ? computeQlike(difference)
        : computeQlike(QLIKE_LINEAR_FROM) +
            2 * (Math.exp(2 * QLIKE_LINEAR_FROM) - 1) * (difference - QLIKE_LINEAR_FROM);
    case 'pinball':
      return computePinballLoss(head.quantile, difference);
  }
}

/** Derivative of `computeLoss` by z. */
export function computeLossSlope(head: Head, z: number, target: number): number {
  switch (head.kind) {
    case 'bce':
      return computeSigmoid(z) - target;
    case 'mse':
      return z - target;
    case 'huber':
      return Math.max(-HUBER_DELTA, Math.min(HUBER_DELTA, z - target));
    case 'qlike':
      return -2 * (Math.exp(2 * Math.min(target - z, QLIKE_LINEAR_FROM)) - 1);
    case 'pinball':
      return target > z ? -head.quantile : 1 - head.quantile;
  }
}

/** Constant output with the lowest loss, where training starts; 0 without targets. */
export function computeStartingOutput(head: Head, targets: Float64Array): number {
  if (targets.length === 0) return 0;
  switch (head.kind) {
    case 'bce': {
      const rate = Math.min(1 - RATE_MIN, Math.max(RATE_MIN, computeMean(targets)));
      return Math.log(rate / (1 - rate));
    }
    case 'mse':
      return computeMean(targets);
    case 'huber':
      return computeQuantiles(targets, [0.5])[0] ?? 0;
    case 'qlike':
      return 0.5 * Math.log(computeMean(targets.map((target) => Math.exp(2 * target))));
    case 'pinball':
      return computeQuantiles(targets, [head.quantile])[0] ?? 0;
  }
}
