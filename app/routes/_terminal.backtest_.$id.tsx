// One backtest at /backtest/:id: progress, cancel button and result.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { HttpError, seeOther } from '../server/http/responses.server';
import { findBacktest, buildBacktestPath } from '../models/backtests/backtests.server';
import { buildBacktestView } from '../models/backtests/backtest-view.server';
import { BacktestJob } from '../components/backtest/backtest-job';
import { createScreenLoader } from '../components/shown-data';
import { guardHandler } from '../server/http/guard.server';
import { formatPageTitle } from '../contracts/pages';
import { buildToastCookie } from '../server/http/toast.server';

const NONE = 'Backtest not found.';

export const loader = guardHandler('page', ({ desk, session, params }) => {
  const job = findBacktest(desk, session.userId, params['id'] ?? '');
  if (!job) throw new HttpError(404, NONE);
  return { job, view: buildBacktestView(desk, session.userId, job) };
});

export const clientLoader = createScreenLoader('routes/_terminal.backtest_.$id');

export const action = guardHandler('page', ({ desk, session, params, body }) => {
  const id = params['id'] ?? '';
  if (!findBacktest(desk, session.userId, id)) throw new HttpError(404, NONE);
  if (body.form.get('intent') !== 'cancel')
    throw new HttpError(400, 'Unknown button. Reload the page and try again.');
  desk.backtests.cancel(session.userId, id);
  const isCancelled = findBacktest(desk, session.userId, id)?.phase === 'cancelled';
  const toast = isCancelled
    ? ({
        title: 'Backtest cancelled',
        description: 'No result was stored.',
        variant: 'success',
      } as const)
    : ({
        title: 'Nothing to cancel',
        description: 'This backtest had already ended.',
        variant: 'default',
      } as const);
  throw seeOther(buildBacktestPath(id), [['Set-Cookie', buildToastCookie(toast)]]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'Backtest') },
];

export default function BacktestJobPage() {
  return <BacktestJob {...useLoaderData<typeof loader>()} />;
}
