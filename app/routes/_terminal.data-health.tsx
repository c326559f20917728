// Data health: state of the public sources, with forms that try a source or accept its terms.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { DataHealthView } from '../components/data-health/data-health-view';
import { createScreenLoader } from '../components/shown-data';
import { formatPageTitle } from '../contracts/pages';
import { buildDataHealth } from '../models/public-data/data-health.server';
import { changeSource } from '../models/public-data/source-change.server';
import { guardHandler } from '../server/http/guard.server';
import { HttpError, seeOther } from '../server/http/responses.server';
import { buildToastCookie } from '../server/http/toast.server';

export const loader = guardHandler('page', ({ desk, url, nowMs, timeZone }) => ({
  ...buildDataHealth(desk, url.searchParams.get('files')),
  nowMs: desk.publicData?.nowMs() ?? nowMs,
  timeZone,
}));

export const clientLoader = createScreenLoader('routes/_terminal.data-health');

export const action = guardHandler('page', ({ desk, body, session }) => {
  const change = changeSource(desk, {
    intent: body.form.get('intent'),
    source: body.form.get('source'),
    sourceKey: body.form.get('sourceKey'),
    username: session.username,
  });
  if (!change) throw new HttpError(400, 'This form is not valid.');
  throw seeOther('/data-health', [['Set-Cookie', buildToastCookie(change)]]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'Data Health') },
];

export default function DataHealthPage() {
  return <DataHealthView {...useLoaderData<typeof loader>()} />;
}
