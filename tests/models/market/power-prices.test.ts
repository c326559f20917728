// The panel of power spot prices: cards, charts and hours.
import { describe, expect, it } from 'vitest';
import { buildPowerPrices } from '../../../app/models/market/power-prices.server';
import { listSpotDtos } from '../../../app/models/market/spot-prices.server';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../app/trading/domain/time';
import { createPublicArchive } from '../../../app/trading/market/sources/public-archive';
import type { PowerPriceReading, Reading } from '../../../app/trading/market/sources/reading';

const ZONE = 'America/New_York';
/** Midnight in New York. */
const MIDNIGHT = Date.UTC(2026, 10, 24, 5);
const NOW_MS = MIDNIGHT + 9 * HOUR_MS + 12 * MINUTE_MS;

const buildHour = (hour: number, more: Partial<PowerPriceReading> = {}): PowerPriceReading => ({
  kind: 'power price',
  hub: 'NYISO',
  market: 'day-ahead',
  startsMs: MIDNIGHT + hour * HOUR_MS,
  endsMs: MIDNIGHT + (hour + 1) * HOUR_MS,
  dollarsPerMwh: hour === 18 ? 95.5 : 30 + (hour % 24),
  ...more,
});

const buildRealTime = (minute: number, dollarsPerMwh: number): PowerPriceReading => {
  const startsMs = MIDNIGHT + minute * MINUTE_MS;
  const endsMs = startsMs + 5 * MINUTE_MS;
  return buildHour(0, { market: 'real-time', startsMs, endsMs, dollarsPerMwh });
};

const REAL_TIME = [buildRealTime(9 * 60, 40), buildRealTime(9 * 60 + 5, 42)];
const DAY_AHEAD = Array.from({ length: 24 }, (_, hour) => buildHour(hour));

function openArchive(readings: readonly Reading[]) {
  const archive = createPublicArchive();
  const publishedMs = MIDNIGHT - DAY_MS;
  archive.addReadings(readings.map((reading) => ({ reading, publishedMs })));
  return archive;
}

const buildPanel = (readings: readonly Reading[]) =>
  buildPowerPrices(openArchive(readings), NOW_MS, ZONE);

describe('a card of a hub', () => {
  it('shows the real-time price beside the day-ahead price of the hour', () => {
    const [card] = buildPanel([...DAY_AHEAD, ...REAL_TIME]).cards;
    expect(card).toMatchObject({
      hub: 'NYISO',
      price: '$42.00',
      note: 'Real-time price, 09:05 to 09:10.',
      dayAhead: '$39.00',
      isStale: false,
      credit:
        'Source: New York Independent System Operator (NYISO); about 5 min late. Published by NYISO for information; own use only, no redistribution.',
    });
    expect(card?.chart?.summary).toBe(
      'NYISO day-ahead: lowest $30.00 at Nov 24 00:00, highest $95.50 at Nov 24 18:00.',
    );
  });

  it('shows the newest hour of demand with its change in a week', () => {
    const buildDemand = (hour: number, value: number): Reading => ({
      kind: 'series',
      series: 'demand/NYIS',
      validMs: MIDNIGHT + hour * HOUR_MS,
      value,
    });
    const findDemand = (...demand: readonly Reading[]) => buildPanel(demand).cards[0]?.demand;
    expect(findDemand()).toBeNull();
    expect(findDemand(buildDemand(6, 17_900), buildDemand(7, 18_420))).toBe(
      'Demand 18,420 MW, Nov 24 07:00 to 08:00 (EIA)',
    );
    expect(findDemand(buildDemand(7, 18_420), buildDemand(7 - 7 * 24, 18_000))).toBe(
      'Demand 18,420 MW, +2.3% in a week, Nov 24 07:00 to 08:00 (EIA)',
    );
    // That of two days ago says nothing about today.
    expect(findDemand(buildDemand(-20, 18_000))).toBeNull();
    expect(findDemand(buildDemand(-3, 18_000))).toContain('Nov 23 21:00 to 22:00');
  });

  it('shows the day-ahead price also beside the first minutes of the hour', () => {
    const [card] = buildPanel([...DAY_AHEAD, buildRealTime(9 * 60, 40)]).cards;
    expect(card).toMatchObject({ price: '$40.00', dayAhead: '$39.00' });
  });

  it('does not repeat the day-ahead price where it is the price', () => {
    const [card] = buildPanel(DAY_AHEAD).cards;
    expect(card).toMatchObject({ price: '$39.00', dayAhead: null });
  });

  it('marks the traded price of a day, which stands in for the prices of PJM', () => {
    const series = 'spot/PJM/traded-peak';
    const validMs = Date.UTC(2026, 10, 12);
    const cards = buildPanel([{ kind: 'series', series, validMs, value: 47.1 }]).cards;
    expect(cards.find(({ hub }) => hub === 'PJM')).toMatchObject({
      price: '$47.10',
      note: 'Traded price of the peak hours of Nov 12; prices of hours need the key of PJM.',
      isDaily: true,
      isStale: false,
      credit:
        'Source: U.S. Energy Information Administration; Intercontinental Exchange; about 14 d late. Prices of the Intercontinental Exchange, republished by EIA with permission; own use only.',
    });
    expect(cards.filter(({ isDaily }) => isDaily)).toHaveLength(1);
  });

  it('says that no price has arrived', () => {
    const { cards, hours } = buildPanel([]);
    expect(cards.map(({ hub }) => hub)).toEqual(['NYISO', 'ERCOT', 'CAISO', 'PJM', 'MISO']);
    for (const card of cards)
      expect(card).toMatchObject({
        price: null,
        note: 'No price has arrived yet. Data Health shows the reason.',
        chart: null,
      });
    expect(hours).toEqual([]);
  });

  it('has the same hours as the others, in whole steps of the labels', () => {
    const late = buildHour(26, { hub: 'CAISO' });
    const { cards } = buildPanel([...DAY_AHEAD, buildHour(25, { hub: 'CAISO' }), late]);
    for (const hub of ['NYISO', 'CAISO'])
      expect(cards.find((card) => card.hub === hub)?.chart?.xTicks.map(({ text }) => text)).toEqual(
        ['00:00', '07:00', '14:00', '21:00', '04:00'],
      );
  });

  it('draws real-time prices until now and day-ahead steps until the last hour', () => {
    const [card] = buildPanel([...DAY_AHEAD, ...REAL_TIME]).cards;
    const [realTime, dayAhead] = card?.chart?.lines ?? [];
    expect([realTime?.name, dayAhead?.name]).toEqual(['Real-time', 'Day-ahead']);
    expect(card?.chart?.xTicks.map(({ text }) => text)).toEqual([
      '00:00',
      '06:00',
      '12:00',
      '18:00',
      '00:00',
    ]);
    const heights = (dayAhead?.path.match(/[\d.]+(?=[ML]|$)/g) ?? []).map(Number);
    expect(heights).toHaveLength(24 * 4);
    // An hour is level over its four quarters.
    expect(new Set(heights.slice(0, 4)).size).toBe(1);
    expect(heights[4]).not.toBe(heights[3]);
  });
});

