// Spans reach a collector; one that is slow or down costs spans and never time.
import { expect, it, onTestFinished, vi } from 'vitest';
import { getLog } from '../../../app/server/platform/log.server';
import { openOtlpTraces } from '../../../app/server/platform/otlp-traces.server';
import type { Traces } from '../../../app/server/platform/span.server';
import { findClosedEndpoint, startCollector } from '../../support/trace-collector';

type OtlpSettings = Parameters<typeof openOtlpTraces>[0];

const WAIT = { timeout: 60_000, interval: 20 };

function openTraces(endpoint: string, change: Partial<OtlpSettings> = {}): Traces {
  const traces = openOtlpTraces({
    endpoint,
    headers: {},
    serviceName: 'desk-of-test',
    sampler: 'parentbased_always_on',
    ratio: 1,
    ...change,
  });
  onTestFinished(() => traces.close());
  return traces;
}

it('sends spans with their parents, times and attributes', async () => {
  const collector = await startCollector();
  const traces = openTraces(`${collector.endpoint}/`, { headers: { Authorization: 'Basic x' } });
  const request = traces.startSpan('request', { kind: 'server', startMs: 1000 });
  const part = traces.startSpan('part', { parent: request, startMs: 1250 });
  part.setAttributes({ 'frontmonth.record': 7 });
  part.setFailed();
  part.endSpan(1500);
  request.setName('HTTP POST /');
  request.endSpan(2000);
  await traces.close();
  const [child, root] = collector.spans;
  expect([root?.name, root?.parentSpanId, root?.kind]).toEqual(['HTTP POST /', undefined, 2]);
  expect([child?.name, child?.traceId, child?.parentSpanId, child?.status.code]).toEqual([
    'part',
    root?.traceId,
    root?.spanId,
    2,
  ]);
  expect(child?.facts).toEqual({ 'frontmonth.record': '7' });
  expect(toMs(child?.startTimeUnixNano) - toMs(root?.startTimeUnixNano)).toBeCloseTo(250, 0);
  expect(toMs(child?.endTimeUnixNano) - toMs(child?.startTimeUnixNano)).toBeCloseTo(250, 0);
  expect(collector.headers[0]).toMatchObject({ authorization: 'Basic x' });
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'desk-of-test' });
  expect(traces.countDropped()).toBe(0);
});

const toMs = (nanoseconds = ''): number => Number(nanoseconds) / 1e6;

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

it.each([
  [`00-${TRACE_ID}-b7ad6b7169203331-01`, 'continues', 1],
  [`00-${TRACE_ID}-b7ad6b7169203331-00`, 'is not recorded in', 0],
  [`01-${TRACE_ID}-b7ad6b7169203331-01-more`, 'continues', 1],
])('with the header %s it %s the trace of its caller', async (traceparent, _what, count) => {
  const collector = await startCollector();
  const traces = openTraces(collector.endpoint);
  traces.startSpan('request', { traceparent }).endSpan();
  await traces.close();
  expect(collector.spans.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual(
    Array.from({ length: count }, () => [TRACE_ID, 'b7ad6b7169203331']),
  );
});

it.each([
  '',
  'nonsense',
  `ff-${TRACE_ID}-b7ad6b7169203331-01`,
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
  `00-${TRACE_ID.toUpperCase()}-b7ad6b7169203331-01`,
])('starts a trace where the header is "%s"', async (traceparent) => {
  const collector = await startCollector();
  const traces = openTraces(collector.endpoint);
  traces.startSpan('request', { traceparent }).endSpan();
  await traces.close();
  expect(collector.spans.map(({ parentSpanId }) => parentSpanId)).toEqual([undefined]);
});

it.each([
  ['always_on', 0, 200, 200],
  ['always_off', 1, 0, 0],
  ['parentbased_traceidratio', 0.5, 50, 150],
  ['traceidratio', 0, 0, 0],
])('with %s and %s it records a fitting part of 200 traces', async (sampler, ratio, min, max) => {
  const collector = await startCollector();
  const traces = openTraces(collector.endpoint, { sampler, ratio });
  for (let count = 0; count < 200; count += 1) traces.startSpan('request').endSpan();
  await traces.close();
  expect(collector.spans.length).toBeGreaterThanOrEqual(min);
  expect(collector.spans.length).toBeLessThanOrEqual(max);
  expect(traces.countDropped()).toBe(0);
});

it('counts the spans that a collector rejects, warns once, and sends later ones', async () => {
  const warn = vi.spyOn(getLog(), 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const collector = await startCollector();
  const traces = openTraces(collector.endpoint, { headers: { 'X-Key': 'a-secret-key' } });
  collector.mode = 'fail';
  for (let round = 1; round <= 2; round += 1) {
    traces.startSpan('lost').endSpan();
    await vi.waitFor(() => expect(traces.countDropped()).toBe(round), WAIT);
  }
  collector.mode = 'take';
  traces.startSpan('sent').endSpan();
  await vi.waitFor(() => expect(collector.spans.map(({ name }) => name)).toEqual(['sent']), WAIT);
  expect(traces.countDropped()).toBe(2);
  expect(warn.mock.calls).toEqual([
    ['the collector of traces does not take spans; they are dropped'],
  ]);
});

it('counts the spans of a collector that is down', async () => {
  const warn = vi.spyOn(getLog(), 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const traces = openTraces(await findClosedEndpoint());
  traces.startSpan('lost').endSpan();
  await vi.waitFor(() => expect(traces.countDropped()).toBe(1), WAIT);
});

it('holds a bounded number of spans for a collector that does not answer', async () => {
  const warn = vi.spyOn(getLog(), 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const collector = await startCollector();
  collector.mode = 'hang';
  const traces = openTraces(collector.endpoint);
  for (let count = 0; count < 3000; count += 1) traces.startSpan('waiting').endSpan();
  expect(traces.countDropped()).toBe(3000 - 2048);
  await traces.close();
});
