// Risk and execution figures of the book. Not made yet, and it says so.
import type { MetaFunction } from '@remix-run/react';
import { RequestFault } from '../answer.server';
import { NotYet } from '../components/not-yet/not-yet';
import { guarded } from '../guard.server';
import { screenTitle } from '../pages';

const WHY = 'No risk model has been fitted to this book yet, and a constant in its place could be taken for a measure.';
const PLANS = [
  { name: 'Value at risk', text: 'At 95% and 99%, for the book and for electricity, natural gas and agriculture.', source: 'the positions held and the history of their prices' },
  { name: 'Stress tests', text: 'Hurricane, polar vortex, drought: what each would do to the positions held.', source: 'named days of the past' },
  { name: 'Execution quality', text: 'What fills cost against the price that the decision saw.', source: 'the fills in the log' },
  { name: 'Latency', text: 'From a command to its commit.', source: 'the running engine' },
  { name: 'Weather intelligence', text: 'Confidence and forecasts of precipitation and crops.', source: 'networks that have yet to be trained and tested' },
  { name: 'AI trading performance', text: 'Measured out of sample, beside the rule that it is to beat.', source: 'the same networks' },
] as const;

export const loader = guarded('page', () => null);

export const action = guarded('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: screenTitle(matches, 'Institutional') }];

export default function InstitutionalPage() {
  return <NotYet title="Institutional" picture="institutional" why={WHY} plans={PLANS} />;
}
