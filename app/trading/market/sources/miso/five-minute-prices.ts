/**
 * The consolidated price table of MISO
 * (https://public-api.misoenergy.org/api/MarketPricing/GetLmpConsolidatedTable): prices of the
 * latest five minutes, of the hour and of the day-ahead market for all nodes.
 */
import { z } from 'zod';
import { HOUR_MS, MINUTE_MS, MONTH_NAMES } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { RefusedAnswer, readJson } from '../answer';
import { buildReadings, checkPrice, readPrice } from '../power-prices';
import type { PowerPriceReading } from '../reading';
import { MISO_HUB_NAME } from './hourly-report';

const NODES_MAX = 20_000;
const EST_HOURS = 5;

const TableSchema = z.object({
  LMPData: z.object({
    RefId: z.string().max(100),
    FiveMinLMP: z.object({
      PricingNode: z
        .array(z.object({ name: z.string(), LMP: z.union([z.number(), z.string()]).nullish() }))
        .max(NODES_MAX),
    }),
  }),
});

/** Start of the interval from a text such as `27-Nov-2026 - Interval 07:40 EST`. */
function readIntervalStart(refId: string): EpochMs {
  const match = /^(\d{1,2})-([a-z]{3})-(\d{4}) - interval (\d{2}):(\d{2}) EST$/i.exec(refId.trim());
  const [, day = '', monthName = '', year = '', hour = '', minute = ''] = match ?? [];
  const month = MONTH_NAMES.findIndex((name) => name.toLowerCase() === monthName.toLowerCase());
  const dayMs = Date.UTC(Number(year), month, Number(day));
  const isTime =
    match !== null &&
    month !== -1 &&
    new Date(dayMs).getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(minute) % 5 === 0;
  if (!isTime)
    throw new RefusedAnswer(
      `RefId '${refId.slice(0, 60)}' is no interval such as '27-Nov-2026 - Interval 07:40 EST'`,
    );
  return dayMs + (Number(hour) + EST_HOURS) * HOUR_MS + Number(minute) * MINUTE_MS;
}

/** The price of the latest five minutes. */
export function parseFiveMinutes(body: Uint8Array): readonly PowerPriceReading[] {
  const { LMPData: table } = readJson(body, TableSchema);
  const startsMs = readIntervalStart(table.RefId);
  const hubs = table.FiveMinLMP.PricingNode.filter(
    ({ name }) => name.trim().toLowerCase() === MISO_HUB_NAME,
  );
  const [hub] = hubs;
  if (!hub || hubs.length > 1)
    throw new RefusedAnswer(`the table has ${hubs.length} prices of INDIANA.HUB instead of 1`);
  const price = hub.LMP ?? '';
  const dollarsPerMwh = typeof price === 'number' ? checkPrice(price) : readPrice(price);
  const interval = { startsMs, endsMs: startsMs + 5 * MINUTE_MS, dollarsPerMwh };
  return buildReadings({ hub: 'MISO', market: 'real-time', intervals: [interval] });
}
