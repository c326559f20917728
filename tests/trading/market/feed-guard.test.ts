import { describe, expect, it } from 'vitest';
import { contractInstrument, frontInstrument } from '../../../app/trading/domain/contract';
import { quoteAround } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import { countDropped, feedGuard } from '../../../app/trading/market/feed-guard';
import { coldRate } from '../../../app/trading/market/guard-limits';
import { MARKET, NOON_MS, guarded } from '../../support/guarded-feed';
import { MINUTE_MS } from '../../../app/trading/domain/time';

/**
 * A move of so many standard deviations of five minutes, as the guard reckons them before it has
 * learnt anything.
 */
function deviations(count: number): number {
  const { instrument } = guarded();
  return Math.round(count * Math.sqrt(coldRate(instrument, quoteAround(toTicks(3000), 1, 0)) * 5));
}

const bar = (open: number, high: number, low: number, close: number) => ({
  openTicks: toTicks(open),
  highTicks: toTicks(high),
  lowTicks: toTicks(low),
  closeTicks: toTicks(close),
});

describe('a jump', () => {
  it('of twelve standard deviations that stands is accepted with the next quote, and both go on in order', () => {
    const { quote, status } = guarded('natural-gas', { staleAfterMs: 10 * MINUTE_MS });
    const jumped = 3000 + deviations(12);
    expect(quote(0, 3000)).toEqual(['3000']);
    expect(quote(300, jumped)).toEqual([]);
    expect(status()).toMatchObject({ came: 2, passed: 1, waiting: 1 });
    expect(quote(600, jumped + 2)).toEqual([`${jumped} as the past`, `${jumped + 2}`]);
    expect(quote(900, jumped + 1)).toEqual([`${jumped + 1}`]);
    expect(status()).toMatchObject({ came: 4, passed: 4, released: 1, waiting: 0, lastDrop: null });
  });

  it('of six standard deviations is news, no fault', () => {
    const { quote } = guarded('natural-gas', { staleAfterMs: 10 * MINUTE_MS });
    quote(0, 3000);
    expect(quote(300, 3000 + deviations(6))).toHaveLength(1);
  });

  it('that goes back is dropped, and the next honest quote passes', () => {
    const { quote, status } = guarded();
    quote(0, 3001);
    expect([quote(5, 3200), quote(10, 3002), quote(15, 3001)]).toEqual([[], ['3002'], ['3001']]);
    expect(status()).toMatchObject({
      waiting: 0,
      lastDrop: { instrumentId: 'NG', reason: 'spike', atMs: NOON_MS + 5000 },
    });
  });

  it('to ten times the price needs four quotes, and the same figures again need five', () => {
    const { quote } = guarded();
    quote(0, 3001);
    expect([quote(5, 30_010), quote(10, 30_012), quote(15, 30_009)]).toEqual([[], [], []]);
    expect(quote(20, 30_011)).toHaveLength(4);
    const stuck = guarded();
    expect([0, 5, 10, 15].map((seconds) => stuck.quote(seconds, 30_010))).toEqual([[], [], [], []]);
    expect(stuck.quote(20, 30_010)).toHaveLength(5);
  });

  it('is not confirmed by a second quote of the same moment, nor by the same one sent again', () => {
    const { quote, status } = guarded();
    quote(0, 3001);
    quote(5, 3100);
    expect(quote(5, 3100)).toEqual([]);
    expect(status().dropped.duplicate).toBe(1);
    expect(quote(5, 3101)).toEqual([]);
    expect(quote(10, 3102)).toHaveLength(3);
  });

  it('is not confirmed by a quote of an earlier moment that comes after it', () => {
    const { quote, status } = guarded();
    quote(0, 3001);
    expect([quote(5, 3100, { atMs: NOON_MS + 6500 }), quote(6, 3101), quote(6.2, 3002)]).toEqual([
      [],
      [],
      ['3002'],
    ]);
    expect(status().dropped).toMatchObject({ 'from the past': 1, spike: 1 });
  });

  it('to a third price takes the place of the doubted one', () => {
    const { quote, status } = guarded();
    quote(0, 3001);
    expect([quote(5, 3100), quote(10, 3300), quote(15, 3301)]).toEqual([
      [],
      [],
      ['3300 as the past', '3301'],
    ]);
    expect(status().dropped.spike).toBe(1);
  });

  it('that nobody confirms in time is never delivered, but the price may still be', () => {
    const { quote, status } = guarded();
    quote(0, 3001);
    quote(5, 3200);
    expect(quote(70, 3201)).toEqual(['3201']);
    expect(status().dropped.unconfirmed).toBe(1);
  });

  it('over a closed night or a weekend passes, the same move inside a session does not', () => {
    const { quote } = guarded('coffee', { startTicks: 7000 });
    quote(0, 7000);
    expect(quote(5, 7350)).toEqual([]);
    expect(quote(10, 7001)).toEqual(['7001']);
    // five percent higher the next morning at 4:15
    expect(quote(16.25 * 3600 + 5, 7350)).toEqual(['7350']);
  });

  it('of a far ask alone is seen too', () => {
    const { quote } = guarded();
    quote(0, 3001);
    expect(quote(5, 3001, { askTicks: toTicks(9000) })).toEqual([]);
    expect(quote(10, 3002)).toEqual(['3002']);
  });

  it('to a daily limit passes when the quote says that it is locked there', () => {
    const corn = guarded('corn', { startTicks: 1800 });
    corn.quote(0, 1800);
    expect(corn.quote(5, 1920, { lock: 'UP' })).toEqual(['1920']);
    const open = guarded('corn', { startTicks: 1800 });
    open.quote(0, 1800);
    expect(open.quote(5, 1920)).toEqual([]);
  });
});

