import { describe, expect, it } from 'vitest';
import { createContractInstrument, getFrontInstrument } from '../../../app/trading/domain/contract';
import { buildQuote } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import { countDropped, createFeedGuard } from '../../../app/trading/market/feed-guard';
import { computeInitialRate } from '../../../app/trading/market/guard-limits';
import { MARKET, NOON_MS, createGuardedFeed } from '../../support/guarded-feed';
import { MINUTE_MS } from '../../../app/trading/domain/time';

/** A move in five-minute standard deviations, at the initial volatility of the guard. */
function computeMove(count: number): number {
  const { instrument } = createGuardedFeed();
  return Math.round(
    count * Math.sqrt(computeInitialRate(instrument, buildQuote(toTicks(3000), 1, 0)) * 5),
  );
}

const buildBar = (open: number, high: number, low: number, close: number) => ({
  openTicks: toTicks(open),
  highTicks: toTicks(high),
  lowTicks: toTicks(low),
  closeTicks: toTicks(close),
});

describe('a jump', () => {
  it('of twelve sigma passes with the next quote near it, both in order', () => {
    const { quote, status } = createGuardedFeed('natural-gas', { staleAfterMs: 10 * MINUTE_MS });
    const jumped = 3000 + computeMove(12);
    expect(quote(0, 3000)).toEqual(['3000']);
    expect(quote(300, jumped)).toEqual([]);
    expect(status()).toMatchObject({ received: 2, passed: 1, pending: 1 });
    expect(quote(600, jumped + 2)).toEqual([`${jumped} as the past`, `${jumped + 2}`]);
    expect(quote(900, jumped + 1)).toEqual([`${jumped + 1}`]);
    expect(status()).toMatchObject({
      received: 4,
      passed: 4,
      released: 1,
      pending: 0,
      lastDrop: null,
    });
  });

  it('of six sigma passes at once', () => {
    const { quote } = createGuardedFeed('natural-gas', { staleAfterMs: 10 * MINUTE_MS });
    quote(0, 3000);
    expect(quote(300, 3000 + computeMove(6))).toHaveLength(1);
  });

  it('that reverts is dropped, and the next normal quote passes', () => {
    const { quote, status } = createGuardedFeed();
    quote(0, 3001);
    expect([quote(5, 3200), quote(10, 3002), quote(15, 3001)]).toEqual([[], ['3002'], ['3001']]);
    expect(status()).toMatchObject({
      pending: 0,
      lastDrop: { instrumentId: 'NG', reason: 'spike', atMs: NOON_MS + 5000 },
    });
  });

  it('to ten times the price needs four quotes, or five when unchanged', () => {
    const { quote } = createGuardedFeed();
    quote(0, 3001);
    expect([quote(5, 30_010), quote(10, 30_012), quote(15, 30_009)]).toEqual([[], [], []]);
    expect(quote(20, 30_011)).toHaveLength(4);
    const stuck = createGuardedFeed();
    expect([0, 5, 10, 15].map((seconds) => stuck.quote(seconds, 30_010))).toEqual([[], [], [], []]);
    expect(stuck.quote(20, 30_010)).toHaveLength(5);
  });

  it('is not confirmed by a quote of the same time or a repeated quote', () => {
    const { quote, status } = createGuardedFeed();
    quote(0, 3001);
    quote(5, 3100);
    expect(quote(5, 3100)).toEqual([]);
    expect(status().dropped.duplicate).toBe(1);
    expect(quote(5, 3101)).toEqual([]);
    expect(quote(10, 3102)).toHaveLength(3);
  });

  it('is not confirmed by a later quote with an earlier time', () => {
    const { quote, status } = createGuardedFeed();
    quote(0, 3001);
    expect([quote(5, 3100, { atMs: NOON_MS + 6500 }), quote(6, 3101), quote(6.2, 3002)]).toEqual([
      [],
      [],
      ['3002'],
    ]);
    expect(status().dropped).toMatchObject({ 'from the past': 1, spike: 1 });
  });

  it('to a third price replaces the suspect one', () => {
    const { quote, status } = createGuardedFeed();
    quote(0, 3001);
    expect([quote(5, 3100), quote(10, 3300), quote(15, 3301)]).toEqual([
      [],
      [],
      ['3300 as the past', '3301'],
    ]);
    expect(status().dropped.spike).toBe(1);
  });

  it('without confirmation in time is dropped, but its price can still be confirmed', () => {
    const { quote, status } = createGuardedFeed();
    quote(0, 3001);
    quote(5, 3200);
    expect(quote(70, 3201)).toEqual(['3201']);
    expect(status().dropped.unconfirmed).toBe(1);
  });

  it('over a closed night or weekend passes; the same move inside a session does not', () => {
    const { quote } = createGuardedFeed('coffee', { startTicks: 7000 });
    quote(0, 7000);
    expect(quote(5, 7350)).toEqual([]);
    expect(quote(10, 7001)).toEqual(['7001']);
    // 5% higher the next morning at 4:15
    expect(quote(16.25 * 3600 + 5, 7350)).toEqual(['7350']);
  });

  it('of the ask alone is held', () => {
    const { quote } = createGuardedFeed();
    quote(0, 3001);
    expect(quote(5, 3001, { askTicks: toTicks(9000) })).toEqual([]);
    expect(quote(10, 3002)).toEqual(['3002']);
  });

  it('to a daily limit passes when the quote is locked', () => {
    const corn = createGuardedFeed('corn', { startTicks: 1800 });
    corn.quote(0, 1800);
    expect(corn.quote(5, 1920, { lock: 'UP' })).toEqual(['1920']);
    const open = createGuardedFeed('corn', { startTicks: 1800 });
    open.quote(0, 1800);
    expect(open.quote(5, 1920)).toEqual([]);
  });

  it('with an unknown lock is dropped', () => {
    const { quote, status } = createGuardedFeed('corn', { startTicks: 1800 });
    quote(0, 1800);
    for (const [index, lock] of [null, '', 'SIDEWAYS', 1].entries())
      expect(quote(5 + index, 1920, { lock: lock as never })).toEqual([]);
    expect(status()).toMatchObject({ pending: 0, dropped: { 'not a lock': 4 } });
  });
});

