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
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../app/trading/domain/time';

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
    desk.quote(GAS, 6200);
    expect(listValuations(desk)).toEqual([]);
    desk.quote(CRUDE, 7000);
    expect(listValuations(desk)).toHaveLength(1);
    expect(listValuations(desk)[0]?.payload).toMatchObject({
      marks: { NG: 6200, CL: 7000 },
      equityMills: peakMills + 1_000_000,
      positions: 2,
    });
  });

  test('states the time of the oldest quote', () => {
    passTime(desk, MINUTE_MS);
    desk.quote(GAS, 6200);
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

describe('logged valuations', () => {
  /** Equity $25,000; limits of the default risk level: 4 % a day, 12 % from the peak. */
  const SMALL_MOVE_TICKS = 50;
  const LARGE_MOVE_TICKS = 1_200;

  async function holdGas(lots = 100): Promise<DeskHarness> {
    const desk = await openDesk(config);
    desk.quote(GAS, 2800);
    expect(await executeCommand(desk, createManualOrder({ lots }))).toBe('granted');
    passTime(desk, MINUTE_MS);
    return desk;
  }
  const quoteNextMinute = (desk: DeskHarness, ticks: number): void => {
    desk.wait(MINUTE_MS);
    desk.quote(GAS, ticks);
  };

  test('are none while nothing was traded and nothing runs', async () => {
    const desk = await openDesk(config);
    for (let day = 0; day < 3; day += 1) passTime(desk, DAY_MS);
    expect(listValuations(desk)).toEqual([]);
    expect(getBook(desk).equityMills).toBe(25_000_000);
  });

  test('are one a day while something runs and nothing is held', async () => {
    const desk = await openDesk(config);
    await desk.send('ann', { type: 'StartTrading', commodity: null });
    for (let hour = 0; hour < 48; hour += 1) passTime(desk, HOUR_MS);
    expect(listValuations(desk).map(({ payload }) => payload.day)).toEqual([
      '2024-01-02',
      '2024-01-03',
      '2024-01-04',
    ]);
  });

  test('follow a fill at the next price', async () => {
    const desk = await openDesk(config);
    desk.quote(GAS, 2800);
    expect(await executeCommand(desk, createManualOrder({ lots: 100 }))).toBe('granted');
    desk.quote(GAS, 2800);
    desk.quote(GAS, 2800);
    expect(listValuations(desk)).toHaveLength(1);
  });

  test('are one in the minute after a fill, flat or not', async () => {
    const desk = await holdGas();
    expect(listValuations(desk)).toHaveLength(1);
    await desk.send('ann', { type: 'CloseTrading', commodity: null });
    passTime(desk, MINUTE_MS);
    passTime(desk, MINUTE_MS);
    expect(listValuations(desk).map(({ payload }) => payload.positions)).toEqual([1, 0]);
  });

  test('are one each quarter of an hour while equity changes', async () => {
    const desk = await holdGas();
    const count = listValuations(desk).length;
    for (let minute = 0; minute < 60; minute += 1)
      quoteNextMinute(desk, 2800 + (minute % 2) * SMALL_MOVE_TICKS);
    expect(listValuations(desk).length - count).toBe(4);
  });

  test('are none while a price does not change', async () => {
    const desk = await holdGas();
    const count = listValuations(desk).length;
    for (let minute = 0; minute < 60; minute += 1) quoteNextMinute(desk, 2800);
    expect(listValuations(desk)).toHaveLength(count);
  });

  test('are one at once after a move beyond a tenth of a loss limit', async () => {
    const desk = await holdGas();
    const count = listValuations(desk).length;
    quoteNextMinute(desk, 2800 + LARGE_MOVE_TICKS);
    expect(listValuations(desk)).toHaveLength(count + 1);
    expect(getBook(desk).peakMills).toBe(listValuations(desk).at(-1)?.payload.equityMills);
  });

  test('reach the daily loss limit in the minute in which it is crossed', async () => {
    const desk = await holdGas();
    const dailyLimitMills = 1_000_000;
    // 100 lots of $10 per dollar: 1 tick is $1. Steps of $50 below the threshold of $100.
    let ticks = 2800;
    while (25_000_000 - getTotalMills(desk) <= dailyLimitMills) {
      ticks -= SMALL_MOVE_TICKS;
      quoteNextMinute(desk, ticks);
    }
    const { dayStartMills, dayLowMills } = getBook(desk);
    expect(dayStartMills - dayLowMills).toBeGreaterThan(dailyLimitMills);
    expect(dayLowMills).toBe(getTotalMills(desk));
  });
});

const getTotalMills = (desk: DeskHarness): number =>
  getDeskView(desk.runner.state(), 'ann', 'simulation')?.totalMills ?? Number.NaN;
