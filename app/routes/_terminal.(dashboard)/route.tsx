// The trading dashboard, at / and at /dashboard.
import { json } from '@remix-run/node';
import type { MetaFunction } from '@remix-run/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import { seeOther } from '../../answer.server';
import { ConfirmCloseAll } from '../../components/dashboard/confirm-close-all';
import { DashboardView } from '../../components/dashboard/dashboard-view';
import { guarded } from '../../guard.server';
import { toastCookie } from '../../toast.server';
import { env } from '../../env.server';
import { pageOrHome } from '../../pages';
import { IntentSchema, commandOf, failureOf, successOf } from './intents';
import { dashboardFigures } from './figures';

export const loader = guarded('page', async ({ desk, session, url }) => {
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  if (!view) throw new Error('the book that was just opened is there');
  return { ...dashboardFigures(view, env().MARKET_TIME_ZONE), isConfirming: url.searchParams.get('confirm') === 'close-all' };
});

export const action = guarded('page', async ({ body, desk, session, idempotencyKey, url }) => {
  const intent = IntentSchema.safeParse(Object.fromEntries(body.form));
  if (!intent.success) return json({ title: 'Nothing was done', message: 'This button is not known here. Reload the page and try again.' }, { status: 400 });
  const result = await desk.execute({ userId: session.userId, command: commandOf(intent.data), idempotencyKey });
  if (!result.outcome.ok) {
    const { status, ...failure } = failureOf(intent.data, result.outcome.refusal);
    return json(failure, { status });
  }
  throw seeOther(pageOrHome(url.pathname), [['Set-Cookie', toastCookie(successOf(intent.data))]]);
});

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${(data?.mode ?? 'desk').toUpperCase()} \u00b7 Dashboard \u00b7 Frontmonth` }];

export default function DashboardPage() {
  const { isConfirming, ...figures } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>() ?? null;
  return isConfirming ? <ConfirmCloseAll mode={figures.mode} positions={figures.positions} failure={failure} /> : <DashboardView {...figures} failure={failure} />;
}
