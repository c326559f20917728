// Returns by month as table rows, for the page and the report of a backtest.
import type { BacktestYear, MonthCell, MonthRow } from '../../contracts/backtest-view';
import { formatSignedPercent } from '../../trading/domain/format';
import { MONTHS_PER_YEAR } from '../../trading/statistics/monthly-volatility';

/** Color steps, percent. */
const SHADES = [0, 0.5, 2] as const;

/** The color follows the displayed value: what is shown as zero has none. */
export function buildMonthCell(value: number | null): MonthCell {
  const text = formatSignedPercent(value, 2);
  if (value === null || !/^[+\u2212]/.test(text)) return { text, sign: 'flat', level: 0 };
  const level = SHADES.filter((from) => Math.abs(value) >= from).length as MonthCell['level'];
  return { text, sign: value > 0 ? 'plus' : 'minus', level };
}

/** One row per year: its months, January first, and the year. */
export const buildMonthRows = (years: readonly BacktestYear[]): MonthRow[] =>
  years.map(({ year, months, totalPercent }) => ({
    year,
    cells: [
      ...Array.from({ length: MONTHS_PER_YEAR }, (_, month) =>
        buildMonthCell(months[month] ?? null),
      ),
      buildMonthCell(totalPercent),
    ],
  }));
