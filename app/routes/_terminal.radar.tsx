// Weather radar: weather intensity by state, and market impact.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { HttpError } from '../server/http/responses.server';
import { RadarView } from '../components/radar/radar-view';
import { createScreenLoader } from '../components/shown-data';
import { guardHandler } from '../server/http/guard.server';
import { formatPageTitle } from '../contracts/pages';
import { readPreference } from '../server/http/preferences.server';
import { buildRadarPage } from '../models/weather/radar-page.server';
import { listHeldPositions } from '../models/weather/held-positions.server';
import { loadWeatherDesk } from '../models/weather/serialize-weather.server';

export const loader = guardHandler('page', async ({ desk, session, nowMs, request, timeZone }) =>
  buildRadarPage({
    source: await loadWeatherDesk(desk, session.userId),
    held: listHeldPositions(desk.getView(session.userId)),
    scale: readPreference(request.headers.get('Cookie'), 'scale'),
    nowMs,
    timeZone,
  }),
);

export const clientLoader = createScreenLoader('routes/_terminal.radar');

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'Weather Radar') },
];

export default function RadarPage() {
  return <RadarView {...useLoaderData<typeof loader>()} />;
}
