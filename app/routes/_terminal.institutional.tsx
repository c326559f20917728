// Risk and execution figures of the book, and the button that asks for those of the market anew.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault, seeOther } from '../answer.server';
import { InstitutionalView } from '../components/institutional/institutional-view';
import { guarded } from '../guard.server';
import { computeAgain, institutionalWire } from '../institutional.server';
import { screenTitle } from '../pages';
import { toastCookie } from '../toast.server';

export const loader = guarded('page', async ({ desk, session, nowMs, timeZone }) => {
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  if (!view) throw new Error('the book that was just opened is there');
  return { figures: institutionalWire(desk, view, session.userId, nowMs), timeZone };
});

export const action = guarded('page', async ({ desk, session, body }) => {
  if (body.form.get('intent') !== 'again')
    throw new RequestFault(400, 'This button is not known here. Reload the page and try again.');
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  if (!view) throw new Error('the book that was just opened is there');
  throw seeOther('/institutional#stress', [['Set-Cookie', toastCookie(computeAgain(desk, view))]]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: screenTitle(matches, 'Institutional') },
];

export default function InstitutionalPage() {
  return <InstitutionalView {...useLoaderData<typeof loader>()} />;
}
