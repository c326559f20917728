// Counts spans on their way to the collector: those that fail, and those beyond the queue.
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-node';
import { getLog } from './log.server';

export class SpanCount {
  dropped = 0;
  /** Ended and neither sent nor dropped. */
  private waiting = 0;
  private isFailing = false;

  constructor(private readonly waitingMax: number) {}

  /** False if the queue is full: the span is dropped. */
  addWaiting(): boolean {
    if (this.waiting >= this.waitingMax) {
      this.dropped += 1;
      return false;
    }
    this.waiting += 1;
    return true;
  }

  /** Warns once until spans arrive again: the address may hold a secret, so it is not logged. */
  finishBatch(spans: number, isSent: boolean): void {
    this.waiting -= spans;
    if (!isSent) this.dropped += spans;
    if (isSent === !this.isFailing) return;
    this.isFailing = !isSent;
    if (isSent) getLog().info('the collector of traces takes spans again');
    else getLog().warn('the collector of traces does not take spans; they are dropped');
  }
}

/** Passes on what the queue has room for. */
export class CountingProcessor implements SpanProcessor {
  constructor(
    private readonly next: SpanProcessor,
    private readonly count: SpanCount,
  ) {}

  onStart: SpanProcessor['onStart'] = (span, context) => this.next.onStart(span, context);

  onEnd(span: ReadableSpan): void {
    const isSampled = (span.spanContext().traceFlags & 1) === 1;
    if (isSampled && this.count.addWaiting()) this.next.onEnd(span);
  }

  forceFlush = (): Promise<void> => this.next.forceFlush();
  shutdown = (): Promise<void> => this.next.shutdown();
}

const SUCCESS = 0;

/** Counts what the collector took. */
export class CountingExporter implements SpanExporter {
  constructor(
    private readonly next: SpanExporter,
    private readonly count: SpanCount,
  ) {}

  export: SpanExporter['export'] = (spans, onResult) =>
    this.next.export(spans, (result) => {
      this.count.finishBatch(spans.length, result.code === SUCCESS);
      onResult(result);
    });

  forceFlush = (): Promise<void> => this.next.forceFlush?.() ?? Promise.resolve();
  shutdown = (): Promise<void> => this.next.shutdown();
}
