// The weather: readings by region, degree days, gas in storage, the almanac, and how good the
// forecasts were.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault } from '../server/http/answer.server';
import { WeatherView } from '../components/weather/weather-view';
import { guardHandler } from '../server/http/guard.server';
import { screenTitle } from '../contracts/pages';
import { readWeatherDesk } from '../models/weather/weather-desk.server';
import { weatherPage } from '../models/weather/weather-page.server';

export const loader = guardHandler('page', async ({ desk, session, url, nowMs, timeZone }) =>
  weatherPage(
    await readWeatherDesk(desk, session.userId),
    url.searchParams.get('place'),
    nowMs,
    timeZone,
  ),
);

export const action = guardHandler('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: screenTitle(matches, 'Weather Analysis') },
];

export default function WeatherPage() {
  return <WeatherView {...useLoaderData<typeof loader>()} />;
}
