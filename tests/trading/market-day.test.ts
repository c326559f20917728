import { expect, test } from 'vitest';
import { isMarketDay, marketWord } from '../../app/trading/domain/market-day';

const at = (iso: string): boolean => isMarketDay(Date.parse(iso), 'America/New_York');

test('runs from nine to before sixteen in the named zone, every day, through the change of clocks', () => {
  expect([
    at('2026-11-20T13:59:59Z'),
    at('2026-11-20T14:00:00Z'),
    at('2026-11-20T20:59:59Z'),
    at('2026-11-20T21:00:00Z'),
  ]).toEqual([false, true, true, false]);
  expect([at('2026-07-04T13:00:00Z'), at('2026-07-04T12:59:59Z')]).toEqual([true, false]);
});

test('has one word for each', () => {
  expect([marketWord(true), marketWord(false)]).toEqual(['OPEN', 'CLOSED']);
});
