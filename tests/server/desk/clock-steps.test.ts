// A desk over the simulated market whose wall clock is stepped while it runs. The test controls
// timers and monotonic time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildHealthItems, getTradingStatus } from '../../../app/models/desk/health.server';
import type { Terminal } from '../../../app/models/desk/terminal';
import { openTerminal } from '../../../app/server/desk/terminal.server';
import { createSimulatedSource } from '../../../app/server/feeds/simulated-source.server';
import type { Command } from '../../../app/trading/domain/command';
import type { CommodityKey } from '../../../app/trading/domain/commodity';
import { toLots, toTicks } from '../../../app/trading/domain/units';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../app/trading/domain/time';

/** Some minutes after a bar started. */
const START_MS = Date.UTC(2012, 4, 9, 14, 7, 3, 217);
const HELD = { stopDistanceTicks: toTicks(2000), targetDistanceTicks: null };

let dataDir = '';
let offMs = 0;
let desk: Terminal;

const trueMs = (): number => Date.now() - offMs;

/** Sets the offset of the system clock; timers fire as they would have. */
function setClock(byMs: number): void {
  const nowMs = trueMs();
  offMs = byMs;
  vi.setSystemTime(nowMs + byMs);
}

/** Advances true time, timer by timer. */
async function advanceTime(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= SECOND_MS) {
    await vi.advanceTimersByTimeAsync(Math.min(left, SECOND_MS));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const open = (): Terminal =>
  openTerminal({
    dataDir,
    source: createSimulatedSource({ seed: 'clock', cacheDir: dataDir }),
    timeZone: 'America/New_York',
    auditsInBackground: false,
    clockSource: { wallMs: () => Date.now(), monotonicMs: trueMs },
  });

/** Until history has been published, with as little true time as possible. */
async function untilRunning(): Promise<void> {
  for (let turns = 0; desk.status().feed?.phase !== 'running'; turns += 1) {
    if (turns > 20_000) throw new Error('the feed did not come to run');
    await vi.advanceTimersByTimeAsync(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await advanceTime(5 * SECOND_MS);
}

beforeAll(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: START_MS,
  });
  dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-clock-'));
  desk = open();
  await untilRunning();
  await desk.ensureBook('ann');
}, 120_000);

/** A closing desk waits for its own timers. */
async function close(): Promise<void> {
  let isClosed = false;
  const closing = desk.close().then(() => (isClosed = true));
  while (!isClosed) {
    await vi.advanceTimersByTimeAsync(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await closing;
}

afterAll(async () => {
  await close();
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true });
});

const getStatusText = () => getTradingStatus(desk.status(), desk.state());
const send = (command: Command) => desk.execute({ userId: 'ann', idempotencyKey: null, command });
/**
 * A contract without losses in earlier tests: too many consecutive losses would block entries as
 * well.
 */
let commodity: CommodityKey = 'natural-gas';
const getFrontMonth = () =>
  Object.values(desk.state().markets['simulated']?.instruments ?? {}).find(
    ({ instrument }) => instrument.commodity === commodity,
  );
const quoteAgeMs = () => trueMs() - (getFrontMonth()?.quote?.atMs ?? 0);
/** An equal order within a second gets the result of the first, so each test buys another size. */
const buyLots = (lots = 10) =>
  send({
    type: 'PlaceOrder',
    instrumentId: getFrontMonth()?.instrument.id ?? '',
    side: 'BUY',
    orderType: 'MARKET',
    lots: toLots(lots),
    priceTicks: null,
    ...HELD,
  });
const loadCode = async (result: ReturnType<typeof send>) => {
  const { outcome } = await result;
  return outcome.ok ? 'granted' : outcome.refusal.code;
};
const latestMs = () =>
  desk.db.$client.prepare<[], number>('SELECT max(at_ms) FROM event').pluck().get() ?? 0;

describe.each([
  ['an hour back', -HOUR_MS, 'jumped 1 h 0 min back', 'natural-gas'],
  ['two days ahead', 2 * DAY_MS, 'jumped 2 d 0 h ahead', 'crude-oil'],
] as const)('a clock set %s', (_name, byMs, text, traded) => {
  it(
    'blocks entries at once and nothing else, until the clock is right',
    { timeout: 60_000 },
    async () => {
      commodity = traded;
      expect([await loadCode(buyLots()), getStatusText().word]).toEqual(['granted', 'Online']);
      setClock(byMs);
      // Less than a second has passed: the command itself compares the clocks.
      expect(await loadCode(buyLots(11))).toBe('CLOCK');
      expect(getStatusText()).toMatchObject({
        word: 'Degraded',
        reason: expect.stringContaining(text) as string,
      });
      expect(buildHealthItems(desk.status(), Date.now(), 'America/New_York').at(-1)).toMatchObject({
        name: 'Clock',
        word: 'STEPPED',
        tone: 'bad',
      });
      const quote = getFrontMonth()?.quote;
      await advanceTime(20 * SECOND_MS);
      expect(quoteAgeMs()).toBeLessThanOrEqual(5 * SECOND_MS);
      expect(getFrontMonth()?.quote?.atMs).toBeGreaterThan((quote?.atMs ?? 0) + 10 * SECOND_MS);
      expect(desk.status().feed?.receivedAgoMs).toBeLessThanOrEqual(5 * SECOND_MS);
      expect(await loadCode(send({ type: 'CloseTrading', commodity: null }))).toBe('granted');
      expect(desk.getView('ann')?.positions).toEqual([]);
      expect(Math.abs(latestMs() - trueMs())).toBeLessThanOrEqual(2 * SECOND_MS);
      setClock(0);
      expect(await loadCode(buyLots())).toBe('granted');
      expect(getStatusText()).toEqual({ word: 'Online', reason: '' });
      await send({ type: 'CloseTrading', commodity: null });
      expect(latestMs()).toBeLessThanOrEqual(trueMs() + SECOND_MS);
    },
  );
});

it(
  'a step ahead that lasts a minute counts as elapsed time: the gap becomes backfill',
  { timeout: 60_000 },
  async () => {
    commodity = 'corn';
    expect(await loadCode(buyLots())).toBe('granted');
    setClock(HOUR_MS);
    await advanceTime(59 * SECOND_MS);
    expect([getStatusText().word, latestMs() <= trueMs() + SECOND_MS]).toEqual(['Degraded', true]);
    const barsBefore = getFrontMonth()?.bars ?? 0;
    await advanceTime(15 * SECOND_MS);
    expect(getStatusText()).toEqual({ word: 'Online', reason: '' });
    expect((getFrontMonth()?.bars ?? 0) - barsBefore).toBe(4);
    expect(quoteAgeMs()).toBeLessThanOrEqual(5 * SECOND_MS - HOUR_MS);
    expect(await loadCode(send({ type: 'CloseTrading', commodity: null }))).toBe('granted');
  },
);

it(
  'a start with a clock behind the log reports it and opens nothing',
  { timeout: 60_000 },
  async () => {
    const lastMs = latestMs();
    await close();
    setClock(-DAY_MS);
    commodity = 'wheat';
    desk = open();
    expect(getStatusText()).toMatchObject({
      word: 'Degraded',
      reason: expect.stringContaining('behind the last record') as string,
    });
    await untilRunning();
    expect(await loadCode(buyLots())).toBe('CLOCK');
    expect(latestMs()).toBeGreaterThanOrEqual(lastMs);
    setClock(HOUR_MS);
    await advanceTime(SECOND_MS);
    expect([getStatusText().word, await loadCode(buyLots())]).toEqual(['Online', 'granted']);
  },
);
