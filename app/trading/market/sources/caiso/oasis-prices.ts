/**
 * Answers of OASIS (https://oasis.caiso.com/oasisapi/SingleZip): a ZIP with CSV files, or with an
 * XML file that states an error.
 */
import type { EpochMs } from '../../../domain/units';
import { RefusedAnswer, readCsv, readIsoTime, readText } from '../answer';
import {
  type PricedInterval,
  buildDayAheadReadings,
  buildReadings,
  checkMinutes,
  readPrice,
} from '../power-prices';
import type { PowerPriceReading } from '../reading';
import { unzipEntries } from '../zip';

export const CAISO_ZONE = 'America/Los_Angeles';
/** The SP15 trading hub. */
export const CAISO_NODE = 'TH_SP15_GEN-APND';
const HUB = 'CAISO';
const FILES_MAX = 8;
/** The price column is `MW` in day-ahead files and `VALUE` in five-minute files. */
const PRICE_COLUMNS = ['VALUE', 'MW', 'PRC'];
const TEXT_LENGTH = 200;

/** CSV texts of an answer. Throws RefusedAnswer with the code and text of an OASIS error. */
function readOasisTables(body: Uint8Array): readonly string[] {
  const entries = unzipEntries(body);
  const error = entries.find(({ name }) => /\.xml$/i.test(name));
  if (error) throw new RefusedAnswer(describeError(readText(error.bytes)));
  const tables = entries.filter(({ name }) => /\.csv$/i.test(name));
  if (tables.length === 0 || tables.length > FILES_MAX)
    throw new RefusedAnswer(`the archive has ${tables.length} CSV files instead of 1`);
  return tables.map(({ bytes }) => readText(bytes));
}

function describeError(xml: string): string {
  const readTag = (tag: string): string =>
    new RegExp(`<(?:\\w+:)?${tag}>([^<]*)<`)
      .exec(xml)?.[1]
      ?.trim()
      .replace(/\s+/g, ' ')
      .slice(0, TEXT_LENGTH) ?? 'none';
  return `OASIS error ${readTag('ERR_CODE')}: ${readTag('ERR_DESC')}`;
}

function findPriceColumn(table: string): string {
  const [header = ''] = table.slice(0, 2000).split(/\r?\n/, 1);
  const names = header.split(',').map((name) => name.replaceAll('"', '').trim().toUpperCase());
  const column = PRICE_COLUMNS.find((name) => names.includes(name));
  if (column === undefined)
    throw new RefusedAnswer(`the answer has none of the price columns ${PRICE_COLUMNS.join(', ')}`);
  return column;
}

interface OasisMarket {
  readonly run: 'DAM' | 'RTM';
  readonly minutes: number;
}

function readIntervals(body: Uint8Array, { run, minutes }: OasisMarket): readonly PricedInterval[] {
  const intervals = readOasisTables(body).flatMap((table) => readTable(table, run));
  if (intervals.length === 0) throw new RefusedAnswer(`the answer has no LMP of ${CAISO_NODE}`);
  for (const interval of intervals) checkMinutes(interval, minutes);
  return intervals;
}

function readTable(table: string, run: OasisMarket['run']): readonly PricedInterval[] {
  const column = findPriceColumn(table);
  const { rows } = readCsv(table, [
    'INTERVALSTARTTIME_GMT',
    'INTERVALENDTIME_GMT',
    'NODE',
    'MARKET_RUN_ID',
    'LMP_TYPE',
    column,
  ]);
  const wanted = rows.filter(
    (row) => row.get('LMP_TYPE').toUpperCase() === 'LMP' && row.get('NODE') === CAISO_NODE,
  );
  return wanted.map((row) => {
    if (row.get('MARKET_RUN_ID').toUpperCase() !== run)
      throw new RefusedAnswer(
        `row ${row.row} is of the market run '${row.get('MARKET_RUN_ID').slice(0, 20)}' instead of ${run}`,
      );
    return {
      startsMs: readIsoTime(row.get('INTERVALSTARTTIME_GMT'), 'the start of an interval'),
      endsMs: readIsoTime(row.get('INTERVALENDTIME_GMT'), 'the end of an interval'),
      dollarsPerMwh: readPrice(row.get(column)),
    };
  });
}

/** Hourly day-ahead prices of the requested day. */
export function parseDayAhead(body: Uint8Array, dayMs: EpochMs): readonly PowerPriceReading[] {
  const intervals = readIntervals(body, { run: 'DAM', minutes: 60 });
  return buildDayAheadReadings({ hub: HUB, zone: CAISO_ZONE, dayMs, intervals });
}

/** Prices of the five-minute dispatch. */
export function parseRealTime(body: Uint8Array): readonly PowerPriceReading[] {
  const intervals = readIntervals(body, { run: 'RTM', minutes: 5 });
  return buildReadings({ hub: HUB, market: 'real-time', intervals });
}
