// Forecasts on late prices expire when a price can measure them.
import { expect, it } from 'vitest';
import { computeDailyStaleMs } from '../../../app/trading/market/daily-bars';
import { findMonthInstrument } from '../../../app/trading/market/contract-month';
import { findExpiry } from '../../../app/trading/signals/signal-expiry';

const parseTime = (text: string): number => Date.parse(`${text}Z`);
const gas = findMonthInstrument('NG.F27');
if (!gas) throw new Error('NG.F27 is no contract');

it.each([
  // Quoted: a day later, or at the next open.
  ['a quote in the week', true, '2026-11-17T15:00', '2026-11-17T15:10', '2026-11-18T15:10'],
  ['a quote of a Friday', true, '2026-11-20T15:00', '2026-11-20T15:10', '2026-11-22T23:05'],
  // Settlements at 14:30 in New York: before the one of the next session.
  ['a settlement in the week', false, '2026-11-17T19:30', '2026-11-18T02:00', '2026-11-18T19:10'],
  ['a settlement of a Friday', false, '2026-11-20T19:30', '2026-11-21T09:00', '2026-11-23T19:10'],
  ['one before a holiday', false, '2026-11-25T19:30', '2026-11-25T23:00', '2026-11-27T18:25'],
])('%s', (_name, isQuoted, priced, stamp, expiry) => {
  const pricedMs = parseTime(priced);
  const staleFromMs = isQuoted ? pricedMs : pricedMs + computeDailyStaleMs(gas, pricedMs);
  const found = findExpiry({ instrument: gas, staleFromMs, isQuoted }, parseTime(stamp));
  expect(new Date(found).toISOString().slice(0, 16)).toBe(expiry);
});
