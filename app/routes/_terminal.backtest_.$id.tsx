// One backtest, at /backtest/:id: how far it is, the way to end it, what it brought.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault, seeOther } from '../server/http/answer.server';
import { findBacktest, backtestPath } from '../models/backtests/backtests.server';
import { BacktestJob } from '../components/backtest/backtest-job';
import { guardHandler } from '../server/http/guard.server';
import { screenTitle } from '../contracts/pages';
import { toastCookie } from '../server/http/toast.server';

const NONE = 'There is no such backtest.';

export const loader = guardHandler('page', ({ desk, session, params }) => {
  const job = findBacktest(desk, session.userId, params['id'] ?? '');
  if (!job) throw new RequestFault(404, NONE);
  return { job };
});

export const action = guardHandler('page', ({ desk, session, params, body }) => {
  const id = params['id'] ?? '';
  if (!findBacktest(desk, session.userId, id)) throw new RequestFault(404, NONE);
  if (body.form.get('intent') !== 'cancel')
    throw new RequestFault(400, 'Unknown button. Reload the page and try again.');
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
  throw seeOther(backtestPath(id), [['Set-Cookie', toastCookie(toast)]]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: screenTitle(matches, 'Backtest') }];

export default function BacktestJobPage() {
  return <BacktestJob {...useLoaderData<typeof loader>()} />;
}
