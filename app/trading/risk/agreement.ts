/**
 * What a network's word does to the wish of a playbook: it adds to it, leaves it alone, or forbids
 * it.
 */
import { ALONE_QUALITY } from './sizing';

interface ActiveSignal {
  readonly word: 'BUY' | 'SELL' | 'HOLD';
  /** Chance that its side is right, .5 to 1. */
  readonly confidence: number;
}

type Agreement = 'AGREES' | 'ALONE' | 'FORBIDS';

/**
 * From this confidence on a signal for the other side keeps a playbook out, and draws the stop of
 * what is held near.
 */
const FORBIDDING_CONFIDENCE = 0.56;
/** Confidence above one half at which an agreeing signal fills the whole band. */
const FULL_CONFIDENCE = 0.15;

export function getAgreement(side: 'LONG' | 'SHORT', signal: ActiveSignal | null): Agreement {
  if (!signal || signal.word === 'HOLD') return 'ALONE';
  if ((signal.word === 'BUY') === (side === 'LONG')) return 'AGREES';
  return signal.confidence >= FORBIDDING_CONFIDENCE ? 'FORBIDS' : 'ALONE';
}

/**
 * Where in its band a position of a playbook's strength (0 to 1) lies: half where it stands alone,
 * up to the whole of it by the confidence of a signal that agrees.
 */
export function computeQuality(
  side: 'LONG' | 'SHORT',
  strength: number,
  signal: ActiveSignal | null,
): number {
  if (!signal || getAgreement(side, signal) !== 'AGREES') return ALONE_QUALITY * strength;
  return (
    strength * Math.min(1, ALONE_QUALITY + (0.5 * (signal.confidence - 0.5)) / FULL_CONFIDENCE)
  );
}
