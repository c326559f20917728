// Account performance against values recorded by the test.
import { describe, expect, it } from 'vitest';
import { getDeskView } from '../../../app/trading/desk-view';
import { TIMEFRAMES } from '../../../app/contracts/timeframe';
import { getPerformance } from '../../../app/models/portfolio/performance.server';
import { START_MS } from '../../support/scripted-desk';
import {
  type Valuation,
  createRequest,
  createTradedAccount,
  roundTrip,
} from '../../support/traded-account';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../app/trading/domain/time';

const requestPerformance = (
  desk: ReturnType<typeof createRequest>,
  timeframe: (typeof TIMEFRAMES)[number],
) => getPerformance(desk, desk.userId, timeframe, 'UTC');

const roundToCents = (value: number): number => Math.round(value * 100) / 100;
const getEquityBefore = (valuations: readonly Valuation[], atMs: number): number =>
  valuations.filter((note) => note.atMs <= atMs).at(-1)?.dollars ?? 25_000;

describe('performance changes', () => {
  it('cover midnight, 7 days, 30 days and the account period', () => {
    const { desk, valuations, request } = createTradedAccount(40);
    const { current, changes } = requestPerformance(request, '1d');
    const total = current.totalValue;
    const midnightMs = Math.floor(desk.nowMs / DAY_MS) * DAY_MS;
    const bases = {
      day: getEquityBefore(valuations, midnightMs - 1),
      week: getEquityBefore(valuations, desk.nowMs - 7 * DAY_MS),
      month: getEquityBefore(valuations, desk.nowMs - 30 * DAY_MS),
      all: 25_000,
    };
    for (const key of ['day', 'week', 'month', 'all'] as const) {
      expect([key, changes[key].value]).toEqual([key, roundToCents(total - bases[key])]);
      expect(changes[key].percentage).toBeCloseTo(((total - bases[key]) / bases[key]) * 100, 9);
    }
    expect(new Set(Object.values(bases)).size).toBe(4);
    expect(changes.all.value).toBe(current.totalPnL);
  });

  it('start from the capital in a younger account period', () => {
    const { request } = createTradedAccount(0.3);
    const { current, changes } = requestPerformance(request, '1d');
    expect(current.totalPnL).not.toBe(0);
    for (const { value } of Object.values(changes)) expect(value).toBe(current.totalPnL);
  });

  it('use the last value of yesterday before the first valuation of the day', () => {
    const { desk, db, valuations } = createTradedAccount(2);
    desk.nowMs = (Math.floor(desk.nowMs / DAY_MS) + 1) * DAY_MS + 1;
    roundTrip(desk, 'ada:simulation', 4);
    const { changes, current } = requestPerformance(createRequest(db, desk), '1d');
    expect(changes.day.value).toBe(
      roundToCents(current.totalValue - (valuations.at(-1)?.dollars ?? 0)),
    );
    expect(changes.day.value).toBeGreaterThan(0);
  });
});

describe('the history', () => {
  it.each([
    ['1h', HOUR_MS],
    ['1d', DAY_MS],
    ['1w', 7 * DAY_MS],
    ['1mo', 30 * DAY_MS],
  ] as const)('for %s contains the valuations of its window', (timeframe, spanMs) => {
    const { desk, valuations, request } = createTradedAccount(32, 120);
    const expected = valuations.filter(({ atMs }) => atMs >= desk.nowMs - spanMs);
    expect(requestPerformance(request, timeframe).history).toEqual(
      expected.map(({ atMs, dollars }) => ({
        timestamp: new Date(atMs).toISOString(),
        value: dollars,
      })),
    );
  });

  it('for all starts with the capital at the start of the account period', () => {
    const { valuations, request } = createTradedAccount(3);
    const { history, initialBalance } = requestPerformance(request, 'all');
    expect(history[0]).toEqual({
      timestamp: new Date(START_MS).toISOString(),
      value: initialBalance,
    });
    expect(history.slice(1).map(({ value }) => value)).toEqual(
      valuations.map(({ dollars }) => dollars),
    );
  });

  it('has at most 500 points, including minimum and maximum', () => {
    const { valuations, request } = createTradedAccount(40);
    const values = requestPerformance(request, 'all').history.map(({ value }) => value);
    const all = valuations.map(({ dollars }) => dollars);
    expect(values.length).toBeLessThanOrEqual(500);
    expect(values.length).toBeGreaterThan(300);
    expect([Math.min(...values), Math.max(...values), values.at(-1)]).toEqual([
      Math.min(...all, 25_000),
      Math.max(...all, 25_000),
      all.at(-1),
    ]);
  });

  it('restarts after a reset', () => {
    const { desk, db } = createTradedAccount(3);
    desk.nowMs += MINUTE_MS;
    desk.resetAccount('ada:simulation');
    const resetMs = desk.nowMs;
    desk.nowMs += MINUTE_MS;
    desk.recordValuation('ada:simulation');
    desk.commit();
    for (const timeframe of TIMEFRAMES) {
      const { history, changes, stats } = requestPerformance(createRequest(db, desk), timeframe);
      expect(history).toEqual(
        [resetMs, resetMs + MINUTE_MS].map((atMs) => ({
          timestamp: new Date(atMs).toISOString(),
          value: 25_000,
        })),
      );
      expect(Object.values(changes).map(({ value, percentage }) => [value, percentage])).toEqual(
        Array.from({ length: 4 }, () => [0, 0]),
      );
      expect(stats).toEqual({ winRate: null, completedTrades: 0, totalTrades: 0 });
    }
  });

  it('is empty for a window without valuations', () => {
    const { desk, db } = createTradedAccount(2);
    desk.nowMs += 5 * HOUR_MS;
    expect(requestPerformance(createRequest(db, desk), '1h').history).toEqual([]);
  });
});

describe('accounts of two users', () => {
  it('are separate', () => {
    const { desk, db } = createTradedAccount(2);
    desk.openAccount('bob');
    desk.recordValuation('bob:simulation');
    desk.commit();
    const { history, current, stats } = requestPerformance(createRequest(db, desk, 'bob'), 'all');
    expect([history.map(({ value }) => value), current.totalValue, stats.totalTrades]).toEqual([
      [25_000],
      25_000,
      0,
    ]);
    expect(requestPerformance(createRequest(db, desk), 'all').stats.totalTrades).toBeGreaterThan(0);
  });
});

describe('repeated requests', () => {
  it('read the valuations once', () => {
    const { request, db } = createTradedAccount(2);
    const first = requestPerformance(request, '1w');
    db.$client.exec('DELETE FROM snapshot');
    expect(requestPerformance(request, '1w')).toBe(first);
    const { state } = request;
    const later = { ...state(), sequence: state().sequence + 1, nowMs: state().nowMs + 1000 };
    const next = requestPerformance(
      {
        ...request,
        state: () => later,
        getView: (user: string) => getDeskView(later, user, 'simulation'),
      },
      '1w',
    );
    expect([next.asOfSeq, next.history]).toEqual([first.asOfSeq + 1, first.history]);
  });
});
