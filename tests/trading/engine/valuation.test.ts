// Valuation uses live prices only: none before the first quote, at loaded history, or while a
// contract has no quote.
import { beforeEach, describe, expect, test } from 'vitest';
import { getDeskView } from '../../../app/trading/desk-view';
import type { Instrument } from '../../../app/trading/domain/instrument';
import { type Bar, buildQuote } from '../../../app/trading/domain/quote';
import type { LogRecord } from '../../../app/trading/domain/record';
import { toTicks } from '../../../app/trading/domain/units';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  MARKET,
  createDeskHarness,
  createMemoryJournal,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import {
  executeCommand,
  getBook,
  createManualOrder,
  listHoldings,
} from '../../support/reference-orders';
import { MINUTE_MS } from '../../../app/trading/domain/time';

const config = createTestConfig({ hasBreakers: true });

type Valuation = Extract<LogRecord, { type: 'PortfolioValued' }>;
const isValuation = (record: LogRecord): record is Valuation => record.type === 'PortfolioValued';
const listValuations = ({ journal }: DeskHarness): Valuation[] =>
  journal.records.filter(isValuation);

/** Restarts from the log: accounts, but no prices. */
function restartDesk({ runner }: DeskHarness): DeskHarness {
  const { markets: _gone, ...logged } = runner.state();
  return createDeskHarness(config, createMemoryJournal(), { ...EMPTY_DESK, ...logged });
}

function passTime(desk: DeskHarness, ms: number): void {
  desk.wait(ms);
  desk.offer({ type: 'Time', atMs: desk.nowMs() });
}

/** A historical bar, as loaded after a start. */
function loadBar(desk: DeskHarness, instrument: Instrument, ticks: number): void {
  const endsMs = desk.nowMs();
  const price = toTicks(ticks);
  const bar: Bar = {
    openTicks: price,
    highTicks: price,
    lowTicks: price,
    closeTicks: price,
    startsMs: endsMs - 15 * MINUTE_MS + 1,
    endsMs,
  };
  const event = {
    type: 'BarClosed',
    market: MARKET,
    instrumentId: instrument.id,
    bar,
    quote: buildQuote(price, 1, endsMs),
  } as const;
  desk.offer({ type: 'Market', isBackfill: true, atMs: endsMs, event });
}

