// Asks one source for what is due, at its pace, and stores the answers.
import { traceWork } from '../../platform/traces.server';
import type { BodyFolder } from './body-folder.server';
import type { Answer, SendRequest } from './egress.server';
import type {
  PublicationStore,
  PublishedReading,
} from '../../../trading/market/sources/publication-store';
import { assertNever } from '../../../trading/domain/outcome';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../trading/domain/time';
import type { EpochMs } from '../../../trading/domain/units';
import { RefusedAnswer } from '../../../trading/market/sources/answer';
import {
  type Pace,
  type RequestResult,
  computeNextRequest,
  endOwnWaits,
  readRetryAfterMs,
  recordRequest,
  recordResult,
} from '../../../trading/market/sources/pace';
import type {
  ParsedAnswer,
  PublicSource,
  SourceHistory,
  SourceRequest,
} from '../../../trading/market/sources/source';

/** What one request brought. */
export interface CollectedAnswer {
  readonly request: SourceRequest;
  /** In words; null for a usable answer. */
  readonly reason: string | null;
  /** Values of the answer, and those that were not stored yet. */
  readonly values: number;
  readonly newValues: number;
  /** False: the request will be repeated in this slot. */
  readonly isSlotClosed: boolean;
}

/** An answer that is stored, and its meaning for the pace. */
interface ProcessedAnswer extends Omit<CollectedAnswer, 'request' | 'isSlotClosed'> {
  readonly result: RequestResult;
  /** Body of a publication that was stored; null for none. */
  readonly publishedBody: Uint8Array | null;
}

const NOTHING_NEW = { reason: null, values: 0, newValues: 0, publishedBody: null };

interface CollectorOptions {
  readonly source: PublicSource;
  readonly store: PublicationStore;
  readonly send: SendRequest;
  /** True while terms or key are missing. */
  readonly isPaused: () => boolean;
  /** Gets what an answer added, after it is stored. */
  readonly onReadings: (readings: readonly PublishedReading[]) => void;
  /** Gets what each request brought, after it is recorded. */
  readonly onCollected?: (collected: CollectedAnswer) => void;
  /** Stores the body of an accepted or refused publication. Never rejects. */
  readonly saveBody?: BodyFolder['saveBody'];
  /** A fault of the program in reading an answer: the answer is refused. */
  readonly onFault: (error: Error) => void;
  /** Uniform in [0, 1), for the jitter of retries. */
  readonly uniform: () => number;
  /** Engine time; answers are stored with the time of their arrival. */
  readonly nowMs: () => EpochMs;
}

/**
 * Planners are asked again at every multiple of this: a server that was restarted then sends the same
 * requests at the same times as one that was not.
 */
const PLAN_MS = 5 * SECOND_MS;
const getNextPlanMs = (nowMs: EpochMs): EpochMs => (Math.floor(nowMs / PLAN_MS) + 1) * PLAN_MS;
const RETRY_MS = 5 * MINUTE_MS;

/** Planners look at most this far ahead: reports are weekly. */
const DUE_MINUTES_MAX = (8 * DAY_MS) / MINUTE_MS;

/** Reads each fact once. */
function memoizeHistory(history: SourceHistory): SourceHistory {
  const memoizeReader = <T>(read: (name: string) => T): ((name: string) => T) => {
    const known = new Map<string, { readonly value: T }>();
    return (name) => {
      const found = known.get(name) ?? { value: read(name) };
      known.set(name, found);
      return found.value;
    };
  };
  return {
    getAnsweredMs: memoizeReader(history.getAnsweredMs),
    getTriedMs: memoizeReader(history.getTriedMs),
    findLink: memoizeReader(history.findLink),
  };
}

export class SourceCollector {
  private pace: Pace;
  private triesNow = false;

  constructor(private readonly options: CollectorOptions) {
    this.pace = options.store.loadPace(options.source.id);
  }

  getPace(): Pace {
    return this.pace;
  }

  /** Ends back-off and breaker, and asks given-up requests again. */
  tryNow(): void {
    this.changePace(endOwnWaits(this.pace));
    this.triesNow = true;
  }

  /** The most urgent request that is due and not given up for now; null for none. */
  private findDueRequest(nowMs: EpochMs): SourceRequest | null {
    const { source, store } = this.options;
    const history = store.getHistory(source.id);
    const planned = source.planRequests(nowMs, history);
    return planned.find(({ id }) => !this.isGivenUp(id, nowMs, history)) ?? null;
  }

