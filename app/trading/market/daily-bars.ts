/** Daily bars that arrive late, with the times at which their prices were traded. */
import { getContract } from '../domain/contract';
import type { ContractRow } from '../domain/contract-row';
import type { Instrument } from '../domain/instrument';
import type { Bar } from '../domain/quote';
import { DAY_MS, HOUR_MS, getMidnight } from '../domain/time';
import type { EpochMs } from '../domain/units';
import { getDaySession, getSession } from './sessions';

/** Stored bars of one origin: the owner's files, or a vendor. */
export interface BarStore {
  /** Ids of contracts with bars. */
  listContracts(): readonly string[];
  /** The newest version of each bar, in time order. */
  listBars(instrumentId: string): readonly Bar[];
}

/** Daily bars are named by whole UTC days. Shorter bars are stored, but not traded on. */
export const isDailyBar = ({ startsMs, endsMs }: Bar): boolean =>
  startsMs % DAY_MS === 0 && endsMs === startsMs + DAY_MS - 1;

/** A moment of a UTC day at which every venue is in the session of that day. */
const INSIDE_MS = 16 * HOUR_MS;
const LENGTH_MIN_MS = DAY_MS / 2;
/** Longer than a venue is closed inside a trade date, on a traded holiday included. */
const PAUSE_MAX_MS = 30 * HOUR_MS;
/** Longer than any closure. */
const DAYS_NEAR = 10;

interface SessionTimes {
  readonly startsMs: EpochMs;
  readonly endsMs: EpochMs;
}

/** Open of the session before a moment that belongs to the same trade date; null for none. */
function findEarlierOpen(
  contract: ContractRow,
  tradeDay: EpochMs,
  opensMs: EpochMs,
): EpochMs | null {
  for (let atMs = opensMs - HOUR_MS; atMs > opensMs - PAUSE_MAX_MS; atMs -= HOUR_MS) {
    const earlier = getSession(contract, atMs);
    if (earlier.isOpen) return earlier.tradeDay === tradeDay ? earlier.opensMs : null;
  }
  return null;
}

/** Session times by UTC day: a third of a millisecond each, and a chain has two months. */
const cachedTimes = new WeakMap<ContractRow, Map<EpochMs, SessionTimes | null>>();
/** Sixteen years. */
const CACHED_DAYS_MAX = 4000;

/** First open and settlement of the trade date that a UTC day names; null without one. */
function findSessionTimes(contract: ContractRow, dayMs: EpochMs): SessionTimes | null {
  const times = cachedTimes.get(contract) ?? new Map<EpochMs, SessionTimes | null>();
  cachedTimes.set(contract, times);
  const cached = times.get(dayMs);
  if (cached !== undefined) return cached;
  if (times.size >= CACHED_DAYS_MAX) times.clear();
  const computed = computeSessionTimes(contract, dayMs);
  times.set(dayMs, computed);
  return computed;
}

function computeSessionTimes(contract: ContractRow, dayMs: EpochMs): SessionTimes | null {
  const inside = getSession(contract, dayMs + INSIDE_MS);
  if (!inside.isOpen || inside.tradeDay !== dayMs) return null;
  let { opensMs } = inside;
  const { closesMs } = getDaySession(contract, opensMs);
  if (closesMs >= dayMs + DAY_MS) return null;
  for (
    let earlierMs = findEarlierOpen(contract, dayMs, opensMs);
    earlierMs !== null;
    earlierMs = findEarlierOpen(contract, dayMs, opensMs)
  )
    opensMs = earlierMs;
  return { startsMs: Math.min(opensMs, closesMs - LENGTH_MIN_MS), endsMs: closesMs };
}

/**
 * A bar of a UTC day with the times of its first and last price: the open of its trade date, and the
 * end of the day session, when the venue settles. Daily bars have dates only, so both are the earliest
 * possible: an order placed later than such a price never fills at it. A shorter session begins
 * earlier, because strategies take a bar of less than half a day for an hour. Null on a day without a
 * session.
 */
export function toSessionBar({ commodity }: Instrument, bar: Bar): Bar | null {
  const times = findSessionTimes(getContract(commodity), bar.startsMs);
  return times && { ...bar, ...times };
}

/** Settlement of the trade date that a UTC day (its midnight) names; null on a day without a session. */
export const findSettlementMs = (
  { commodity }: Pick<Instrument, 'commodity'>,
  dayMs: EpochMs,
): EpochMs | null => findSessionTimes(getContract(commodity), dayMs)?.endsMs ?? null;

/** Age at which the price of a settlement is stale: at the next settlement. */
export function computeDailyStaleMs({ commodity }: Instrument, settledMs: EpochMs): number {
  for (let days = 1; days <= DAYS_NEAR; days += 1) {
    const nextMs = findSettlementMs({ commodity }, getMidnight(settledMs) + days * DAY_MS);
    if (nextMs !== null) return nextMs - settledMs;
  }
  return DAYS_NEAR * DAY_MS;
}
