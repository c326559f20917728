/** State of a public source for pages and metrics. */
import type { Outcome } from '../../domain/outcome';
import type { SourceId, SourceKey, SourceState } from '../../domain/public-source';
import type { EpochMs } from '../../domain/units';
import type { InboxStatus } from '../own-price-store';
import type { NextRequest } from './pace';
import type { AcceptedTerms, SourceProblem, SourceTotals } from './publication-store';
import type { KeyStatus } from './sealed-keys';
import type { SourceDescription } from './source';

export interface SourceStatus {
  readonly source: SourceDescription;
  readonly state: SourceState;
  readonly totals: SourceTotals;
  readonly terms: AcceptedTerms | null;
  /** Null where the source needs no key. */
  readonly key: KeyStatus | null;
  readonly problem: SourceProblem | null;
  /** When the next request may be sent; null where none is planned in eight days. */
  readonly next: NextRequest | null;
  /** In the last 24 hours. */
  readonly requests: number;
}

export type ArchiveStatus = Pick<SourceStatus, 'source' | 'totals'>;

/** Control of the public sources. */
export interface PublicDataDesk {
  readonly sources: readonly SourceDescription[];
  /** Time by which sources are asked and ages are computed. */
  nowMs(): EpochMs;
  listStatus(): readonly SourceStatus[];
  /** Ends back-off and breaker; Retry-After, gaps and daily limits remain. */
  tryNow(source: SourceId): void;
  /** Accepts the terms of a source, or withdraws the acceptance with null. */
  saveTerms(source: SourceId, terms: AcceptedTerms | null): void;
  /** Stores a key that a user entered, encrypted, and asks its source. */
  saveKey(name: SourceKey, text: string, by: string): Outcome<null>;
  removeKey(name: SourceKey): void;
  /** Sources of the past, which a program asks once. */
  listArchives(): readonly ArchiveStatus[];
  /** The folder of the owner's prices. */
  getInboxStatus(): InboxStatus;
}

type Access = Pick<SourceStatus, 'terms'> & {
  readonly source: Pick<SourceDescription, 'terms' | 'key'>;
  readonly hasKey: boolean;
};

/** What must be given before a source may be asked; null for nothing. */
export function findMissingAccess({ source, terms, hasKey }: Access): 'OFF' | 'NO KEY' | null {
  if (source.terms !== null && terms === null) return 'OFF';
  return source.key !== null && !hasKey ? 'NO KEY' : null;
}

interface SourceFacts extends Access, Pick<SourceStatus, 'totals' | 'problem'> {
  readonly source: Pick<SourceDescription, 'terms' | 'key' | 'staleAfterMs'>;
  readonly isBreakerOpen: boolean;
  /** False between two slots, and out of season. */
  readonly isRequestDue: boolean;
}

/** Computes the state: the first that applies, from the strongest obstacle. */
export function computeSourceState(facts: SourceFacts, nowMs: EpochMs): SourceState {
  const missing = findMissingAccess(facts);
  if (missing !== null) return missing;
  if (facts.isBreakerOpen) return 'BREAKER';
  const { totals, source, problem } = facts;
  const ageMs = totals.answeredMs === null ? Infinity : nowMs - totals.answeredMs;
  // A source that has nothing to offer yet is as current as it can be.
  if (facts.isRequestDue && ageMs > source.staleAfterMs) return 'STALE';
  // A document that is not published yet is no failure.
  return problem === null || problem.outcome === 'absent' ? 'LIVE' : 'LATE';
}
