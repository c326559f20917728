// Late prices of files and of a vendor in a real engine: orders rest until a later price, and a
// restart does not decide again.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../app/trading/domain/command';
import { type Bar, buildQuote } from '../../../../app/trading/domain/quote';
import { DAY_MS } from '../../../../app/trading/domain/time';
import { toLots, toTicks } from '../../../../app/trading/domain/units';
import { type AcceptedQuote, countDropped } from '../../../../app/trading/market/feed-guard';
import type { PublishedReading } from '../../../../app/trading/market/sources/publication-store';
import type { Reading } from '../../../../app/trading/market/sources/reading';
import { GAS } from '../../../support/desk-harness';
import {
  GAS_JANUARY as ID,
  buildDay,
  openLatePriceDesk,
  parseTime,
} from '../../../support/late-price-desk';
import { createDice } from '../../../support/scripted-desk';

const FRIDAY = buildDay('2026-11-20', 3000, 3010);
const MONDAY = buildDay('2026-11-23', 3020, 3040);
const TUESDAY = buildDay('2026-11-24', 3100, 3120);
const WEDNESDAY = buildDay('2026-11-25', 3060, 3000);

const openDesk = (
  stored: readonly Bar[],
  nowText: string,
  storedQuotes?: ReadonlyMap<string, AcceptedQuote>,
  storedReadings?: readonly PublishedReading[],
) =>
  openLatePriceDesk({
    stored,
    nowText,
    ...(storedQuotes ? { storedQuotes } : {}),
    ...(storedReadings ? { storedReadings } : {}),
  });

const buyGas: Command = {
  type: 'PlaceOrder',
  instrumentId: ID,
  side: 'BUY',
  orderType: 'MARKET',
  lots: toLots(10),
  priceTicks: null,
  stopDistanceTicks: toTicks(100),
  targetDistanceTicks: null,
};

