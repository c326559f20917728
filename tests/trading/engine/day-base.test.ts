// From which price the change of a day is measured: the last one seen before the day began in the
// market's time zone.
import { expect, test } from 'vitest';
import { dayIn } from '../../../app/server/desk/desk-config.server';
import { quoteAround } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import { findInstrumentMarket } from '../../../app/trading/engine/state';
import { type DeskHarness, GAS, MARKET, deskHarness, testConfig } from '../../support/desk-harness';

const desk = (): DeskHarness => deskHarness(testConfig({ dayOf: dayIn('America/New_York') }));
const base = ({ runner }: DeskHarness): unknown => {
  const { day, dayBaseTicks } = findInstrumentMarket(runner.state(), MARKET, 'NG') ?? {};
  return [day, dayBaseTicks];
};

function quote({ offer }: DeskHarness, iso: string, ticks: number, isBackfill = false): void {
  const atMs = Date.parse(iso);
  offer({
    type: 'Market',
    isBackfill,
    atMs,
    event: {
      type: 'QuoteArrived',
      market: MARKET,
      instrumentId: GAS.id,
      quote: quoteAround(toTicks(ticks), 1, atMs),
    },
  });
}

function bar({ offer }: DeskHarness, startIso: string, endIso: string, close: number): void {
  const [startsMs, endsMs] = [Date.parse(startIso), Date.parse(endIso)];
  const made = {
    openTicks: toTicks(close),
    highTicks: toTicks(close),
    lowTicks: toTicks(close),
    closeTicks: toTicks(close),
    startsMs,
    endsMs,
  };
  const quoted = quoteAround(toTicks(close), 1, endsMs);
  offer({
    type: 'Market',
    isBackfill: true,
    atMs: endsMs,
    event: { type: 'BarClosed', market: MARKET, instrumentId: GAS.id, bar: made, quote: quoted },
  });
}

test('nothing is known on the first day, and the last price of a day is the base of the next', () => {
  const first = desk();
  expect(base(first)).toEqual(['', null]);
  quote(first, '2024-06-03T18:00:00Z', 2800);
  expect(base(first)).toEqual(['2024-06-03', null]);
  quote(first, '2024-06-04T03:59:59.999Z', 2811); // 23:59:59 in New York
  expect(base(first)).toEqual(['2024-06-03', null]);
  quote(first, '2024-06-04T04:00:00Z', 2822);
  expect(base(first)).toEqual(['2024-06-04', 2811]);
  quote(first, '2024-06-04T20:00:00Z', 2900);
  expect(base(first)).toEqual(['2024-06-04', 2811]);
  quote(first, '2024-06-05T12:00:00Z', 2950);
  expect(base(first)).toEqual(['2024-06-05', 2900]);
});

test('bars of the past count as well, and days without a price are passed over', () => {
  const past = desk();
  bar(past, '2024-06-07T19:45:00Z', '2024-06-07T19:59:59.999Z', 2750);
  bar(past, '2024-06-08T03:45:00Z', '2024-06-08T03:59:59.999Z', 2760);
  quote(past, '2024-06-10T13:00:00Z', 2790, true);
  expect(base(past)).toEqual(['2024-06-10', 2760]);
});

test('a quote that is not believed changes no base', () => {
  const sound = desk();
  quote(sound, '2024-06-03T18:00:00Z', 2800);
  quote(sound, '2024-06-04T18:00:00Z', -5);
  expect(base(sound)).toEqual(['2024-06-03', null]);
});
