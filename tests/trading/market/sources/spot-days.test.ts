import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../app/trading/domain/time';
import type { PowerPriceReading } from '../../../../app/trading/market/sources/reading';
import { SpotDays } from '../../../../app/trading/market/sources/spot-days';

const DAY = Date.UTC(2026, 10, 24);
const PUBLISHED_MS = DAY - 8 * HOUR_MS;

const buildPrice = (hour: number, dollarsPerMwh: number, more = {}): PowerPriceReading => ({
  kind: 'power price',
  hub: 'NYISO',
  market: 'day-ahead',
  startsMs: DAY + hour * HOUR_MS,
  endsMs: DAY + (hour + 1) * HOUR_MS,
  dollarsPerMwh,
  ...more,
});

/** Adds hours at the price of their number; returns what each brought. */
const addHours = (days: SpotDays, fromHour: number, untilHour: number, publishedMs: number) =>
  Array.from({ length: untilHour - fromHour }, (_, index) =>
    days.addPrice(buildPrice(fromHour + index, fromHour + index), publishedMs),
  );

describe('the spot series of a hub', () => {
  it('follow from the 24 hours of a UTC day, of two local days', () => {
    const days = new SpotDays();
    expect(addHours(days, -19, 5, PUBLISHED_MS - DAY_MS).flat()).toEqual([]);
    const later = addHours(days, 5, 29, PUBLISHED_MS).filter((values) => values.length > 0);
    expect(later).toEqual([
      [
        { series: 'spot/NYISO/mean', validMs: DAY, publishedMs: PUBLISHED_MS, value: 11.5 },
        { series: 'spot/NYISO/peak', validMs: DAY, publishedMs: PUBLISHED_MS, value: 23 },
        { series: 'spot/NYISO/low', validMs: DAY, publishedMs: PUBLISHED_MS, value: 0 },
      ],
    ]);
  });

  it('are published again with a revised hour, and not with an older version of it', () => {
    const days = new SpotDays();
    addHours(days, 0, 24, PUBLISHED_MS);
    const [mean] = days.addPrice(buildPrice(0, 24), PUBLISHED_MS + HOUR_MS);
    expect(mean).toMatchObject({ value: 12.5, publishedMs: PUBLISHED_MS + HOUR_MS });
    expect(days.addPrice(buildPrice(0, 99), PUBLISHED_MS)).toEqual([]);
  });

  it('do not mix hubs, markets and lengths', () => {
    const days = new SpotDays();
    addHours(days, 0, 23, PUBLISHED_MS);
    for (const more of [
      { hub: 'PJM' },
      { market: 'real-time' },
      { endsMs: DAY + 23 * HOUR_MS + HOUR_MS / 4 },
    ])
      expect(days.addPrice(buildPrice(23, 5, more), PUBLISHED_MS)).toEqual([]);
    expect(days.addPrice(buildPrice(23, 23), PUBLISHED_MS)).toHaveLength(3);
  });
});