describe('a first quote', () => {
  it('is held against the last price that was stored', () => {
    expect(guarded().quote(0, 3003)).toEqual(['3003']);
    expect(guarded().quote(0, 300)).toEqual([]);
  });

  it('waits for a second one where nothing was stored', () => {
    const { quote } = guarded('natural-gas', { startTicks: null });
    expect([quote(0, 3000), quote(5, 3001)]).toEqual([[], ['3000 as the past', '3001']]);
  });
});

describe('times', () => {
  it('are not believed from the future, from the past, or twice', () => {
    const { quote, status } = guarded();
    quote(10, 3001);
    expect([quote(9, 3001), quote(10, 3001), quote(20, 3001, { atMs: NOON_MS + 60_000 })]).toEqual([
      [],
      [],
      [],
    ]);
    expect(status().dropped).toMatchObject({
      'from the past': 1,
      duplicate: 1,
      'from the future': 1,
    });
    expect(quote(15, 3002, { type: 'BarOpened' })).toEqual(['3002']);
    expect(quote(15, 3002)).toEqual(['3002']);
  });

  it('of a late quote tell a price, but reach no resting order', () => {
    const { quote, status } = guarded();
    expect(quote(0, 3001, { delayMs: 16_000 })).toEqual(['3001 as the past']);
    expect(quote(20, 3001, { delayMs: 15_000 })).toEqual(['3001']);
    expect(status()).toMatchObject({ late: 1, passed: 2 });
  });
});

describe('signs', () => {
  it('below zero are for power and crude alone', () => {
    const crude = guarded('crude-oil', { startTicks: 6 });
    expect([crude.quote(0, 2), crude.quote(5, -3), crude.quote(10, 0)]).toEqual([
      ['2'],
      ['-3'],
      ['0'],
    ]);
    const gas = guarded();
    expect([gas.quote(0, 0), gas.quote(5, -3)]).toEqual([[], []]);
    expect(gas.status().dropped['wrong sign']).toBe(2);
  });
});

