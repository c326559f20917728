import { expect, test } from 'vitest';
import { isMarketOpen, getMarketStatus } from '../../app/trading/domain/market-status';

const isOpenAt = (iso: string): boolean => isMarketOpen(Date.parse(iso), 'America/New_York');

test('is open from 9:00 to before 16:00 local time every day, through clock changes', () => {
  expect([
    isOpenAt('2026-11-20T13:59:59Z'),
    isOpenAt('2026-11-20T14:00:00Z'),
    isOpenAt('2026-11-20T20:59:59Z'),
    isOpenAt('2026-11-20T21:00:00Z'),
  ]).toEqual([false, true, true, false]);
  expect([isOpenAt('2026-07-04T13:00:00Z'), isOpenAt('2026-07-04T12:59:59Z')]).toEqual([
    true,
    false,
  ]);
});

test('has one status text each', () => {
  expect([getMarketStatus(true), getMarketStatus(false)]).toEqual(['OPEN', 'CLOSED']);
});
