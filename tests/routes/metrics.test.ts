// The figures for a monitor: true of this desk, and of a bounded number of routes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { metricsText } from '../../app/server/http/metrics.server';
import { type ApiDesk, openApiDesk } from '../support/api-desk';

let desk: ApiDesk;
beforeAll(async () => {
  desk = await openApiDesk();
});
afterAll(() => desk?.close());

test('requests are timed by route, orders counted by mode and end, feed and engine told', async () => {
  const user = await desk.user('measured');
  await desk.buyGas(user);
  await user.get('settings?riskLevel=aggressive');
  await user.post('settings', { riskLevel: 'aggressive' });
  await user.post('settings', { riskLevel: 'reckless' });
  await user.post(`trading-positions/${'0'.repeat(32)}/close`);
  for (const path of ['one', 'two', 'settings/three']) await user.get(`no-such-call-${path}`);

  const { text } = await metricsText(desk.terminal);
  const value = (line: string): number =>
    Number(
      new RegExp(`^${line.replace(/[{}/.*]/g, '\\$&')} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN,
    );
  const timed = (route: string, method: string, status: string): number =>
    value(
      `http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`,
    );
  expect([
    timed('/api/settings', 'GET', '2xx'),
    timed('/api/settings', 'POST', '2xx'),
    timed('/api/settings', 'POST', '4xx'),
  ]).toEqual([1, 1, 1]);
  expect([
    timed('/api/trading-positions/:id/close', 'POST', '4xx'),
    timed('/api/*', 'GET', '4xx'),
  ]).toEqual([1, 3]);
  expect(text).not.toMatch(/route="[^"]*(no-such|000|\?)/);

  const { sequence, commits, events } = desk.terminal.status();
  expect(value('frontmonth_orders_total{mode="simulation",result="FILLED"}')).toBe(1);
  expect([value('frontmonth_ready'), value('frontmonth_trading_halted')]).toEqual([1, 0]);
  expect([
    value('frontmonth_engine_sequence') <= sequence,
    value('frontmonth_engine_commits') <= commits,
    value('frontmonth_engine_events') <= events,
  ]).toEqual([true, true, true]);
  expect(value('frontmonth_feed_events{source="simulated"}')).toBeGreaterThan(0);
  expect(value('frontmonth_feed_age_seconds{source="simulated"}')).toBeLessThan(180);
  expect(value('frontmonth_feed_dropped{source="simulated",reason="spike"}')).toBe(0);
  expect(value('frontmonth_feed_outages{source="simulated"}')).toBe(0);
  // This desk plays a history, whose time is long ago.
  expect(value('frontmonth_engine_tick_age_seconds')).toBeGreaterThanOrEqual(0);
  expect(Math.abs(value('frontmonth_clock_offset_seconds') ?? NaN)).toBeLessThan(1);
  expect(value('frontmonth_clock_degraded')).toBe(0);
  for (const quantile of ['0.5', '0.95', '0.99'])
    expect(value(`frontmonth_command_latency_seconds{quantile="${quantile}"}`)).toBeGreaterThan(0);
  for (const file of ['database', 'log'])
    expect(value(`frontmonth_database_bytes{file="${file}"}`)).toBeGreaterThan(0);
});
