// How a book has done, against an oracle by hand: what each valuation said, and what was then
// asked.
import { describe, expect, it } from 'vitest';
import { TIMEFRAMES } from '../../../app/contracts/timeframe';
import { getPerformance } from '../../../app/models/portfolio/performance.server';
import { deskView } from '../../../app/trading/desk';
import { toLots } from '../../../app/trading/domain/units';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { emptyBooks, testJournal } from '../../support/books';
import { START_MS, ScriptedDesk } from '../../support/scripted-desk';
import { MINUTE_MS } from '../../../app/trading/domain/time';

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface Noted {
  readonly atMs: number;
  readonly dollars: number;
}

/**
 * A book that wins or loses a little every six hours, valued every so many minutes, and what it was
 * worth each time.
 */
function traded(days: number, everyMinutes = 60) {
  const { db } = emptyBooks();
  db.$client.pragma('synchronous = OFF');
  const desk = new ScriptedDesk(testJournal(db));
  desk.list();
  const book = desk.open('ada');
  const noted: Noted[] = [];
  const endMs = desk.nowMs + days * DAY_MS;
  for (let step = 0; desk.nowMs < endMs; step += 1) {
    desk.nowMs += everyMinutes * MINUTE_MS;
    if (step % 6 === 5) roundTrip(desk, book.id, ((step / 6) % 5) - 2.3);
    desk.value(book.id);
    noted.push({ atMs: desk.nowMs, dollars: desk.book(book.id).equityMills / 1000 });
    if (step % 50 === 0) desk.commit();
  }
  desk.commit();
  return { db, desk, book, noted, asked: asked(db, desk) };
}

/** Buys and sells ten lots of natural gas, `move` tenths of a dollar apart in its price. */
function roundTrip(desk: ScriptedDesk, bookId: string, move: number): void {
  const entry = desk.place(bookId, {
    instrumentId: 'NG',
    side: 'BUY',
    purpose: 'ENTRY',
    lots: toLots(10),
    positionId: desk.id(),
    playbookId: null,
  });
  desk.send(entry);
  desk.fill(entry.id, bookId, 10, 2800);
  const position = desk.book(bookId).positions[entry.positionId]!;
  const exit = desk.place(bookId, {
    instrumentId: 'NG',
    side: 'SELL',
    purpose: 'EXIT',
    lots: toLots(10),
    positionId: position.id,
    playbookId: null,
  });
  desk.send(exit);
  desk.fill(exit.id, bookId, 10, 2800 + Math.round(move * 100));
}

/** The performance as the server would make it from this state. */
const asked = (db: ReturnType<typeof emptyBooks>['db'], desk: ScriptedDesk, userId = 'ada') => {
  const state = { ...EMPTY_DESK, ...desk.state, nowMs: desk.nowMs };
  return {
    db,
    state: () => state,
    view: (user: string) => deskView(state, user, 'simulation'),
    timeZone: 'UTC',
    userId,
  };
};
const ask = (desk: ReturnType<typeof asked>, timeframe: (typeof TIMEFRAMES)[number]) =>
  getPerformance(desk, desk.userId, timeframe, 'UTC');

const cents = (value: number): number => Math.round(value * 100) / 100;
const before = (noted: readonly Noted[], atMs: number): number =>
  noted.filter((note) => note.atMs <= atMs).at(-1)?.dollars ?? 25_000;

describe('changes', () => {
  it('count from midnight, seven days, thirty days and the beginning', () => {
    const { desk, noted, asked: at } = traded(40);
    const { current, changes } = ask(at, '1d');
    const total = current.totalValue;
    const midnightMs = Math.floor(desk.nowMs / DAY_MS) * DAY_MS;
    const bases = {
      day: before(noted, midnightMs - 1),
      week: before(noted, desk.nowMs - 7 * DAY_MS),
      month: before(noted, desk.nowMs - 30 * DAY_MS),
      all: 25_000,
    };
    for (const key of ['day', 'week', 'month', 'all'] as const) {
      expect([key, changes[key].value]).toEqual([key, cents(total - bases[key])]);
      expect(changes[key].percentage).toBeCloseTo(((total - bases[key]) / bases[key]) * 100, 9);
    }
    expect(new Set(Object.values(bases)).size).toBe(4);
    expect(changes.all.value).toBe(current.totalPnL);
  });

  it('count from the capital while the epoch is younger', () => {
    const { asked: at } = traded(0.3);
    const { current, changes } = ask(at, '1d');
    expect(current.totalPnL).not.toBe(0);
    for (const { value } of Object.values(changes)) expect(value).toBe(current.totalPnL);
  });

  it('count today from the last value of yesterday before the day has one of its own', () => {
    const { desk, db, noted } = traded(2);
    desk.nowMs = (Math.floor(desk.nowMs / DAY_MS) + 1) * DAY_MS + 1;
    roundTrip(desk, 'ada:simulation', 4);
    const { changes, current } = ask(asked(db, desk), '1d');
    expect(changes.day.value).toBe(cents(current.totalValue - (noted.at(-1)?.dollars ?? 0)));
    expect(changes.day.value).toBeGreaterThan(0);
  });
});

