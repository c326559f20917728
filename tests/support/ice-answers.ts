// Made workbooks of traded power prices, after the columns of EIA's wholesale prices.
import { type WorkbookParts, makeWorkbook, toSerial } from './excel-workbook';

const HEADER = [
  'Price hub',
  'Trade date',
  'Delivery start date',
  'Delivery \nend date',
  'High price $/MWh',
  'Low price $/MWh',
  'Wtd avg price $/MWh',
  'Change',
  'Daily volume MWh',
  'Number of trades',
  'Number of counterparties',
];

export interface TradedRow {
  readonly hub?: string;
  /** Day of delivery, YYYY-MM-DD. */
  readonly day: string;
  /** Last day of delivery; the same day if absent. */
  readonly until?: string;
  readonly price: number | string | null;
}

export const makeIceWorkbook = (
  rows: readonly TradedRow[],
  parts: WorkbookParts = {},
  header: readonly string[] = HEADER,
): Uint8Array =>
  makeWorkbook(
    [
      header,
      ...rows.map(({ hub = 'PJM WH Real Time Peak', day, until = day, price }) => [
        hub,
        toSerial(day) - 1,
        toSerial(day),
        toSerial(until),
        typeof price === 'number' ? price + 2 : null,
        typeof price === 'number' ? price - 2 : null,
        price,
        0.5,
        4000,
        5,
        4,
      ]),
    ],
    parts,
  );