describe('a first quote', () => {
  it('is compared with the last stored price', () => {
    expect(createGuardedFeed().quote(0, 3003)).toEqual(['3003']);
    expect(createGuardedFeed().quote(0, 300)).toEqual([]);
  });

  it('is held without a stored price', () => {
    const { quote } = createGuardedFeed('natural-gas', { startTicks: null });
    expect([quote(0, 3000), quote(5, 3001)]).toEqual([[], ['3000 as the past', '3001']]);
  });
});

describe('times', () => {
  it('are rejected when in the future, in the past, or repeated', () => {
    const { quote, status } = createGuardedFeed();
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

  it('of a late quote update the price but fill no resting order', () => {
    const { quote, status } = createGuardedFeed();
    expect(quote(0, 3001, { delayMs: 16_000 })).toEqual(['3001 as the past']);
    expect(quote(20, 3001, { delayMs: 15_000 })).toEqual(['3001']);
    expect(status()).toMatchObject({ late: 1, passed: 2 });
  });
});

describe('signs', () => {
  it('below zero pass for power and crude oil only', () => {
    const crude = createGuardedFeed('crude-oil', { startTicks: 6 });
    expect([crude.quote(0, 2), crude.quote(5, -3), crude.quote(10, 0)]).toEqual([
      ['2'],
      ['-3'],
      ['0'],
    ]);
    const gas = createGuardedFeed();
    expect([gas.quote(0, 0), gas.quote(5, -3)]).toEqual([[], []]);
    expect(gas.status().dropped['wrong sign']).toBe(2);
  });
});

describe('bars', () => {
  it('that contain a dropped price pass as their close only', () => {
    const { quote, bar: close, status } = createGuardedFeed();
    quote(1, 3001);
    quote(20, 3400);
    quote(25, 3002);
    expect(close(60, buildBar(3001, 3400, 3000, 3002))).toEqual(['QuoteArrived']);
    expect(close(120, buildBar(3002, 3006, 3000, 3004))).toEqual(['BarClosed']);
    expect(status()).toMatchObject({
      received: 5,
      passed: 3,
      released: 0,
      pending: 0,
      dropped: { spike: 1, 'bar of a spike': 1 },
    });
  });

  it('whose range was quoted pass', () => {
    const { quote, bar: close } = createGuardedFeed();
    quote(1, 3001);
    quote(20, 3100);
    quote(25, 3101);
    expect(close(60, buildBar(3001, 3101, 3000, 3099))).toEqual(['BarClosed']);
  });

  it('pass once', () => {
    const { bar: close, status } = createGuardedFeed();
    expect([
      close(60, buildBar(3001, 3003, 3000, 3002)),
      close(60, buildBar(3001, 3003, 3000, 3002)),
      close(90, buildBar(3001, 3003, 3000, 3002)),
    ]).toEqual([['BarClosed'], [], []]);
    expect(status().dropped).toMatchObject({ duplicate: 1, 'from the past': 1 });
  });

  it('with a jump in the close are held and then released', () => {
    const { bar: close, quote } = createGuardedFeed();
    close(60, buildBar(3001, 3003, 3000, 3002));
    expect(close(120, buildBar(3002, 3120, 3001, 3118))).toEqual([]);
    expect(quote(120, 3119, { type: 'BarOpened' })).toEqual(['3118', '3119']);
  });
});

describe('a finished history', () => {
  const createHistoryGuard = () =>
    createGuardedFeed('crude-oil', { kind: 'record', hours: 'venue', startTicks: null });

  it('passes without confirmation, but must be valid and in order', () => {
    const { quote, status } = createHistoryGuard();
    expect([
      quote(0, 1773),
      quote(60, -3763),
      quote(30, -3763),
      quote(90, 900, { bidTicks: toTicks(950) }),
    ]).toEqual([['1773'], ['-3763'], [], []]);
    expect(countDropped(status())).toBe(2);
  });
});

describe('outages', () => {
  it('are recorded with start and end, and reported while they last', () => {
    const { quote, status } = createGuardedFeed();
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

  it('of a whole feed count once', () => {
    const instruments = [getFrontInstrument('corn'), getFrontInstrument('wheat')];
    const guard = createFeedGuard({
      market: MARKET,
      kind: 'news',
      hours: 'always',
      storedQuote: () => buildQuote(toTicks(1800), 1, NOON_MS - 5000),
    });
    guard.filterEvent(
      { type: 'MarketListed', market: MARKET, instruments, staleAfterMs: 15_000, atMs: NOON_MS },
      NOON_MS,
    );
    for (const atMs of [NOON_MS, NOON_MS + 10 * MINUTE_MS]) {
      for (const { id } of instruments)
        guard.filterEvent(
          {
            type: 'Market',
            isBackfill: false,
            atMs,
            event: {
              type: 'QuoteArrived',
              market: MARKET,
              instrumentId: id,
              quote: buildQuote(toTicks(1800), 1, atMs),
            },
          },
          atMs,
        );
    }
    expect(guard.getStatus(NOON_MS + 10 * MINUTE_MS).outages).toMatchObject({
      ended: 1,
      recent: [{ instrumentIds: ['CORN', 'WHEAT'] }],
    });
  });

  it('are not counted while the venue is closed or after expiry', () => {
    const evening = 4.9 * 3600; // NYMEX closes at 17:00
    const venue = createGuardedFeed('natural-gas', { hours: 'venue', staleAfterMs: 600_000 });
    venue.quote(evening, 3001);
    expect(venue.status(evening + 1800).outages.present).toBeNull();
    const month = {
      ...createContractInstrument('natural-gas', 'NG.J26'),
      contract: {
        chain: 'NG',
        code: 'NGJ26',
        delivery: '2026-04-01',
        rollMs: NOON_MS,
        expiresMs: NOON_MS + MINUTE_MS,
      },
    };
    const guard = createFeedGuard({
      market: MARKET,
      kind: 'news',
      hours: 'always',
      storedQuote: () => buildQuote(toTicks(3000), 1, NOON_MS - 5000),
    });
    guard.filterEvent(
      {
        type: 'MarketListed',
        market: MARKET,
        instruments: [month],
        staleAfterMs: 15_000,
        atMs: NOON_MS,
      },
      NOON_MS,
    );
    guard.filterEvent(
      {
        type: 'Market',
        isBackfill: false,
        atMs: NOON_MS,
        event: {
          type: 'QuoteArrived',
          market: MARKET,
          instrumentId: month.id,
          quote: buildQuote(toTicks(3000), 1, NOON_MS),
        },
      },
      NOON_MS,
    );
    expect(guard.getStatus(NOON_MS + 30_000).outages.present).not.toBeNull();
    expect(guard.getStatus(NOON_MS + 2 * MINUTE_MS).outages.present).toBeNull();
  });
});

describe('the first quote of a start', () => {
  const runStart = (liveTicks: number) => {
    const gas = getFrontInstrument('natural-gas');
    const guard = createFeedGuard({
      market: MARKET,
      kind: 'news',
      hours: 'always',
      storedQuote: () => buildQuote(toTicks(3000), 1, NOON_MS - 20 * MINUTE_MS),
    });
    guard.filterEvent(
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
      guard.filterEvent(
        {
          type: 'Market',
          isBackfill: true,
          atMs,
          event: { type: 'QuoteArrived', ...at, quote: buildQuote(toTicks(liveTicks), 1, atMs) },
        },
        NOON_MS,
      );
    }
    return {
      guard,
      live: (atMs: number, ticks: number) =>
        guard.filterEvent(
          {
            type: 'Market',
            isBackfill: false,
            atMs,
            event: { type: 'QuoteArrived', ...at, quote: buildQuote(toTicks(ticks), 1, atMs) },
          },
          atMs,
        ).length,
    };
  };

  it('is compared with the price of the previous run, not with the backfill', () => {
    const { guard, live } = runStart(300);
    expect(live(NOON_MS, 300)).toBe(0);
    expect([
      guard.getQuotes().get('NG')?.quote.lastTicks,
      guard.getStatus(NOON_MS).pending,
    ]).toEqual([3000, 1]);
    expect([5000, 10_000].map((later, index) => live(NOON_MS + later, 301 + index))).toEqual([
      0, 0,
    ]);
    // enough agreeing quotes are accepted, as for any jump
    expect(live(NOON_MS + 15_000, 303)).toBe(4);
    expect(guard.getQuotes().get('NG')?.quote.lastTicks).toBe(303);
  });

  it('passes near that price and becomes the reference', () => {
    const { guard, live } = runStart(3005);
    expect([live(NOON_MS, 3004), live(NOON_MS + 5000, 300)]).toEqual([1, 0]);
    expect(guard.getQuotes().get('NG')?.quote.lastTicks).toBe(3004);
  });
});

describe('the counters', () => {
  it('count unlisted instruments and missing prices', () => {
    const { guard, quote, status } = createGuardedFeed();
    guard.filterEvent(
      {
        type: 'Market',
        isBackfill: false,
        atMs: NOON_MS,
        event: {
          type: 'QuoteArrived',
          market: MARKET,
          instrumentId: 'XX',
          quote: buildQuote(toTicks(1), 1, NOON_MS),
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
