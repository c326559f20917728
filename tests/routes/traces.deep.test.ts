// A server with a collector: one order is one trace from its form to the fill. Without one, nothing of
// OpenTelemetry is loaded.
import { expect, it, onTestFinished, vi } from 'vitest';
import { type DeskServer, Visitor } from '../support/desk-server';
import { chooseCrudeTrend, startStaticDesk } from '../support/static-desk';
import { type CollectedSpan, findClosedEndpoint, startCollector } from '../support/trace-collector';

const WAIT = { timeout: 60_000, interval: 50 };
/**
 * Imported before a server: prints at its end how many files of the tracing library it has loaded. Its small
 * interface, `api`, is loaded by other libraries too.
 */
const MODULE_LISTER = `import { createRequire } from 'node:module';
const { cache } = createRequire('file:///');
if (process.argv[1]?.endsWith('server.js'))
  process.on('exit', () => {
    const files = Object.keys(cache).filter((file) => /@opentelemetry.(?!api)/.test(file));
    process.stderr.write('loaded files of OpenTelemetry: ' + files.length + String.fromCharCode(10));
  });`;
const LIST_MODULES = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(MODULE_LISTER)}`,
};
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const HEADER_SECRET = 'a-secret-of-the-collector';

/** A desk whose market has a target in crude oil, so that RUN places an order at once. */
async function startTracedDesk(settings: Readonly<Record<string, string>>) {
  const desk = await startStaticDesk('server.js', settings);
  onTestFinished(async () => void (await desk.stop()));
  const { visitor } = await desk.user('ann');
  await chooseCrudeTrend(visitor);
  return { desk, visitor, fields: await visitor.formFields('/') };
}

const runCrude = (
  { visitor, fields }: Awaited<ReturnType<typeof startTracedDesk>>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  visitor.postForm('/', { ...fields, intent: 'run', commodity: 'crude-oil' }, headers);

it('sends one trace of an order, from its form to the fill, without secrets', async () => {
  const collector = await startCollector();
  const traced = await startTracedDesk({
    TRUSTED_PROXIES: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: `X-Key=${HEADER_SECRET}`,
    OTEL_SERVICE_NAME: 'desk-of-test',
  });
  const response = await runCrude(traced, {
    traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01`,
    'X-Request-Id': 'traced-run-1',
  });
  expect(response.status).toBe(303);
  await vi.waitFor(
    () => expect(listTrace(collector.spans).map(({ name }) => name)).toContain('fill'),
    WAIT,
  );
  await vi.waitFor(
    () => expect(listTrace(collector.spans).some(({ kind }) => kind === 2)).toBe(true),
    WAIT,
  );
  const trace = listTrace(collector.spans);
  const root = trace.find(({ kind }) => kind === 2);
  expect([root?.name, root?.parentSpanId, root?.facts]).toEqual([
    'HTTP POST /',
    'b7ad6b7169203331',
    {
      'http.request.method': 'POST',
      'http.route': '/',
      'http.response.status_code': '303',
      'frontmonth.request': 'traced-run-1',
    },
  ]);
  const parts = trace.filter((span) => span !== root);
  expect(new Set(parts.map(({ name }) => name))).toEqual(
    new Set(['action /', 'command queue', 'engine cycle', 'SQLite commit', 'fill']),
  );
  expect(parts.every(({ parentSpanId }) => parentSpanId === root?.spanId)).toBe(true);
  const sent = collector.bodies.join();
  for (const secret of [HEADER_SECRET, 'ann', ...Object.values(traced.fields)])
    expect(sent).not.toContain(secret);
  expect(traced.desk.output()).not.toContain(HEADER_SECRET);
});

const listTrace = (spans: readonly CollectedSpan[]): readonly CollectedSpan[] =>
  spans.filter(({ traceId }) => traceId === TRACE_ID);

it('trades while the collector is down, and counts what it lost', async () => {
  const traced = await startTracedDesk({
    LOG_LEVEL: 'warn',
    OTEL_EXPORTER_OTLP_ENDPOINT: await findClosedEndpoint(),
  });
  expect((await runCrude(traced)).status).toBe(303);
  const positions = await (await traced.visitor.request('/api/trading-positions')).json();
  expect(positions).toMatchObject([{ commodity: 'crude-oil', status: 'ACTIVE' }]);
  await vi.waitFor(async () => expect(await readDropped(traced.desk)).toBeGreaterThan(0), WAIT);
  expect(traced.desk.output()).toContain('the collector of traces does not take spans');
  expect(await traced.desk.end()).toBe(0);
});

const readDropped = async ({ origin }: DeskServer): Promise<number> =>
  Number(
    /^frontmonth_trace_spans_dropped (\d+)$/m.exec(
      await (await fetch(`${origin}/metrics`)).text(),
    )?.[1],
  );

it.each([
  ['without a collector', {}, /loaded files of OpenTelemetry: 0\n/],
  [
    'with one',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    /loaded files of OpenTelemetry: [1-9]/,
  ],
])('%s a server has loaded what it needs', async (_name, settings, expected) => {
  const desk = await startStaticDesk('server.js', { ...LIST_MODULES, ...settings });
  onTestFinished(async () => void (await desk.stop()));
  expect((await new Visitor(desk.origin).request('/login')).status).toBe(200);
  expect(await desk.end()).toBe(0);
  expect(desk.output()).toMatch(expected);
});
