// Time until an event, in the two largest units.
import type { CalendarEventDto } from '../../contracts/api/calendar';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../trading/domain/time';

/** `45 min`, `3 h 20 min`, `2 d 4 h`; then `now`, all day `under way`; at last `past`. */
export function formatTimeLeft(
  { at, isAllDay }: Pick<CalendarEventDto, 'at' | 'isAllDay'>,
  nowMs: number,
): string {
  const leftMs = Date.parse(at) - nowMs;
  if (leftMs <= (isAllDay ? -DAY_MS : -MINUTE_MS)) return 'past';
  if (leftMs < MINUTE_MS) return isAllDay ? 'under way' : 'now';
  const days = Math.floor(leftMs / DAY_MS);
  const hours = Math.floor((leftMs % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((leftMs % HOUR_MS) / MINUTE_MS);
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  return `${minutes} min`;
}
