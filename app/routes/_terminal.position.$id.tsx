// One position at /position/:id: reasons, events and costs. `?replay=1` replays its decision.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { HttpError } from '../server/http/responses.server';
import { PositionView } from '../components/positions/position-view';
import { createScreenLoader } from '../components/shown-data';
import { guardHandler } from '../server/http/guard.server';
import { findPosition } from '../models/positions/position-rows.server';
import { formatPageTitle } from '../contracts/pages';
import { buildPositionChart, buildPositionHeader } from '../models/positions/position-chart.server';
import { buildPositionDetails } from '../models/positions/position-details.server';

const NO_POSITION = 'Position not found.';

export const loader = guardHandler('page', async ({ desk, session, params, url, timeZone }) => {
  const id = params['id'] ?? '';
  const { userId } = session;
  const story = buildPositionDetails(desk, userId, id, url.searchParams.get('replay') === '1');
  if (!story) throw new HttpError(404, NO_POSITION);
  return {
    story,
    header: buildPositionHeader(desk, userId, id),
    chart: await buildPositionChart({
      desk,
      userId,
      id,
      range: url.searchParams.get('range'),
      timeZone,
    }),
    timeZone,
  };
});

export const clientLoader = createScreenLoader('routes/_terminal.position.$id');

export const action = guardHandler('page', ({ desk, session, params }) => {
  if (!findPosition(desk.db, session.userId, params['id'] ?? ''))
    throw new HttpError(404, NO_POSITION);
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'Position') },
];

export default function PositionPage() {
  return <PositionView {...useLoaderData<typeof loader>()} />;
}
