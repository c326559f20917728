/** The power contracts of a hub: strips that deliver every hour of one week, from a Friday on. */
import { contractInstrument } from '../../domain/contract';
import type { Instrument } from '../../domain/instrument';
import { assert } from '../../domain/outcome';
import { WORLD_EPOCH_MS, dayStartMs } from '../calendar';
import { HUB_ROWS, hubIndex, hubRow } from './hubs';
import { DAY_MS, HOUR_MS } from '../../domain/time';

/** Weeks that are listed at a time. */
const LISTED_WEEKS = 8;
export const DAYS_PER_WEEK = 7;
export const HOURS_PER_WEEK = 168;

/** A strip: its hub and the world day whose local midnight begins its delivery. */
export interface Strip {
  readonly hub: number;
  readonly firstDay: number;
}

/** The first Friday at or after a day; the world began on one. */
const fridayFrom = (day: number): number => DAYS_PER_WEEK * Math.ceil(day / DAYS_PER_WEEK);

function buildInstrument(hub: number, firstDay: number): Instrument {
  const row = hubRow(hub);
  const chain = `ET-${row.hub}`;
  const delivery = new Date(dayStartMs(firstDay)).toISOString().slice(0, 10);
  const date = delivery.replaceAll('-', '');
  const expiresMs = dayStartMs(firstDay) + row.lagHours * HOUR_MS;
  const contract = {
    chain,
    code: `ET${row.hub}-${date}`,
    delivery,
    rollMs: expiresMs - DAY_MS,
    expiresMs,
  };
  return { ...contractInstrument('electricity', `${chain}.${date}`), contract };
}

/** The instruments of all hubs; each is one object for good. */
export function stripBook(): (chain: string, day: number) => readonly Instrument[] {
  const books: readonly Map<number, Instrument>[] = HUB_ROWS.map(() => new Map());
  return (chain, day) => {
    const hub = hubIndex(chain);
    const book = books[hub];
    return Array.from({ length: LISTED_WEEKS }, (_, week) => {
      const firstDay = fridayFrom(day) + week * DAYS_PER_WEEK;
      const known = book?.get(firstDay);
      if (known) return known;
      const made = buildInstrument(hub, firstDay);
      book?.set(firstDay, made);
      return made;
    });
  };
}

/** What an instrument delivers. Throws for anything that is no strip of a hub. */
export function getStrip({ id, contract }: Pick<Instrument, 'id' | 'contract'>): Strip {
  assert(
    contract,
    () =>
      `${id} is no week of power: ask for one that is listed, such as those of listed('ET-PJM', day)`,
  );
  const hub = hubIndex(contract.chain);
  const firstDay = Math.floor((contract.expiresMs - WORLD_EPOCH_MS) / DAY_MS);
  assert(firstDay % DAYS_PER_WEEK === 0, () => `${id} does not begin on a Friday`);
  return { hub, firstDay };
}
