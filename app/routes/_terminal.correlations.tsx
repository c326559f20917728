// How weather and prices have moved together. Not made yet, and it says so.
import type { MetaFunction } from '@remix-run/react';
import { RequestFault } from '../answer.server';
import { NotYet } from '../components/not-yet/not-yet';
import { guarded } from '../guard.server';
import { screenTitle } from '../pages';

const WHY = 'Correlations are measured once a day and told to programs at /api/correlation-analysis; the page that shows them is not made yet.';
const PLANS = [
  { name: 'Strength', text: 'From \u22121 to +1, to three decimals, per factor and region.', source: 'daily readings against daily price changes' },
  { name: 'Strong or Moderate', text: 'Strong above 0.5 in absolute value, Moderate below.', source: 'the same figure' },
  { name: 'Direction', text: 'Whether higher readings came with higher or lower prices.', source: 'its sign' },
  { name: 'How sure', text: 'The number of days and the range that chance alone would give.', source: 'the same days' },
] as const;

export const loader = guarded('page', () => null);

export const action = guarded('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: screenTitle(matches, 'Correlations') }];

export default function CorrelationsPage() {
  return <NotYet title="Correlations" picture="correlations" why={WHY} plans={PLANS} />;
}
