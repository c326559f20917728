/** State of a public source for pages and metrics. */
import type { SourceId, SourceState } from '../../domain/public-source';
import type { EpochMs } from '../../domain/units';
import type { NextRequest } from './pace';
import type { AcceptedTerms, SourceTotals } from './publication-store';
import type { PublicSource } from './source';

/** Last problem of a source. */
export interface SourceProblem {
  readonly atMs: EpochMs;
  readonly requestId: string;
  /** In words, without key. */
  readonly reason: string;
}

export interface SourceStatus {
  readonly source: PublicSource;
  readonly state: SourceState;
  readonly totals: SourceTotals;
  readonly terms: AcceptedTerms | null;
  readonly problem: SourceProblem | null;
  /** When the next request may be sent; null where none is planned in eight days. */
  readonly next: NextRequest | null;
  /** In the last 24 hours. */
  readonly requests: number;
}

/** Control of the public sources. */
export interface PublicDataDesk {
  /** Time by which sources are asked and ages are computed. */
  nowMs(): EpochMs;
  listStatus(): readonly SourceStatus[];
  /** Ends waiting after failures; gaps and daily limits remain. */
  tryNow(source: SourceId): void;
  /** Accepts the terms of a source, or withdraws the acceptance with null. */
  saveTerms(source: SourceId, terms: AcceptedTerms | null): void;
}

interface SourceFacts extends Pick<SourceStatus, 'totals' | 'terms' | 'problem'> {
  readonly source: Pick<PublicSource, 'terms' | 'key' | 'staleAfterMs'>;
  readonly hasKey: boolean;
  readonly isBreakerOpen: boolean;
  /** False between two slots, and out of season. */
  readonly isRequestDue: boolean;
}

/** Computes the state: the first that applies, from the strongest obstacle. */
export function computeSourceState(facts: SourceFacts, nowMs: EpochMs): SourceState {
  const { source, totals } = facts;
  if (source.terms !== null && facts.terms === null) return 'OFF';
  if (source.key !== null && !facts.hasKey) return 'NO KEY';
  if (facts.isBreakerOpen) return 'BREAKER';
  const ageMs = totals.answeredMs === null ? Infinity : nowMs - totals.answeredMs;
  // A source that has nothing to offer yet is as current as it can be.
  if (facts.isRequestDue && ageMs > source.staleAfterMs) return 'STALE';
  return facts.problem === null ? 'LIVE' : 'LATE';
}
