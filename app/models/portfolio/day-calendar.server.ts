// Daily P&L of an account period as a calendar of market days.
import type { DayCalendar, DayCell } from '../../contracts/portfolio';
import { type DayStart, listDayStarts } from '../log/snapshot.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import { type Book, getMidnightEquity } from '../../trading/domain/book';
import { formatDate, formatSignedMoney, getZoneName } from '../../trading/domain/format';
import { DAY_MS } from '../../trading/domain/time';
import {
  type EpochMs,
  addMills,
  fromDollars,
  roundToCents,
  subtractMills,
  toDollars,
} from '../../trading/domain/units';

const WEEK_DAYS = 7;
/** Weeks of the grid; earlier days are in the table only. */
const WEEKS_MAX = 5;
const LEVELS = 4;

const startsByBook = new WeakMap<
  Terminal,
  Map<string, { readonly key: string; readonly starts: readonly DayStart[] }>
>();

/** Starts of all valued days; they change only with the first valuation of a day. */
function getDayStarts(desk: Terminal, book: Book): readonly DayStart[] {
  const cached = startsByBook.get(desk) ?? new Map<string, never>();
  startsByBook.set(desk, cached);
  const key = `${book.epoch}:${book.day}`;
  const found = cached.get(book.id);
  if (found?.key === key) return found.starts;
  const starts = listDayStarts(desk.db, book.userId, book);
  cached.set(book.id, { key, starts });
  return starts;
}

const toDayMs = (day: string): EpochMs => Date.parse(`${day}T00:00:00Z`);
const toDay = (dayMs: EpochMs): string => new Date(dayMs).toISOString().slice(0, 10);
/** Monday of the week of a day. */
const getMonday = (dayMs: EpochMs): EpochMs =>
  dayMs - ((new Date(dayMs).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS) * DAY_MS;

/**
 * P&L by valued day: equity at the start of the next valued day minus that at its own start. Start
 * values are rounded to cents once, so the days sum to the total P&L.
 */
function computeDayProfits(
  starts: readonly DayStart[],
  { totalMills }: Pick<DeskView, 'totalMills'>,
  book: Book,
  today: string,
): ReadonlyMap<string, number> {
  const known = starts.some(({ day }) => day === today)
    ? starts
    : [...starts, { day: today, startMills: getMidnightEquity(book, today) }];
  return new Map(
    known.map(({ day, startMills }, index) => {
      const nextMills = known[index + 1]?.startMills ?? totalMills;
      return [
        day,
        toDollars(subtractMills(roundToCents(nextMills), roundToCents(startMills))),
      ] as const;
    }),
  );
}

export function buildDayCalendar(desk: Terminal, view: DeskView, book: Book): DayCalendar {
  const { timeZone } = desk;
  const today = formatDate(view.asOfMs, timeZone);
  const profits = computeDayProfits(getDayStarts(desk, book), view, book, today);
  const largest = Math.max(0, ...[...profits.values()].map(Math.abs));
  const buildCell = (day: string): DayCell => {
    const profit = profits.get(day) ?? null;
    return { day, profit, level: getLevel(profit, largest), isToday: day === today };
  };
  const firstDay = [...profits.keys()][0] ?? today;
  const [firstMs, todayMs] = [toDayMs(firstDay), toDayMs(today)];
  const gridMs = Math.max(
    getMonday(firstMs),
    getMonday(todayMs) - (WEEKS_MAX - 1) * WEEK_DAYS * DAY_MS,
  );
  const weekCount = Math.round((getMonday(todayMs) - gridMs) / (WEEK_DAYS * DAY_MS)) + 1;
  return {
    weeks: Array.from({ length: weekCount }, (_, week) =>
      Array.from({ length: WEEK_DAYS }, (__, weekday) => {
        const dayMs = gridMs + (week * WEEK_DAYS + weekday) * DAY_MS;
        return dayMs < firstMs || dayMs > todayMs ? null : buildCell(toDay(dayMs));
      }),
    ),
    earlier: [...profits.keys()]
      .filter((day) => toDayMs(day) < gridMs)
      .reverse()
      .map(buildCell),
    total: toDollars(addMills(...[...profits.values()].map(fromDollars))),
    zone: getZoneName(view.asOfMs, timeZone),
    summary: formatSummary(profits),
  };
}

const getLevel = (profit: number | null, largest: number): DayCell['level'] =>
  profit === null || profit === 0 || largest === 0
    ? 0
    : (Math.min(LEVELS, Math.ceil((LEVELS * Math.abs(profit)) / largest)) as DayCell['level']);

function formatSummary(profits: ReadonlyMap<string, number>): string {
  const days = [...profits];
  const [gains, losses] = [
    days.filter(([, profit]) => profit > 0),
    days.filter(([, profit]) => profit < 0),
  ];
  const sorted = [...days].sort(([, a], [, b]) => b - a);
  const [best, worst] = [sorted[0], sorted.at(-1)];
  if (!best || !worst || (gains.length === 0 && losses.length === 0)) return 'No gain or loss yet.';
  const formatDay = ([day, profit]: readonly [string, number]): string =>
    `${formatSignedMoney(fromDollars(profit))} on ${day}`;
  const ends = days.length === 1 ? '' : ` Best ${formatDay(best)}, worst ${formatDay(worst)}.`;
  return `Days with a gain: ${gains.length}, with a loss: ${losses.length}.${ends}`;
}
