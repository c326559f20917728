// Base of the daily change: the last price before the trading day, in the market's time zone.
import { expect, test } from 'vitest';
import { createDayResolver } from '../../../app/server/desk/desk-config.server';
import { buildQuote } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import { findInstrumentMarket } from '../../../app/trading/engine/state';
import {
  type DeskHarness,
  GAS,
  MARKET,
  createDeskHarness,
  createTestConfig,
} from '../../support/desk-harness';

const createDesk = (): DeskHarness =>
  createDeskHarness(createTestConfig({ getTradingDay: createDayResolver('America/New_York') }));
const getDayBase = ({ runner }: DeskHarness): unknown => {
  const { day, dayBaseTicks } = findInstrumentMarket(runner.state(), MARKET, 'NG') ?? {};
  return [day, dayBaseTicks];
};

function offerQuote({ offer }: DeskHarness, iso: string, ticks: number, isBackfill = false): void {
  const atMs = Date.parse(iso);
  offer({
    type: 'Market',
    isBackfill,
    atMs,
    event: {
      type: 'QuoteArrived',
      market: MARKET,
      instrumentId: GAS.id,
      quote: buildQuote(toTicks(ticks), 1, atMs),
    },
  });
}

function offerBar(
  { offer }: DeskHarness,
  startIso: string,
  endIso: string,
  close: number,
  [low, high]: readonly [number, number] = [close, close],
): void {
  const [startsMs, endsMs] = [Date.parse(startIso), Date.parse(endIso)];
  const historyBar = {
    openTicks: toTicks(close),
    highTicks: toTicks(high),
    lowTicks: toTicks(low),
    closeTicks: toTicks(close),
    startsMs,
    endsMs,
  };
  const quoted = buildQuote(toTicks(close), 1, endsMs);
  offer({
    type: 'Market',
    isBackfill: true,
    atMs: endsMs,
    event: {
      type: 'BarClosed',
      market: MARKET,
      instrumentId: GAS.id,
      bar: historyBar,
      quote: quoted,
    },
  });
}

test('has no base on the first day and then uses the last price of the previous day', () => {
  const first = createDesk();
  expect(getDayBase(first)).toEqual(['', null]);
  offerQuote(first, '2024-06-03T18:00:00Z', 2800);
  expect(getDayBase(first)).toEqual(['2024-06-03', null]);
  offerQuote(first, '2024-06-04T03:59:59.999Z', 2811); // 23:59:59 in New York
  expect(getDayBase(first)).toEqual(['2024-06-03', null]);
  offerQuote(first, '2024-06-04T04:00:00Z', 2822);
  expect(getDayBase(first)).toEqual(['2024-06-04', 2811]);
  offerQuote(first, '2024-06-04T20:00:00Z', 2900);
  expect(getDayBase(first)).toEqual(['2024-06-04', 2811]);
  offerQuote(first, '2024-06-05T12:00:00Z', 2950);
  expect(getDayBase(first)).toEqual(['2024-06-05', 2900]);
});

test('uses historical bars and skips days without a price', () => {
  const past = createDesk();
  offerBar(past, '2024-06-07T19:45:00Z', '2024-06-07T19:59:59.999Z', 2750);
  offerBar(past, '2024-06-08T03:45:00Z', '2024-06-08T03:59:59.999Z', 2760);
  offerQuote(past, '2024-06-10T13:00:00Z', 2790, true);
  expect(getDayBase(past)).toEqual(['2024-06-10', 2760]);
});

test('ignores invalid quotes', () => {
  const sound = createDesk();
  offerQuote(sound, '2024-06-03T18:00:00Z', 2800);
  offerQuote(sound, '2024-06-04T18:00:00Z', -5);
  expect(getDayBase(sound)).toEqual(['2024-06-03', null]);
});

const getDayRange = ({ runner }: DeskHarness): unknown => {
  const { dayLowTicks, dayHighTicks } = findInstrumentMarket(runner.state(), MARKET, 'NG') ?? {};
  return [dayLowTicks, dayHighTicks];
};

test('has the range of the day from quotes and restarts it at midnight', () => {
  const desk = createDesk();
  expect(getDayRange(desk)).toEqual([null, null]);
  offerQuote(desk, '2024-06-03T18:00:00Z', 2800);
  offerQuote(desk, '2024-06-03T19:00:00Z', 2850);
  offerQuote(desk, '2024-06-03T20:00:00Z', 2790);
  expect(getDayRange(desk)).toEqual([2790, 2850]);
  offerQuote(desk, '2024-06-04T04:00:00Z', 2822);
  expect(getDayRange(desk)).toEqual([2822, 2822]);
});

test('has the range of bars that started on the day', () => {
  const desk = createDesk();
  offerBar(desk, '2024-06-07T18:00:00Z', '2024-06-07T18:14:59.999Z', 2750, [2700, 2760]);
  expect(getDayRange(desk)).toEqual([2700, 2760]);
  // A day in UTC: it started at 20:00 of the day before.
  offerBar(desk, '2024-06-07T00:00:00Z', '2024-06-07T23:59:59.999Z', 2755, [2600, 2900]);
  expect(getDayRange(desk)).toEqual([2700, 2760]);
});
