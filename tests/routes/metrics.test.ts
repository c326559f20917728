// Metrics: correct for this desk, with a bounded number of routes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderMetrics } from '../../app/server/http/metrics.server';
import { type ApiDesk, openApiDesk } from '../support/api-desk';

let desk: ApiDesk;
beforeAll(async () => {
  desk = await openApiDesk();
});
afterAll(() => desk?.close());

/** The value of a metric in the text. */
const findValue = (text: string, line: string): number | undefined => {
  const value = new RegExp(`^${line.replace(/[{}/.*]/g, '\\$&')} (.+)$`, 'm').exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
};

test('times requests by route, counts orders by mode and state, and reports feed and engine', async () => {
  const user = await desk.user('measured');
  await desk.buyGas(user);
  // Counts of the process also include the requests of other tests.
  const { text: before } = await renderMetrics(desk.terminal);
  await user.get('settings?riskLevel=aggressive');
  await user.post('settings', { riskLevel: 'aggressive' });
  await user.post('settings', { riskLevel: 'reckless' });
  await user.post(`trading-positions/${'0'.repeat(32)}/close`);
  for (const path of ['one', 'two', 'settings/three']) await user.get(`no-such-call-${path}`);

  const { text } = await renderMetrics(desk.terminal);
  const readValue = (line: string): number => findValue(text, line) ?? Number.NaN;
  const countTimed = (route: string, method: string, status: string): number => {
    const line = `http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`;
    return readValue(line) - (findValue(before, line) ?? 0);
  };
  expect([
    countTimed('/api/settings', 'GET', '2xx'),
    countTimed('/api/settings', 'POST', '2xx'),
    countTimed('/api/settings', 'POST', '4xx'),
  ]).toEqual([1, 1, 1]);
  expect([
    countTimed('/api/trading-positions/:id/close', 'POST', '4xx'),
    countTimed('/api/*', 'GET', '4xx'),
  ]).toEqual([1, 3]);
  expect(text).not.toMatch(/route="[^"]*(no-such|000|\?)/);

  const { sequence, commits, events } = desk.terminal.status();
  expect(readValue('frontmonth_orders_total{mode="simulation",result="FILLED"}')).toBe(1);
  expect([readValue('frontmonth_ready'), readValue('frontmonth_trading_halted')]).toEqual([1, 0]);
  expect([
    readValue('frontmonth_engine_sequence') <= sequence,
    readValue('frontmonth_engine_commits') <= commits,
    readValue('frontmonth_engine_events') <= events,
  ]).toEqual([true, true, true]);
  expect(readValue('frontmonth_feed_events{source="simulated"}')).toBeGreaterThan(0);
  expect(readValue('frontmonth_feed_age_seconds{source="simulated"}')).toBeLessThan(180);
  expect(readValue('frontmonth_feed_dropped{source="simulated",reason="spike"}')).toBe(0);
  expect(readValue('frontmonth_feed_outages{source="simulated"}')).toBe(0);
  // This desk replays a history with past dates.
  expect(readValue('frontmonth_engine_tick_age_seconds')).toBeGreaterThanOrEqual(0);
  expect(Math.abs(readValue('frontmonth_clock_offset_seconds') ?? NaN)).toBeLessThan(1);
  expect(readValue('frontmonth_clock_degraded')).toBe(0);
  for (const quantile of ['0.5', '0.95', '0.99'])
    expect(readValue(`frontmonth_command_latency_seconds{quantile="${quantile}"}`)).toBeGreaterThan(
      0,
    );
  for (const file of ['database', 'log'])
    expect(readValue(`frontmonth_database_bytes{file="${file}"}`)).toBeGreaterThan(0);
});
