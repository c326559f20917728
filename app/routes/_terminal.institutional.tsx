// Risk and execution figures of the book, and the button that asks for those of the market anew.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault, seeOther } from '../server/http/answer.server';
import { InstitutionalView } from '../components/institutional/institutional-view';
import { guardHandler } from '../server/http/guard.server';
import {
  requestRiskRefresh,
  institutionalWire,
} from '../models/institutional/institutional.server';
import { screenTitle } from '../contracts/pages';
import { loopDelayMs } from '../server/http/metrics.server';
import { socketLatency } from '../server/live/socket-latency.server';
import { toastCookie } from '../server/http/toast.server';

export const loader = guardHandler('page', async ({ desk, session, nowMs, timeZone }) => {
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  if (!view) throw new Error('the book that was just opened is there');
  const measured = { socket: socketLatency(session.userId), loop: loopDelayMs() };
  return { figures: institutionalWire(desk, view, session.userId, measured, nowMs), timeZone };
});

export const action = guardHandler('page', async ({ desk, session, body }) => {
  if (body.form.get('intent') !== 'again')
    throw new RequestFault(400, 'Unknown button. Reload the page and try again.');
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  if (!view) throw new Error('the book that was just opened is there');
  throw seeOther('/institutional#stress', [
    ['Set-Cookie', toastCookie(requestRiskRefresh(desk, view))],
  ]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: screenTitle(matches, 'Institutional') },
];

export default function InstitutionalPage() {
  return <InstitutionalView {...useLoaderData<typeof loader>()} />;
}
