// Calendar of the coming month, by day.
import type { CalendarEventDto } from '../../contracts/api/calendar';
import type { CalendarDayDto, CalendarPageDto } from '../../contracts/calendar-page';
import type { CommodityKey } from '../../trading/domain/commodity';
import {
  capitalizeFirst,
  formatCount,
  formatDate,
  formatHourMinute,
  getZoneName,
} from '../../trading/domain/format';
import { getMarketName } from '../../trading/domain/market-name';
import { MINUTE_MS } from '../../trading/domain/time';
import { CommodityTabs } from '../commodity-tabs';
import { CsvLink } from '../csv-link';
import { Sentence } from '../figures';
import { useNow } from '../use-now';
import styles from './calendar.module.css';
import { EventIcon } from './event-icon';
import { formatTimeLeft } from './time-left';
import { buildHref } from '../../contracts/base-path';

export function CalendarView(page: CalendarPageDto) {
  const { days, commodity, nowMs, untilMs, timeZone, showsForecasts } = page;
  const currentMs = useNow(nowMs, MINUTE_MS);
  const count = days.reduce((sum, { events }) => sum + events.length, 0);
  return (
    <>
      <div>
        <h1>Calendar</h1>
        <p className="muted">
          {formatCount(count)} {count === 1 ? 'event' : 'events'} until{' '}
          {formatDate(untilMs, timeZone)}, times in {timeZone} ({getZoneName(nowMs, timeZone)}).
          Simulation trades around the clock; exchange hours apply to paper and live.{' '}
          <CsvLink name="calendar" query={buildQuery(commodity, showsForecasts)} />
        </p>
      </div>
      <CommodityTabs shown={commodity} hasAll toPath={(key) => buildPath(key, showsForecasts)} />
      <p>
        <a href={buildHref(buildPath(commodity, !showsForecasts))} data-visit="stay">
          {showsForecasts ? 'Hide forecast runs' : 'Show forecast runs (4 a day)'}
        </a>
      </p>
      {days.length === 0 ? <p className="muted">No events in this month.</p> : null}
      <ol className={styles['days']}>
        {days.map((day) => (
          <Day key={day.date} day={day} nowMs={currentMs} timeZone={timeZone} />
        ))}
      </ol>
    </>
  );
}

const buildQuery = (
  commodity: CommodityKey | null,
  showsForecasts: boolean,
): Record<string, string> => ({
  ...(commodity === null ? {} : { commodity }),
  ...(showsForecasts ? { runs: 'on' } : {}),
});

function buildPath(commodity: CommodityKey | null, showsForecasts: boolean): string {
  const query = new URLSearchParams(buildQuery(commodity, showsForecasts)).toString();
  return query === '' ? '/calendar' : `/calendar?${query}`;
}

function Day({ day, nowMs, timeZone }: { day: CalendarDayDto; nowMs: number; timeZone: string }) {
  const isToday = day.date === formatDate(nowMs, timeZone);
  return (
    <li className={styles['day']}>
      <h2 className={styles['date']}>
        <time dateTime={day.date}>
          {day.weekday} {day.date}
        </time>
        {isToday ? <span className={styles['today']}>today</span> : null}
      </h2>
      <ul className={styles['events']}>
        {day.events.map((event) => (
          <Event key={event.id} event={event} nowMs={nowMs} timeZone={timeZone} />
        ))}
      </ul>
    </li>
  );
}

function Event({
  event,
  nowMs,
  timeZone,
}: {
  event: CalendarEventDto;
  nowMs: number;
  timeZone: string;
}) {
  const { at, date, kind, title, note, commodities, isAllDay } = event;
  return (
    <li className={styles['event']}>
      <time dateTime={date ?? at} className={styles['time']}>
        {isAllDay ? 'all day' : formatHourMinute(Date.parse(at), timeZone)}
      </time>
      <span className={styles['kind']} title={capitalizeFirst(kind)}>
        <EventIcon kind={kind} />
      </span>
      <div className={styles['what']}>
        <strong>{title}</strong>
        <span className="muted">
          {note === null ? null : <Sentence>{`${note} `}</Sentence>}
          {formatCommodities(commodities)}
        </span>
      </div>
      <span className={styles['left']}>{formatTimeLeft(event, nowMs)}</span>
    </li>
  );
}

const NAMES_MAX = 3;

/** Names of few commodities; the number of many. */
const formatCommodities = (keys: readonly CommodityKey[]): string =>
  keys.length > NAMES_MAX
    ? `${formatCount(keys.length)} commodities`
    : keys.map((key) => getMarketName(key, null)).join(', ');
