// Time until an event, while it lasts and after it.
import { expect, it } from 'vitest';
import { formatTimeLeft } from '../../../app/components/calendar/time-left';

const AT = '2026-11-26T05:00:00.000Z';
const format = (now: string, isAllDay: boolean): string =>
  formatTimeLeft({ at: AT, isAllDay }, Date.parse(now));

it.each([
  ['2026-11-24T01:00Z', '2 d 4 h', '2 d 4 h'],
  ['2026-11-26T01:40Z', '3 h 20 min', '3 h 20 min'],
  ['2026-11-26T04:15Z', '45 min', '45 min'],
  ['2026-11-26T04:59:30Z', 'now', 'under way'],
  ['2026-11-26T05:00:30Z', 'now', 'under way'],
  ['2026-11-26T05:01Z', 'past', 'under way'],
  ['2026-11-27T04:59Z', 'past', 'under way'],
  ['2026-11-27T05:00Z', 'past', 'past'],
])('at %s shows %s for a moment and %s for a day', (now, moment, day) => {
  expect([format(now, false), format(now, true)]).toEqual([moment, day]);
});
