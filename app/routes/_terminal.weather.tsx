// The weather of each market region: four readings with their place and hour. Not made yet, and it says so.
import type { MetaFunction } from '@remix-run/react';
import { RequestFault } from '../answer.server';
import { NotYet } from '../components/not-yet/not-yet';
import { guarded } from '../guard.server';
import { screenTitle } from '../pages';

const WHY = 'The readings of every region are taken in and told to programs at /api/weather-data; the page that shows them is not made yet.';
const PLANS = [
  { name: 'Temperature', text: 'In \u00b0F, per market region, with the hour it was read.', source: 'the weather feed of each region' },
  { name: 'Humidity', text: 'In percent.', source: 'the same reading' },
  { name: 'Wind speed', text: 'In mph, which moves power prices where wind makes them.', source: 'the same reading' },
  { name: 'Pressure', text: 'In mb, and whether a front is passing.', source: 'the same reading' },
] as const;

export const loader = guarded('page', () => null);

export const action = guarded('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: screenTitle(matches, 'Weather Analysis') }];

export default function WeatherPage() {
  return <NotYet title="Weather Analysis" picture="weather" why={WHY} plans={PLANS} />;
}
