// Daily returns of front futures, and of books that hold some of them in equal parts.
import { computeMean } from '../../../trading/statistics/sample';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRows } from '../../tables/rows';

const CODES = ['NG', 'CL', 'HO', 'ZC', 'ZS', 'ZW', 'KC', 'OJ', 'CT'] as const;
type Code = (typeof CODES)[number];
export const FILES: readonly string[] = CODES.map((code) => `futures-daily/${code}.csv`);
export const missingFiles = (folder: string): readonly string[] =>
  FILES.filter((file) => !existsSync(join(folder, file)));

/**
 * Books of equal parts: the nine together, and the groups by which the desk tells risk, as far as
 * they have a history.
 */
const BOOKS: readonly { readonly name: string; readonly codes: readonly Code[] }[] = [
  { name: 'nine futures', codes: CODES },
  { name: 'natural gas', codes: ['NG'] },
  { name: 'agricultural', codes: ['ZC', 'ZS', 'ZW', 'KC', 'OJ', 'CT'] },
  { name: 'oil', codes: ['CL', 'HO'] },
];

export interface BookReturns {
  readonly name: string;
  /** Dates as texts, and the return of a book of equal parts from the trading day before. */
  readonly dates: readonly string[];
  readonly returns: Float64Array;
}

const MEAN_DAYS = 30;

/**
 * Returns by date. Where a price or the one before is not above zero, the change is of the mean
 * size of the last 30 prices.
 */
function listReturns(folder: string, code: Code): ReadonlyMap<string, number> {
  const rows = readRows(folder, `futures-daily/${code}.csv`)
    .map((row) => ({ date: row['date'] ?? '', close: Number(row['close']) }))
    .filter(({ close }) => Number.isFinite(close))
    .sort((a, b) => a.date.localeCompare(b.date));
  const found = new Map<string, number>();
  rows.forEach(({ date, close }, place) => {
    const before = rows[place - 1]?.close;
    if (before === undefined) return;
    const recent = rows.slice(Math.max(0, place - MEAN_DAYS), place);
    const size =
      close > 0 && before > 0 ? before : computeMean(recent.map((row) => Math.abs(row.close)));
    found.set(date, (close - before) / size);
  });
  return found;
}

/**
 * Each book on the days on which all that it holds, as far as their histories reach yet, have a
 * return: from 2007 on, when eight of the nine are there.
 */
export function readBooks(folder: string, from = '2007-01-03'): readonly BookReturns[] {
  const series = new Map(CODES.map((code) => [code, listReturns(folder, code)]));
  return BOOKS.map(({ name, codes }) => {
    const own = codes.map((code) => series.get(code) ?? new Map<string, number>());
    const begins = own.map((returns) => [...returns.keys()][0] ?? '');
    const dates = [...new Set(own.flatMap((returns) => [...returns.keys()]))]
      .filter((date) => date >= from)
      .sort();
    const whole = dates.filter(
      (date) =>
        own.some((returns) => returns.has(date)) &&
        own.every((returns, place) => returns.has(date) || date < (begins[place] ?? '')),
    );
    const returns = Float64Array.from(whole, (date) => {
      const there = own.flatMap((one) => one.get(date) ?? []);
      return computeMean(there);
    });
    return { name, dates: whole, returns };
  });
}