describe('the hours', () => {
  it('have a column for each hub', () => {
    const pjm = buildHour(20, { hub: 'PJM', dollarsPerMwh: -1.25 });
    const { hours, zone } = buildPanel([buildHour(19), buildHour(20), pjm]);
    expect(zone).toBe('EST');
    expect(hours.map(({ label, prices }) => [label, ...prices])).toEqual([
      ['Nov 24 19:00', '$49.00', null, null, null, null],
      ['Nov 24 20:00', '$50.00', null, null, '−$1.25', null],
    ]);
  });
});

describe('spot rows beside quotes', () => {
  it('state price, interval and publisher, and are not tradable', () => {
    const [row] = listSpotDtos(
      openArchive([...DAY_AHEAD, ...REAL_TIME]).spot,
      ['electricity'],
      NOW_MS,
    );
    expect(row).toMatchObject({
      kind: 'spot',
      symbol: 'SPOT-NYISO',
      hub: 'NYISO',
      region: null,
      price: '42.00',
      bid: null,
      note: 'real-time price, 14:05 to 14:10 UTC',
      asOf: '2026-11-24T14:05:00.000Z',
      ageSeconds: 7 * 60,
      source: 'New York ISO',
    });
  });

  it('have the date and the change of daily prices', () => {
    const values = [3, 3.3].map(
      (value, day): Reading => ({
        kind: 'series',
        series: 'cash/henry-hub',
        validMs: Date.UTC(2026, 10, 19 + day),
        value,
      }),
    );
    const [row] = listSpotDtos(openArchive(values).spot, ['natural-gas'], NOW_MS);
    expect(row).toMatchObject({
      symbol: 'SPOT-Henry Hub',
      region: 'Henry Hub',
      price: '3.300',
      change: 0.3,
      note: 'Henry Hub spot price of 2026-11-20',
    });
    expect(row?.changePercent).toBeCloseTo(10, 9);
  });

  it('are none of other commodities and in other markets', () => {
    expect(listSpotDtos(openArchive(DAY_AHEAD).spot, ['corn'], NOW_MS)).toEqual([]);
    expect(listSpotDtos(null, ['electricity'], NOW_MS)).toEqual([]);
  });
});