  /**
   * What is planned, for the page: whether an answer is due, also one that failed and waits for its
   * next slot, and from when a request may be sent, to the minute; null for none in eight days.
   * Searches by halves: a planned request stays planned until it is answered.
   */
  inspectPlan(nowMs: EpochMs): { readonly isDue: boolean; readonly nextMs: EpochMs | null } {
    const { source, store } = this.options;
    const history = memoizeHistory(store.getHistory(source.id));
    const isPlanned = (minutes: number): boolean => {
      const atMs = nowMs + minutes * MINUTE_MS;
      return source
        .planRequests(atMs, history)
        .some(({ id }) => !this.isGivenUp(id, atMs, history));
    };
    const isDue = source.planRequests(nowMs, history).length > 0;
    let early = -1;
    let late = DUE_MINUTES_MAX;
    if (!isPlanned(late)) return { isDue, nextMs: null };
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (isPlanned(middle)) late = middle;
      else early = middle;
    }
    return { isDue, nextMs: nowMs + late * MINUTE_MS };
  }

  private isGivenUp(requestId: string, nowMs: EpochMs, history: SourceHistory): boolean {
    if (this.triesNow || this.pace.tries?.requestId === requestId) return false;
    const triedMs = history.getTriedMs(requestId);
    if (triedMs === null || triedMs === history.getAnsweredMs(requestId)) return false;
    return nowMs < triedMs + (this.options.source.retryMs ?? RETRY_MS);
  }

  /** Sends at most one request. Resolves to the time of the next step. */
  async runStep(): Promise<EpochMs> {
    const { source, isPaused, nowMs } = this.options;
    const startMs = nowMs();
    if (isPaused()) return getNextPlanMs(startMs);
    const request = this.findDueRequest(startMs);
    if (!request) {
      this.triesNow = false;
      return getNextPlanMs(startMs);
    }
    const next = computeNextRequest(this.pace, source, startMs);
    if (next.atMs > startMs) return Math.min(next.atMs, getNextPlanMs(startMs));
    this.changePace(recordRequest(this.pace, request.id, startMs));
    const { store, send } = this.options;
    const answer = await traceWork(
      'feed poll',
      { 'frontmonth.source': source.id },
      () => send(source, request, store.findValidators(source.id, request.id)),
      ({ kind }) => ({ 'frontmonth.answer': kind }),
    );
    const fetchedMs = nowMs();
    const { result, publishedBody, ...found } = this.processAnswer(request, answer, fetchedMs);
    const { pace, isSlotClosed } = recordResult(this.pace, result, nowMs(), this.options.uniform());
    this.changePace(pace);
    if (isSlotClosed) this.triesNow = false;
    this.options.onCollected?.({ request, isSlotClosed, ...found });
    if (publishedBody !== null) await this.options.saveBody?.(publishedBody, fetchedMs);
    return nowMs();
  }

  private changePace(pace: Pace): void {
    this.pace = pace;
    this.options.store.savePace(this.options.source.id, pace);
  }

  private processAnswer(
    request: SourceRequest,
    answer: Answer,
    fetchedMs: EpochMs,
  ): ProcessedAnswer {
    const { source, store } = this.options;
    switch (answer.kind) {
      case 'body':
        return this.processBody(request, answer, fetchedMs);
      case 'unchanged':
        store.saveUnchanged(source.id, request, fetchedMs);
        return { ...NOTHING_NEW, result: { kind: 'answered' } };
      case 'absent': {
        const reason = 'the document does not exist yet';
        return this.saveProblem(request, { ...answer, reason }, fetchedMs, { kind: 'answered' });
      }
      case 'refused':
        return this.saveProblem(request, answer, fetchedMs, { kind: 'refused' });
      case 'failed': {
        const retryAfterMs = readRetryAfterMs(answer.retryAfter, fetchedMs);
        return this.saveProblem(request, answer, fetchedMs, { kind: 'failed', retryAfterMs });
      }
      default:
        return assertNever(answer);
    }
  }

  private processBody(
    request: SourceRequest,
    answer: Extract<Answer, { readonly kind: 'body' }>,
    fetchedMs: EpochMs,
  ): ProcessedAnswer {
    const parsed = this.parseBody(request, answer.body);
    if (typeof parsed === 'string') {
      const refused = { ...answer, kind: 'refused', reason: parsed } as const;
      return this.saveProblem(request, refused, fetchedMs, { kind: 'refused' });
    }
    const { source, store, onReadings } = this.options;
    const fresh = store.saveAccepted({ ...answer, source: source.id, request, fetchedMs, parsed });
    onReadings(fresh);
    const [values, newValues] = [parsed.readings.length, fresh.length];
    // An answer without anything new adds no publication.
    const publishedBody = newValues > 0 ? answer.body : null;
    return { reason: null, values, newValues, publishedBody, result: { kind: 'answered' } };
  }

  /** The content, or why it cannot be used. */
  private parseBody(request: SourceRequest, body: Uint8Array): ParsedAnswer | string {
    try {
      return this.options.source.parseAnswer(body, request);
    } catch (error) {
      if (error instanceof RefusedAnswer) return error.message;
      this.options.onFault(error as Error);
      return 'the answer cannot be read';
    }
  }

  private saveProblem(
    request: SourceRequest,
    { kind, status, body, reason }: UnusedAnswer,
    fetchedMs: EpochMs,
    result: RequestResult,
  ): ProcessedAnswer {
    const { source, store } = this.options;
    store.saveUnusable({
      source: source.id,
      request,
      fetchedMs,
      status,
      body: body ?? null,
      outcome: kind,
      reason,
    });
    return { ...NOTHING_NEW, reason, publishedBody: body ?? null, result };
  }
}

interface UnusedAnswer {
  readonly kind: 'absent' | 'refused' | 'failed';
  readonly status: number | null;
  readonly body?: Uint8Array;
  readonly reason: string;
}
