/** Returns by month and year: the grid in which one lucky spring is seen. */
import type { EpochMs } from '../../domain/units';
import { MONTHS_PER_YEAR } from '../../statistics/monthly-volatility';
import { dayEnds } from './daily-returns';
import type { EquityPoint } from './input';

export interface YearOfReturns {
  readonly year: number;
  /**
   * January to December in percent; null for a month without points or with equity at or below zero
   * before it.
   */
  readonly months: readonly (number | null)[];
  /**
   * From the last point before the year, or the first of the curve, to the last in it, in percent;
   * null as for months.
   */
  readonly yearPercent: number | null;
}

interface Span {
  readonly month: number;
  readonly from: EquityPoint;
  readonly until: EquityPoint;
}

const getMonthNumber = (atMs: EpochMs): number => {
  const date = new Date(atMs);
  return date.getUTCFullYear() * MONTHS_PER_YEAR + date.getUTCMonth();
};

const findPercent = (
  from: EquityPoint | undefined,
  until: EquityPoint | undefined,
): number | null =>
  from && until && from.equityMills > 0 ? (until.equityMills / from.equityMills - 1) * 100 : null;

/**
 * One span for each month that has points: from the last point before it (the first month: from its
 * first point) to its last.
 */
function listSpans(curve: readonly EquityPoint[]): Span[] {
  const spans: Span[] = [];
  let before = curve[0];
  const days = dayEnds(curve);
  for (const [index, point] of days.entries()) {
    const next = days[index + 1];
    const month = getMonthNumber(point.atMs);
    if (next && getMonthNumber(next.atMs) === month) continue;
    spans.push({ month, from: before ?? point, until: point });
    before = point;
  }
  return spans;
}

/**
 * E at the end / E at the start of each month, less 1, in percent, by calendar years; the months of
 * a year multiply up to its own return.
 * Empty without points. The curve is in order of time.
 */
export function monthlyReturns(curve: readonly EquityPoint[]): readonly YearOfReturns[] {
  const spans = listSpans(curve);
  const years = [...new Set(spans.map(({ month }) => Math.floor(month / MONTHS_PER_YEAR)))];
  return years.map((year) => {
    const own = spans.filter(({ month }) => Math.floor(month / MONTHS_PER_YEAR) === year);
    const months = Array.from({ length: MONTHS_PER_YEAR }, (_, place) => {
      const span = own.find(({ month }) => month % MONTHS_PER_YEAR === place);
      return findPercent(span?.from, span?.until);
    });
    return { year, months, yearPercent: findPercent(own[0]?.from, own[own.length - 1]?.until) };
  });
}
