// Weather against prices: how strongly, in which direction, and whether it is more than chance.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault } from '../server/http/answer.server';
import { CorrelationsView } from '../components/correlations/correlations-view';
import { guardHandler } from '../server/http/guard.server';
import { screenTitle } from '../contracts/pages';
import { readWeatherDesk } from '../models/weather/weather-desk.server';
import { correlationsPage } from '../models/weather/weather-page.server';

export const loader = guardHandler('page', async ({ desk, session, nowMs, timeZone }) =>
  correlationsPage(await readWeatherDesk(desk, session.userId), nowMs, timeZone),
);

export const action = guardHandler('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: screenTitle(matches, 'Correlations') },
];

export default function CorrelationsPage() {
  return <CorrelationsView {...useLoaderData<typeof loader>()} />;
}
