// Sends spans to a collector by OTLP over HTTP. Loaded only where one is set. A collector that is slow or
// down costs spans, never time: they wait in a bounded queue, and what does not fit is dropped and counted.
import { performance } from 'node:perf_hooks';
import {
  type Span as SdkSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import { CountingExporter, CountingProcessor, SpanCount } from './span-count.server';
import type { Span, SpanAttributes, SpanStart, Traces } from './span.server';
import { CODE_VERSION } from './project.server';

interface OtlpSettings {
  /** Address without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: string;
  /** Fraction of traces for the samplers with a ratio. */
  readonly ratio: number;
}

/** Spans that wait for the collector at most. */
const WAITING_MAX = 2_048;
const BATCH_MAX = 512;
const SEND_EVERY_MS = 1_000;
/** An attempt with its repeats. */
const SEND_MS_MAX = 5_000;
const CLOSE_MS_MAX = 1_000;

export function openOtlpTraces(settings: OtlpSettings): Traces {
  const count = new SpanCount(WAITING_MAX);
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: SEND_MS_MAX,
    concurrencyLimit: 1,
  });
  const processor = new BatchSpanProcessor(new CountingExporter(exporter, count), {
    maxQueueSize: WAITING_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: SEND_MS_MAX,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': CODE_VERSION,
    }),
    sampler: createSampler(settings),
    spanProcessors: [new CountingProcessor(processor, count)],
  });
  const tracer = provider.getTracer('frontmonth', CODE_VERSION);
  return {
    startSpan(name, { kind, parent, traceparent, attributes = {}, startMs } = {}) {
      const span = tracer.startSpan(
        name,
        { kind: toKind(kind), attributes, startTime: toEpochMs(startMs) },
        findParentContext(parent, traceparent),
      );
      return new OtlpSpan(span);
    },
    countDropped: () => count.dropped,
    close: () => closeInTime(() => provider.shutdown()),
  };
}

function createSampler({ sampler, ratio }: OtlpSettings): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}

const toKind = (kind: SpanStart['kind']): SpanKind =>
  kind === 'server' ? SpanKind.SERVER : kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL;

const toEpochMs = (ms: number = performance.now()): number => performance.timeOrigin + ms;

function findParentContext(
  parent: Span | null | undefined,
  traceparent: string | null | undefined,
): typeof ROOT_CONTEXT {
  if (parent instanceof OtlpSpan) return trace.setSpan(ROOT_CONTEXT, parent.span);
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  return traceId === ''
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, {
        traceId,
        spanId,
        traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
        isRemote: true,
      });
}

/** W3C trace context, version 00 and what later ones keep of it. Ids of zeros are invalid. */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

class OtlpSpan implements Span {
  constructor(readonly span: SdkSpan) {}

  setName(name: string): void {
    this.span.updateName(name);
  }

  setAttributes(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  setFailed(): void {
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  endSpan(endMs?: number): void {
    this.span.end(toEpochMs(endMs));
  }
}

/** A collector that does not answer must not delay the end of the process. */
async function closeInTime(close: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS_MAX);
  });
  await Promise.race([close().catch(() => undefined), isOver]);
  clearTimeout(timer);
}
