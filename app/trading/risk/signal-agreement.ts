/**
 * How the active signal affects a playbook's entry: it increases the size, has no effect, or blocks
 * the entry.
 */
import { UNCONFIRMED_QUALITY } from './sizing';

interface ActiveSignal {
  readonly word: 'BUY' | 'SELL' | 'HOLD';
  /** Probability that its side is right, 0.5 to 1. */
  readonly confidence: number;
}

type Agreement = 'AGREES' | 'ALONE' | 'FORBIDS';

/**
 * An opposite signal with at least this confidence blocks entries and tightens the stop of an open
 * position.
 */
const VETO_CONFIDENCE = 0.56;
/** Confidence above 0.5 at which an agreeing signal allows the full size band. */
const FULL_SIZE_MARGIN = 0.15;

export function getAgreement(side: 'LONG' | 'SHORT', signal: ActiveSignal | null): Agreement {
  if (!signal || signal.word === 'HOLD') return 'ALONE';
  if ((signal.word === 'BUY') === (side === 'LONG')) return 'AGREES';
  return signal.confidence >= VETO_CONFIDENCE ? 'FORBIDS' : 'ALONE';
}

/**
 * Position of the size within its band for a playbook of this strength (0 to 1): half without an
 * agreeing signal, up to all of it with one.
 */
export function computeQuality(
  side: 'LONG' | 'SHORT',
  strength: number,
  signal: ActiveSignal | null,
): number {
  if (!signal || getAgreement(side, signal) !== 'AGREES') return UNCONFIRMED_QUALITY * strength;
  return (
    strength *
    Math.min(1, UNCONFIRMED_QUALITY + (0.5 * (signal.confidence - 0.5)) / FULL_SIZE_MARGIN)
  );
}