describe('restart with open positions', () => {
  let desk: DeskHarness;
  let peakMills: number;

  // 100 lots of gas from 2.800 to 5.200 gain $2,400; 10 barrels of crude do not move.
  beforeEach(async () => {
    const before = await openDesk(config);
    before.quote(GAS, 2800);
    before.quote(CRUDE, 7000);
    expect(await executeCommand(before, createManualOrder({ lots: 100 }))).toBe('granted');
    expect(await executeCommand(before, createManualOrder({ instrumentId: 'CL', lots: 10 }))).toBe(
      'granted',
    );
    before.quote(CRUDE, 7000);
    before.quote(GAS, 5200);
    passTime(before, MINUTE_MS);
    ({ peakMills } = getBook(before));
    expect(peakMills).toBeGreaterThan(27_000_000);
    desk = restartDesk(before);
  });

  test('has no valuation before the first quote', () => {
    passTime(desk, MINUTE_MS);
    passTime(desk, MINUTE_MS);
    expect(listValuations(desk)).toEqual([]);
    expect(getBook(desk)).toMatchObject({ peakMills, equityMills: peakMills, drawdown: null });
  });

  test('has no valuation at loaded historical prices', () => {
    loadBar(desk, GAS, 1000);
    loadBar(desk, CRUDE, 1000);
    passTime(desk, MINUTE_MS);
    expect(listValuations(desk)).toEqual([]);
    expect([listHoldings(desk).length, getBook(desk).drawdown]).toEqual([2, null]);
  });

  test('has no valuation while a contract has no live quote', () => {
    passTime(desk, MINUTE_MS);
    desk.quote(GAS, 5200);
    expect(listValuations(desk)).toEqual([]);
    desk.quote(CRUDE, 7000);
    expect(listValuations(desk)).toHaveLength(1);
    expect(listValuations(desk)[0]?.payload).toMatchObject({
      marks: { NG: 5200, CL: 7000 },
      equityMills: peakMills,
      positions: 2,
    });
  });

  test('states the time of the oldest quote', () => {
    passTime(desk, MINUTE_MS);
    desk.quote(GAS, 5200);
    const gasMs = desk.nowMs();
    desk.quote(CRUDE, 7000);
    expect(listValuations(desk)[0]?.payload.oldestQuoteMs).toBe(gasMs);
  });

  test('trips no breaker and no daily loss limit', () => {
    passTime(desk, MINUTE_MS);
    loadBar(desk, GAS, 1000);
    desk.quote(GAS, 5200);
    desk.quote(CRUDE, 7000);
    const { drawdown, dayLowMills, dayStartMills } = getBook(desk);
    expect([drawdown, listHoldings(desk).length]).toEqual([null, 2]);
    expect(dayStartMills - dayLowMills).toBeLessThan(3_000_000);
  });

  test('shows the prices of the last valuation until live ones arrive', () => {
    const getTotal = (): number | undefined =>
      getDeskView(desk.runner.state(), 'ann', 'simulation')?.totalMills;
    expect(getTotal()).toBe(peakMills);
    loadBar(desk, GAS, 1000);
    expect(getTotal()).toBe(peakMills);
    desk.quote(GAS, 5300);
    expect(getTotal()).toBe(peakMills + 100_000);
  });

  test('shows that a position has no live quote', () => {
    const listPending = () =>
      getDeskView(desk.runner.state(), 'ann', 'simulation')?.positions.map(
        (row) => row.pending?.slice(0, 21) ?? null,
      );
    loadBar(desk, GAS, 1000);
    expect(listPending()).toEqual(['no live quote: shown ', 'no live quote: shown ']);
    desk.quote(GAS, 5300);
    expect(listPending()).toEqual([null, 'no live quote: shown ']);
    desk.quote(CRUDE, 7000);
    expect(listPending()).toEqual([null, null]);
  });

  test('shows the margin of the last valuation, not of a loaded price', () => {
    const getMaintenance = () =>
      getDeskView(desk.runner.state(), 'ann', 'simulation')?.margin.maintenanceMills;
    const valued = getMaintenance();
    expect(valued).toBeGreaterThan(0);
    loadBar(desk, GAS, 90_000);
    expect(getMaintenance()).toBe(valued);
  });

  test('fills and accepts no order at a loaded price', async () => {
    loadBar(desk, GAS, 1000);
    loadBar(desk, CRUDE, 1000);
    expect(await executeCommand(desk, createManualOrder({ lots: 1 }))).toBe('STALE_QUOTE');
    const { outcome } = await desk.send('ann', { type: 'CloseTrading', commodity: 'natural-gas' });
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        closedPositions: [],
        waiting: [
          { instrumentId: 'NG', reason: expect.stringContaining('no live quote') as string },
        ],
      },
    });
    desk.quote(GAS, 5200);
    expect(listHoldings(desk)).toEqual([['CL', 10]]);
  });

  test('rejects entries while a position has no live quote, without a daily loss', async () => {
    loadBar(desk, CRUDE, 1);
    desk.quote(GAS, 5200);
    expect(await executeCommand(desk, createManualOrder({ lots: 1 }))).toBe('STALE_QUOTE');
    expect(getBook(desk).dayLowMills).toBeGreaterThan(20_000_000);
  });
});

describe('entry', () => {
  test('is shown at the price of its fill until it is valued', async () => {
    const before = await openDesk(config);
    before.quote(GAS, 2800);
    await before.send('ann', createManualOrder({ lots: 10 }));
    const shown = getDeskView(before.runner.state(), 'ann', 'simulation')?.totalMills;
    const desk = restartDesk(before);
    expect(getDeskView(desk.runner.state(), 'ann', 'simulation')?.totalMills).toBe(shown);
  });
});

describe('feed outage', () => {
  test('skips minutes without a live quote', async () => {
    const desk = await openDesk(config);
    desk.quote(GAS, 2800);
    await desk.send('ann', createManualOrder({ lots: 10 }));
    desk.quote(GAS, 2800);
    const count = listValuations(desk).length;
    passTime(desk, 6 * 86_400_000);
    passTime(desk, MINUTE_MS);
    expect(listValuations(desk)).toHaveLength(count);
    desk.quote(GAS, 2900);
    expect(listValuations(desk)).toHaveLength(count + 1);
  });
});
