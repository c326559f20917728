/**
 * Settlement point prices of ERCOT: a ZIP with one CSV file of Central time, where `DSTFlag` marks
 * the repeated autumn hour.
 */
import { HOUR_MS, MINUTE_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { getWallTime } from '../../local-time';
import { RefusedAnswer, readCsv, readNumber, readText } from '../answer';
import {
  type PricedInterval,
  buildDayAheadReadings,
  buildHour,
  buildReadings,
  readPrice,
  readUsTime,
  resolveByFlag,
} from '../power-prices';
import type { PowerPriceReading } from '../reading';
import { unzipEntries } from '../zip';

export const ERCOT_ZONE = 'America/Chicago';
const HUB = 'ERCOT';
const POINT = 'HB_NORTH';
const QUARTER_MS = 15 * MINUTE_MS;

function readDocument(body: Uint8Array): string {
  const tables = unzipEntries(body).filter(({ name }) => /\.csv$/i.test(name));
  const [table] = tables;
  if (!table || tables.length > 1)
    throw new RefusedAnswer(`the document has ${tables.length} CSV files instead of 1`);
  return readText(table.bytes);
}

function readFlag(text: string): boolean {
  if (!/^[yn]$/i.test(text))
    throw new RefusedAnswer(`DSTFlag is '${text.slice(0, 20)}' instead of Y or N`);
  return text.toUpperCase() === 'Y';
}

function readIndex(text: string, what: string, max: number): number {
  const value = readNumber(text, { what, min: 1, max });
  if (!Number.isInteger(value)) throw new RefusedAnswer(`${what} is ${value}, no whole number`);
  return value;
}

function readHourEnding(text: string): number {
  const [, hour] = /^(\d{1,2}):00$/.exec(text) ?? [];
  if (hour === undefined)
    throw new RefusedAnswer(`HourEnding is '${text.slice(0, 20)}' instead of 01:00 to 24:00`);
  return readIndex(hour, 'HourEnding', 24);
}

function checkFound(intervals: readonly PricedInterval[]): void {
  if (intervals.length === 0) throw new RefusedAnswer(`the document has no price of ${POINT}`);
}

/** Hourly prices of the day-ahead market, for the day that the document states. */
export function parseDayAhead(body: Uint8Array): readonly PowerPriceReading[] {
  const { rows } = readCsv(readDocument(body), [
    'DeliveryDate',
    'HourEnding',
    'SettlementPoint',
    'SettlementPointPrice',
    'DSTFlag',
  ]);
  const intervals = rows
    .filter((row) => row.get('SettlementPoint').toUpperCase() === POINT)
    .map((row) => {
      const wallMs =
        readUsTime(row.get('DeliveryDate')) + (readHourEnding(row.get('HourEnding')) - 1) * HOUR_MS;
      const startsMs = resolveByFlag(wallMs, readFlag(row.get('DSTFlag')), ERCOT_ZONE);
      return buildHour(startsMs, readPrice(row.get('SettlementPointPrice')));
    });
  checkFound(intervals);
  return buildDayAheadReadings({
    hub: HUB,
    zone: ERCOT_ZONE,
    dayMs: getFirstDay(intervals),
    intervals,
  });
}

const getFirstDay = (intervals: readonly PricedInterval[]): EpochMs =>
  getWallTime(Math.min(...intervals.map(({ startsMs }) => startsMs)), ERCOT_ZONE).dayMs;

/** Real-time prices of quarter hours; a document contains one of them. */
export function parseRealTime(body: Uint8Array): readonly PowerPriceReading[] {
  const { rows } = readCsv(readDocument(body), [
    'DeliveryDate',
    'DeliveryHour',
    'DeliveryInterval',
    'SettlementPointName',
    'SettlementPointPrice',
    'DSTFlag',
  ]);
  const intervals = rows
    .filter((row) => row.get('SettlementPointName').toUpperCase() === POINT)
    .map((row): PricedInterval => {
      const hour = readIndex(row.get('DeliveryHour'), 'DeliveryHour', 24);
      const quarter = readIndex(row.get('DeliveryInterval'), 'DeliveryInterval', 4);
      const wallMs =
        readUsTime(row.get('DeliveryDate')) + (hour - 1) * HOUR_MS + (quarter - 1) * QUARTER_MS;
      const startsMs = resolveByFlag(wallMs, readFlag(row.get('DSTFlag')), ERCOT_ZONE);
      return {
        startsMs,
        endsMs: startsMs + QUARTER_MS,
        dollarsPerMwh: readPrice(row.get('SettlementPointPrice')),
      };
    });
  checkFound(intervals);
  return buildReadings({ hub: HUB, market: 'real-time', intervals });
}
