import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../app/trading/domain/time';
import { createPublicArchive } from '../../../../app/trading/market/sources/public-archive';
import type { PowerPriceReading, Reading } from '../../../../app/trading/market/sources/reading';

const DAY = Date.UTC(2026, 10, 24);
const NOW_MS = DAY + 14 * HOUR_MS + 12 * MINUTE_MS;

const buildHour = (hour: number, more: Partial<PowerPriceReading> = {}): PowerPriceReading => ({
  kind: 'power price',
  hub: 'NYISO',
  market: 'day-ahead',
  startsMs: DAY + hour * HOUR_MS,
  endsMs: DAY + (hour + 1) * HOUR_MS,
  dollarsPerMwh: 30 + hour,
  ...more,
});

const buildRealTime = (startsMs: number, dollarsPerMwh: number): PowerPriceReading =>
  buildHour(0, { market: 'real-time', startsMs, endsMs: startsMs + 5 * MINUTE_MS, dollarsPerMwh });

function openSpot(readings: readonly Reading[]) {
  const archive = createPublicArchive();
  archive.addReadings(readings.map((reading) => ({ reading, publishedMs: DAY })));
  return archive.spot;
}

const listSpots = (readings: readonly Reading[]) =>
  openSpot(readings)
    .listSpotPrices(NOW_MS)
    .map(({ name, price, kind, isStale }) => ({ name, price, kind, isStale }));

const HOURS = [13, 14, 15].map((hour) => buildHour(hour));

describe('the spot price of a hub', () => {
  it('is the newest real-time price', () => {
    const prices = [...HOURS, buildRealTime(NOW_MS - 12 * MINUTE_MS, 50)];
    expect(listSpots([...prices, buildRealTime(NOW_MS - 7 * MINUTE_MS, 51)])).toEqual([
      { name: 'NYISO', price: 51, kind: 'real-time', isStale: false },
    ]);
  });

  it('is the day-ahead price of this hour without a current real-time price', () => {
    const dayAhead = { name: 'NYISO', price: 44, kind: 'day-ahead', isStale: false };
    expect(listSpots(HOURS)).toEqual([dayAhead]);
    expect(listSpots([...HOURS, buildRealTime(NOW_MS - HOUR_MS, 50)])).toEqual([dayAhead]);
  });

  it('is an old real-time price, marked as stale, without any other', () => {
    expect(listSpots([buildRealTime(NOW_MS - HOUR_MS, 50), buildHour(13)])).toEqual([
      { name: 'NYISO', price: 50, kind: 'real-time', isStale: true },
    ]);
    expect(listSpots([buildHour(13), buildHour(15)])).toEqual([]);
  });

  it('is that of the newest version', () => {
    const archive = createPublicArchive();
    const versions: readonly (readonly [price: number, publishedMs: number])[] = [
      [44, DAY + HOUR_MS],
      [45, DAY + 2 * HOUR_MS],
      [43, DAY],
    ];
    for (const [dollarsPerMwh, publishedMs] of versions)
      archive.addReadings([{ reading: buildHour(14, { dollarsPerMwh }), publishedMs }]);
    expect(archive.spot.listSpotPrices(NOW_MS).map(({ price }) => price)).toEqual([45]);
  });

  it('of PJM is the traded price of a day without prices of the operator', () => {
    const readings = [
      { validMs: DAY - 12 * DAY_MS, value: 47 },
      { validMs: DAY - 11 * DAY_MS, value: 51.5 },
    ].map((day): Reading => ({ kind: 'series', series: 'spot/PJM/traded-peak', ...day }));
    const [daily] = openSpot(readings).listSpotPrices(NOW_MS);
    expect(daily).toMatchObject({
      name: 'PJM',
      hub: 'PJM',
      kind: 'daily',
      price: 51.5,
      change: 4.5,
      isStale: false,
      publisher: 'ICE prices by EIA',
    });
    const later = openSpot(readings).listSpotPrices(NOW_MS + 17 * DAY_MS);
    expect(later).toMatchObject([{ isStale: true }]);
    expect(listSpots([...readings, buildHour(14, { hub: 'PJM' })])).toEqual([
      { name: 'PJM', price: 44, kind: 'day-ahead', isStale: false },
    ]);
  });

  it('ends after a week', () => {
    const archive = createPublicArchive();
    archive.addReadings([{ reading: buildRealTime(NOW_MS, 50), publishedMs: NOW_MS }]);
    const later = { reading: buildHour(24 * 9), publishedMs: NOW_MS + 9 * DAY_MS };
    archive.addReadings([later]);
    expect(archive.spot.power.findNewest('NYISO', 'real-time')).toBeNull();
  });
});

describe('daily spot prices', () => {
  const buildValue = (series: string, day: number, value: number): Reading => ({
    kind: 'series',
    series,
    validMs: DAY + day * DAY_MS,
    value,
  });

  it('have a change from the trading day before', () => {
    const prices = [-8, -4, -1].map((day, index) => buildValue('cash/henry-hub', day, 3 + index));
    const [gas] = openSpot(prices).listSpotPrices(NOW_MS);
    expect(gas).toMatchObject({
      commodity: 'natural-gas',
      region: 'Henry Hub',
      price: 5,
      change: 1,
      publisher: 'EIA Open Data',
      isStale: false,
    });
    const [first] = openSpot(prices.slice(0, 1)).listSpotPrices(NOW_MS);
    expect(first).toMatchObject({ price: 3, change: null });
  });

  it('are stale when the weekly publication is missing', () => {
    const [oil] = openSpot([buildValue('spot/wti', -13, 70)]).listSpotPrices(NOW_MS);
    expect(oil).toMatchObject({ name: 'WTI', commodity: 'crude-oil', price: 70, isStale: true });
  });

  it('exist for power, gas and crude oil', () => {
    const spot = openSpot([
      ...Array.from({ length: 24 }, (_, hour) => buildHour(hour)),
      buildValue('cash/henry-hub', -1, 3),
      buildValue('spot/wti', -1, 70),
    ]);
    const listDays = (chain: string) => spot.listDailyPrices(chain, DAY - DAY_MS, DAY + DAY_MS);
    expect(listDays('ET-NYISO')).toEqual([{ dayMs: DAY, close: 41.5 }]);
    expect(listDays('NG')).toEqual([{ dayMs: DAY - DAY_MS, close: 3 }]);
    expect(listDays('CL')).toEqual([{ dayMs: DAY - DAY_MS, close: 70 }]);
    expect([listDays('ET-PJM'), listDays('CORN'), listDays('')]).toEqual([[], [], []]);
  });
});
