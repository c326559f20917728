// The weather radar: the states by the intensity of their weather, and what the weather does to the
// markets.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault } from '../server/http/answer.server';
import { RadarView } from '../components/radar/radar-view';
import { guardHandler } from '../server/http/guard.server';
import { screenTitle } from '../contracts/pages';
import { readPreference } from '../server/http/preferences.server';
import { radarPage } from '../models/weather/radar-page.server';
import { readWeatherDesk } from '../models/weather/weather-desk.server';

export const loader = guardHandler('page', async ({ desk, session, nowMs, request, timeZone }) =>
  radarPage(
    await readWeatherDesk(desk, session.userId),
    readPreference(request.headers.get('Cookie'), 'scale'),
    nowMs,
    timeZone,
  ),
);

export const action = guardHandler('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: screenTitle(matches, 'Weather Radar') },
];

export default function RadarPage() {
  return <RadarView {...useLoaderData<typeof loader>()} />;
}
