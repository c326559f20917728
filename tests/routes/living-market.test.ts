// A desk in the simulated market: every contract has a valid simulated price, and RUN ALL is accepted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Terminal } from '../../app/models/desk/terminal';
import {
  buildChartPanel,
  buildEventsPanel,
  buildMapPanel,
} from '../../app/models/dashboard/dashboard-panels.server';
import { buildCurve } from '../../app/models/market/curve.server';
import { findCurveChain } from '../../app/models/market/curve-chain';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { createSimulatedSource } from '../../app/server/feeds/simulated-source.server';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import { listInstruments } from '../../app/trading/domain/contract';
import { getCode } from '../../app/trading/domain/instrument';
import { findQuoteError } from '../../app/trading/domain/quote';
import { OPEN_MARKETS_MS } from '../support/fixed-clock';
import { DEFAULT_SEED, copyStoredPast } from '../support/stored-past';

const startedMs = performance.now();
const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-living-'));
copyStoredPast(dataDir, OPEN_MARKETS_MS);
const desk: Terminal = openTerminal({
  dataDir,
  source: createSimulatedSource({ seed: DEFAULT_SEED, cacheDir: dataDir }),
  timeZone: 'America/New_York',
  auditsInBackground: false,
  clockSource: {
    wallMs: () => OPEN_MARKETS_MS + performance.now() - startedMs,
    monotonicMs: () => performance.now(),
  },
});

afterAll(async () => {
  await desk.close();
  rmSync(dataDir, { recursive: true });
});

const listQuotes = () =>
  Object.values(desk.state().markets['simulated']?.instruments ?? {}).flatMap(
    ({ instrument, quote }) => (quote ? [{ instrument, quote }] : []),
  );

const pastsToRead = () =>
  Object.values(desk.state().markets['simulated']?.instruments ?? {})
    .flatMap(({ rules }) => Object.values(rules))
    .filter(({ foldedMs }) => foldedMs === null).length;

test('quotes every listed contract, and a new account can run', async () => {
  await expect.poll(() => desk.status().feed?.phase, { timeout: 120_000 }).toBe('running');
  await expect
    .poll(() => listQuotes().length, { timeout: 120_000 })
    .toBeGreaterThanOrEqual(2 * listInstruments().length);
  for (const { instrument, quote } of listQuotes())
    expect(findQuoteError(instrument, quote)).toBeNull();
  await desk.ensureBook('ann');
  const { outcome } = await desk.execute({
    userId: 'ann',
    idempotencyKey: null,
    command: { type: 'StartTrading', commodity: null },
  });
  expect(outcome.ok).toBe(true);
  const view = desk.getView('ann');
  expect(view).toMatchObject({ market: 'simulated', globalActive: true });
  // A RUN that lacked history decides once the strategy warm-up is complete.
  await expect.poll(() => pastsToRead(), { timeout: 120_000 }).toBe(0);
  const decided = desk.getView('ann');
  expect(decided?.positions.length).toBeGreaterThan(0);
  for (const row of decided?.positions ?? []) expect(row.position.playbookId).not.toBeNull();
  for (const { waitingFor } of decided?.commodities ?? [])
    expect(waitingFor ?? '').not.toContain('its past is still being read');
}, 400_000);

const createRequest = (commodity: CommodityKey) => {
  const view = desk.getView('ann');
  if (!view) throw new Error('the account exists');
  const weather = { desk: null, reason: null } as never;
  return {
    view,
    userId: 'ann',
    commodity,
    range: '1M',
    scale: 'standard' as const,
    weather,
    timeZone: 'America/New_York',
  };
};

test('draws the curve where fewer than three regions have a price', () => {
  const chain = findCurveChain('corn');
  if (!chain) throw new Error('corn has a chain');
  const { rows, curve } = buildMapPanel(desk, createRequest('corn'));
  expect(rows).toHaveLength(1);
  const { months } = buildCurve(desk, 'simulated', chain);
  const today = curve?.chart.lines.find(({ key }) => key === 'today');
  expect(months.length).toBeGreaterThan(3);
  expect(today?.points.map(({ text }) => Number(text.split(': ')[1]?.replace(',', '')))).toEqual(
    months.map(({ last }) => Number(last)),
  );
  expect(buildMapPanel(desk, createRequest('electricity')).curve).toBeNull();
});

test('charts the held contract, and lists the next events in order', async () => {
  const { view } = createRequest('corn');
  const [held] = view.positions;
  if (!held) throw new Error('RUN ALL opened a position');
  const chart = await buildChartPanel(desk, createRequest(held.instrument.commodity));
  expect(chart?.contract).toBe(getCode(held.instrument));
  expect(chart?.data?.bars.length).toBeGreaterThan(20);
  expect(chart?.data?.levels.map(({ kind }) => kind)).toContain('entry');
  const times = buildEventsPanel(desk, createRequest('corn')).events.map(({ at }) => at);
  expect(times.length).toBeGreaterThan(2);
  expect([...times].sort()).toEqual(times);
});
