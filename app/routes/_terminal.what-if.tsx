// What an order would do before it exists; everything asked is in the address.
import { json } from '@remix-run/node';
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault } from '../server/http/answer.server';
import { WhatIfView } from '../components/institutional/what-if-view';
import { guardHandler } from '../server/http/guard.server';
import { screenTitle } from '../contracts/pages';
import { whatIf } from '../models/risk/what-if.server';

export const loader = guardHandler('page', async ({ desk, session, url, timeZone }) => {
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  if (!view) throw new Error('the book that was just opened is there');
  const answered = whatIf(desk, view, session.userId, url.searchParams);
  const isBad = Object.values(answered.faults).some((fault) => fault !== undefined);
  return json({ ...answered, timeZone }, { status: isBad ? 400 : 200 });
});

export const action = guardHandler('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: screenTitle(matches, 'What if') }];

export default function WhatIfPage() {
  return <WhatIfView {...useLoaderData<typeof loader>()} />;
}
