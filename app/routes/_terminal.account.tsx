// Account page: passphrase and sessions of the signed-in user.
import { json } from '@remix-run/node';
import type {
  ClientActionFunctionArgs,
  MetaFunction,
  ShouldRevalidateFunction,
} from '@remix-run/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import { AccountView } from '../components/account/account-view';
import { submitWithOfflineFallback, shouldRevalidateScreen } from '../components/offline-answer';
import { createScreenLoader } from '../components/shown-data';
import type { PassphraseFailure } from '../contracts/account-page';
import { formatPageTitle } from '../contracts/pages';
import { listOwnSessions, signOutElsewhere } from '../server/account/own-sessions.server';
import { changePassphrase } from '../server/account/passphrase.server';
import { readDeviceId } from '../server/auth/device-cookie.server';
import { type Call, guardHandler } from '../server/http/guard.server';
import { HttpError, seeOther } from '../server/http/responses.server';
import { buildToastCookie } from '../server/http/toast.server';
import type { Session } from '../models/account/session.server';

export const loader = guardHandler('page', ({ desk, session, nowMs, timeZone }) => ({
  username: session.username,
  role: session.role,
  ...listOwnSessions(desk.db, session, nowMs),
  timeZone,
}));

export const clientLoader = createScreenLoader('routes/_terminal.account');

export const action = guardHandler('page', (call) => {
  const intent = call.body.form.get('intent');
  if (intent === 'passphrase') return savePassphrase(call);
  if (intent === 'sign-out-elsewhere') return endSessions(call);
  throw new HttpError(400, 'This form is not valid.');
});

const formatEndedSessions = (count: number): string =>
  count === 0
    ? 'You had no other sessions.'
    : `${count} other ${count === 1 ? 'session' : 'sessions'} ended.`;

async function savePassphrase({ request, body, desk, session, address, nowMs }: Call<Session>) {
  const device = readDeviceId(request.headers.get('Cookie'), session.username, nowMs);
  const change = await changePassphrase(desk.db, {
    session,
    origin: { address, device },
    form: body.form,
    nowMs,
  });
  if (!change.ok) return json<AccountFailure>(change.failure, { status: change.status });
  const toast = buildToastCookie({
    title: 'Passphrase changed',
    description: formatEndedSessions(change.endedSessions),
    variant: 'success',
  });
  throw seeOther('/account', [['Set-Cookie', toast]]);
}

function endSessions({ desk, session, nowMs }: Call<Session>): never {
  const toast = buildToastCookie({
    title: 'Signed out elsewhere',
    description: formatEndedSessions(signOutElsewhere(desk.db, session, nowMs)),
    variant: 'success',
  });
  throw seeOther('/account', [['Set-Cookie', toast]]);
}

type AccountFailure = PassphraseFailure & { readonly isOffline?: true };

export const clientAction = ({ serverAction }: ClientActionFunctionArgs): Promise<AccountFailure> =>
  submitWithOfflineFallback<AccountFailure>(
    () => serverAction<AccountFailure>(),
    () => ({ title: 'Error', error: 'Failed to connect to server', fields: {}, isOffline: true }),
  );

export const shouldRevalidate: ShouldRevalidateFunction = shouldRevalidateScreen;

export const meta: MetaFunction = ({ matches }) => [{ title: formatPageTitle(matches, 'Account') }];

export default function AccountPage() {
  return (
    <AccountView
      {...useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>() ?? null}
    />
  );
}
