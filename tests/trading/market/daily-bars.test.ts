import { describe, expect, it } from 'vitest';
import { getFrontInstrument } from '../../../app/trading/domain/contract';
import { COMMODITY_KEYS, type CommodityKey } from '../../../app/trading/domain/commodity';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';
import { toTicks } from '../../../app/trading/domain/units';
import {
  computeDailyStaleMs,
  isDailyBar,
  toSessionBar,
} from '../../../app/trading/market/daily-bars';

const getInstrument = (commodity: CommodityKey) => getFrontInstrument(commodity, null);
const buildDay = (day: string) => {
  const startsMs = Date.parse(`${day}T00:00:00Z`);
  return {
    openTicks: toTicks(100),
    highTicks: toTicks(110),
    lowTicks: toTicks(90),
    closeTicks: toTicks(105),
    startsMs,
    endsMs: startsMs + DAY_MS - 1,
  };
};
const toIso = (atMs: number): string => new Date(atMs).toISOString().slice(0, 16);

describe('a daily bar of a file', () => {
  it.each<[CommodityKey, string, string, string]>([
    ['natural-gas', '2026-11-24', '2026-11-23T23:00', '2026-11-24T19:30'],
    // In summer time.
    ['natural-gas', '2026-07-14', '2026-07-13T22:00', '2026-07-14T18:30'],
    // The session of Monday opens on Sunday.
    ['crude-oil', '2026-11-23', '2026-11-22T23:00', '2026-11-23T19:30'],
    // The evening before, across the pause in the morning.
    ['corn', '2026-11-24', '2026-11-24T01:00', '2026-11-24T19:20'],
    // Opens at 09:15, which is less than half a day before.
    ['coffee', '2026-11-24', '2026-11-24T06:30', '2026-11-24T18:30'],
    // Thanksgiving trades for the day after, which ends early.
    ['natural-gas', '2026-11-27', '2026-11-25T23:00', '2026-11-27T18:45'],
  ])('of %s on %s begins at %s and settles at %s', (commodity, day, opens, closes) => {
    const bar = toSessionBar(getInstrument(commodity), buildDay(day));
    expect(bar && [toIso(bar.startsMs), toIso(bar.endsMs)]).toEqual([opens, closes]);
  });

  it.each(COMMODITY_KEYS)('of %s has no session on a Saturday or on Christmas', (commodity) => {
    for (const day of ['2026-11-21', '2026-12-25'])
      expect(toSessionBar(getInstrument(commodity), buildDay(day))).toBeNull();
  });

  it.each(COMMODITY_KEYS)('of %s does not overlap the next one in a year', (commodity) => {
    let lastEndMs = -Infinity;
    let count = 0;
    const faults: unknown[] = [];
    for (let dayMs = Date.UTC(2025, 10, 1); dayMs < Date.UTC(2027, 0, 1); dayMs += DAY_MS) {
      const day = buildDay(toIso(dayMs).slice(0, 10));
      const bar = toSessionBar(getInstrument(commodity), day);
      if (bar === null) continue;
      count += 1;
      if (bar.startsMs < lastEndMs || bar.endsMs <= bar.startsMs) faults.push(bar);
      lastEndMs = bar.endsMs;
    }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(285);
  });

  it('is one of a whole UTC day', () => {
    const day = buildDay('2026-11-20');
    const hour = { ...day, endsMs: day.startsMs + HOUR_MS - 1 };
    expect([isDailyBar(day), isDailyBar(hour)]).toEqual([true, false]);
  });

  it.each([
    ['2026-11-23T19:30', '2026-11-24T19:30'],
    // Over a weekend, and over Thanksgiving, which does not settle.
    ['2026-11-20T19:30', '2026-11-23T19:30'],
    ['2026-11-25T19:30', '2026-11-27T18:45'],
  ])('settled at %s is stale at %s', (settled, stale) => {
    const settledMs = Date.parse(`${settled}Z`);
    const gas = getInstrument('natural-gas');
    expect(toIso(settledMs + computeDailyStaleMs(gas, settledMs))).toBe(stale);
  });
});