describe('the history', () => {
  it.each([
    ['1h', HOUR_MS],
    ['1d', DAY_MS],
    ['1w', 7 * DAY_MS],
    ['1mo', 30 * DAY_MS],
  ] as const)('of %s holds the valuations of its window', (timeframe, spanMs) => {
    const { desk, noted, asked: at } = traded(32, 120);
    const expected = noted.filter(({ atMs }) => atMs >= desk.nowMs - spanMs);
    expect(ask(at, timeframe).history).toEqual(
      expected.map(({ atMs, dollars }) => ({
        timestamp: new Date(atMs).toISOString(),
        value: dollars,
      })),
    );
  });

  it('of all begins with the capital, at the moment the epoch began', () => {
    const { noted, asked: at } = traded(3);
    const { history, initialBalance } = ask(at, 'all');
    expect(history[0]).toEqual({
      timestamp: new Date(START_MS).toISOString(),
      value: initialBalance,
    });
    expect(history.slice(1).map(({ value }) => value)).toEqual(noted.map(({ dollars }) => dollars));
  });

  it('has 500 points at most, the lowest and the highest among them', () => {
    const { noted, asked: at } = traded(40);
    const values = ask(at, 'all').history.map(({ value }) => value);
    const all = noted.map(({ dollars }) => dollars);
    expect(values.length).toBeLessThanOrEqual(500);
    expect(values.length).toBeGreaterThan(300);
    expect([Math.min(...values), Math.max(...values), values.at(-1)]).toEqual([
      Math.min(...all, 25_000),
      Math.max(...all, 25_000),
      all.at(-1),
    ]);
  });

  it('begins anew after a reset', () => {
    const { desk, db } = traded(3);
    desk.nowMs += MINUTE_MS;
    desk.reset('ada:simulation');
    const resetMs = desk.nowMs;
    desk.nowMs += MINUTE_MS;
    desk.value('ada:simulation');
    desk.commit();
    for (const timeframe of TIMEFRAMES) {
      const { history, changes, stats } = ask(asked(db, desk), timeframe);
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

  it('is empty where the window has no valuation', () => {
    const { desk, db } = traded(2);
    desk.nowMs += 5 * HOUR_MS;
    expect(ask(asked(db, desk), '1h').history).toEqual([]);
  });
});

describe('the books of two users', () => {
  it('are told apart', () => {
    const { desk, db } = traded(2);
    desk.open('bob');
    desk.value('bob:simulation');
    desk.commit();
    const { history, current, stats } = ask(asked(db, desk, 'bob'), 'all');
    expect([history.map(({ value }) => value), current.totalValue, stats.totalTrades]).toEqual([
      [25_000],
      25_000,
      0,
    ]);
    expect(ask(asked(db, desk), 'all').stats.totalTrades).toBeGreaterThan(0);
  });
});

describe('many who ask', () => {
  it('cost one reading of the valuations', () => {
    const { asked: at, db } = traded(2);
    const first = ask(at, '1w');
    db.$client.exec('DELETE FROM snapshot');
    expect(ask(at, '1w')).toBe(first);
    const { state } = at;
    const later = { ...state(), sequence: state().sequence + 1, nowMs: state().nowMs + 1000 };
    const next = ask(
      { ...at, state: () => later, view: (user: string) => deskView(later, user, 'simulation') },
      '1w',
    );
    expect([next.asOfSeq, next.history]).toEqual([first.asOfSeq + 1, first.history]);
  });
});
