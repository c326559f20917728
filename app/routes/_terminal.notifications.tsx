// Notification log of the user, newest first, a hundred per page.
import { json } from '@remix-run/node';
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { HttpError } from '../server/http/responses.server';
import { NotificationLog } from '../components/notifications/notification-log';
import { createScreenLoader } from '../components/shown-data';
import { guardHandler } from '../server/http/guard.server';
import { buildNoticePage } from '../models/notifications/notices.server';
import { countUnread } from '../models/notifications/unread.server';
import { buildSeenNoticesCookie, readSeenNotices } from '../server/http/seen-notices.server';
import { NOTICE_FILTERS, type NewsDto, type NoticeFilter } from '../contracts/messages';
import { formatPageTitle } from '../contracts/pages';
import { listQuoteDtos } from '../models/market/quotes.server';
import { standingNews } from '../models/notifications/current-alerts.server';
import type { StartedDesk } from '../server/desk/start-up.server';
import { COMMODITY_KEYS } from '../trading/domain/commodity';
import { findWeatherDesk } from '../models/weather/serialize-weather.server';

/** A log sequence number; null for the newest page. */
const parseBefore = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** Current market and weather alerts above the newest page; empty while weather history loads. */
async function listCurrentAlerts(desk: StartedDesk, userId: string) {
  const { desk: weather } = await findWeatherDesk(desk, userId);
  const view = desk.getView(userId);
  if (!view || desk.status().feed?.isReadingWeather) return [];
  return standingNews(
    weather,
    listQuoteDtos(desk, view.market, COMMODITY_KEYS, view.asOfMs),
    view.settings,
  );
}

/** An unknown filter shows all. */
const parseFilter = (text: string | null): NoticeFilter | null =>
  NOTICE_FILTERS.find((filter) => filter === text) ?? null;

/** Kinds of current alerts that a filter shows. */
const NEWS_FILTERS: Readonly<Record<NewsDto['kind'], readonly (NoticeFilter | null)[]>> = {
  move: [null, 'risk'],
  weather: [null, 'weather'],
};

export const loader = guardHandler('page', async ({ desk, session, url, request, timeZone }) => {
  const before = parseBefore(url.searchParams.get('before'));
  const filter = parseFilter(url.searchParams.get('show'));
  const isNewest = before === null;
  const news = isNewest ? await listCurrentAlerts(desk, session.userId) : [];
  const { logSeq } = desk.state();
  const seen = readSeenNotices(request.headers.get('Cookie'), session.userId);
  const hasUnread = isNewest && countUnread(desk, session.userId, seen) > 0;
  return json(
    {
      ...buildNoticePage(desk, session.userId, before, filter),
      news: news.filter(({ kind }) => NEWS_FILTERS[kind].includes(filter)),
      filter,
      isNewest,
      timeZone,
    },
    hasUnread
      ? { headers: { 'Set-Cookie': buildSeenNoticesCookie(session.userId, logSeq) } }
      : undefined,
  );
});

export const clientLoader = createScreenLoader('routes/_terminal.notifications');

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'Notifications') },
];

export default function NotificationsPage() {
  return <NotificationLog {...useLoaderData<typeof loader>()} />;
}
