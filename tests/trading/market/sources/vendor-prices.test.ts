import { describe, expect, it } from 'vitest';
import type {
  DailyBarReading,
  QuoteReading,
  Reading,
} from '../../../../app/trading/market/sources/reading';
import {
  createVendorPrices,
  loadVendorPrices,
} from '../../../../app/trading/market/sources/vendor-prices';

const DAY = Date.UTC(2026, 10, 24);
const QUOTE: QuoteReading = {
  kind: 'quote',
  symbol: 'ZCH27.CBT',
  atMs: DAY + 1,
  price: 452.25,
  bid: null,
  ask: null,
};
const BAR: DailyBarReading = {
  kind: 'daily bar',
  symbol: 'KCH27.NYB',
  dayMs: DAY,
  open: 310,
  high: 316.2,
  low: 303.8,
  close: 313.1,
};
const SERIES: Reading = { kind: 'series', series: 'x', validMs: DAY, value: 1 };
const publishAt = (publishedMs: number, ...readings: readonly Reading[]) =>
  readings.map((reading) => ({ reading, publishedMs }));

describe('prices of a vendor', () => {
  it('are in ticks of the contract month, with the half-spread of the contract', () => {
    const prices = createVendorPrices();
    expect(prices.addReadings(publishAt(DAY, QUOTE, BAR, SERIES))).toEqual([
      { instrumentId: 'CORN.H27', hasNewBars: false },
      { instrumentId: 'KC.H27', hasNewBars: true },
    ]);
    expect(prices.findQuote('CORN.H27')).toEqual({
      bidTicks: 1808,
      lastTicks: 1809,
      askTicks: 1809,
      atMs: DAY + 1,
    });
    expect(prices.listBars('KC.H27')).toEqual([
      {
        openTicks: 6200,
        highTicks: 6324,
        lowTicks: 6076,
        closeTicks: 6262,
        startsMs: DAY,
        endsMs: DAY + 86_399_999,
      },
    ]);
    expect([prices.listQuoted(), prices.listContracts()]).toEqual([['CORN.H27'], ['KC.H27']]);
  });

  it('have the bid and ask of a source that states them', () => {
    const prices = createVendorPrices();
    prices.addReadings(publishAt(DAY, { ...QUOTE, bid: 452, ask: 452.5 }));
    expect(prices.findQuote('CORN.H27')).toMatchObject({ bidTicks: 1808, askTicks: 1810 });
  });

  it.each<[string, Reading]>([
    ['a quote off the tick', { ...QUOTE, price: 452.3 }],
    ['a bid off the tick', { ...QUOTE, bid: 452.1, ask: 452.5 }],
    ['a bar off the tick', { ...BAR, low: 303.81 }],
    ['a continuation', { ...QUOTE, symbol: 'ZC=F' }],
    ['a month that is not listed', { ...QUOTE, symbol: 'ZCF27.CBT' }],
  ])('do not include %s', (_, reading) => {
    const prices = createVendorPrices();
    expect(prices.addReadings(publishAt(DAY, reading))).toEqual([]);
    expect([prices.listQuoted(), prices.listContracts()]).toEqual([[], []]);
  });

  it('are the newest quote and the newest version of a bar, in any order', () => {
    const later = publishAt(
      DAY + 20,
      { ...QUOTE, atMs: DAY + 9, price: 453 },
      { ...BAR, close: 314 },
    );
    const earlier = publishAt(DAY + 10, QUOTE, BAR);
    for (const batches of [
      [earlier, later],
      [later, earlier],
    ]) {
      const prices = createVendorPrices();
      for (const batch of batches) prices.addReadings(batch);
      expect(prices.findQuote('CORN.H27')?.lastTicks).toBe(1812);
      expect(prices.listBars('KC.H27').map(({ closeTicks }) => closeTicks)).toEqual([6280]);
    }
  });

  it('are read from what is stored', () => {
    const groups: string[] = [];
    const prices = loadVendorPrices(
      {
        listReadings: (group) => {
          groups.push(group);
          return publishAt(DAY, group === 'quote' ? QUOTE : BAR);
        },
      },
      DAY,
    );
    expect(groups).toEqual(['daily bar', 'quote']);
    expect([prices.listQuoted(), prices.listContracts()]).toEqual([['CORN.H27'], ['KC.H27']]);
  });
});
