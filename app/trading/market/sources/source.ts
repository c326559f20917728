/** Port for public data: what a source offers, when it is asked, and how its answers are read. */
import type { SourceId, SourceKey } from '../../domain/public-source';
import type { EpochMs } from '../../domain/units';
import type { Reading } from './reading';

export interface SourceRequest {
  /** Unique within the source, such as `grid forecast NYC`; the parser uses it. */
  readonly id: string;
  /** HTTPS, without key. The host is one of the source. */
  readonly url: string;
  /** Value of the Accept header; absent for any. */
  readonly accept?: string;
}

/** What a parser found in one answer. */
export interface ParsedAnswer {
  /** Time of issue that the answer states; null where it states none. */
  readonly publishedMs: EpochMs | null;
  readonly readings: readonly Reading[];
  /**
   * Time from which a value usually is public, for the past that an archive states. Absent where
   * `publishedMs` or the arrival counts.
   */
  readonly getUsualMs?: (reading: Reading) => EpochMs;
  /** Addresses and names found for later requests, by name. */
  readonly links?: Readonly<Record<string, string>>;
}

/** History of a source's requests, for its planner. */
export interface SourceHistory {
  /** Last accepted or unchanged answer of a request id; null for none. */
  getAnsweredMs(requestId: string): EpochMs | null;
  /** Last try of a request id, answered or not; null for none. */
  getTriedMs(requestId: string): EpochMs | null;
  /** Latest link of a name that an answer contained; null for none. */
  findLink(name: string): string | null;
}

/** What pages and metrics state about a source. */
export interface SourceDescription {
  readonly id: SourceId;
  readonly name: string;
  /** What it offers, in a few words. */
  readonly offers: string;
  /** Terms of use in one sentence. */
  readonly licence: string;
  /** Text to be shown with the data. */
  readonly attribution: string;
  /** Setting that holds the key; null where none is needed. */
  readonly key: SourceKey | null;
  /** Sentence that the owner accepts before the first request; null where there is none. */
  readonly terms: string | null;
  /** Requests allowed in 24 hours; of a stream, lines allowed at a time. */
  readonly requestsPerDayMax: number;
  /** Values arrive as they change once a line is requested; absent where each is requested. */
  readonly isStream?: true;
  /** Usual time from validity to publication, which pages state. */
  readonly delayMs: number;
  /** Older data are stale. */
  readonly staleAfterMs: number;
}

export interface PublicSource extends SourceDescription {
  /** Hosts that requests and redirects may reach. */
  readonly hosts: readonly string[];
  /** Shortest time between two requests. */
  readonly gapMs: number;
  /** Wait after a request without a usable answer; five minutes if absent. */
  readonly retryMs?: number;
  /** Requests that are due, most urgent first. Missed slots are not made up for. */
  planRequests(nowMs: EpochMs, history: SourceHistory): readonly SourceRequest[];
  /**
   * Reads the body of a successful answer. Throws RefusedAnswer, and then nothing of the answer is
   * used.
   */
  parseAnswer(body: Uint8Array, request: Pick<SourceRequest, 'id' | 'url'>): ParsedAnswer;
  /** Adds the key to a request. Present where `key` is not null. */
  addKey?(request: SourceRequest, key: string): AuthorizedRequest;
}

/** Days of the past, from midnight UTC, [fromMs, untilMs); null for the range of the source. */
export interface BackfillRange {
  readonly fromMs: EpochMs | null;
  readonly untilMs: EpochMs | null;
}

/** A source that states the past. */
export interface BackfillSource extends PublicSource {
  /**
   * Requests of the past up to the last day that is complete at `nowMs`, most useful first. A
   * request id names its whole span, so that an answered request need not be repeated.
   */
  planBackfill(range: BackfillRange, nowMs: EpochMs): readonly SourceRequest[];
}

/** A request with its key, for the moment of sending only. */
export interface AuthorizedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** True when a request was not answered in the last `everyMs`. */
export function isDue(
  history: SourceHistory,
  requestId: string,
  nowMs: EpochMs,
  everyMs: number,
): boolean {
  const answeredMs = history.getAnsweredMs(requestId);
  return answeredMs === null || nowMs - answeredMs >= everyMs;
}
