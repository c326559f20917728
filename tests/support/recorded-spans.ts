// Spans in memory, instead of those that are sent to a collector.
import type {
  Span,
  SpanAttributes,
  SpanStart,
  Traces,
} from '../../app/server/platform/span.server';

export class RecordedSpan implements Span {
  isFailed = false;
  endMs: number | undefined;
  attributes: SpanAttributes;

  constructor(
    public name: string,
    readonly start: SpanStart,
  ) {
    this.attributes = start.attributes ?? {};
  }

  get parent(): Span | null {
    return this.start.parent ?? null;
  }

  setName(name: string): void {
    this.name = name;
  }

  setAttributes(attributes: SpanAttributes): void {
    this.attributes = { ...this.attributes, ...attributes };
  }

  setFailed(): void {
    this.isFailed = true;
  }

  endSpan(endMs: number = performance.now()): void {
    this.endMs = endMs;
  }
}

export interface RecordedTraces extends Traces {
  /** In the order of their starts. */
  readonly spans: RecordedSpan[];
}

export function createRecordedTraces(): RecordedTraces {
  const spans: RecordedSpan[] = [];
  return {
    spans,
    startSpan(name, start = {}) {
      const span = new RecordedSpan(name, start);
      spans.push(span);
      return span;
    },
    countDropped: () => 0,
    close: () => Promise.resolve(),
  };
}
