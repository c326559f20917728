// Notification log of the user, newest first, a hundred per page.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { HttpError } from '../server/http/responses.server';
import { NotificationLog } from '../components/notifications/notification-log';
import { guardHandler } from '../server/http/guard.server';
import { buildNoticePage } from '../models/notifications/notices.server';
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

export const loader = guardHandler('page', async ({ desk, session, url, timeZone }) => {
  const before = parseBefore(url.searchParams.get('before'));
  const isNewest = before === null;
  return {
    ...buildNoticePage(desk, session.userId, before),
    news: isNewest ? await listCurrentAlerts(desk, session.userId) : [],
    isNewest,
    timeZone,
  };
});

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'Notifications') },
];

export default function NotificationsPage() {
  return <NotificationLog {...useLoaderData<typeof loader>()} />;
}
