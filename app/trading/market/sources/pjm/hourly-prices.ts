/** Hourly prices of PJM Data Miner 2 (https://dataminer2.pjm.com/feed/da_hrl_lmps/definition). */
import { z } from 'zod';
import type { EpochMs } from '../../../domain/units';
import { RefusedAnswer, readIsoTime, readJson } from '../answer';
import {
  type PricedInterval,
  buildDayAheadReadings,
  buildHour,
  buildReadings,
  checkPrice,
} from '../power-prices';
import type { PowerPriceReading } from '../reading';

export const PJM_ZONE = 'America/New_York';
/** Western Hub. */
export const PJM_NODE = 51288;
const NODE_NAME = 'western hub';
const HUB = 'PJM';
/** Two days of all hubs, with room for replaced versions. */
const ROWS_MAX = 5000;

const PageSchema = z.object({
  items: z
    .array(
      z.object({
        datetime_beginning_utc: z.string().max(40),
        pnode_id: z.int().nullish(),
        pnode_name: z.string().nullish(),
        row_is_current: z.boolean().nullish(),
        total_lmp_da: z.number().nullable().optional(),
        total_lmp_rt: z.number().nullable().optional(),
      }),
    )
    .max(ROWS_MAX),
});

type PageRow = z.infer<typeof PageSchema>['items'][number];

/** By number, or by name in the feeds that state no number. */
const isOfHub = ({ pnode_id: id, pnode_name: name }: PageRow): boolean =>
  typeof id === 'number' ? id === PJM_NODE : name?.trim().toLowerCase() === NODE_NAME;

type PriceField = 'total_lmp_da' | 'total_lmp_rt';

/** Reads `2026-11-28T05:00:00`, which has no offset and is UTC. */
function readUtc(text: string): EpochMs {
  const plain = /^\d{4}-\d{2}-\d{2}T\d{2}:00(:00(\.0+)?)?Z?$/.test(text);
  if (!plain)
    throw new RefusedAnswer(
      `datetime_beginning_utc is '${text}' instead of an hour such as 2026-11-28T05:00:00`,
    );
  return readIsoTime(text.endsWith('Z') ? text : `${text}Z`, 'datetime_beginning_utc');
}

function readHours(body: Uint8Array, field: PriceField): readonly PricedInterval[] {
  const { items } = readJson(body, PageSchema);
  const current = items.filter((item) => isOfHub(item) && item.row_is_current !== false);
  if (current.length === 0)
    throw new RefusedAnswer(
      `none of the ${items.length} rows is of pnode ${PJM_NODE}, Western Hub`,
    );
  return current.map((item) => {
    const price = item[field];
    if (price === undefined) throw new RefusedAnswer(`a row lacks ${field}`);
    return buildHour(
      readUtc(item.datetime_beginning_utc),
      price === null ? null : checkPrice(price),
    );
  });
}

/** Day-ahead prices of the requested day. */
export function parseDayAhead(body: Uint8Array, dayMs: EpochMs): readonly PowerPriceReading[] {
  const intervals = readHours(body, 'total_lmp_da');
  return buildDayAheadReadings({ hub: HUB, zone: PJM_ZONE, dayMs, intervals });
}

/** Unverified hourly real-time prices. */
export function parseRealTime(body: Uint8Array): readonly PowerPriceReading[] {
  const intervals = readHours(body, 'total_lmp_rt');
  return buildReadings({ hub: HUB, market: 'real-time', intervals });
}
