/** Whether a venue trades at a moment, and when it opens next. */
import type { ContractRow, SessionHours, SessionPlan, Venue } from '../domain/contract-row';
import { assert } from '../domain/outcome';
import type { EpochMs } from '../domain/units';
import { type DayMs, businessDayFrom, getWeekday } from './calendar';
import { getMoment, wallTime } from './local-time';
import { venueDay } from './venue-days';
import { DAY_MS } from '../domain/time';

interface SessionState {
  readonly isOpen: boolean;
  /** One sentence for a person. */
  readonly reason: string;
  /** The next opening while closed, the present session's own opening while open. */
  readonly opensMs: EpochMs;
  /** The end of the present or next session. */
  readonly closesMs: EpochMs;
  /**
   * The date to which trades of the present or next session belong: that of its end, or on a
   * holiday that is traded the next business day.
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

/** Days looked at on either side: longer than any closure. */
const DAYS_NEAR = 7;

/** A stretch of time over which the answer stays the same. */
interface Stretch extends Omit<SessionState, 'reason'> {
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly why: string;
}

/** The last stretch of each plan: nearly every question falls into it again. */
const lastStretch = new WeakMap<SessionPlan, Stretch>();

/** The state of a contract's session at a moment. */
export function sessionAt(contract: Hours, atMs: EpochMs): SessionState {
  const known = lastStretch.get(contract.session);
  const isKnown = known !== undefined && atMs >= known.fromMs && atMs < known.untilMs;
  const { isOpen, why, opensMs, closesMs, tradeDay } = isKnown ? known : stretchAt(contract, atMs);
  return { isOpen, reason: `${contract.venue} is ${why}`, opensMs, closesMs, tradeDay };
}

function stretchAt({ session: plan, venue }: Hours, atMs: EpochMs): Stretch {
  const { dayMs } = wallTime(atMs, plan.zone);
  const near = sessionsFrom(plan, dayMs - DAYS_NEAR * DAY_MS, 2 * DAYS_NEAR + 1);
  const held = near.flatMap((session) => asHeld(session, plan, venue));
  const next = held.find(({ closesMs }) => closesMs > atMs);
  const before = held.filter(({ closesMs }) => closesMs <= atMs).at(-1);
  assert(next && before, 'a venue is never closed for a week');
  const isOpen = atMs >= next.opensMs;
  const isSkipped = near.some(
    ({ opensMs, closeDay }) =>
      opensMs >= before.closesMs &&
      opensMs < next.opensMs &&
      venueDay(venue, closeDay)?.kind === 'closed',
  );
  const why = isOpen
    ? 'open'
    : `closed ${before.isShortened && !isSkipped ? 'early on a shortened day' : closureText(next.opensMs - before.closesMs, isSkipped)}`;
  const { opensMs, closesMs, closeDay } = next;
  const stretch = {
    isOpen,
    why,
    opensMs,
    closesMs,
    tradeDay: businessDayFrom(closeDay),
    fromMs: isOpen ? opensMs : before.closesMs,
    untilMs: isOpen ? closesMs : opensMs,
  };
  lastStretch.set(plan, stretch);
  return stretch;
}

/** A session as the venue holds it on its day: whole, shortened, or not at all. */
function asHeld(session: Session, { zone }: SessionPlan, venue: Venue): readonly Session[] {
  const day = venueDay(venue, session.closeDay);
  if (day === null) return [session];
  if (day.kind === 'closed') return [];
  const closesMs = Math.min(session.closesMs, getMoment(session.closeDay, day.closesMinute, zone));
  return closesMs > session.opensMs
    ? [{ ...session, closesMs, isShortened: closesMs < session.closesMs }]
    : [];
}

function closureText(lengthMs: number, holdsHoliday: boolean): string {
  if (!holdsHoliday) return lengthMs > 1.5 * DAY_MS ? 'for the weekend' : 'between sessions';
  return lengthMs > 2.5 * DAY_MS ? 'for a weekend with a holiday' : 'for a holiday';
}

/** The sessions that open on so many days from a wall date on, in order. */
function sessionsFrom(plan: SessionPlan, fromDay: DayMs, days: number): readonly Session[] {
  const dates = Array.from({ length: days }, (_, index) => fromDay + index * DAY_MS);
  const sessions = dates.flatMap((day) =>
    plan.hours
      .filter(({ opensOn }) => opensOn.includes(getWeekday(day)))
      .map((hours) => sessionOn(plan, hours, day)),
  );
  return sessions.sort((a, b) => a.opensMs - b.opensMs);
}

function sessionOn(
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
