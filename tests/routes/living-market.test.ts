// The desk as it starts by itself: every contract has a sound price of the simulated market, and
// RUN ALL is taken.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { simulatedSource } from '../../app/server/feeds/simulated-source.server';
import { listedInstruments } from '../../app/trading/domain/contract';
import { quoteFault } from '../../app/trading/domain/quote';

const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-living-'));
const desk: Terminal = openTerminal({
  dataDir,
  source: simulatedSource('test'),
  timeZone: 'America/New_York',
  auditsBehind: false,
});

afterAll(async () => {
  await desk.close();
  rmSync(dataDir, { recursive: true });
});

const quotes = () =>
  Object.values(desk.state().markets['simulated']?.instruments ?? {}).flatMap(
    ({ instrument, quote }) => (quote ? [{ instrument, quote }] : []),
  );

const pastsToRead = () =>
  Object.values(desk.state().markets['simulated']?.instruments ?? {})
    .flatMap(({ rules }) => Object.values(rules))
    .filter(({ foldedMs }) => foldedMs === null).length;

test('every listed contract is quoted, and a book opened on it runs', async () => {
  await expect.poll(() => desk.status().feed?.phase, { timeout: 30_000 }).toBe('running');
  await expect
    .poll(() => quotes().length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(2 * listedInstruments().length);
  for (const { instrument, quote } of quotes()) expect(quoteFault(instrument, quote)).toBeNull();
  await desk.ensureBook('ann');
  const { outcome } = await desk.execute({
    userId: 'ann',
    idempotencyKey: null,
    command: { type: 'StartTrading', commodity: null },
  });
  expect(outcome.ok).toBe(true);
  const view = desk.view('ann');
  expect(view).toMatchObject({ market: 'simulated', globalActive: true });
  // What RUN could not decide yet it decides when the past of its playbook is read.
  await expect.poll(() => pastsToRead(), { timeout: 60_000 }).toBe(0);
  const decided = desk.view('ann');
  expect(decided?.positions.length).toBeGreaterThan(0);
  for (const row of decided?.positions ?? []) expect(row.position.playbookId).not.toBeNull();
  for (const { waitingFor } of decided?.commodities ?? [])
    expect(waitingFor ?? '').not.toContain('its past is still being read');
});
