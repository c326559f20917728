// A desk after its own start: every contract has a valid simulated price, and RUN ALL is accepted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { createSimulatedSource } from '../../app/server/feeds/simulated-source.server';
import { listInstruments } from '../../app/trading/domain/contract';
import { findQuoteError } from '../../app/trading/domain/quote';

const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-living-'));
const desk: Terminal = openTerminal({
  dataDir,
  source: createSimulatedSource('test'),
  timeZone: 'America/New_York',
  auditsInBackground: false,
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
  await expect.poll(() => desk.status().feed?.phase, { timeout: 30_000 }).toBe('running');
  await expect
    .poll(() => listQuotes().length, { timeout: 30_000 })
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
  await expect.poll(() => pastsToRead(), { timeout: 60_000 }).toBe(0);
  const decided = desk.getView('ann');
  expect(decided?.positions.length).toBeGreaterThan(0);
  for (const row of decided?.positions ?? []) expect(row.position.playbookId).not.toBeNull();
  for (const { waitingFor } of decided?.commodities ?? [])
    expect(waitingFor ?? '').not.toContain('its past is still being read');
});
