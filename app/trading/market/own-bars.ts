/** Daily bars of the owner's files, with the times at which their prices were traded. */
import { getContract } from '../domain/contract';
import type { ContractRow } from '../domain/contract-row';
import type { Instrument } from '../domain/instrument';
import type { Bar } from '../domain/quote';
import { DAY_MS, HOUR_MS } from '../domain/time';
import type { EpochMs } from '../domain/units';
import { getDaySession, getSession } from './sessions';

/** Stored bars of the owner's files. */
export interface OwnBarStore {
  /** Ids of contracts with bars. */
  listContracts(): readonly string[];
  /** The newest version of each bar, in time order. */
  listBars(instrumentId: string): readonly Bar[];
}

/** Files are exports of whole UTC days. Shorter bars are stored, but not traded on. */
export const isDailyBar = ({ startsMs, endsMs }: Bar): boolean =>
  startsMs % DAY_MS === 0 && endsMs === startsMs + DAY_MS - 1;

/** A moment of a UTC day at which every venue is in the session of that day. */
const INSIDE_MS = 16 * HOUR_MS;
const LENGTH_MIN_MS = DAY_MS / 2;
/** Longer than a pause inside a trade date, shorter than a venue is closed between two. */
const PAUSE_MS = HOUR_MS;

/** Open of the first session of the trade date that a UTC day names; null without one. */
function findTradeDateOpen(contract: ContractRow, dayMs: EpochMs): EpochMs | null {
  const inside = getSession(contract, dayMs + INSIDE_MS);
  if (!inside.isOpen || inside.tradeDay !== dayMs) return null;
  let { opensMs } = inside;
  for (;;) {
    const earlier = getSession(contract, opensMs - PAUSE_MS);
    if (!earlier.isOpen || earlier.tradeDay !== dayMs) return opensMs;
    opensMs = earlier.opensMs;
  }
}

/**
 * A bar of a UTC day with the times of its first and last price: the open of its trade date, and the
 * end of the day session, when the venue settles. Files give dates only, so both are the earliest
 * possible: an order placed later than such a price never fills at it. A shorter session begins
 * earlier, because strategies take a bar of less than half a day for an hour. Null on a day without a
 * session.
 */
export function toSessionBar({ commodity }: Instrument, bar: Bar): Bar | null {
  const contract = getContract(commodity);
  const opensMs = findTradeDateOpen(contract, bar.startsMs);
  if (opensMs === null) return null;
  const { closesMs } = getDaySession(contract, opensMs);
  if (closesMs >= bar.startsMs + DAY_MS) return null;
  return { ...bar, startsMs: Math.min(opensMs, closesMs - LENGTH_MIN_MS), endsMs: closesMs };
}

/** Age at which a daily price is stale: at the end of the next day session. */
export const computeDailyStaleMs = ({ commodity }: Instrument, atMs: EpochMs): number =>
  getDaySession(getContract(commodity), atMs).closesMs - atMs;
