// Signal ledger: active signals, scores and demotions.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { HttpError } from '../server/http/responses.server';
import { LedgerView } from '../components/signals/ledger-view';
import { createScreenLoader } from '../components/shown-data';
import { openView } from '../models/desk/open-view.server';
import { guardHandler } from '../server/http/guard.server';
import { formatPageTitle } from '../contracts/pages';
import { buildSignalTrackRecord } from '../models/signals/signals.server';
import { formatIsoTime } from '../trading/domain/format';

export const loader = guardHandler('page', async ({ desk, session, timeZone }) => {
  const view = await openView(desk, session.userId);
  return { ...buildSignalTrackRecord(desk, view), asOf: formatIsoTime(view.asOfMs), timeZone };
});

export const clientLoader = createScreenLoader('routes/_terminal.signals');

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'AI Signals') },
];

export default function SignalsPage() {
  return <LedgerView {...useLoaderData<typeof loader>()} />;
}
