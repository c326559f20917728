// Books are valued at live prices only: not before the first quote after a start, not at loaded
// history, not while one contract is silent.
import { beforeEach, describe, expect, test } from 'vitest';
import { deskView } from '../../../app/trading/desk';
import type { Instrument } from '../../../app/trading/domain/instrument';
import { type Bar, quoteAround } from '../../../app/trading/domain/quote';
import type { LogRecord } from '../../../app/trading/domain/record';
import { toTicks } from '../../../app/trading/domain/units';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  MARKET,
  deskHarness,
  memoryJournal,
  openDesk,
  testConfig,
} from '../../support/desk-harness';
import { answer, getBook, handOrder, holdings } from '../../support/reference-orders';
import { MINUTE_MS } from '../../../app/trading/domain/time';

const config = testConfig({ hasBreakers: true });

type Valuation = Extract<LogRecord, { type: 'PortfolioValued' }>;
const isValuation = (record: LogRecord): record is Valuation => record.type === 'PortfolioValued';
const valuations = ({ journal }: DeskHarness): Valuation[] => journal.records.filter(isValuation);

/** The process ends and another one begins with what the log holds: books, but no prices. */
function restart({ runner }: DeskHarness): DeskHarness {
  const { markets: _gone, ...logged } = runner.state();
  return deskHarness(config, memoryJournal(), { ...EMPTY_DESK, ...logged });
}

function passTime(desk: DeskHarness, ms: number): void {
  desk.wait(ms);
  desk.offer({ type: 'Time', atMs: desk.nowMs() });
}

/** A bar of the past, as it is loaded after a start. */
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
    quote: quoteAround(price, 1, endsMs),
  } as const;
  desk.offer({ type: 'Market', isBackfill: true, atMs: endsMs, event });
}

describe('a restart with open positions', () => {
  let desk: DeskHarness;
  let peakMills: number;

  // 100 lots of gas from 2.800 to 5.200 gain $2,400; ten barrels of crude stand still.
  beforeEach(async () => {
    const before = await openDesk(config);
    before.quote(GAS, 2800);
    before.quote(CRUDE, 7000);
    expect(await answer(before, handOrder({ lots: 100 }))).toBe('granted');
    expect(await answer(before, handOrder({ instrumentId: 'CL', lots: 10 }))).toBe('granted');
    before.quote(CRUDE, 7000);
    before.quote(GAS, 5200);
    passTime(before, MINUTE_MS);
    ({ peakMills } = getBook(before));
    expect(peakMills).toBeGreaterThan(27_000_000);
    desk = restart(before);
  });

  test('values nothing before the first quote', () => {
    passTime(desk, MINUTE_MS);
    passTime(desk, MINUTE_MS);
    expect(valuations(desk)).toEqual([]);
    expect(getBook(desk)).toMatchObject({ peakMills, equityMills: peakMills, drawdown: null });
  });

  test('values nothing at prices of the past that are loaded', () => {
    loadBar(desk, GAS, 1000);
    loadBar(desk, CRUDE, 1000);
    passTime(desk, MINUTE_MS);
    expect(valuations(desk)).toEqual([]);
    expect([holdings(desk).length, getBook(desk).drawdown]).toEqual([2, null]);
  });

  test('values nothing while one of two contracts has no live quote', () => {
    passTime(desk, MINUTE_MS);
    desk.quote(GAS, 5200);
    expect(valuations(desk)).toEqual([]);
    desk.quote(CRUDE, 7000);
    expect(valuations(desk)).toHaveLength(1);
    expect(valuations(desk)[0]?.payload).toMatchObject({
      marks: { NG: 5200, CL: 7000 },
      equityMills: peakMills,
      positions: 2,
    });
  });

  test('states the time of its oldest quote', () => {
    passTime(desk, MINUTE_MS);
    desk.quote(GAS, 5200);
    const gasMs = desk.nowMs();
    desk.quote(CRUDE, 7000);
    expect(valuations(desk)[0]?.payload.oldestQuoteMs).toBe(gasMs);
  });

  test('trips no breaker and loses no day', () => {
    passTime(desk, MINUTE_MS);
    loadBar(desk, GAS, 1000);
    desk.quote(GAS, 5200);
    desk.quote(CRUDE, 7000);
    const { drawdown, dayLowMills, dayStartMills } = getBook(desk);
    expect([drawdown, holdings(desk).length]).toEqual([null, 2]);
    expect(dayStartMills - dayLowMills).toBeLessThan(3_000_000);
  });

  test('answers with the prices of the last valuation until live ones arrive', () => {
    const total = (): number | undefined =>
      deskView(desk.runner.state(), 'ann', 'simulation')?.totalMills;
    expect(total()).toBe(peakMills);
    loadBar(desk, GAS, 1000);
    expect(total()).toBe(peakMills);
    desk.quote(GAS, 5300);
    expect(total()).toBe(peakMills + 100_000);
  });

  test('says of each position that it has no live quote until one arrives', () => {
    const pending = () =>
      deskView(desk.runner.state(), 'ann', 'simulation')?.positions.map(
        (row) => row.pending?.slice(0, 21) ?? null,
      );
    loadBar(desk, GAS, 1000);
    expect(pending()).toEqual(['has no live quote: sh', 'has no live quote: sh']);
    desk.quote(GAS, 5300);
    expect(pending()).toEqual([null, 'has no live quote: sh']);
    desk.quote(CRUDE, 7000);
    expect(pending()).toEqual([null, null]);
  });

  test('shows the margin of the last valuation, not of a loaded price', () => {
    const maintenance = () =>
      deskView(desk.runner.state(), 'ann', 'simulation')?.margin.maintenanceMills;
    const valued = maintenance();
    expect(valued).toBeGreaterThan(0);
    loadBar(desk, GAS, 90_000);
    expect(maintenance()).toBe(valued);
  });

  test('fills no order and lets none in at a loaded price', async () => {
    loadBar(desk, GAS, 1000);
    loadBar(desk, CRUDE, 1000);
    expect(await answer(desk, handOrder({ lots: 1 }))).toBe('STALE_QUOTE');
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
    expect(holdings(desk)).toEqual([['CL', 10]]);
  });

  test('refuses entries while something held has no live quote, and writes no loss of the day', async () => {
    loadBar(desk, CRUDE, 1);
    desk.quote(GAS, 5200);
    expect(await answer(desk, handOrder({ lots: 1 }))).toBe('STALE_QUOTE');
    expect(getBook(desk).dayLowMills).toBeGreaterThan(20_000_000);
  });
});

describe('an entry', () => {
  test('is shown at the price of its fill until it is valued', async () => {
    const before = await openDesk(config);
    before.quote(GAS, 2800);
    await before.send('ann', handOrder({ lots: 10 }));
    const shown = deskView(before.runner.state(), 'ann', 'simulation')?.totalMills;
    const desk = restart(before);
    expect(deskView(desk.runner.state(), 'ann', 'simulation')?.totalMills).toBe(shown);
  });
});

describe('a feed that falls silent', () => {
  test('leaves out the minutes without a fresh quote, and goes on with the next one', async () => {
    const desk = await openDesk(config);
    desk.quote(GAS, 2800);
    await desk.send('ann', handOrder({ lots: 10 }));
    desk.quote(GAS, 2800);
    const count = valuations(desk).length;
    passTime(desk, 6 * 86_400_000);
    passTime(desk, MINUTE_MS);
    expect(valuations(desk)).toHaveLength(count);
    desk.quote(GAS, 2900);
    expect(valuations(desk)).toHaveLength(count + 1);
  });
});
