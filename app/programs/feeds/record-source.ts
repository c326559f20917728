// Asks a source once for everything that it plans, at its pace, with the history of this run only.
import type { Exchange } from '../../server/feeds/cassette.server';
import type { Answer, SendRequest } from '../../server/feeds/public/egress.server';
import type { EpochMs } from '../../trading/domain/units';
import { RefusedAnswer } from '../../trading/market/sources/answer';
import { FAILURES_MAX } from '../../trading/market/sources/pace';
import type {
  PublicSource,
  SourceHistory,
  SourceRequest,
} from '../../trading/market/sources/source';

interface RecordOptions {
  readonly source: PublicSource;
  readonly send: SendRequest;
  readonly nowMs: () => EpochMs;
  readonly waitMs: (ms: number) => Promise<void>;
  readonly onExchange: (exchange: Exchange) => void;
  readonly onProgress: (done: number, total: number) => void;
}

interface RecordingProblem {
  readonly requestId: string;
  readonly reason: string;
}

export interface Recording {
  readonly recorded: number;
  /** Requests without a recorded answer, and recorded answers that are not usable. */
  readonly problems: readonly RecordingProblem[];
  /** Why the rest was not asked; null if all was. */
  readonly stop: string | null;
}

/** What is planned at first, and twice what follows from the answers. */
const ROUNDS = 3;

export function recordSource(options: RecordOptions): Promise<Recording> {
  return new SourceRecorder(options).recordRounds();
}

class SourceRecorder {
  private readonly triedMs = new Map<string, EpochMs>();
  private readonly answeredMs = new Map<string, EpochMs>();
  private readonly links = new Map<string, string>();
  private readonly problems: RecordingProblem[] = [];
  private recorded = 0;
  private failures = 0;
  private stop: string | null = null;

  constructor(private readonly options: RecordOptions) {}

  async recordRounds(): Promise<Recording> {
    for (let round = 0; round < ROUNDS && this.stop === null; round += 1)
      for (const request of this.listPlanned()) {
        if (this.stop === null) await this.recordRequest(request);
      }
    const { recorded, problems, stop } = this;
    return { recorded, problems, stop };
  }

  private listPlanned(): readonly SourceRequest[] {
    const history: SourceHistory = {
      getAnsweredMs: (id) => this.answeredMs.get(id) ?? null,
      getTriedMs: (id) => this.triedMs.get(id) ?? null,
      findLink: (name) => this.links.get(name) ?? null,
    };
    const { source, nowMs, onProgress } = this.options;
    const planned = source.planRequests(nowMs(), history).filter(({ id }) => !this.triedMs.has(id));
    onProgress(this.triedMs.size, this.triedMs.size + planned.length);
    return planned;
  }

  private async recordRequest(request: SourceRequest): Promise<void> {
    const { source, send, nowMs, waitMs } = this.options;
    if (this.triedMs.size >= source.requestsPerDayMax) {
      this.stop = `Stopped after ${source.requestsPerDayMax} requests, the limit of a day.`;
      return;
    }
    if (this.triedMs.size > 0) await waitMs(source.gapMs);
    this.triedMs.set(request.id, nowMs());
    const answer = await send(source, request);
    if (answer.kind === 'body') this.saveBody(request, answer);
    else this.saveProblem(request, answer);
  }

  private saveBody(
    request: SourceRequest,
    { body, etag, lastModified }: Extract<Answer, { readonly kind: 'body' }>,
  ): void {
    const { source, nowMs, onExchange } = this.options;
    const atMs = nowMs();
    onExchange({
      title: request.id,
      source: source.id,
      request: { id: request.id, url: request.url },
      at: new Date(atMs).toISOString(),
      status: 200,
      headers: {
        ...(etag === null ? {} : { etag }),
        ...(lastModified === null ? {} : { 'last-modified': lastModified }),
      },
      origin: 'recorded',
      licence: source.licence,
      body,
    });
    this.recorded += 1;
    this.failures = 0;
    this.readLinks(request, body, atMs);
  }

  /** An answer of another format is recorded too: it shows what the parser has to read. */
  private readLinks(request: SourceRequest, body: Uint8Array, atMs: EpochMs): void {
    try {
      const { links } = this.options.source.parseAnswer(body, request);
      this.answeredMs.set(request.id, atMs);
      for (const [name, value] of Object.entries(links ?? {})) this.links.set(name, value);
    } catch (error) {
      if (!(error instanceof RefusedAnswer)) throw error;
      this.addProblem(request, `recorded, but not usable: ${error.message}`);
    }
  }

  private saveProblem(
    request: SourceRequest,
    answer: Exclude<Answer, { readonly kind: 'body' }>,
  ): void {
    this.addProblem(
      request,
      'reason' in answer ? answer.reason : 'the document does not exist yet',
    );
    this.failures = answer.kind === 'absent' ? 0 : this.failures + 1;
    const isBusy =
      answer.status === 429 || (answer.kind === 'failed' && answer.retryAfter !== null);
    if (isBusy) this.stop = 'Stopped: the source asks to come back later.';
    else if (this.failures >= FAILURES_MAX)
      this.stop = `Stopped after ${FAILURES_MAX} failures in a row.`;
  }

  private addProblem({ id }: SourceRequest, reason: string): void {
    this.problems.push({ requestId: id, reason });
  }
}
