// The notification log: what happened in this user's desk, newest first, a hundred a page.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault } from '../answer.server';
import { NotificationLog } from '../components/notifications/notification-log';
import { guarded } from '../guard.server';
import { noticePage } from '../notices.server';
import { screenTitle } from '../pages';

/** A number of the log; anything else asks for the newest page. */
const beforeOf = (text: string | null): number | null => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

export const loader = guarded('page', ({ desk, session, url, timeZone }) => {
  const before = beforeOf(url.searchParams.get('before'));
  return { ...noticePage(desk, session.userId, before), isNewest: before === null, timeZone };
});

export const action = guarded('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: screenTitle(matches, 'Notifications') }];

export default function NotificationsPage() {
  return <NotificationLog {...useLoaderData<typeof loader>()} />;
}
