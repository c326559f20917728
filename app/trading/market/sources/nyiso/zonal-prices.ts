/**
 * Zonal price files of NYISO (https://mis.nyiso.com/public/): one day, local time without a flag, so
 * that the autumn hour follows from the order of rows.
 */
import { formatDay } from '../answer-days';
import { DAY_MS, MINUTE_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { RefusedAnswer, readCsv, readText } from '../answer';
import {
  type PricedInterval,
  buildDayAheadReadings,
  buildHour,
  buildReadings,
  readPrice,
  readUsTime,
  resolveByOrder,
} from '../power-prices';
import { getMoment } from '../../local-time';
import type { PowerPriceReading } from '../reading';

export const NYISO_ZONE = 'America/New_York';
const HUB = 'NYISO';
/** Zone J, New York City. */
const PTID = '61761';
const ZONE_NAME = 'n.y.c.';
const PRICE_COLUMN = 'LBMP ($/MWHr)';
const DISPATCH_MS = 5 * MINUTE_MS;
const QUARTER_MS = 15 * MINUTE_MS;

interface ZoneRow {
  readonly atMs: EpochMs;
  readonly dollarsPerMwh: number | null;
}

function readZoneRows(body: Uint8Array): readonly ZoneRow[] {
  const { rows } = readCsv(readText(body), ['Time Stamp', 'Name', 'PTID', PRICE_COLUMN]);
  const zoneRows = rows.filter((row) => row.get('PTID') === PTID);
  const [first] = zoneRows;
  if (!first) throw new RefusedAnswer(`the file has no row of PTID ${PTID}, zone N.Y.C.`);
  const other = zoneRows.find((row) => row.get('Name').toLowerCase() !== ZONE_NAME);
  if (other)
    throw new RefusedAnswer(
      `PTID ${PTID} is '${other.get('Name').slice(0, 40)}' instead of N.Y.C.`,
    );
  const moments = resolveByOrder(
    zoneRows.map((row) => readUsTime(row.get('Time Stamp'))),
    NYISO_ZONE,
  );
  return zoneRows.map((row, index) => ({
    atMs: moments[index] ?? Number.NaN,
    dollarsPerMwh: readPrice(row.get(PRICE_COLUMN)),
  }));
}

/** Hourly prices; stamps are starts of hours. `dayMs` is the requested day. */
export function parseDayAhead(body: Uint8Array, dayMs: EpochMs): readonly PowerPriceReading[] {
  const intervals = readZoneRows(body).map(({ atMs, dollarsPerMwh }) =>
    buildHour(atMs, dollarsPerMwh),
  );
  return buildDayAheadReadings({ hub: HUB, zone: NYISO_ZONE, dayMs, intervals });
}

/**
 * Prices of the five-minute dispatch; stamps are ends of intervals, and an extra dispatch run ends
 * an interval early. The file of the running day also contains advisory prices of later quarter
 * hours, which are left out.
 */
export function parseRealTime(body: Uint8Array, dayMs: EpochMs): readonly PowerPriceReading[] {
  const rows = readZoneRows(body);
  const fromMs = getMoment(dayMs, 0, NYISO_ZONE);
  const untilMs = getMoment(dayMs + DAY_MS, 0, NYISO_ZONE);
  const outside = rows.find(({ atMs }) => atMs < fromMs || atMs > untilMs);
  if (outside)
    throw new RefusedAnswer(
      `the file of ${formatDay(dayMs)} has a row of ${new Date(outside.atMs).toISOString()}`,
    );
  const intervals = removeAdvisoryRows(rows).map(
    ({ atMs, dollarsPerMwh }, index): PricedInterval => {
      const beforeMs = rows[index - 1]?.atMs ?? Number.NEGATIVE_INFINITY;
      return { startsMs: Math.max(beforeMs, atMs - DISPATCH_MS), endsMs: atMs, dollarsPerMwh };
    },
  );
  return buildReadings({ hub: HUB, market: 'real-time', intervals });
}

/**
 * Removes the quarter hours at the end. The first of them may follow the last dispatch as closely as
 * another dispatch would; it is removed too, so that no advisory price is taken for a dispatch.
 * Throws RefusedAnswer for rows farther apart, as those of the day-ahead market.
 */
function removeAdvisoryRows(rows: readonly ZoneRow[]): readonly ZoneRow[] {
  let count = rows.length;
  while (count > 1 && getStepMs(rows, count - 1) > DISPATCH_MS) count -= 1;
  if (count === rows.length && rows.length > 1) return rows;
  for (let index = count; index < rows.length; index += 1)
    if (getStepMs(rows, index) > QUARTER_MS)
      throw new RefusedAnswer('the last rows are more than 15 minutes apart: no real-time file');
  const lastMs = rows[count - 1]?.atMs ?? 0;
  return rows.slice(0, lastMs % QUARTER_MS === 0 ? count - 1 : count);
}

const getStepMs = (rows: readonly ZoneRow[], index: number): number =>
  (rows[index]?.atMs ?? 0) - (rows[index - 1]?.atMs ?? 0);
