/** What an output costs when it is wrong, and how the cost changes with the output. */
import { pinballLoss } from '../../statistics/pinball-loss';
import { computeQlike } from '../../statistics/qlike';
import { computeQuantiles } from '../../statistics/quantile';
import { computeMean } from '../../statistics/sample';
import type { Head } from './shape';

/**
 * Beyond this error a Huber loss grows in proportion (P. J. Huber 1964), in units of the target.
 */
const HUBER_BEND = 1;
/**
 * Beyond this log of target over output, a volatility e^2 times the output, QLIKE goes on along its
 * tangent: one wild day would else outweigh a year.
 */
const QLIKE_BEND = 2;
/**
 * A share of ones is taken to be at least so far from none and from all, so that its logit is
 * finite.
 */
const SHARE_LEAST = 1e-4;

/** ln(1 + e^z) without overflow. */
const computeSoftplus = (z: number): number => Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z)));

/** The logistic function. */
export const computeSigmoid = (z: number): number => 1 / (1 + Math.exp(-z));

/**
 * Loss of output z: `bce` cross-entropy in nats; `mse` half the squared error; `huber` half the
 * squared error to an error of 1, then linear;
 * `pinball` and `qlike` as in `statistics`, the latter of d = target - z, both logs of a
 * volatility, and along its tangent beyond d = 2.
 */
export function computeLoss(head: Head, z: number, target: number): number {
  const apart = target - z;
  switch (head.kind) {
    case 'bce':
      return computeSoftplus(z) - target * z;
    case 'mse':
      return 0.5 * apart * apart;
    case 'huber':
      return Math.abs(apart) <= HUBER_BEND
        ? 0.5 * apart * apart
        : HUBER_BEND * (Math.abs(apart) - 0.5 * HUBER_BEND);
    case 'qlike':
      return apart <= QLIKE_BEND
        ? computeQlike(apart)
        : computeQlike(QLIKE_BEND) + 2 * (Math.exp(2 * QLIKE_BEND) - 1) * (apart - QLIKE_BEND);
    case 'pinball':
      return pinballLoss(head.quantile, apart);
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
      return Math.max(-HUBER_BEND, Math.min(HUBER_BEND, z - target));
    case 'qlike':
      return -2 * (Math.exp(2 * Math.min(target - z, QLIKE_BEND)) - 1);
    case 'pinball':
      return target > z ? -head.quantile : 1 - head.quantile;
  }
}

/**
 * The constant output that suits the targets best, from which training starts; 0 without targets.
 */
export function computeStart(head: Head, targets: Float64Array): number {
  if (targets.length === 0) return 0;
  switch (head.kind) {
    case 'bce': {
      const share = Math.min(1 - SHARE_LEAST, Math.max(SHARE_LEAST, computeMean(targets)));
      return Math.log(share / (1 - share));
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
