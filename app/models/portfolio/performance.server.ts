// Account performance: equity, changes and history.
import { thinPoints } from '../charts/equity-chart.server';
import type { Timeframe } from '../../contracts/timeframe';
import { findValuation } from '../log/snapshot.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import { type Book, getBookId, getMidnightEquity } from '../../trading/domain/book';
import { computeMoneyChange } from '../../trading/domain/change';
import { formatDate, formatIsoTime } from '../../trading/domain/format';
import {
  type EpochMs,
  type Mills,
  roundToCents,
  toDollars,
  toCentDollars,
} from '../../trading/domain/units';
import { listEquityValues } from './equity-values.server';
import { serializeMargin, serializePortfolio } from './serialize-book.server';
import type { PerformanceDto } from '../../contracts/api/book';
import type { ChangeDto } from '../../contracts/api/book';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../trading/domain/time';

type Desk = Pick<Terminal, 'db' | 'state' | 'getView' | 'timeZone'>;
const WINDOWS: Readonly<Record<Timeframe, number>> = {
  '1h': HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
  '1mo': 30 * DAY_MS,
  all: Infinity,
};
const HISTORY_MAX = 500;

/**
 * Values derived from stored valuations; they change once a minute, so one result serves all
 * requests.
 */
interface ValuationHistory {
  readonly key: string;
  readonly weekMills: Mills;
  readonly monthMills: Mills;
  readonly histories: Map<Timeframe, PerformanceDto['history']>;
}

const historiesByDatabase = new WeakMap<Desk['db'], Map<string, ValuationHistory>>();

function getValuationHistory({ db }: Desk, book: Book, nowMs: EpochMs): ValuationHistory {
  const cached = historiesByDatabase.get(db) ?? new Map<string, ValuationHistory>();
  historiesByDatabase.set(db, cached);
  const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const key = `${book.epoch}:${book.valuedMinute}:${minuteMs}`;
  const found = cached.get(book.id);
  if (found?.key === key) return found;
  const valuations: ValuationHistory = {
    key,
    weekMills: findEquityAt(db, book, minuteMs - WINDOWS['1w']),
    monthMills: findEquityAt(db, book, minuteMs - WINDOWS['1mo']),
    histories: new Map(),
  };
  cached.set(book.id, valuations);
  return valuations;
}

/** Equity at a time; the initial capital before the first valuation. */
const findEquityAt = (db: Desk['db'], book: Book, atMs: EpochMs): Mills =>
  atMs < book.openedMs
    ? book.capitalMills
    : (findValuation(db, book.userId, book, atMs)?.equityMills ?? book.capitalMills);

/**
 * Valuations in a window, oldest first, in dollars. An account period starts with its capital. More
 * than 500 points are thinned to the minima and maxima of equal intervals.
 */
function buildHistory(
  desk: Desk,
  book: Book,
  valuations: ValuationHistory,
  timeframe: Timeframe,
  nowMs: EpochMs,
): PerformanceDto['history'] {
  const cached = valuations.histories.get(timeframe);
  if (cached) return cached;
  const windowMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - WINDOWS[timeframe];
  const isWhole = windowMs <= book.openedMs;
  const beginning = isWhole ? [{ atMs: book.openedMs, equityMills: book.capitalMills }] : [];
  const fromMs = isWhole ? book.openedMs + 1 : windowMs;
  const values = [...beginning, ...listEquityValues(desk, book, { fromMs, toMs: nowMs })];
  const points = values.map(({ atMs, equityMills }) => ({
    atMs,
    value: toCentDollars(equityMills),
  }));
  const history = thinPoints(points, HISTORY_MAX).map(({ atMs, value }) => ({
    timestamp: formatIsoTime(atMs),
    value,
  }));
  valuations.histories.set(timeframe, history);
  return history;
}

const computeChange = (base: Mills, total: Mills): ChangeDto => {
  const { mills, percent } = computeMoneyChange(roundToCents(base), total);
  return { value: toDollars(mills), percentage: percent };
};

const performanceByView = new WeakMap<DeskView, Map<Timeframe, PerformanceDto>>();

/**
 * Performance of the selected account; same object for same state and timeframe. Throws before the
 * account is opened.
 */
export function getPerformance(
  desk: Desk,
  userId: string,
  timeframe: Timeframe,
  timeZone: string = desk.timeZone,
): PerformanceDto {
  const view = desk.getView(userId);
  const book = view && desk.state().books[getBookId(userId, view.mode)];
  if (!view || !book) throw new Error('performance requires an open account');
  const frames = performanceByView.get(view) ?? new Map<Timeframe, PerformanceDto>();
  performanceByView.set(view, frames);
  const performance =
    frames.get(timeframe) ?? buildPerformance(desk, view, book, timeframe, timeZone);
  frames.set(timeframe, performance);
  return performance;
}

function buildPerformance(
  desk: Desk,
  view: DeskView,
  book: Book,
  timeframe: Timeframe,
  timeZone: string,
): PerformanceDto {
  const { totalMills, asOfMs, asOfSeq } = view;
  const valuations = getValuationHistory(desk, book, asOfMs);
  return {
    current: serializePortfolio(view),
    margin: serializeMargin(view),
    changes: {
      day: computeChange(getMidnightEquity(book, formatDate(asOfMs, timeZone)), totalMills),
      week: computeChange(valuations.weekMills, totalMills),
      month: computeChange(valuations.monthMills, totalMills),
      // The first value of an account period is its capital, so this equals total P&L on other
      // screens.
      all: computeChange(book.capitalMills, totalMills),
    },
    initialBalance: toDollars(view.initialMills),
    history: buildHistory(desk, book, valuations, timeframe, asOfMs),
    stats: {
      winRate: view.winRatio,
      completedTrades: view.tradesClosed,
      totalTrades: view.tradesOpened,
    },
    timeframe,
    asOf: formatIsoTime(asOfMs),
    asOfSeq,
  };
}