describe('bars', () => {
  it('that reach to a dropped price give the desk their close alone', () => {
    const { quote, bar: close, status } = guarded();
    quote(1, 3001);
    quote(20, 3400);
    quote(25, 3002);
    expect(close(60, bar(3001, 3400, 3000, 3002))).toEqual(['QuoteArrived']);
    expect(close(120, bar(3002, 3006, 3000, 3004))).toEqual(['BarClosed']);
    expect(status()).toMatchObject({
      came: 5,
      passed: 3,
      released: 0,
      waiting: 0,
      dropped: { spike: 1, 'bar of a spike': 1 },
    });
  });

  it('whose range was traded pass', () => {
    const { quote, bar: close } = guarded();
    quote(1, 3001);
    quote(20, 3100);
    quote(25, 3101);
    expect(close(60, bar(3001, 3101, 3000, 3099))).toEqual(['BarClosed']);
  });

  it('are taken once', () => {
    const { bar: close, status } = guarded();
    expect([
      close(60, bar(3001, 3003, 3000, 3002)),
      close(60, bar(3001, 3003, 3000, 3002)),
      close(90, bar(3001, 3003, 3000, 3002)),
    ]).toEqual([['BarClosed'], [], []]);
    expect(status().dropped).toMatchObject({ duplicate: 1, 'from the past': 1 });
  });

  it('with a close that jumped wait, and are not lost', () => {
    const { bar: close, quote } = guarded();
    close(60, bar(3001, 3003, 3000, 3002));
    expect(close(120, bar(3002, 3120, 3001, 3118))).toEqual([]);
    expect(quote(120, 3119, { type: 'BarOpened' })).toEqual(['3118', '3119']);
  });
});

describe('a finished history', () => {
  const history = () => guarded('crude-oil', { kind: 'record', hours: 'venue', startTicks: null });

  it('is not doubted, whatever it tells, but must be sound and in order', () => {
    const { quote, status } = history();
    expect([
      quote(0, 1773),
      quote(60, -3763),
      quote(30, -3763),
      quote(90, 900, { bidTicks: toTicks(950) }),
    ]).toEqual([['1773'], ['-3763'], [], []]);
    expect(countDropped(status())).toBe(2);
  });
});

describe('silences', () => {
  it('are recorded with their beginning and end, and shown while they last', () => {
    const { quote, status } = guarded();
    quote(0, 3001);
    expect(status(15).outages.present).toBeNull();
    expect(status(16).outages).toEqual({
      ended: 0,
      recent: [],
      present: { beginMs: NOON_MS, endMs: null, instrumentIds: ['NG'] },
    });
    quote(3600, 3002);
    expect(status(3600).outages).toEqual({
      ended: 1,
      recent: [{ beginMs: NOON_MS, endMs: NOON_MS + 3_600_000, instrumentIds: ['NG'] }],
      present: null,
    });
  });

  it('of a whole feed are one', () => {
    const instruments = [frontInstrument('corn'), frontInstrument('wheat')];
    const guard = feedGuard({
      market: MARKET,
      kind: 'news',
      hours: 'always',
      storedQuote: () => quoteAround(toTicks(1800), 1, NOON_MS - 5000),
    });
    guard.take(
      { type: 'MarketListed', market: MARKET, instruments, staleAfterMs: 15_000, atMs: NOON_MS },
      NOON_MS,
    );
    for (const atMs of [NOON_MS, NOON_MS + 10 * MINUTE_MS]) {
      for (const { id } of instruments)
        guard.take(
          {
            type: 'Market',
            isBackfill: false,
            atMs,
            event: {
              type: 'QuoteArrived',
              market: MARKET,
              instrumentId: id,
              quote: quoteAround(toTicks(1800), 1, atMs),
            },
          },
          atMs,
        );
    }
    expect(guard.status(NOON_MS + 10 * MINUTE_MS).outages).toMatchObject({
      ended: 1,
      recent: [{ instrumentIds: ['CORN', 'WHEAT'] }],
    });
  });

  it('are none while the venue is closed, nor after a contract has expired', () => {
    const evening = 4.9 * 3600; // NYMEX closes at 17:00
    const venue = guarded('natural-gas', { hours: 'venue', staleAfterMs: 600_000 });
    venue.quote(evening, 3001);
    expect(venue.status(evening + 1800).outages.present).toBeNull();
    const month = {
      ...contractInstrument('natural-gas', 'NG.J26'),
      contract: {
        chain: 'NG',
        code: 'NGJ26',
        delivery: '2026-04-01',
        rollMs: NOON_MS,
        expiresMs: NOON_MS + MINUTE_MS,
      },
    };
    const guard = feedGuard({
      market: MARKET,
      kind: 'news',
      hours: 'always',
      storedQuote: () => quoteAround(toTicks(3000), 1, NOON_MS - 5000),
    });
    guard.take(
      {
        type: 'MarketListed',
        market: MARKET,
        instruments: [month],
        staleAfterMs: 15_000,
        atMs: NOON_MS,
      },
      NOON_MS,
    );
    guard.take(
      {
        type: 'Market',
        isBackfill: false,
        atMs: NOON_MS,
        event: {
          type: 'QuoteArrived',
          market: MARKET,
          instrumentId: month.id,
          quote: quoteAround(toTicks(3000), 1, NOON_MS),
        },
      },
      NOON_MS,
    );
    expect(guard.status(NOON_MS + 30_000).outages.present).not.toBeNull();
    expect(guard.status(NOON_MS + 2 * MINUTE_MS).outages.present).toBeNull();
  });
});

