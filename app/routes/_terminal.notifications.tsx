// The notification log: what happened in this user's desk, newest first, a hundred a page.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault } from '../server/http/answer.server';
import { NotificationLog } from '../components/notifications/notification-log';
import { guardHandler } from '../server/http/guard.server';
import { noticePage } from '../models/notifications/notices.server';
import { screenTitle } from '../contracts/pages';
import { quoteWires } from '../models/market/quotes.server';
import { standingNews } from '../models/notifications/current-alerts.server';
import type { StartedDesk } from '../server/desk/start-up.server';
import { COMMODITY_KEYS } from '../trading/domain/commodity';
import { findWeatherDesk } from '../models/weather/weather-desk.server';

/** A number of the log; anything else asks for the newest page. */
const findBefore = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/**
 * News of the market and the weather stand above the newest page; a start that still reads the past
 * has none yet.
 */
async function listNews(desk: StartedDesk, userId: string) {
  const { desk: weather } = await findWeatherDesk(desk, userId);
  const view = desk.view(userId);
  if (!view || desk.status().feed?.isReadingWeather) return [];
  return standingNews(
    weather,
    quoteWires(desk, view.market, COMMODITY_KEYS, view.asOfMs),
    view.settings,
  );
}

export const loader = guardHandler('page', async ({ desk, session, url, timeZone }) => {
  const before = findBefore(url.searchParams.get('before'));
  const isNewest = before === null;
  return {
    ...noticePage(desk, session.userId, before),
    news: isNewest ? await listNews(desk, session.userId) : [],
    isNewest,
    timeZone,
  };
});

export const action = guardHandler('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: screenTitle(matches, 'Notifications') },
];

export default function NotificationsPage() {
  return <NotificationLog {...useLoaderData<typeof loader>()} />;
}
