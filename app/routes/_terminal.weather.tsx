// Weather screen: observations, degree days, gas storage, almanac and forecast skill.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { HttpError } from '../server/http/responses.server';
import { WeatherView } from '../components/weather/weather-view';
import { createScreenLoader } from '../components/shown-data';
import { guardHandler } from '../server/http/guard.server';
import { formatPageTitle } from '../contracts/pages';
import { readPreference } from '../server/http/preferences.server';
import { listHeldPositions } from '../models/weather/held-positions.server';
import { loadWeatherDesk } from '../models/weather/serialize-weather.server';
import { buildWeatherPage } from '../models/weather/weather-page.server';

export const loader = guardHandler(
  'page',
  async ({ desk, session, url, nowMs, timeZone, request }) =>
    buildWeatherPage({
      source: await loadWeatherDesk(desk, session.userId),
      place: url.searchParams.get('place'),
      outlook: desk.signals().outlook,
      remark: desk.signals().remark,
      publicData: desk.publicData,
      held: listHeldPositions(desk.getView(session.userId)),
      scale: readPreference(request.headers.get('Cookie'), 'scale'),
      nowMs,
      timeZone,
    }),
);

export const clientLoader = createScreenLoader('routes/_terminal.weather');

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'Weather Analysis') },
];

export default function WeatherPage() {
  return <WeatherView {...useLoaderData<typeof loader>()} />;
}