describe('prices of the owner', () => {
  it('show the last close with the time at which it was traded', async () => {
    const desk = await openDesk([FRIDAY, MONDAY], '2026-11-23T22:00');
    expect(desk.getQuote()).toMatchObject({ lastTicks: 3040, atMs: parseTime('2026-11-23T19:30') });
    expect(desk.running.status()).toMatchObject({ phase: 'running', fault: null });
  });

  it('fill an order of the evening at the open of the next session', async () => {
    const desk = await openDesk([FRIDAY, MONDAY], '2026-11-23T22:00');
    expect(await desk.sendCommand(buyGas)).toMatchObject({ ok: true });
    expect(Object.keys(desk.getBook()?.orders ?? {})).toHaveLength(1);
    desk.setTime('2026-11-24T22:00');
    await desk.addBar(TUESDAY);
    expect(desk.listFillTicks()).toEqual([expect.closeTo(3100, -1)]);
  });

  it('fill an order of the session at its close, never at its open', async () => {
    const desk = await openDesk([FRIDAY, MONDAY], '2026-11-24T15:00');
    expect(await desk.sendCommand(buyGas)).toMatchObject({ ok: true });
    desk.setTime('2026-11-24T22:00');
    await desk.addBar(TUESDAY);
    expect(desk.listFillTicks()).toEqual([expect.closeTo(3120, -1)]);
  });

  it('fill the stop of a position in the bar after its entry', async () => {
    const desk = await openDesk([FRIDAY, MONDAY], '2026-11-23T22:00');
    await desk.sendCommand(buyGas);
    desk.setTime('2026-11-24T22:00');
    await desk.addBar(TUESDAY);
    desk.setTime('2026-11-25T22:00');
    await desk.addBar(WEDNESDAY);
    expect(Object.keys(desk.getBook()?.positions ?? {})).toEqual([]);
  });

  it('are stale at the end of the next session, and then open nothing', async () => {
    const desk = await openDesk([FRIDAY, MONDAY], '2026-11-24T19:29');
    expect(await desk.sendCommand(buyGas)).toMatchObject({ ok: true });
    desk.setTime('2026-11-24T19:31');
    expect(await desk.sendCommand(buyGas)).toMatchObject({
      ok: false,
      refusal: { code: 'STALE_QUOTE' },
    });
  });

  it('skip the row of a session that still trades', async () => {
    const desk = await openDesk([FRIDAY, MONDAY], '2026-11-24T15:00');
    await desk.addBar(TUESDAY);
    expect(desk.getQuote()?.lastTicks).toBe(3040);
    desk.setTime('2026-11-24T19:30');
    await desk.endMinute();
    expect(desk.getQuote()?.lastTicks).toBe(3120);
    // The prior close is that of Monday, although Tuesday opened on the evening of Monday.
    expect(desk.getContract()?.dayBaseTicks).toBe(3040);
  });

  it('play after a start what the previous run did not', async () => {
    const quote = { ...buildQuote(toTicks(3010), 1, parseTime('2026-11-20T19:30')) };
    const stored = new Map([[ID, { tick: GAS.tick, quote }]]);
    const days = [FRIDAY, MONDAY, TUESDAY];
    const desk = await openDesk(days, '2026-11-24T22:00', stored);
    expect(desk.liveOpens).toEqual([MONDAY.openTicks, TUESDAY.openTicks]);
    const current = { ...quote, atMs: parseTime('2026-11-24T19:30') };
    const again = await openDesk(
      days,
      '2026-11-24T22:00',
      new Map([[ID, { tick: GAS.tick, quote: current }]]),
    );
    expect([again.liveOpens, again.getQuote()?.lastTicks]).toEqual([[], 3120]);
  });

  it('of a first file are history, but for the last day', async () => {
    const desk = await openDesk([], '2026-11-23T22:00');
    await desk.addBar(FRIDAY);
    expect(desk.getContract()).toMatchObject({ bars: 1, isLive: true });
  });

  it('let a strategy trade on paper for a year of files', async () => {
    const random = createDice(7);
    let last = 3000;
    const days: Bar[] = [];
    for (let dayMs = parseTime('2025-10-01T00:00'); days.length < 280; dayMs += DAY_MS) {
      if ([0, 6].includes(new Date(dayMs).getUTCDay())) continue;
      const next = Math.round(
        last * (1 + 0.06 * (random() - 0.5) + 0.01 * Math.sin(days.length / 15)),
      );
      days.push(buildDay(new Date(dayMs).toISOString().slice(0, 10), last, next));
      last = next;
    }
    const desk = await openDesk(
      days.slice(0, 80),
      new Date(days[80]?.startsMs ?? 0).toISOString().slice(0, 16),
    );
    await desk.runStrategy('MOMENTUM');
    for (const day of days.slice(80)) {
      desk.setTime(`${new Date(day.startsMs).toISOString().slice(0, 10)}T22:00`);
      await desk.addBar(day);
    }
    const fills = desk.listFillTicks();
    expect(fills.length).toBeGreaterThan(4);
    // Each inside the prices of the year.
    const [lowest, highest] = [Math.min, Math.max].map((pick) =>
      pick(...days.flatMap(({ lowTicks, highTicks }) => [lowTicks, highTicks])),
    );
    for (const fill of fills) {
      expect(fill).toBeGreaterThanOrEqual((lowest ?? 0) - 5);
      expect(fill).toBeLessThanOrEqual((highest ?? 0) + 5);
    }
  });
});

const SYMBOL = 'NGF27.NYM';
const buildQuoteReading = (time: string, price: number, symbol = SYMBOL): Reading => ({
  kind: 'quote',
  symbol,
  atMs: parseTime(time),
  price,
  bid: null,
  ask: null,
});
const toPrice = (ticks: number): number => ticks / 1000;
/** The vendor's form of a bar. */
const toReading = ({ startsMs: dayMs, ...bar }: Bar): Reading => ({
  kind: 'daily bar',
  symbol: SYMBOL,
  dayMs,
  open: toPrice(bar.openTicks),
  high: toPrice(bar.highTicks),
  low: toPrice(bar.lowTicks),
  close: toPrice(bar.closeTicks),
});
const storeAt = (
  publishedAt: string,
  ...readings: readonly Reading[]
): readonly PublishedReading[] =>
  readings.map((reading) => ({ reading, publishedMs: parseTime(publishedAt) }));

/** With the bar of Monday, a reference of the first quote. */
const openVendorDesk = (nowText: string) =>
  openDesk([], nowText, new Map(), storeAt('2026-11-24T06:00', toReading(MONDAY)));

