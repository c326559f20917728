// Traces of this process, where OTEL_EXPORTER_OTLP_ENDPOINT names a collector; else nothing is loaded.
import { getEnv } from './env.server';
import type { Span, SpanAttributes, SpanStart, Traces } from './span.server';

const KEY = Symbol.for('frontmonth traces');
/** One for all module graphs of the process, as in development. */
const holder = globalThis as { [KEY]?: Traces };

export const getTraces = (): Traces | null => holder[KEY] ?? null;

/** Starts to record if a collector is set. */
export async function startTraces(): Promise<void> {
  const settings = getEnv();
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  if (endpoint === undefined || holder[KEY] !== undefined) return;
  const { openOtlpTraces } = await import('./otlp-traces.server');
  holder[KEY] = openOtlpTraces({
    endpoint,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: settings.OTEL_SERVICE_NAME,
    sampler: settings.OTEL_TRACES_SAMPLER,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
  });
}

export async function stopTraces(): Promise<void> {
  const traces = holder[KEY];
  delete holder[KEY];
  await traces?.close();
}

/** Null where nothing is recorded. */
export const startSpan = (name: string, start?: SpanStart): Span | null =>
  holder[KEY]?.startSpan(name, start) ?? null;

/** Runs work as one span; `describe` reads attributes from its result. */
export async function traceWork<T>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<T>,
  describe: (result: T) => SpanAttributes = () => ({}),
): Promise<T> {
  const span = startSpan(name, { attributes });
  if (span === null) return work();
  try {
    const result = await work();
    span.setAttributes(describe(result));
    return result;
  } catch (error) {
    span.setFailed();
    throw error;
  } finally {
    span.endSpan();
  }
}
