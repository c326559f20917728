/** Returns by calendar month and year. */
import type { EpochMs } from '../../domain/units';
import { MONTHS_PER_YEAR } from '../../statistics/monthly-volatility';
import { listDayEnds } from './daily-returns';
import type { EquityPoint } from './input';

export interface YearOfReturns {
  readonly year: number;
  /**
   * January to December in percent; null for a month without points, or if equity before it is not
   * positive.
   */
  readonly months: readonly (number | null)[];
  /**
   * Return from the last point before the year (or the first of the curve) to its last point, in
   * percent; null as for months.
   */
  readonly yearPercent: number | null;
}

interface MonthSpan {
  readonly month: number;
  readonly from: EquityPoint;
  readonly until: EquityPoint;
}

const getMonthNumber = (atMs: EpochMs): number => {
  const date = new Date(atMs);
  return date.getUTCFullYear() * MONTHS_PER_YEAR + date.getUTCMonth();
};

const computePercent = (
  from: EquityPoint | undefined,
  until: EquityPoint | undefined,
): number | null =>
  from && until && from.equityMills > 0 ? (until.equityMills / from.equityMills - 1) * 100 : null;

/**
 * One span per month with points: from the last point before it (first month: its first point) to
 * its last.
 */
function listSpans(curve: readonly EquityPoint[]): MonthSpan[] {
  const spans: MonthSpan[] = [];
  let before = curve[0];
  const days = listDayEnds(curve);
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
 * E_end / E_start - 1 of each month, in percent, by calendar year; the months compound to the
 * year's return. Empty without points. The curve must be in time order.
 */
export function computeMonthlyReturns(curve: readonly EquityPoint[]): readonly YearOfReturns[] {
  const spans = listSpans(curve);
  const years = [...new Set(spans.map(({ month }) => Math.floor(month / MONTHS_PER_YEAR)))];
  return years.map((year) => {
    const own = spans.filter(({ month }) => Math.floor(month / MONTHS_PER_YEAR) === year);
    const months = Array.from({ length: MONTHS_PER_YEAR }, (_, monthIndex) => {
      const span = own.find(({ month }) => month % MONTHS_PER_YEAR === monthIndex);
      return computePercent(span?.from, span?.until);
    });
    return { year, months, yearPercent: computePercent(own[0]?.from, own[own.length - 1]?.until) };
  });
}
