// The map of the weather over the market regions. Not made yet, and it says so.
import type { MetaFunction } from '@remix-run/react';
import { RequestFault } from '../answer.server';
import { NotYet } from '../components/not-yet/not-yet';
import { guarded } from '../guard.server';
import { screenTitle } from '../pages';

const WHY = 'The weather of each state is worked out and told to programs at /api/real-weather-map; the map that shows it is not made yet.';
const PLANS = [
  { name: 'State map', text: 'Clear, Light, Moderate, Heavy and Severe, each in words beside its colour.', source: 'readings per state, with their hour' },
  { name: 'Market regions', text: 'NYISO, PJM, ERCOT, CAISO, MISO, SERC and WECC on the map.', source: 'the regions that are traded' },
  { name: 'Commodity impacts', text: 'Which of the ten markets a reading moves, and which way.', source: 'measured correlations' },
  { name: 'Almanac', text: 'What is usual on this day of the year.', source: 'up to seven years of daily readings' },
] as const;

export const loader = guarded('page', () => null);

export const action = guarded('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: screenTitle(matches, 'Weather Radar') }];

export default function RadarPage() {
  return <NotYet title="Weather Radar" picture="radar" why={WHY} plans={PLANS} />;
}
