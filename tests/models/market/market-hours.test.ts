// The market day of the tile: from 9 to before 16 in the market's own zone, every day, whatever the
// clocks do.
import { expect, test } from 'vitest';
import { marketStatus } from '../../../app/models/market/market-hours.server';

const at = (iso: string, zone = 'America/New_York'): string =>
  marketStatus(Date.parse(iso), zone).status;

test('opens at nine and closes at four', () => {
  expect([
    at('2026-03-06T13:59:59.999Z'),
    at('2026-03-06T14:00:00Z'),
    at('2026-03-06T20:59:59.999Z'),
    at('2026-03-06T21:00:00Z'),
  ]).toEqual(['CLOSED', 'OPEN', 'OPEN', 'CLOSED']);
  expect(marketStatus(Date.parse('2026-03-06T14:00:00Z'), 'America/New_York')).toEqual({
    isOpen: true,
    status: 'OPEN',
    timeZone: 'America/New_York',
  });
});

test('follows summer time, and another zone', () => {
  expect([at('2026-03-09T12:59:59Z'), at('2026-03-09T13:00:00Z')]).toEqual(['CLOSED', 'OPEN']);
  expect([
    at('2026-03-09T07:59:59Z', 'Europe/Berlin'),
    at('2026-03-09T08:00:00Z', 'Europe/Berlin'),
  ]).toEqual(['CLOSED', 'OPEN']);
});

test('is open at weekends', () => {
  expect([at('2026-03-07T15:00:00Z'), at('2026-03-08T15:00:00Z')]).toEqual(['OPEN', 'OPEN']);
});
