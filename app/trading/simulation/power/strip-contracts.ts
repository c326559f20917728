/** Weekly power strips of a hub: every hour of one week, starting on a Friday. */
import { createContractInstrument } from '../../domain/contract';
import type { Instrument } from '../../domain/instrument';
import { assert } from '../../domain/outcome';
import { WORLD_EPOCH_MS, getDayStartMs } from '../calendar';
import { HUB_ROWS, getHubIndex, getHubRow } from './hubs';
import { DAY_MS, HOUR_MS } from '../../domain/time';

const LISTED_WEEKS = 8;
export const DAYS_PER_WEEK = 7;
export const HOURS_PER_WEEK = 168;

/** A strip: its hub, and the day whose local midnight starts delivery. */
export interface Strip {
  readonly hub: number;
  readonly firstDay: number;
}

/** First Friday on or after a day; day 0 was a Friday. */
const findFriday = (day: number): number => DAYS_PER_WEEK * Math.ceil(day / DAYS_PER_WEEK);

function buildInstrument(hub: number, firstDay: number): Instrument {
  const row = getHubRow(hub);
  const chain = `ET-${row.hub}`;
  const delivery = new Date(getDayStartMs(firstDay)).toISOString().slice(0, 10);
  const date = delivery.replaceAll('-', '');
  const expiresMs = getDayStartMs(firstDay) + row.lagHours * HOUR_MS;
  const contract = {
    chain,
    code: `ET${row.hub}-${date}`,
    delivery,
    rollMs: expiresMs - DAY_MS,
    expiresMs,
  };
  return { ...createContractInstrument('electricity', `${chain}.${date}`), contract };
}

/** Lists the strips of a hub on a day. Each instrument is created once. */
export function createStripLister(): (chain: string, day: number) => readonly Instrument[] {
  const instrumentsByHub: readonly Map<number, Instrument>[] = HUB_ROWS.map(() => new Map());
  return (chain, day) => {
    const hub = getHubIndex(chain);
    const instruments = instrumentsByHub[hub];
    return Array.from({ length: LISTED_WEEKS }, (_, week) => {
      const firstDay = findFriday(day) + week * DAYS_PER_WEEK;
      const cached = instruments?.get(firstDay);
      if (cached) return cached;
      const created = buildInstrument(hub, firstDay);
      instruments?.set(firstDay, created);
      return created;
    });
  };
}

/** Strip of an instrument. Throws for anything but a hub's strip. */
export function getStrip({ id, contract }: Pick<Instrument, 'id' | 'contract'>): Strip {
  assert(contract, () => `${id} is not a power strip`);
  const hub = getHubIndex(contract.chain);
  const firstDay = Math.floor((contract.expiresMs - WORLD_EPOCH_MS) / DAY_MS);
  assert(firstDay % DAYS_PER_WEEK === 0, () => `${id} does not start on a Friday`);
  return { hub, firstDay };
}
