// Time until an event, in the two largest units.
import type { CalendarEventDto } from '../../contracts/api/calendar';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../trading/domain/time';

/** `now`, `45 min`, `3 h 20 min`, `2 d 4 h`; `today` for a day under way. */
export function formatTimeLeft(
  { at, isAllDay }: Pick<CalendarEventDto, 'at' | 'isAllDay'>,
  nowMs: number,
): string {
  const leftMs = Date.parse(at) - nowMs;
  if (leftMs < MINUTE_MS) return isAllDay ? 'today' : 'now';
  const days = Math.floor(leftMs / DAY_MS);
  const hours = Math.floor((leftMs % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((leftMs % HOUR_MS) / MINUTE_MS);
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  return `${minutes} min`;
}
