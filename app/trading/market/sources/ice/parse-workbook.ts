/**
 * Traded prices of the Western Hub of PJM in the workbook of wholesale prices that EIA republishes
 * (https://www.eia.gov/electricity/wholesale): one row for each hub and trade date.
 */
import { RefusedAnswer, checkNumber } from '../answer';
import type { SeriesReading } from '../reading';
import { type Cell, readDateCell, readFirstSheet } from '../xlsx';

/** $/MWh of the peak hours of a day, as traded the day before; weighted by volume. */
export const TRADED_PEAK_SERIES = 'spot/PJM/traded-peak';

const HUB = 'pjm wh real time peak';
const COLUMNS = {
  hub: 'price hub',
  starts: 'delivery start date',
  ends: 'delivery end date',
  price: 'wtd avg price $/mwh',
} as const;
/** The offer cap of PJM is 3,700 $/MWh with all adders; prices below zero are of single hours. */
const BOUNDS = { what: 'a price of the Western Hub', min: -500, max: 5000 };
/** Lines over the header. */
const HEADER_ROWS_MAX = 10;

/** Headers have line breaks, as in `Delivery \n end date`. */
const normalizeText = (cell: Cell | undefined): string =>
  typeof cell === 'string' ? cell.replace(/\s+/g, ' ').trim().toLowerCase() : '';

/** Prices by the day of delivery, in the order of the file. Throws RefusedAnswer. */
export function parseTradedPrices(body: Uint8Array): readonly SeriesReading[] {
  const rows = readFirstSheet(body);
  const headerRow = rows
    .slice(0, HEADER_ROWS_MAX)
    .findIndex((row) => row.some((cell) => normalizeText(cell) === COLUMNS.hub));
  const header = rows[headerRow]?.map(normalizeText) ?? [];
  const missing = Object.values(COLUMNS).filter((name) => !header.includes(name));
  if (missing.length > 0)
    throw new RefusedAnswer(
      `the workbook lacks the column ${missing.map((name) => `'${name}'`).join(' and ')}`,
    );
  const getCell = (row: readonly Cell[], column: keyof typeof COLUMNS): Cell =>
    row[header.indexOf(COLUMNS[column])] ?? null;
  const readings = rows.slice(headerRow + 1).flatMap((row, index) => {
    if (normalizeText(getCell(row, 'hub')) !== HUB) return [];
    const price = getCell(row, 'price');
    const [validMs, endsMs] = [getCell(row, 'starts'), getCell(row, 'ends')].map(readDateCell);
    if (validMs === null || validMs === undefined)
      throw new RefusedAnswer(`row ${index + 1} has no date of delivery`);
    // Packages of several days are not the price of a day.
    if (price === null || endsMs !== validMs) return [];
    if (typeof price !== 'number')
      throw new RefusedAnswer(`row ${index + 1} has a price that is no number`);
    const value = checkNumber(price, BOUNDS);
    return [{ kind: 'series' as const, series: TRADED_PEAK_SERIES, validMs, value }];
  });
  if (readings.length === 0) throw new RefusedAnswer(`the workbook has no daily price of '${HUB}'`);
  return readings;
}
