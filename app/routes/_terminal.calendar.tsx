// Calendar of the coming month: reports, forecast runs, contract dates and holidays.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { CalendarView } from '../components/calendar/calendar-view';
import { createScreenLoader } from '../components/shown-data';
import { formatPageTitle } from '../contracts/pages';
import { openView } from '../models/desk/open-view.server';
import { buildCalendarPage } from '../models/market/calendar.server';
import { guardHandler } from '../server/http/guard.server';
import { HttpError } from '../server/http/responses.server';
import { findCommodityKey } from '../trading/domain/commodity';

export const loader = guardHandler('page', async ({ desk, session, url, timeZone }) => {
  const name = url.searchParams.get('commodity');
  const commodity = name === null ? null : findCommodityKey(name);
  if (name !== null && commodity === null)
    throw new HttpError(404, `No commodity ${name.slice(0, 40)}.`);
  const { market } = await openView(desk, session.userId);
  return buildCalendarPage(desk, {
    market,
    commodity,
    showsForecasts: url.searchParams.get('runs') === 'on',
    timeZone,
  });
});

export const clientLoader = createScreenLoader('routes/_terminal.calendar');

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'Calendar') },
];

export default function CalendarPage() {
  return <CalendarView {...useLoaderData<typeof loader>()} />;
}
