// Every command and every preference of the desk, at /commands; what is looked for is in the
// address.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault } from '../server/http/answer.server';
import { CommandsView } from '../components/commands/commands-view';
import { guardHandler } from '../server/http/guard.server';
import { screenTitle } from '../contracts/pages';
import { readPreferences } from '../server/http/preferences.server';

const QUERY_MAX = 60;

export const loader = guardHandler('page', ({ request, url }) => ({
  query: (url.searchParams.get('q') ?? '').trim().slice(0, QUERY_MAX),
  preferences: readPreferences(request.headers.get('Cookie')),
}));

export const action = guardHandler('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: screenTitle(matches, 'Commands') }];

export default function CommandsPage() {
  return <CommandsView {...useLoaderData<typeof loader>()} />;
}
