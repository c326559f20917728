// Correlations of weather and prices; `cell` in the URL selects a pair and factor.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { HttpError } from '../server/http/responses.server';
import { CorrelationsView } from '../components/correlations/correlations-view';
import { createScreenLoader } from '../components/shown-data';
import { guardHandler } from '../server/http/guard.server';
import { formatPageTitle } from '../contracts/pages';
import { loadWeatherDesk } from '../models/weather/serialize-weather.server';
import { buildCorrelationsPage } from '../models/correlations/correlations-page.server';

export const loader = guardHandler('page', async ({ desk, session, url, nowMs, timeZone }) =>
  buildCorrelationsPage(
    await loadWeatherDesk(desk, session.userId),
    url.searchParams.get('cell'),
    nowMs,
    timeZone,
  ),
);

export const clientLoader = createScreenLoader('routes/_terminal.correlations');

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'Correlations') },
];

export default function CorrelationsPage() {
  return <CorrelationsView {...useLoaderData<typeof loader>()} />;
}
