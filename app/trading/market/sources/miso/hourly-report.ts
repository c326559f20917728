/**
 * Daily market reports of MISO (https://docs.misoenergy.org/marketreports/): a few lines of text,
 * then a row for each node and price component, with 24 columns of Eastern Standard Time all year.
 */
import { formatDay } from '../answer-days';
import { HOUR_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { RefusedAnswer, readCsv, readText } from '../answer';
import {
  type PricedInterval,
  buildDayAheadReadings,
  buildHour,
  buildReadings,
  readPrice,
  readUsTime,
} from '../power-prices';
import { getMoment } from '../../local-time';
import type { PowerPriceReading } from '../reading';

/** Eastern Standard Time without summer time. */
export const MISO_ZONE = 'Etc/GMT+5';
export const MISO_HUB_NAME = 'indiana.hub';
const HUB = 'MISO';
/** The header is one of the first lines. */
const PREAMBLE_LINES_MAX = 20;
const PREAMBLE_LENGTH_MAX = 4000;
const HOURS = Array.from({ length: 24 }, (_, index) => `HE ${index + 1}`);

interface HourlyReport {
  readonly preamble: string;
  readonly intervals: readonly PricedInterval[];
}

function splitReport(text: string): { readonly preamble: string; readonly table: string } {
  const start = text.slice(0, PREAMBLE_LENGTH_MAX).search(/^"?node"?,"?type"?,"?value"?,/im);
  const preamble = text.slice(0, start);
  if (start === -1 || preamble.split('\n').length > PREAMBLE_LINES_MAX)
    throw new RefusedAnswer('the report has no header that starts with Node,Type,Value');
  return { preamble, table: text.slice(start) };
}

function readHourlyReport(body: Uint8Array, dayMs: EpochMs): HourlyReport {
  const { preamble, table } = splitReport(readText(body));
  const [date] = /\d{1,2}\/\d{1,2}\/\d{4}/.exec(preamble) ?? [];
  if (date === undefined) throw new RefusedAnswer('the report states no date');
  if (readUsTime(date) !== dayMs)
    throw new RefusedAnswer(`the report is of ${date} instead of ${formatDay(dayMs)}`);
  if (!/eastern standard time|\bEST\b/i.test(preamble))
    throw new RefusedAnswer('the report does not state that its hours are Eastern Standard Time');
  const { rows } = readCsv(table, ['Node', 'Type', 'Value', ...HOURS]);
  const hubRows = rows.filter(
    (row) =>
      row.get('Node').toLowerCase() === MISO_HUB_NAME && row.get('Value').toLowerCase() === 'lmp',
  );
  const [hubRow] = hubRows;
  if (!hubRow || hubRows.length > 1)
    throw new RefusedAnswer(
      `the report has ${hubRows.length} LMP rows of INDIANA.HUB instead of 1`,
    );
  const fromMs = getMoment(dayMs, 0, MISO_ZONE);
  return {
    preamble,
    intervals: HOURS.map((column, index) =>
      buildHour(fromMs + index * HOUR_MS, readPrice(hubRow.get(column))),
    ),
  };
}

/** Day-ahead ex-post prices of the requested day. */
export function parseDayAhead(body: Uint8Array, dayMs: EpochMs): readonly PowerPriceReading[] {
  const { preamble, intervals } = readHourlyReport(body, dayMs);
  if (!/day.?ahead/i.test(preamble))
    throw new RefusedAnswer('the report is not of the day-ahead market');
  return buildDayAheadReadings({ hub: HUB, zone: MISO_ZONE, dayMs, intervals });
}

/** Preliminary hourly real-time prices of the requested day. */
export function parseRealTimeHours(body: Uint8Array, dayMs: EpochMs): readonly PowerPriceReading[] {
  const { preamble, intervals } = readHourlyReport(body, dayMs);
  if (/day.?ahead/i.test(preamble))
    throw new RefusedAnswer(
      'the report is of the day-ahead market instead of the real-time market',
    );
  return buildReadings({ hub: HUB, market: 'real-time', intervals });
}
