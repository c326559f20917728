// Page Live: arming, approvals and halts of the live account.
import { json } from '@remix-run/node';
import type {
  ClientActionFunctionArgs,
  MetaFunction,
  ShouldRevalidateFunction,
} from '@remix-run/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import { LiveView } from '../../components/live-account/live-view';
import { submitWithOfflineFallback, shouldRevalidateScreen } from '../../components/offline-answer';
import { createScreenLoader } from '../../components/shown-data';
import type { LiveFailure } from '../../contracts/live-page';
import { formatPageTitle } from '../../contracts/pages';
import type { Session } from '../../models/account/session.server';
import { buildLivePage } from '../../models/live/live-page.server';
import { signIn } from '../../server/auth/auth.server';
import { readDeviceId } from '../../server/auth/device-cookie.server';
import { type Call, guardHandler } from '../../server/http/guard.server';
import { getRefusalStatus } from '../../server/http/refusal-status.server';
import { HttpError, seeOther } from '../../server/http/responses.server';
import { buildToastCookie } from '../../server/http/toast.server';
import { type LiveForm, LiveSchema, formatLiveSuccess, toLiveCommand } from './intents';

export const loader = guardHandler('page', ({ desk, session, timeZone }) => ({
  ...buildLivePage(desk, session.userId, timeZone),
  timeZone,
}));

export const clientLoader = createScreenLoader('routes/_terminal.live');

const respondFailed = (title: string, message: string, status: number) =>
  json<LiveFailure>({ title, message }, { status });

export const action = guardHandler('page', async (call) => {
  const fields = Object.fromEntries(call.body.form);
  const parsed = LiveSchema.safeParse(fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    if (!issue || issue.path[0] === 'intent') throw new HttpError(400, 'This form is not valid.');
    return respondFailed('Nothing was done', issue.message, 400);
  }
  return executeForm(call, parsed.data);
});

async function executeForm(call: Call<Session>, form: LiveForm) {
  const failure =
    form.intent === 'compare' ? await compareBroker(call) : await sendForm(call, form);
  if (failure) return failure;
  const { userId } = call.session;
  const isArmed = buildLivePage(call.desk, userId, call.timeZone).account?.isArmed === true;
  throw seeOther('/live', [['Set-Cookie', buildToastCookie(formatLiveSuccess(form, isArmed))]]);
}

async function compareBroker({ desk, session }: Call<Session>) {
  return (await desk.compareBroker(session.userId))
    ? null
    : respondFailed(
        'Not compared',
        'The broker is not connected, or did not answer. Nothing was changed.',
        409,
      );
}

async function sendForm(
  { desk, session, request, address, nowMs, idempotencyKey }: Call<Session>,
  form: Exclude<LiveForm, { intent: 'compare' }>,
) {
  const { userId, username } = session;
  if (form.intent === 'confirm') {
    const device = readDeviceId(request.headers.get('Cookie'), username, nowMs);
    const credentials = { username, password: form.passphrase };
    const checked = await signIn(desk.db, { address, device }, credentials);
    if (!checked.ok)
      return respondFailed(
        'Not confirmed',
        checked.status === 401 ? 'Your passphrase is wrong. Nothing was confirmed.' : checked.error,
        checked.status,
      );
  }
  const command = toLiveCommand(form, userId);
  const { outcome } = await desk.execute({ userId, command, idempotencyKey });
  return outcome.ok
    ? null
    : respondFailed('Nothing was done', outcome.refusal.message, getRefusalStatus(outcome.refusal));
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs): Promise<LiveFailure> =>
  submitWithOfflineFallback<LiveFailure>(
    () => serverAction<LiveFailure>(),
    () => ({
      title: 'Connection lost',
      message: 'The server did not answer. Look at the page again before you repeat it.',
      isOffline: true,
    }),
  );

export const shouldRevalidate: ShouldRevalidateFunction = shouldRevalidateScreen;

export const meta: MetaFunction = ({ matches }) => [{ title: formatPageTitle(matches, 'Live') }];

export default function LivePage() {
  return (
    <LiveView
      {...useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>() ?? null}
    />
  );
}
