// Front-month gas return on the day of the weekly storage report.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRows } from '../../tables/rows';
import { DAY_MS } from '../../../trading/domain/time';

export const GAS_FILES = {
  curve: 'futures-curves/nymex_cl_ng_ho.csv',
  expiry: 'futures-curves/expiry_table.csv',
} as const;

export const listMissingGasFiles = (folder: string): readonly string[] =>
  Object.values(GAS_FILES).filter((file) => !existsSync(join(folder, file)));

/** The report on a week that ends on a Friday comes on the Thursday after it. */
const REPORT_DAYS_LATER = 6;

/**
 * Return of the front-month contract, from the settlement before the report on a week to that of
 * its Thursday. NaN when that Thursday has no settlement: the report of a holiday week comes on
 * another day.
 */
type GetReportReturn = (fridayMs: number) => number;

export function readReportReturns(folder: string): GetReportReturn {
  const lastTrades = new Set(
    readRows(folder, GAS_FILES.expiry)
      .filter((row) => row['tick.prefix'] === 'NG')
      .map((row) => row['Last.Trade'] ?? ''),
  );
  const rows = readRows(folder, GAS_FILES.curve)
    .map((row) => ({
      date: row['date'] ?? '',
      front: Number(row['NG01'] || NaN),
      second: Number(row['NG02'] || NaN),
    }))
    .filter(({ front }) => Number.isFinite(front));
  const returns = new Map<string, number>();
  rows.forEach(({ date, front }, index) => {
    const before = rows[index - 1];
    if (!before) return;
    // After the last trade of a contract, the second month becomes the front.
    const base = lastTrades.has(before.date) ? before.second : before.front;
    returns.set(date, front / base - 1);
  });
  return (fridayMs) =>
    returns.get(new Date(fridayMs + REPORT_DAYS_LATER * DAY_MS).toISOString().slice(0, 10)) ?? NaN;
}
