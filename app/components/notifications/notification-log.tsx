// Notification log, grouped by day, newest first.
import { Link } from '@remix-run/react';
import type { NewsDto, NoticeDto, NoticeFilter } from '../../contracts/messages';
import { formatDate, formatDateTime, formatTimeOfDay } from '../../trading/domain/format';
import { Sentence } from '../figures';
import { Icon, type IconName } from '../icon';
import { buildHref } from '../../contracts/base-path';
import styles from './notification-log.module.css';

interface NotificationLogProps {
  readonly news: readonly NewsDto[];
  readonly notices: readonly NoticeDto[];
  readonly olderThan: number | null;
  readonly hidesProtection: boolean;
  /** Null shows all. */
  readonly filter: NoticeFilter | null;
  readonly isNewest: boolean;
  readonly timeZone: string;
}

const KINDS = {
  command: 'Command',
  refusal: 'Refusal',
  fill: 'Fill',
  protection: 'Stop or target',
  desk: 'System',
} as const;

export function NotificationLog({
  news,
  notices,
  olderThan,
  hidesProtection,
  filter,
  isNewest,
  timeZone,
}: NotificationLogProps) {
  const days = groupByDay(notices, timeZone);
  return (
    <>
      <div>
        <h1>Notifications</h1>
        <p className="muted">
          Events of your accounts, newest first, from the log. Times are in{' '}
          {timeZone.replaceAll('_', ' ')}.
        </p>
      </div>
      <FilterChips chosen={filter} />
      <CurrentNews news={news} timeZone={timeZone} />
      {hidesProtection ? (
        <p className={styles['hint']}>
          Filled stops and targets and price moves are hidden: Price Alerts are off.{' '}
          <Link to="/?settings=open#settings">Change it in Settings</Link>
        </p>
      ) : null}
      {notices.length === 0 && !(filter === 'weather' && news.length > 0) ? (
        <p className={styles['empty']}>
          {isNewest ? EMPTY_TEXTS[filter ?? 'all'] : 'No older notifications.'}
        </p>
      ) : null}
      {/* Only the newest page grows, so only it is a log that is read out. */}
      <div
        role={isNewest && notices.length > 0 ? 'log' : undefined}
        aria-label={isNewest && notices.length > 0 ? 'Notifications' : undefined}
        className={styles['log']}
      >
        {days.map(({ day, rows }) => (
          <section key={day} className={styles['day']} aria-labelledby={`day-${day}`}>
            <h2 id={`day-${day}`}>{day}</h2>
            <ol className={styles['list']}>
              {rows.map((notice) => (
                <LogRow
                  key={notice.seq}
                  at={notice.at}
                  icon={notice.kind}
                  kind={KINDS[notice.kind]}
                  title={notice.title}
                  description={notice.description}
                  tone={styles[notice.variant]}
                  timeZone={timeZone}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      <PageLinks olderThan={olderThan} isNewest={isNewest} filter={filter} />
    </>
  );
}

const CHIPS: readonly (readonly [filter: NoticeFilter | null, label: string])[] = [
  [null, 'All'],
  ['fills', 'Fills'],
  ['refusals', 'Refusals'],
  ['risk', 'Risk'],
  ['weather', 'Weather'],
  ['mine', 'Mine'],
];

const EMPTY_TEXTS: Readonly<Record<NoticeFilter | 'all', string>> = {
  all: 'No notifications yet.',
  fills: 'No fills yet.',
  refusals: 'No rejected order or command.',
  risk: 'No halt, circuit breaker, margin call or large price move.',
  weather: 'No weather alert now. Weather alerts are current only and not kept in the log.',
  mine: 'No command of yours yet.',
};

const getFilterPath = (filter: NoticeFilter | null): string =>
  filter === null ? '/notifications' : `/notifications?show=${filter}`;

/** One filter at a time, in the URL. */
const FilterChips = ({ chosen }: { chosen: NoticeFilter | null }) => (
  <nav aria-label="Filter" className={styles['chips']}>
    {CHIPS.map(([filter, label]) => (
      <a
        key={label}
        href={buildHref(getFilterPath(filter))}
        data-visit="stay"
        aria-current={filter === chosen ? 'true' : undefined}
      >
        {label}
      </a>
    ))}
  </nav>
);

const NEWS_KINDS = { move: 'Price', weather: 'Weather' } as const;

/** Current price moves and weather alerts, above the log. */
function CurrentNews({ news, timeZone }: { news: readonly NewsDto[]; timeZone: string }) {
  if (news.length === 0) return null;
  return (
    <section className={styles['day']} aria-labelledby="news">
      <h2 id="news">Now</h2>
      <ul className={styles['list']}>
        {news.map(({ kind, at, title, description }) => (
          <LogRow
            key={title}
            at={at}
            moment={formatDateTime(Date.parse(at), timeZone)}
            icon={kind === 'move' ? 'signals' : 'weather'}
            kind={NEWS_KINDS[kind]}
            title={title}
            description={description}
            timeZone={timeZone}
          />
        ))}
      </ul>
    </section>
  );
}

interface LogRowProps {
  readonly at: string;
  /** Full date and time, for rows without a day heading. */
  readonly moment?: string;
  readonly icon: IconName;
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  readonly tone?: string | undefined;
  readonly timeZone: string;
}

function LogRow({ at, moment, icon, kind, title, description, tone, timeZone }: LogRowProps) {
  return (
    <li className={tone === undefined ? styles['row'] : `${styles['row']} ${tone}`}>
      <time className="tabular" dateTime={at} title={moment}>
        {formatTimeOfDay(Date.parse(at), timeZone)}
      </time>
      <span className={styles['kind']}>
        <Icon name={icon} size={16} />
        {kind}
      </span>
      <span className={styles['words']}>
        <strong>{title}</strong>{' '}
        <span>
          <Sentence>{description}</Sentence>
        </span>
      </span>
    </li>
  );
}

function PageLinks({
  olderThan,
  isNewest,
  filter,
}: Pick<NotificationLogProps, 'olderThan' | 'isNewest' | 'filter'>) {
  if (olderThan === null && isNewest) return null;
  const show = filter === null ? '' : `show=${filter}`;
  return (
    <nav aria-label="Pages of the log" className={styles['pages']}>
      {isNewest ? null : <Link to={getFilterPath(filter)}>Newest</Link>}
      {olderThan === null ? null : (
        <Link to={`?${show === '' ? '' : `${show}&`}before=${olderThan}`}>Older</Link>
      )}
    </nav>
  );
}

function groupByDay(
  notices: readonly NoticeDto[],
  timeZone: string,
): { day: string; rows: NoticeDto[] }[] {
  const days: { day: string; rows: NoticeDto[] }[] = [];
  for (const notice of notices) {
    const day = formatDate(Date.parse(notice.at), timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(notice);
    else days.push({ day, rows: [notice] });
  }
  return days;
}
