// Spans as the server records them. Their code is loaded only where a collector is set.

/** Values of a span: names of routes, kinds and ids, never secrets, names of users or amounts. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A part of the work of the server, with its start and end. */
export interface Span {
  setName(name: string): void;
  setAttributes(attributes: SpanAttributes): void;
  setFailed(): void;
  /** `endMs`: a moment of `performance.now()`; now if absent. Only spans that end are sent. */
  endSpan(endMs?: number): void;
}

export interface SpanStart {
  readonly kind?: 'server' | 'client';
  /** The span that this one is a part of; without one, or `traceparent`, it starts a trace. */
  readonly parent?: Span | null;
  /** W3C header of another process whose trace it continues. */
  readonly traceparent?: string | null;
  readonly attributes?: SpanAttributes;
  /** A moment of `performance.now()`; now if absent. */
  readonly startMs?: number;
}

export interface Traces {
  startSpan(name: string, start?: SpanStart): Span;
  /** Spans that were never sent since the start: the collector failed, or they came too fast. */
  countDropped(): number;
  /** Sends what is left, for at most a second. */
  close(): Promise<void>;
}