describe('delayed quotes of a vendor', () => {
  it('are prices with the time of the venue, the half-spread and their origin', async () => {
    const desk = await openVendorDesk('2026-11-24T15:02');
    await desk.addReadings(buildQuoteReading('2026-11-24T14:52', 3.037));
    expect(desk.getContract()).toMatchObject({
      quote: {
        bidTicks: 3036,
        lastTicks: 3037,
        askTicks: 3037,
        atMs: parseTime('2026-11-24T14:52'),
      },
      priceSource: 'Yahoo, 10 min late',
      isLive: true,
    });
  });

  it('fill an order only when they are not before it', async () => {
    const desk = await openVendorDesk('2026-11-24T14:52');
    await desk.addReadings(buildQuoteReading('2026-11-24T14:42', 3.0));
    desk.setTime('2026-11-24T15:00');
    // The quote of 14:42 is older than 16 minutes.
    expect(await desk.sendCommand(buyGas)).toMatchObject({ refusal: { code: 'STALE_QUOTE' } });
    await desk.addReadings(buildQuoteReading('2026-11-24T14:47', 3.001));
    expect(await desk.sendCommand(buyGas)).toMatchObject({ ok: true });
    desk.setTime('2026-11-24T15:02');
    await desk.addReadings(buildQuoteReading('2026-11-24T14:52', 3.002));
    expect(desk.listFillTicks()).toEqual([]);
    desk.setTime('2026-11-24T15:11');
    await desk.addReadings(buildQuoteReading('2026-11-24T15:01', 3.011));
    expect(desk.listFillTicks()).toEqual([expect.closeTo(3012, -1)]);
  });

  it('are stale 16 minutes after their time and open nothing until the next one', async () => {
    const desk = await openVendorDesk('2026-11-24T15:00');
    await desk.addReadings(buildQuoteReading('2026-11-24T14:50', 3.0));
    desk.setTime('2026-11-24T15:06');
    expect(await desk.sendCommand(buyGas)).toMatchObject({ ok: true });
    // As after the terms were withdrawn, or the session has ended.
    desk.setTime('2026-11-24T15:07');
    expect(await desk.sendCommand(buyGas)).toMatchObject({ refusal: { code: 'STALE_QUOTE' } });
    expect(desk.getQuote()?.lastTicks).toBe(3000);
  });

  it('protect a position after a restart, and the close of the day before does not', async () => {
    const desk = await openVendorDesk('2026-11-24T14:52');
    await desk.addReadings(buildQuoteReading('2026-11-24T14:50', 3.3));
    expect(await desk.sendCommand(buyGas)).toMatchObject({ ok: true });
    desk.setTime('2026-11-24T15:05');
    await desk.addReadings(buildQuoteReading('2026-11-24T14:55', 3.3));
    const quote = desk.getQuote();
    if (!quote) throw new Error('the contract has a quote');
    const { markets: _, ...logged } = desk.getState();
    const again = await openLatePriceDesk({
      stored: [],
      nowText: '2026-11-24T15:06',
      storedQuotes: new Map([[ID, { tick: GAS.tick, quote }]]),
      storedReadings: [
        ...storeAt('2026-11-24T06:00', toReading(MONDAY)),
        ...storeAt('2026-11-24T15:05', buildQuoteReading('2026-11-24T14:55', 3.3)),
      ],
      logged: { ...logged, markets: {} },
    });
    // Monday closed at 3.040, below the stop at 3.200.
    expect(again.listFillTicks()).toEqual([]);
    expect(again.getQuote()?.lastTicks).toBe(3300);
    expect(Object.keys(again.getBook()?.positions ?? {})).toHaveLength(1);
    again.setTime('2026-11-24T15:16');
    await again.addReadings(buildQuoteReading('2026-11-24T15:06', 3.19));
    expect(again.listFillTicks()).toHaveLength(1);
  });

  it('are not played when a later price was', async () => {
    const desk = await openVendorDesk('2026-11-24T22:00');
    await desk.addReadings(buildQuoteReading('2026-11-24T21:50', 3.0));
    await desk.addReadings(buildQuoteReading('2026-11-24T21:40', 2.99));
    expect(desk.getQuote()?.lastTicks).toBe(3000);
    const withFile = await openDesk([FRIDAY, MONDAY], '2026-11-23T22:00');
    await withFile.addReadings(buildQuoteReading('2026-11-23T19:20', 3.02));
    expect(withFile.getContract()).toMatchObject({
      quote: { lastTicks: MONDAY.closeTicks },
      priceSource: 'your files',
    });
    expect([desk, withFile].map(({ running }) => countDropped(running.status().guard))).toEqual([
      0, 0,
    ]);
  });

  it('of a continuation or of another venue are no prices', async () => {
    const desk = await openVendorDesk('2026-11-24T15:00');
    await desk.addReadings(
      buildQuoteReading('2026-11-24T14:50', 3.0, 'NG=F'),
      buildQuoteReading('2026-11-24T14:50', 3.0, 'NGF27.CBT'),
    );
    expect(desk.getQuote()?.lastTicks).toBe(MONDAY.closeTicks);
  });

  it('that jump wait for a second one', async () => {
    const desk = await openVendorDesk('2026-11-24T15:00');
    await desk.addReadings(buildQuoteReading('2026-11-24T14:50', 3.0));
    desk.setTime('2026-11-24T15:05');
    await desk.addReadings(buildQuoteReading('2026-11-24T14:55', 3.5));
    expect(desk.getQuote()?.lastTicks).toBe(3000);
    desk.setTime('2026-11-24T15:10');
    await desk.addReadings(buildQuoteReading('2026-11-24T15:00', 3.505));
    expect(desk.getQuote()?.lastTicks).toBe(3505);
  });

  it('settle a position when its month has expired', async () => {
    const NEXT = 'NGG27.NYM';
    const desk = await openVendorDesk('2026-12-22T15:00');
    await desk.addReadings(buildQuoteReading('2026-12-22T14:50', 3.0));
    await desk.sendCommand(buyGas);
    desk.setTime('2026-12-22T15:11');
    await desk.addReadings(
      buildQuoteReading('2026-12-22T15:01', 3.0),
      buildQuoteReading('2026-12-22T14:50', 3.2, NEXT),
    );
    desk.setTime('2026-12-22T15:16');
    await desk.addReadings(buildQuoteReading('2026-12-22T15:06', 3.201, NEXT));
    expect(Object.keys(desk.getBook()?.positions ?? {})).toHaveLength(1);
    desk.setTime('2026-12-29T19:40');
    await desk.addReadings(buildQuoteReading('2026-12-29T19:30', 3.1));
    desk.setTime('2026-12-30T23:20');
    await desk.endMinute();
    await desk.addReadings(buildQuoteReading('2026-12-30T23:10', 3.2, NEXT));
    expect(Object.keys(desk.getBook()?.positions ?? {})).toEqual([]);
    expect(desk.listFillTicks().at(-1)).toBe(3100);
  });
});

