// Asks a source for its past, at its pace, and stores each answer as the server would.
import type { BodyFolder } from '../../server/feeds/public/body-folder.server';
import type { SendRequest } from '../../server/feeds/public/egress.server';
import {
  type CollectedAnswer,
  SourceCollector,
} from '../../server/feeds/public/source-collector.server';
import { MINUTE_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import { computeNextRequest } from '../../trading/market/sources/pace';
import type { PublicationStore } from '../../trading/market/sources/publication-store';
import type { PublicSource, SourceRequest } from '../../trading/market/sources/source';

interface BackfillOptions {
  readonly source: PublicSource;
  readonly requests: readonly SourceRequest[];
  readonly store: PublicationStore;
  readonly send: SendRequest;
  readonly nowMs: () => EpochMs;
  readonly saveBody: BodyFolder['saveBody'];
  /** Resolves after this time or a shorter one, or when the user ends the program. */
  readonly waitMs: (ms: number) => Promise<void>;
  readonly isEnded: () => boolean;
  /** Uniform in [0, 1), for the jitter of retries. */
  readonly uniform: () => number;
  readonly onProgress: (done: number, total: number) => void;
  /** A fault of the program in reading an answer: the answer is refused. */
  readonly onFault: (error: Error) => void;
}

interface BackfillProblem {
  readonly requestId: string;
  readonly reason: string;
}

export interface Backfill {
  /** Requests of the range, and those that were answered in an earlier run. */
  readonly planned: number;
  readonly answeredBefore: number;
  /** Requests sent, with repeats. */
  readonly sent: number;
  readonly accepted: number;
  /** Requests without a usable answer. */
  readonly problems: readonly BackfillProblem[];
  readonly newValues: number;
  readonly knownValues: number;
  /** Requests that were accepted and had no values. */
  readonly empty: readonly string[];
  /** Why the rest was not asked; null if all was. */
  readonly stop: string | null;
}

/** A source that needs a longer pause is asked again in a later run. */
const WAIT_MS_MAX = 15 * MINUTE_MS;

/**
 * Sends the requests that no earlier run answered. A finished request is stored in one transaction
 * with its values, so that the program may end at any moment. Rejects when an answer cannot be
 * stored.
 */
export function backfillSource(options: BackfillOptions): Promise<Backfill> {
  return new SourceBackfill(options).sendPending();
}

class SourceBackfill {
  private readonly pending: SourceRequest[];
  private readonly answeredBefore: number;
  private readonly collector: SourceCollector;
  private readonly problems: BackfillProblem[] = [];
  private readonly empty: string[] = [];
  private sent = 0;
  private accepted = 0;
  private newValues = 0;
  private values = 0;

  constructor(private readonly options: BackfillOptions) {
    const { source, requests, store, send, nowMs, saveBody, uniform, onFault } = options;
    const history = store.getHistory(source.id);
    this.pending = requests.filter(({ id }) => history.getAnsweredMs(id) === null);
    this.answeredBefore = requests.length - this.pending.length;
    this.collector = new SourceCollector({
      // A request that failed in an earlier run is sent again at once.
      source: { ...source, retryMs: 0, planRequests: () => this.pending },
      store,
      send: (...request) => {
        this.sent += 1;
        return send(...request);
      },
      isPaused: () => false,
      onReadings: () => undefined,
      onCollected: (collected) => this.countAnswer(collected),
      saveBody,
      onFault,
      uniform,
      nowMs,
    });
  }

  async sendPending(): Promise<Backfill> {
    let stop: string | null = null;
    this.reportProgress();
    while (stop === null && this.pending.length > 0) stop = await this.runStep();
    const { answeredBefore, sent, accepted, problems, newValues, values, empty } = this;
    return {
      planned: this.options.requests.length,
      answeredBefore,
      sent,
      accepted,
      problems,
      newValues,
      knownValues: values - newValues,
      empty,
      stop,
    };
  }

  /** Waits or sends one request. Resolves to the reason to stop; null for none. */
  private async runStep(): Promise<string | null> {
    const { source, nowMs, waitMs, isEnded } = this.options;
    if (isEnded()) return 'Interrupted.';
    const startMs = nowMs();
    const next = computeNextRequest(this.collector.getPace(), source, startMs);
    if (next.atMs - startMs > WAIT_MS_MAX)
      return `Stopped: ${source.name} takes no request before ${new Date(next.atMs).toISOString()} (${next.reason}).`;
    if (next.atMs > startMs) await waitMs(next.atMs - startMs);
    else await this.sendNext();
    return null;
  }

  /** Sends one request. A clock that was set back may delay it. */
  private async sendNext(): Promise<void> {
    const { sent } = this;
    const nextMs = await this.collector.runStep();
    if (this.sent === sent) await this.options.waitMs(nextMs - this.options.nowMs());
  }

  private countAnswer({ request, reason, values, newValues, isSlotClosed }: CollectedAnswer): void {
    if (!isSlotClosed) return;
    this.pending.splice(this.pending.indexOf(request), 1);
    this.values += values;
    this.newValues += newValues;
    if (reason !== null) this.problems.push({ requestId: request.id, reason });
    else this.accepted += 1;
    if (reason === null && values === 0) this.empty.push(request.id);
    this.reportProgress();
  }

  private reportProgress(): void {
    const { requests, onProgress } = this.options;
    onProgress(requests.length - this.pending.length, requests.length);
  }
}
