// Daily returns of front-month futures and of equally weighted portfolios.
import { computeMean } from '../../../trading/statistics/sample';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRows } from '../../tables/rows';

const CODES = ['NG', 'CL', 'HO', 'ZC', 'ZS', 'ZW', 'KC', 'OJ', 'CT'] as const;
type Code = (typeof CODES)[number];
export const FILES: readonly string[] = CODES.map((code) => `futures-daily/${code}.csv`);
export const listMissingFiles = (folder: string): readonly string[] =>
  FILES.filter((file) => !existsSync(join(folder, file)));

/** Equally weighted portfolios: all nine, and the risk groups with histories. */
const PORTFOLIOS: readonly { readonly name: string; readonly codes: readonly Code[] }[] = [
  { name: 'nine futures', codes: CODES },
  { name: 'natural gas', codes: ['NG'] },
  { name: 'agricultural', codes: ['ZC', 'ZS', 'ZW', 'KC', 'OJ', 'CT'] },
  { name: 'oil', codes: ['CL', 'HO'] },
];

export interface PortfolioReturns {
  readonly name: string;
  /** ISO dates, and the portfolio return since the previous trading day. */
  readonly dates: readonly string[];
  readonly returns: Float64Array;
}

const MEAN_DAYS = 30;

/**
 * Returns by date. With a non-positive price the change is divided by the mean absolute price of
 * the last 30 days.
 */
function listReturns(folder: string, code: Code): ReadonlyMap<string, number> {
  const rows = readRows(folder, `futures-daily/${code}.csv`)
    .map((row) => ({ date: row['date'] ?? '', close: Number(row['close']) }))
    .filter(({ close }) => Number.isFinite(close))
    .sort((a, b) => a.date.localeCompare(b.date));
  const returnsByDate = new Map<string, number>();
  rows.forEach(({ date, close }, index) => {
    const before = rows[index - 1]?.close;
    if (before === undefined) return;
    const recent = rows.slice(Math.max(0, index - MEAN_DAYS), index);
    const size =
      close > 0 && before > 0 ? before : computeMean(recent.map((row) => Math.abs(row.close)));
    returnsByDate.set(date, (close - before) / size);
  });
  return returnsByDate;
}

/**
 * Returns of each portfolio on days with complete data, from 2007, when eight of nine series exist.
 */
export function readPortfolios(folder: string, from = '2007-01-03'): readonly PortfolioReturns[] {
  const series = new Map(CODES.map((code) => [code, listReturns(folder, code)]));
  return PORTFOLIOS.map(({ name, codes }) => {
    const memberReturns = codes.map((code) => series.get(code) ?? new Map<string, number>());
    const firstDates = memberReturns.map((returns) => [...returns.keys()][0] ?? '');
    const dates = [...new Set(memberReturns.flatMap((returns) => [...returns.keys()]))]
      .filter((date) => date >= from)
      .sort();
    const completeDates = dates.filter(
      (date) =>
        memberReturns.some((returns) => returns.has(date)) &&
        memberReturns.every(
          (returns, index) => returns.has(date) || date < (firstDates[index] ?? ''),
        ),
    );
    const returns = Float64Array.from(completeDates, (date) => {
      const dayReturns = memberReturns.flatMap((one) => one.get(date) ?? []);
      return computeMean(dayReturns);
    });
    return { name, dates: completeDates, returns };
  });
}
