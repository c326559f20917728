// Market hours: 9:00 to 16:00 in the market time zone, every day.
import { expect, test } from 'vitest';
import { marketStatus } from '../../../app/models/market/market-hours.server';

const getStatus = (iso: string, zone = 'America/New_York'): string =>
  marketStatus(Date.parse(iso), zone).status;

test('opens at 9:00 and closes at 16:00', () => {
  expect([
    getStatus('2026-03-06T13:59:59.999Z'),
    getStatus('2026-03-06T14:00:00Z'),
    getStatus('2026-03-06T20:59:59.999Z'),
    getStatus('2026-03-06T21:00:00Z'),
  ]).toEqual(['CLOSED', 'OPEN', 'OPEN', 'CLOSED']);
  expect(marketStatus(Date.parse('2026-03-06T14:00:00Z'), 'America/New_York')).toEqual({
    isOpen: true,
    status: 'OPEN',
    timeZone: 'America/New_York',
  });
});

test('follows daylight saving time and other time zones', () => {
  expect([getStatus('2026-03-09T12:59:59Z'), getStatus('2026-03-09T13:00:00Z')]).toEqual([
    'CLOSED',
    'OPEN',
  ]);
  expect([
    getStatus('2026-03-09T07:59:59Z', 'Europe/Berlin'),
    getStatus('2026-03-09T08:00:00Z', 'Europe/Berlin'),
  ]).toEqual(['CLOSED', 'OPEN']);
});

test('is open on weekends', () => {
  expect([getStatus('2026-03-07T15:00:00Z'), getStatus('2026-03-08T15:00:00Z')]).toEqual([
    'OPEN',
    'OPEN',
  ]);
});