describe('the first quote of a start', () => {
  const started = (liveTicks: number) => {
    const gas = frontInstrument('natural-gas');
    const guard = feedGuard({
      market: MARKET,
      kind: 'news',
      hours: 'always',
      storedQuote: () => quoteAround(toTicks(3000), 1, NOON_MS - 20 * MINUTE_MS),
    });
    guard.take(
      {
        type: 'MarketListed',
        market: MARKET,
        instruments: [gas],
        staleAfterMs: 15_000,
        atMs: NOON_MS,
      },
      NOON_MS,
    );
    const at = { market: MARKET, instrumentId: gas.id };
    for (let back = 6; back > 0; back -= 1) {
      const atMs = NOON_MS - back * 15 * MINUTE_MS;
      guard.take(
        {
          type: 'Market',
          isBackfill: true,
          atMs,
          event: { type: 'QuoteArrived', ...at, quote: quoteAround(toTicks(liveTicks), 1, atMs) },
        },
        NOON_MS,
      );
    }
    return {
      guard,
      live: (atMs: number, ticks: number) =>
        guard.take(
          {
            type: 'Market',
            isBackfill: false,
            atMs,
            event: { type: 'QuoteArrived', ...at, quote: quoteAround(toTicks(ticks), 1, atMs) },
          },
          atMs,
        ).length,
    };
  };

  it('is held against the price of the run before, whatever the start filled in', () => {
    const { guard, live } = started(300);
    expect(live(NOON_MS, 300)).toBe(0);
    expect([guard.quotes().get('NG')?.quote.lastTicks, guard.status(NOON_MS).waiting]).toEqual([
      3000, 1,
    ]);
    expect([5000, 10_000].map((later, index) => live(NOON_MS + later, 301 + index))).toEqual([
      0, 0,
    ]);
    // enough quotes that agree are believed, as with any jump
    expect(live(NOON_MS + 15_000, 303)).toBe(4);
    expect(guard.quotes().get('NG')?.quote.lastTicks).toBe(303);
  });

  it('passes near that price, and the next one is compared with it', () => {
    const { guard, live } = started(3005);
    expect([live(NOON_MS, 3004), live(NOON_MS + 5000, 300)]).toEqual([1, 0]);
    expect(guard.quotes().get('NG')?.quote.lastTicks).toBe(3004);
  });
});

describe('the counters', () => {
  it('know an instrument that nobody listed, and no price at all', () => {
    const { guard, quote, status } = guarded();
    guard.take(
      {
        type: 'Market',
        isBackfill: false,
        atMs: NOON_MS,
        event: {
          type: 'QuoteArrived',
          market: MARKET,
          instrumentId: 'XX',
          quote: quoteAround(toTicks(1), 1, NOON_MS),
        },
      },
      NOON_MS,
    );
    quote(0, 3001, { lastTicks: Number.NaN as never });
    quote(5, 3001, { lastTicks: 3000.5 as never });
    quote(10, 3001, { bidTicks: null as never });
    expect(status().dropped).toMatchObject({
      unlisted: 1,
      'not a number': 1,
      'off tick': 1,
      'one-sided': 1,
    });
    expect(quote(15, 3001)).toEqual(['3001']);
  });
});
