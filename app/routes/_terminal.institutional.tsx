// Risk and execution figures of the book.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault } from '../answer.server';
import { InstitutionalView } from '../components/institutional/institutional-view';
import { guarded } from '../guard.server';
import { institutionalWire } from '../institutional.server';
import { screenTitle } from '../pages';

export const loader = guarded('page', async ({ desk, session, timeZone }) => {
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  if (!view) throw new Error('the book that was just opened is there');
  return { figures: institutionalWire(desk, view, session.userId), timeZone };
});

export const action = guarded('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: screenTitle(matches, 'Institutional') }];

export default function InstitutionalPage() {
  return <InstitutionalView {...useLoaderData<typeof loader>()} />;
}
