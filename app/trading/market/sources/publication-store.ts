/** Port for the stored answers of public sources and the state of their requests. */
import type { PublicationOutcome, SourceId } from '../../domain/public-source';
import type { EpochMs } from '../../domain/units';
import type { OwnPriceStore } from '../own-price-store';
import type { Pace } from './pace';
import type { Reading } from './reading';
import type { ParsedAnswer, SourceHistory, SourceRequest } from './source';

interface AnswerFacts {
  readonly source: SourceId;
  readonly request: SourceRequest;
  readonly fetchedMs: EpochMs;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** Without key. */
  readonly body: Uint8Array | null;
}

export interface AcceptedAnswer extends AnswerFacts {
  readonly body: Uint8Array;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly parsed: ParsedAnswer;
}

export interface UnusableAnswer extends AnswerFacts {
  readonly outcome: Exclude<PublicationOutcome, 'accepted'>;
  readonly reason: string;
}

/** A new value, or a new version of a value. */
export interface PublishedReading {
  readonly reading: Reading;
  readonly publishedMs: EpochMs;
}

/** Validators of the last answer to a request. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface SourceTotals {
  readonly answeredMs: EpochMs | null;
  /** Latest time of issue of what was stored. */
  readonly publishedMs: EpochMs | null;
  /** Values in all versions. */
  readonly values: number;
  /** Answers that were not what the source publishes. */
  readonly refused: number;
}

/** Last problem of a source. */
export interface SourceProblem {
  readonly atMs: EpochMs;
  readonly requestId: string;
  readonly outcome: Exclude<PublicationOutcome, 'accepted'>;
  /** In words, without key. */
  readonly reason: string;
}

export interface AcceptedTerms {
  readonly atMs: EpochMs;
  /** User name. */
  readonly by: string;
}

export interface PublicationStore {
  /**
   * Stores an accepted answer and its values in one transaction; returns what was new. A value
   * equal to the version known before is not stored again. An answer without anything new adds no
   * publication.
   */
  saveAccepted(answer: AcceptedAnswer): readonly PublishedReading[];
  /** Records that the source has nothing new. */
  saveUnchanged(source: SourceId, request: SourceRequest, fetchedMs: EpochMs): void;
  saveUnusable(answer: UnusableAnswer): void;
  /**
   * Readings in all versions, from a valid time on, of the series whose names begin with `group`
   * and a slash, such as `observation` or `power price/day-ahead`.
   */
  listReadings(group: string, fromValidMs: EpochMs): readonly PublishedReading[];
  savePace(source: SourceId, pace: Pace): void;
  /** The stored pace; the initial one for a source without requests. */
  loadPace(source: SourceId): Pace;
  getHistory(source: SourceId): SourceHistory;
  findValidators(source: SourceId, requestId: string): Validators;
  /** The last unusable answer, unless a later request was answered; null for none. */
  findProblem(source: SourceId): SourceProblem | null;
  /** Last answer to any request of the source, and what answers have brought. */
  getTotals(source: SourceId): SourceTotals;
  /** Acceptance of the terms of a source; null where they are not accepted. */
  findTerms(source: SourceId): AcceptedTerms | null;
  saveTerms(source: SourceId, terms: AcceptedTerms | null): void;
  /** Prices of the owner, in the same database. */
  readonly ownPrices: OwnPriceStore;
}
