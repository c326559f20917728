// All commands and preferences at /commands; the search query is in the URL.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { HttpError } from '../server/http/responses.server';
import { CommandsView } from '../components/commands/commands-view';
import { createScreenLoader } from '../components/shown-data';
import { guardHandler } from '../server/http/guard.server';
import { formatPageTitle } from '../contracts/pages';
import { readPreferences } from '../server/http/preferences.server';

const QUERY_MAX = 60;

export const loader = guardHandler('page', ({ request, url }) => ({
  query: (url.searchParams.get('q') ?? '').trim().slice(0, QUERY_MAX),
  preferences: readPreferences(request.headers.get('Cookie')),
}));

export const clientLoader = createScreenLoader('routes/_terminal.commands');

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'Commands') },
];

export default function CommandsPage() {
  return <CommandsView {...useLoaderData<typeof loader>()} />;
}
