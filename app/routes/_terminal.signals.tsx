// The honesty ledger of the networks: what is in force, what was scored, who is still listened to.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault } from '../server/http/answer.server';
import { LedgerView } from '../components/signals/ledger-view';
import { guardHandler } from '../server/http/guard.server';
import { screenTitle } from '../contracts/pages';
import { signalLedger } from '../models/signals/signals.server';
import { isoMoment } from '../trading/domain/format';

export const loader = guardHandler('page', async ({ desk, session, timeZone }) => {
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  if (!view) throw new Error('the book that was just opened is there');
  return { ...signalLedger(desk, view), asOf: isoMoment(view.asOfMs), timeZone };
});

export const action = guardHandler('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: screenTitle(matches, 'AI Signals') }];

export default function SignalsPage() {
  return <LedgerView {...useLoaderData<typeof loader>()} />;
}
