/** Arming: the permission, given by a person for a limited time, to send entries of a live account. */
import type { EpochMs, Mills } from './units';

export interface Arming {
  /** `requested`: a second person has to confirm it; entries are blocked. */
  readonly state: 'requested' | 'armed';
  /** A loss beyond this since the arming blocks entries. */
  readonly lossLimitMills: Mills;
  /** Equity at the arming, from which the loss is measured. */
  readonly equityMills: Mills;
  /** Entries of strategies wait for the approval of a person. */
  readonly needsApproval: boolean;
  readonly atMs: EpochMs;
  /** When the arming ends; of a request, when it lapses. */
  readonly untilMs: EpochMs;
}

/** True while entries may be sent. */
export const isArmed = (arming: Arming | null, nowMs: EpochMs): boolean =>
  arming?.state === 'armed' && nowMs < arming.untilMs;