describe('daily bars of a vendor', () => {
  it('that arrive after quotes of the next day count, and leave price and orders alone', async () => {
    const desk = await openDesk([FRIDAY], '2026-11-23T22:00');
    desk.setTime('2026-11-24T02:00');
    await desk.addReadings(buildQuoteReading('2026-11-24T01:50', 3.05));
    expect(await desk.sendCommand(buyGas)).toMatchObject({ ok: true });
    desk.setTime('2026-11-24T02:15');
    await desk.addReadings(buildQuoteReading('2026-11-24T02:05', 3.05));
    expect(Object.keys(desk.getBook()?.positions ?? {})).toHaveLength(1);
    desk.setTime('2026-11-24T22:00');
    await desk.addReadings(buildQuoteReading('2026-11-24T21:50', 3.125));
    desk.setTime('2026-11-25T06:00');
    const bars = desk.getContract()?.bars ?? 0;
    // Its low, far below the stop, may have been before the order.
    const day = { ...TUESDAY, lowTicks: toTicks(2700) };
    await desk.addReadings(buildQuoteReading('2026-11-25T05:50', 3.13), toReading(day));
    expect(desk.getContract()).toMatchObject({
      bars: bars + 1,
      quote: { lastTicks: 3130, atMs: parseTime('2026-11-25T05:50') },
      lastBar: { closeTicks: 3120 },
      // Change from the settlement of Tuesday; its range is not that of Wednesday.
      dayBaseTicks: 3120,
      dayLowTicks: 3130,
    });
    expect(Object.keys(desk.getBook()?.positions ?? {})).toHaveLength(1);
    expect(desk.listFillTicks()).toHaveLength(1);
  });

  it('are not played where the owner has the day, and not twice', async () => {
    const desk = await openDesk([FRIDAY, MONDAY], '2026-11-24T22:00');
    await desk.addReadings(toReading({ ...TUESDAY, closeTicks: toTicks(3110) }));
    expect(desk.getContract()).toMatchObject({ bars: 3, priceSource: 'Yahoo, 10 min late' });
    await desk.addBar(TUESDAY);
    await desk.addReadings(toReading({ ...MONDAY, closeTicks: toTicks(3030) }));
    expect(desk.getContract()).toMatchObject({ bars: 3, lastBar: { closeTicks: 3110 } });
    desk.setTime('2026-11-25T22:00');
    await desk.addBar(WEDNESDAY);
    await desk.addReadings(toReading({ ...WEDNESDAY, closeTicks: toTicks(3050) }));
    expect(desk.getContract()).toMatchObject({
      bars: 4,
      lastBar: { closeTicks: WEDNESDAY.closeTicks },
      priceSource: 'your files',
    });
    expect(countDropped(desk.running.status().guard)).toBe(0);
  });

  it('wait for the settlement of their session', async () => {
    const desk = await openDesk([], '2026-11-24T19:29');
    await desk.addReadings(toReading(MONDAY), toReading(TUESDAY));
    expect(desk.getContract()?.lastBar?.closeTicks).toBe(MONDAY.closeTicks);
    desk.setTime('2026-11-24T19:30');
    await desk.endMinute();
    expect(desk.getContract()?.lastBar?.closeTicks).toBe(TUESDAY.closeTicks);
  });

  it('stored before a start are history, and those of days while it was off are played', async () => {
    const quote = buildQuote(toTicks(3025), 1, parseTime('2026-11-23T18:00'));
    const stored = storeAt(
      '2026-11-23T18:10',
      toReading(FRIDAY),
      buildQuoteReading('2026-11-23T18:00', 3.025),
    );
    const desk = await openDesk(
      [],
      '2026-11-26T06:00',
      new Map([[ID, { tick: GAS.tick, quote }]]),
      stored,
    );
    expect([desk.liveOpens, desk.getQuote()?.lastTicks]).toEqual([[], 3025]);
    await desk.addReadings(
      buildQuoteReading('2026-11-26T05:50', 3.01),
      ...[FRIDAY, MONDAY, TUESDAY, WEDNESDAY].map(toReading),
    );
    // Monday was quoted until 18:00, so that only its settlement is new.
    expect(desk.liveOpens).toEqual([TUESDAY.openTicks, WEDNESDAY.openTicks]);
    expect(desk.getContract()).toMatchObject({ bars: 4, quote: { lastTicks: 3010 } });
  });

  it('stored before a start are history, however old the last quotes of the previous run are', async () => {
    const quote = buildQuote(toTicks(3005), 1, parseTime('2026-11-19T18:00'));
    const stored = storeAt('2026-11-23T06:00', toReading(FRIDAY));
    const quotes = new Map([[ID, { tick: GAS.tick, quote }]]);
    const desk = await openDesk([], '2026-11-23T22:00', quotes, stored);
    expect([desk.liveOpens, desk.getContract()?.bars]).toEqual([[], 1]);
    // A settlement: the broker fills nothing at it again, and strategies do not decide on it.
    expect(desk.getQuote()?.lastTicks).toBe(FRIDAY.closeTicks);
  });

  it('let a strategy trade on paper without a file', async () => {
    const random = createDice(7);
    let last = 3000;
    const desk = await openDesk([], '2026-02-02T22:00');
    await desk.runStrategy('MOMENTUM');
    for (let dayMs = parseTime('2026-02-03T00:00'), count = 0; count < 120; dayMs += DAY_MS) {
      if ([0, 6].includes(new Date(dayMs).getUTCDay())) continue;
      count += 1;
      const next = Math.round(last * (1 + 0.06 * (random() - 0.5) + 0.01 * Math.sin(count / 15)));
      const day = new Date(dayMs).toISOString().slice(0, 10);
      const after = new Date(dayMs + DAY_MS).toISOString().slice(0, 10);
      desk.setTime(`${day}T15:10`);
      await desk.addReadings(buildQuoteReading(`${day}T15:00`, toPrice(last)));
      desk.setTime(`${day}T22:00`);
      await desk.addReadings(buildQuoteReading(`${day}T21:50`, toPrice(next)));
      desk.setTime(`${after}T06:10`);
      await desk.addReadings(
        buildQuoteReading(`${after}T06:00`, toPrice(next)),
        toReading(buildDay(day, last, next)),
      );
      last = next;
    }
    expect(desk.getContract()?.bars).toBeGreaterThan(100);
    expect(desk.listFillTicks().length).toBeGreaterThan(2);
    expect(desk.countRecords('OrderCancelled', 'trailed')).toBeGreaterThan(0);
    expect(desk.running.status().fault).toBeNull();
  });
});
