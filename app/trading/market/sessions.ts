/**
 * Whether a venue trades at a moment, and when it opens next.
 * It knows each venue's hours in the venue's own zone through every change of clocks; it refuses to trade in a shortened holiday session:
 * a session that ends on an exchange holiday is closed as a whole.
 */
import type { ContractRow, SessionHours, SessionPlan } from '../domain/contract-row';
import { assert } from '../domain/outcome';
import type { EpochMs } from '../domain/units';
import { DAY, type DayMs, isHoliday, weekdayOf } from './calendar';
import { momentOf, wallTime } from './local-time';

export interface SessionState {
  readonly isOpen: boolean;
  /** One sentence for a person. */
  readonly reason: string;
  /** The next opening while closed, the present session's own opening while open. */
  readonly opensMs: EpochMs;
  /** The end of the present or next session. */
  readonly closesMs: EpochMs;
}

interface Session {
  readonly opensMs: EpochMs;
  readonly closesMs: EpochMs;
  /** The date on which it closes, to which its trades belong. */
  readonly tradeDay: DayMs;
}

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
export function sessionAt(contract: Pick<ContractRow, 'session' | 'venue'>, atMs: EpochMs): SessionState {
  const known = lastStretch.get(contract.session);
  const isKnown = known !== undefined && atMs >= known.fromMs && atMs < known.untilMs;
  const { isOpen, why, opensMs, closesMs } = isKnown ? known : stretchAt(contract.session, atMs);
  return { isOpen, reason: `${contract.venue} is ${why}`, opensMs, closesMs };
}

function stretchAt(plan: SessionPlan, atMs: EpochMs): Stretch {
  const { dayMs } = wallTime(atMs, plan.zone);
  const near = sessionsFrom(plan, dayMs - DAYS_NEAR * DAY, 2 * DAYS_NEAR + 1);
  const held = near.filter(({ tradeDay }) => !isHoliday(tradeDay));
  const next = held.find(({ closesMs }) => closesMs > atMs);
  const before = held.filter(({ closesMs }) => closesMs <= atMs).at(-1);
  assert(next && before, 'a venue is never closed for a week');
  const isOpen = atMs >= next.opensMs;
  const isSkipped = near.some(({ opensMs, tradeDay }) => opensMs >= before.closesMs && opensMs < next.opensMs && isHoliday(tradeDay));
  const why = isOpen ? 'open' : `closed ${closureText(next.opensMs - before.closesMs, isSkipped)}`;
  const { opensMs, closesMs } = next;
  const stretch = { isOpen, why, opensMs, closesMs, fromMs: isOpen ? opensMs : before.closesMs, untilMs: isOpen ? closesMs : opensMs };
  lastStretch.set(plan, stretch);
  return stretch;
}

function closureText(lengthMs: number, holdsHoliday: boolean): string {
  if (!holdsHoliday) return lengthMs > 1.5 * DAY ? 'for the weekend' : 'between sessions';
  return lengthMs > 2.5 * DAY ? 'for a weekend with a holiday' : 'for a holiday';
}

/** The sessions that open on so many days from a wall date on, in order. */
function sessionsFrom(plan: SessionPlan, fromDay: DayMs, days: number): readonly Session[] {
  const dates = Array.from({ length: days }, (_, index) => fromDay + index * DAY);
  const sessions = dates.flatMap((day) => plan.hours.filter(({ opensOn }) => opensOn.includes(weekdayOf(day))).map((hours) => sessionOn(plan, hours, day)));
  return sessions.sort((a, b) => a.opensMs - b.opensMs);
}

function sessionOn({ zone }: SessionPlan, { opensMinute, closesMinute }: SessionHours, day: DayMs): Session {
  const tradeDay = closesMinute <= opensMinute ? day + DAY : day;
  return { opensMs: momentOf(day, opensMinute, zone), closesMs: momentOf(tradeDay, closesMinute, zone), tradeDay };
}
