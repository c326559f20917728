// Risk and execution figures of the account, and the button that recomputes market risk.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { HttpError, seeOther } from '../server/http/responses.server';
import { InstitutionalView } from '../components/institutional/institutional-view';
import { createScreenLoader } from '../components/shown-data';
import { openView } from '../models/desk/open-view.server';
import { guardHandler } from '../server/http/guard.server';
import {
  requestRiskRefresh,
  serializeInstitutional,
} from '../models/institutional/institutional.server';
import { formatPageTitle } from '../contracts/pages';
import { getLoopDelayMs } from '../server/http/metrics.server';
import { findSocketLatency } from '../server/live/socket-latency.server';
import { buildToastCookie } from '../server/http/toast.server';

export const loader = guardHandler('page', async ({ desk, session, nowMs, timeZone }) => {
  const view = await openView(desk, session.userId);
  const measured = { socket: findSocketLatency(session.userId), loop: getLoopDelayMs() };
  return { figures: serializeInstitutional(desk, view, session.userId, measured, nowMs), timeZone };
});

export const clientLoader = createScreenLoader('routes/_terminal.institutional');

export const action = guardHandler('page', async ({ desk, session, body }) => {
  if (body.form.get('intent') !== 'again')
    throw new HttpError(400, 'Unknown button. Reload the page and try again.');
  const view = await openView(desk, session.userId);
  throw seeOther('/institutional#stress', [
    ['Set-Cookie', buildToastCookie(requestRiskRefresh(desk, view))],
  ]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'Institutional') },
];

export default function InstitutionalPage() {
  return <InstitutionalView {...useLoaderData<typeof loader>()} />;
}
