// One position, at /position/:id: why it was traded, what happened, what it cost; `?replay=1` makes
// its decision again.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault } from '../server/http/answer.server';
import { PositionView } from '../components/positions/position-view';
import { guardHandler } from '../server/http/guard.server';
import { findPosition } from '../models/positions/closed-position.server';
import { screenTitle } from '../contracts/pages';
import { positionStory } from '../models/positions/position-story.server';

const NONE = 'There is no such position.';

export const loader = guardHandler('page', ({ desk, session, params, request, timeZone }) => {
  const story = positionStory(
    desk,
    session.userId,
    params['id'] ?? '',
    new URL(request.url).searchParams.get('replay') === '1',
  );
  if (!story) throw new RequestFault(404, NONE);
  return { story, timeZone };
});

export const action = guardHandler('page', ({ desk, session, params }) => {
  if (!findPosition(desk.db, session.userId, params['id'] ?? '')) throw new RequestFault(404, NONE);
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: screenTitle(matches, 'Position') }];

export default function PositionPage() {
  const { story, timeZone } = useLoaderData<typeof loader>();
  return <PositionView story={story} timeZone={timeZone} />;
}
