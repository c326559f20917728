// A collector of traces on this machine: it decodes OTLP over HTTP in JSON and stores the spans.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const AttributeSchema = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const SpanSchema = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(AttributeSchema),
  status: z.object({ code: z.number() }),
});
const ExportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(AttributeSchema) }),
      scopeSpans: z.array(z.object({ spans: z.array(SpanSchema) })),
    }),
  ),
});

export interface CollectedSpan extends z.infer<typeof SpanSchema> {
  /** Attributes by name, as text. */
  readonly facts: Readonly<Record<string, string>>;
}

interface Collector {
  readonly endpoint: string;
  readonly spans: CollectedSpan[];
  /** Headers of each request. */
  readonly headers: Readonly<Record<string, unknown>>[];
  /** Bodies of all requests. */
  readonly bodies: string[];
  /** Attributes of the sender. */
  readonly resources: Readonly<Record<string, string>>[];
  /** How requests are answered: `hang` never answers. */
  mode: 'take' | 'fail' | 'hang';
}

const readFacts = (
  attributes: readonly z.infer<typeof AttributeSchema>[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));

function addSpans(collector: Collector, body: string): void {
  const { resourceSpans } = ExportSchema.parse(JSON.parse(body));
  for (const { resource, scopeSpans } of resourceSpans) {
    collector.resources.push(readFacts(resource.attributes));
    for (const { spans } of scopeSpans)
      for (const span of spans)
        collector.spans.push({ ...span, facts: readFacts(span.attributes) });
  }
}

export async function startCollector(): Promise<Collector> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      collector.headers.push(request.headers);
      if (collector.mode === 'hang') return;
      const isTaken = collector.mode === 'take' && request.url === '/v1/traces';
      const body = Buffer.concat(chunks).toString('utf8');
      if (isTaken) collector.bodies.push(body);
      if (isTaken) addSpans(collector, body);
      response
        .writeHead(isTaken ? 200 : 400, { 'Content-Type': 'application/json' })
        .end(isTaken ? '{}' : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const collector: Collector = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    headers: [],
    bodies: [],
    resources: [],
    mode: 'take',
  };
  return collector;
}

/** An address on which nothing listens. */
export async function findClosedEndpoint(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
