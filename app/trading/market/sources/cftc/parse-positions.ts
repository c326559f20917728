/**
 * Parser of the disaggregated Commitments of Traders, futures only
 * (https://publicreporting.cftc.gov/resource/72hh-3qpy.json).
 */
import { formatDay, readCalendarDay } from '../answer-days';
import { z } from 'zod';
import { ROOT_SYMBOLS, type FuturesRoot } from '../../../domain/commodity';
import { DAY_MS } from '../../../domain/time';
import { getWeekday } from '../../calendar';
import { RefusedAnswer, readJson, quoteText } from '../answer';
import type { SeriesReading } from '../reading';
import { FigureCell, lowerFieldNames, readFigure } from '../report-rows';
import { getNewestDayLink } from '../report-slot';
import type { ParsedAnswer } from '../source';

export const POSITIONS_REQUEST_ID = 'positions';
/** Rows requested: nine markets over the weeks requested, with room. */
export const POSITION_ROWS_MAX = 500;

/** Market codes of the main contract of each commodity. */
export const MARKET_CODES: ReadonlyMap<string, FuturesRoot> = new Map([
  ['023651', ROOT_SYMBOLS['natural-gas']],
  ['067651', ROOT_SYMBOLS['crude-oil']],
  ['022651', ROOT_SYMBOLS.oil],
  ['002602', ROOT_SYMBOLS.corn],
  ['005602', ROOT_SYMBOLS.soybeans],
  ['001602', ROOT_SYMBOLS.wheat],
  ['083731', ROOT_SYMBOLS.coffee],
  ['040701', ROOT_SYMBOLS['orange-juice']],
  ['033661', ROOT_SYMBOLS.cotton],
]);

/** Columns requested, as this data set names them. */
export const POSITION_COLUMNS = [
  'report_date_as_yyyy_mm_dd',
  'cftc_contract_market_code',
  'futonly_or_combined',
  'open_interest_all',
  'm_money_positions_long_all',
  'm_money_positions_short_all',
  'prod_merc_positions_long',
  'prod_merc_positions_short',
] as const;

const RowSchema = z.preprocess(
  lowerFieldNames,
  z.object({
    report_date_as_yyyy_mm_dd: z.string(),
    cftc_contract_market_code: z.string(),
    futonly_or_combined: z.string().nullish(),
    open_interest_all: FigureCell,
    m_money_positions_long_all: FigureCell,
    m_money_positions_short_all: FigureCell,
    prod_merc_positions_long: FigureCell,
    prod_merc_positions_short: FigureCell,
  }),
);
type Row = z.infer<typeof RowSchema>;

const ErrorSchema = z.object({ message: z.string() });
const AnswerSchema = z.union([z.array(RowSchema).max(POSITION_ROWS_MAX), ErrorSchema]);

/** Reads positions by market and week. Throws RefusedAnswer. */
export function parsePositions(body: Uint8Array): ParsedAnswer {
  const rows = readJson(body, AnswerSchema);
  if (!Array.isArray(rows))
    throw new RefusedAnswer(`CFTC answers with the error ${quoteText(rows.message)}`);
  if (rows.length >= POSITION_ROWS_MAX)
    throw new RefusedAnswer(
      `the answer is cut off: it has the ${POSITION_ROWS_MAX} rows of the limit`,
    );
  const readings = rows.flatMap(readRow);
  if (readings.length === 0) throw new RefusedAnswer('the answer has no positions');
  assertDistinct(readings);
  const newestMs = Math.max(...readings.map(({ validMs }) => validMs));
  return {
    publishedMs: null,
    readings,
    links: { [getNewestDayLink(POSITIONS_REQUEST_ID)]: formatDay(newestMs) },
  };
}

/** Far above the largest open interest of any commodity. */
const CONTRACTS_MAX = 20_000_000;
/** Positions are of a Tuesday, or of the day before or after where Tuesday is a holiday. */
const LAST_WEEKDAY = 3;

function readRow(row: Row): readonly SeriesReading[] {
  const root = MARKET_CODES.get(row.cftc_contract_market_code.trim());
  if (!root) return [];
  const kind = row.futonly_or_combined;
  if (kind && kind.toLowerCase() !== 'futonly')
    throw new RefusedAnswer(`a row is of ${quoteText(kind)}, expected FutOnly`);
  const validMs = readReportDay(row.report_date_as_yyyy_mm_dd);
  const where = `${root} on ${formatDay(validMs)}`;
  const openInterest = readContracts(row.open_interest_all, `open interest of ${where}`);
  const max = openInterest ?? CONTRACTS_MAX;
  const readNet = (long: FigureCell, short: FigureCell, group: string): number | null => {
    const longs = readContracts(long, `long positions of ${group} in ${where}`, max);
    const shorts = readContracts(short, `short positions of ${group} in ${where}`, max);
    return longs === null || shorts === null ? null : longs - shorts;
  };
  const figures: readonly (readonly [name: string, value: number | null])[] = [
    ['open-interest', openInterest],
    [
      'managed-money-net',
      readNet(row.m_money_positions_long_all, row.m_money_positions_short_all, 'managed money'),
    ],
    [
      'producer-net',
      readNet(row.prod_merc_positions_long, row.prod_merc_positions_short, 'producers'),
    ],
  ];
  return figures.flatMap(([name, value]) =>
    value === null
      ? []
      : [{ kind: 'series' as const, series: `positions/${root}/${name}`, validMs, value }],
  );
}

const readContracts = (cell: FigureCell, what: string, max = CONTRACTS_MAX): number | null =>
  readFigure(cell, { what, min: 0, max });

function readReportDay(text: string): number {
  const [day = '', time = '00:00'] = text.split('T');
  const validMs = readCalendarDay(day, 'a date of positions');
  if (!/^00:00(:00(\.0+)?)?$/.test(time) || getWeekday(validMs) > LAST_WEEKDAY)
    throw new RefusedAnswer(
      `a date of positions is ${quoteText(text)}, expected a Tuesday, or a day beside it`,
    );
  return validMs;
}

function assertDistinct(readings: readonly SeriesReading[]): void {
  const seen = new Set<string>();
  for (const { series, validMs } of readings) {
    const key = `${series} ${validMs / DAY_MS}`;
    if (seen.has(key))
      throw new RefusedAnswer(`the answer has two rows of ${series} for ${formatDay(validMs)}`);
    seen.add(key);
  }
}
