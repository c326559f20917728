/** Trading sessions: open or closed, next open and close, trade date. */
import type { ContractRow, SessionHours, SessionPlan, Venue } from '../domain/contract-row';
import { assert } from '../domain/outcome';
import type { EpochMs } from '../domain/units';
import { type DayMs, getBusinessDayFrom, getWeekday } from './calendar';
import { getMoment, getWallTime } from './local-time';
import { findVenueDay } from './venue-days';
import { DAY_MS } from '../domain/time';

interface SessionState {
  readonly isOpen: boolean;
  /** Status text for the user. */
  readonly reason: string;
  /** Next open while closed; open of the current session while open. */
  readonly opensMs: EpochMs;
  /** End of the current or next session. */
  readonly closesMs: EpochMs;
  /**
   * Trade date of the current or next session: date of its end, on a traded holiday the next
   * business day.
   */
  readonly tradeDay: DayMs;
}

interface Session {
  readonly opensMs: EpochMs;
  readonly closesMs: EpochMs;
  /** The date on which it closes. */
  readonly closeDay: DayMs;
  readonly isShortened: boolean;
}

type Hours = Pick<ContractRow, 'session' | 'venue'>;

/** Search range in days, longer than any closure. */
const DAYS_NEAR = 7;

/** A time span with a constant session state. */
interface Stretch extends Omit<SessionState, 'reason'> {
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly why: string;
}

/** Cache of the last stretch per plan; most queries repeat it. */
const lastStretch = new WeakMap<SessionPlan, Stretch>();

/** Session state of a contract at a time. */
export function getSession(contract: Hours, atMs: EpochMs): SessionState {
  const cached = lastStretch.get(contract.session);
  const isCached = cached !== undefined && atMs >= cached.fromMs && atMs < cached.untilMs;
  const { isOpen, why, opensMs, closesMs, tradeDay } = isCached
    ? cached
    : computeStretch(contract, atMs);
  return { isOpen, reason: `${contract.venue} is ${why}`, opensMs, closesMs, tradeDay };
}

function computeStretch({ session: plan, venue }: Hours, atMs: EpochMs): Stretch {
  const { dayMs } = getWallTime(atMs, plan.zone);
  const near = listSessions(plan, dayMs - DAYS_NEAR * DAY_MS, 2 * DAYS_NEAR + 1);
  const adjusted = near.flatMap((session) => applyVenueDay(session, plan, venue));
  const next = adjusted.find(({ closesMs }) => closesMs > atMs);
  const before = adjusted.filter(({ closesMs }) => closesMs <= atMs).at(-1);
  assert(next && before, 'a venue is never closed for a week');
  const isOpen = atMs >= next.opensMs;
  const isSkipped = near.some(
    ({ opensMs, closeDay }) =>
      opensMs >= before.closesMs &&
      opensMs < next.opensMs &&
      findVenueDay(venue, closeDay)?.kind === 'closed',
  );
  const why = isOpen
    ? 'open'
    : `closed ${before.isShortened && !isSkipped ? 'early on a shortened day' : formatClosure(next.opensMs - before.closesMs, isSkipped)}`;
  const { opensMs, closesMs, closeDay } = next;
  const stretch = {
    isOpen,
    why,
    opensMs,
    closesMs,
    tradeDay: getBusinessDayFrom(closeDay),
    fromMs: isOpen ? opensMs : before.closesMs,
    untilMs: isOpen ? closesMs : opensMs,
  };
  lastStretch.set(plan, stretch);
  return stretch;
}

type DayContract = Pick<ContractRow, 'session' | 'venue' | 'dayHours'>;

interface DaySession {
  readonly opensMs: EpochMs;
  readonly closesMs: EpochMs;
}

/** Cache of the last session per contract, and from which moment on it is the current or next. */
const lastDaySession = new WeakMap<DayContract, DaySession & { readonly fromMs: EpochMs }>();

/** Current or next day session of a contract; holidays have none, shortened days end early. */
export function getDaySession(contract: DayContract, atMs: EpochMs): DaySession {
  const cached = lastDaySession.get(contract);
  if (cached && atMs >= cached.fromMs && atMs < cached.closesMs) return cached;
  const { zone } = contract.session;
  const { dayMs } = getWallTime(atMs, zone);
  for (let day = dayMs; day <= dayMs + DAYS_NEAR * DAY_MS; day += DAY_MS) {
    const session = findDaySession(contract, day);
    if (session === null || session.closesMs <= atMs) continue;
    lastDaySession.set(contract, { ...session, fromMs: atMs });
    return session;
  }
  throw new RangeError(`${contract.venue} has no day session within a week`);
}

function findDaySession({ session, venue, dayHours }: DayContract, day: DayMs): DaySession | null {
  const special = findVenueDay(venue, day);
  if (getWeekday(day) > 5 || special?.kind === 'closed') return null;
  const closesMinute = Math.min(dayHours.closesMinute, special?.closesMinute ?? Infinity);
  return {
    opensMs: getMoment(day, dayHours.opensMinute, session.zone),
    closesMs: getMoment(day, closesMinute, session.zone),
  };
}

/** True in the day session of the venue, the hours of high liquidity. */
export const isInDaySession = (contract: DayContract, atMs: EpochMs): boolean =>
  getDaySession(contract, atMs).opensMs <= atMs;

/** Applies holidays and early closes to a session; empty when canceled. */
function applyVenueDay(session: Session, { zone }: SessionPlan, venue: Venue): readonly Session[] {
  const day = findVenueDay(venue, session.closeDay);
  if (day === null) return [session];
  if (day.kind === 'closed') return [];
  const closesMs = Math.min(session.closesMs, getMoment(session.closeDay, day.closesMinute, zone));
  return closesMs > session.opensMs
    ? [{ ...session, closesMs, isShortened: closesMs < session.closesMs }]
    : [];
}

function formatClosure(lengthMs: number, holdsHoliday: boolean): string {
  if (!holdsHoliday) return lengthMs > 1.5 * DAY_MS ? 'for the weekend' : 'between sessions';
  return lengthMs > 2.5 * DAY_MS ? 'for a weekend with a holiday' : 'for a holiday';
}

/** Sessions that open within `days` local dates from `fromDay`, in order. */
function listSessions(plan: SessionPlan, fromDay: DayMs, days: number): readonly Session[] {
  const dates = Array.from({ length: days }, (_, index) => fromDay + index * DAY_MS);
  const sessions = dates.flatMap((day) =>
    plan.hours
      .filter(({ opensOn }) => opensOn.includes(getWeekday(day)))
      .map((hours) => buildSession(plan, hours, day)),
  );
  return sessions.sort((a, b) => a.opensMs - b.opensMs);
}

function buildSession(
  { zone }: SessionPlan,
  { opensMinute, closesMinute }: SessionHours,
  day: DayMs,
): Session {
  const closeDay = closesMinute <= opensMinute ? day + DAY_MS : day;
  return {
    opensMs: getMoment(day, opensMinute, zone),
    closesMs: getMoment(closeDay, closesMinute, zone),
    closeDay,
    isShortened: false,
  };
}
