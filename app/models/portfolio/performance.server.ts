// How a book has done: its worth now, against midnight, a week, a month and its beginning, and the
// way between.
import { thinPoints } from '../charts/charts.server';
import type { Timeframe } from '../../contracts/timeframe';
import { findValuation, listValues } from '../log/snapshot.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk';
import { type Book, bookId } from '../../trading/domain/book';
import { changeSince } from '../../trading/domain/change';
import { formatDate, isoMoment } from '../../trading/domain/format';
import {
  type EpochMs,
  type Mills,
  roundToCents,
  toDollars,
  toCentDollars,
} from '../../trading/domain/units';
import { marginWire, portfolioWire } from './serialize-book.server';
import type { PerformanceDto } from '../../contracts/api/book';
import type { ChangeDto } from '../../contracts/api/book';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../trading/domain/time';

type Desk = Pick<Terminal, 'db' | 'state' | 'view' | 'timeZone'>;
const WINDOWS: Readonly<Record<Timeframe, number>> = {
  '1h': HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
  '1mo': 30 * DAY_MS,
  all: Infinity,
};
const HISTORY_MAX = 500;

/**
 * What the valuations say about a book; they change once a minute, so it is made once a minute for
 * all who ask.
 */
interface Past {
  readonly key: string;
  readonly weekMills: Mills;
  readonly monthMills: Mills;
  readonly histories: Map<Timeframe, PerformanceDto['history']>;
}

const pasts = new WeakMap<Desk['db'], Map<string, Past>>();

function buildPast({ db }: Desk, book: Book, nowMs: EpochMs): Past {
  const known = pasts.get(db) ?? new Map<string, Past>();
  pasts.set(db, known);
  const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const key = `${book.epoch}:${book.valuedMinute}:${minuteMs}`;
  const found = known.get(book.id);
  if (found?.key === key) return found;
  const past: Past = {
    key,
    weekMills: valueAt(db, book, minuteMs - WINDOWS['1w']),
    monthMills: valueAt(db, book, minuteMs - WINDOWS['1mo']),
    histories: new Map(),
  };
  known.set(book.id, past);
  return past;
}

/** What the book was worth at a moment; its capital before its epoch's first valuation. */
const valueAt = (db: Desk['db'], book: Book, atMs: EpochMs): Mills =>
  atMs < book.openedMs
    ? book.capitalMills
    : (findValuation(db, book.userId, book, atMs)?.equityMills ?? book.capitalMills);

/**
 * The valuations of a window, oldest first, in dollars and whole cents; an epoch's first value is
 * its capital, at the moment when it began.
 * More than 500 are thinned to the lowest and the highest of equal stretches of time.
 */
function buildHistory(
  desk: Desk,
  book: Book,
  past: Past,
  timeframe: Timeframe,
  nowMs: EpochMs,
): PerformanceDto['history'] {
  const known = past.histories.get(timeframe);
  if (known) return known;
  const windowMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - WINDOWS[timeframe];
  const isWhole = windowMs <= book.openedMs;
  const beginning = isWhole ? [{ atMs: book.openedMs, equityMills: book.capitalMills }] : [];
  const fromMs = isWhole ? book.openedMs + 1 : windowMs;
  const values = [...beginning, ...listValues(desk.db, book.userId, book, { fromMs, toMs: nowMs })];
  const points = values.map(({ atMs, equityMills }) => ({
    atMs,
    value: toCentDollars(equityMills),
  }));
  const history = thinPoints(points, HISTORY_MAX).map(({ atMs, value }) => ({
    timestamp: isoMoment(atMs),
    value,
  }));
  past.histories.set(timeframe, history);
  return history;
}

/** The equity at midnight: kept by the book, whose day turns with its first valuation. */
const midnightMills = (book: Book, today: string): Mills =>
  book.day === today ? book.dayStartMills : book.equityMills;

const computeChange = (base: Mills, total: Mills): ChangeDto => {
  const { mills, percent } = changeSince(roundToCents(base), total);
  return { value: toDollars(mills), percentage: percent };
};

const made = new WeakMap<DeskView, Map<Timeframe, PerformanceDto>>();

/**
 * The performance of the user's selected book; the same object for the same state and timeframe.
 * Throws before the book is opened.
 */
export function getPerformance(
  desk: Desk,
  userId: string,
  timeframe: Timeframe,
  timeZone: string = desk.timeZone,
): PerformanceDto {
  const view = desk.view(userId);
  const book = view && desk.state().books[bookId(userId, view.mode)];
  if (!view || !book) throw new Error('performance is asked of a book that is open');
  const frames = made.get(view) ?? new Map<Timeframe, PerformanceDto>();
  made.set(view, frames);
  const wire = frames.get(timeframe) ?? makePerformance(desk, view, book, timeframe, timeZone);
  frames.set(timeframe, wire);
  return wire;
}

function makePerformance(
  desk: Desk,
  view: DeskView,
  book: Book,
  timeframe: Timeframe,
  timeZone: string,
): PerformanceDto {
  const { totalMills, asOfMs, asOfSeq } = view;
  const past = buildPast(desk, book, asOfMs);
  return {
    current: portfolioWire(view),
    margin: marginWire(view),
    changes: {
      day: computeChange(midnightMills(book, formatDate(asOfMs, timeZone)), totalMills),
      week: computeChange(past.weekMills, totalMills),
      month: computeChange(past.monthMills, totalMills),
      // The oldest value of an epoch is its capital, so this is the profit that every other screen
      // shows.
      all: computeChange(book.capitalMills, totalMills),
    },
    initialBalance: toDollars(view.initialMills),
    history: buildHistory(desk, book, past, timeframe, asOfMs),
    stats: {
      winRate: view.winRatio,
      completedTrades: view.tradesClosed,
      totalTrades: view.tradesOpened,
    },
    timeframe,
    asOf: isoMoment(asOfMs),
    asOfSeq,
  };
}
