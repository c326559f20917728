// Risk preview of an order; its parameters are in the URL.
import { json } from '@remix-run/node';
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { HttpError } from '../server/http/responses.server';
import { WhatIfView } from '../components/institutional/what-if-view';
import { createScreenLoader } from '../components/shown-data';
import { openView } from '../models/desk/open-view.server';
import { guardHandler } from '../server/http/guard.server';
import { formatPageTitle } from '../contracts/pages';
import { computeWhatIf } from '../models/risk/what-if.server';

export const loader = guardHandler('page', async ({ desk, session, url, timeZone }) => {
  const view = await openView(desk, session.userId);
  const result = computeWhatIf(desk, view, session.userId, url.searchParams);
  const hasFaults = Object.values(result.faults).some((fault) => fault !== undefined);
  return json({ ...result, timeZone }, { status: hasFaults ? 400 : 200 });
});

export const clientLoader = createScreenLoader('routes/_terminal.what-if');

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: formatPageTitle(matches, 'What if') }];

export default function WhatIfPage() {
  return <WhatIfView {...useLoaderData<typeof loader>()} />;
}
