// The next events with the time left, in one row above other panels.
import type { CalendarEventDto } from '../../contracts/api/calendar';
import type { CalendarStripDto } from '../../contracts/calendar-page';
import { formatCalendarLabel, formatHourMinute, getZoneName } from '../../trading/domain/format';
import { MINUTE_MS } from '../../trading/domain/time';
import { SharedMarkup } from '../shared-markup';
import { useNow } from '../use-now';
import styles from './calendar.module.css';
import { EventIcon } from './event-icon';
import { formatTimeLeft } from './time-left';
import { buildHref } from '../../contracts/base-path';

export function CalendarStrip({ events, nowMs, timeZone }: CalendarStripDto) {
  const currentMs = useNow(nowMs, MINUTE_MS);
  return (
    <section className={styles['strip']} aria-labelledby="calendar-strip">
      <h2 id="calendar-strip" className={styles['stripTitle']}>
        <a href={buildHref('/calendar')} className="alone" data-visit>
          Next events
        </a>{' '}
        <span className="muted">{getZoneName(currentMs, timeZone)}</span>
      </h2>
      <SharedMarkup
        as="ul"
        attributes={{ className: styles['stripList'], tabIndex: 0, 'aria-label': 'Next events' }}
        of={StripEvents}
        props={{ events, nowMs: currentMs, timeZone }}
      />
    </section>
  );
}

const StripEvents = ({ events, nowMs, timeZone }: CalendarStripDto) => (
  <>
    {events.map((event) => (
      <li key={event.id} className={styles['stripItem']}>
        <EventIcon kind={event.kind} />
        <span className={styles['stripName']}>{event.title}</span>
        <time dateTime={event.date ?? event.at} className={styles['stripTime']}>
          <strong>{formatTimeLeft(event, nowMs)}</strong>{' '}
          <span className="muted">{formatMoment(event, timeZone)}</span>
        </time>
      </li>
    ))}
  </>
);

/** `Thu 10:30`; the day at the exchange for an event that lasts all day. */
function formatMoment({ at, date }: CalendarEventDto, timeZone: string): string {
  if (date !== null) return `${formatCalendarLabel('weekday', Date.parse(date), 'UTC')}, all day`;
  const atMs = Date.parse(at);
  return `${formatCalendarLabel('weekday', atMs, timeZone)} ${formatHourMinute(atMs, timeZone)}`;
}
