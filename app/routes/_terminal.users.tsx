// Page Users: roles, passphrases and access of all users. The guard admits operators alone.
import { json } from '@remix-run/node';
import type {
  ClientActionFunctionArgs,
  MetaFunction,
  ShouldRevalidateFunction,
} from '@remix-run/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import { UsersView } from '../components/users/users-view';
import { shouldRevalidateScreen, submitWithOfflineFallback } from '../components/offline-answer';
import { createScreenLoader } from '../components/shown-data';
import { formatPageTitle } from '../contracts/pages';
import type { UsersAnswer } from '../contracts/users-page';
import { buildUsersPage } from '../models/account/users-page.server';
import { UsersSchema, changeUsers, rejectForm } from '../server/account/users.server';
import { guardHandler } from '../server/http/guard.server';
import { HttpError, seeOther } from '../server/http/responses.server';
import { buildToastCookie } from '../server/http/toast.server';

export const loader = guardHandler('page', ({ desk, session, url, timeZone }) => ({
  ...buildUsersPage(desk, session.userId, url.searchParams.get('page')),
  timeZone,
}));

export const clientLoader = createScreenLoader('routes/_terminal.users');

const FAILURE_STATUS = 409;

export const action = guardHandler('page', async ({ desk, session, body, nowMs, requestId }) => {
  const parsed = UsersSchema.safeParse(Object.fromEntries(body.form));
  const [issue] = parsed.error?.issues ?? [];
  if (issue?.path[0] === 'intent') throw new HttpError(400, 'This form is not valid.');
  const { userId, username } = session;
  const change = parsed.success
    ? await changeUsers(
        { db: desk.db, byUserId: userId, byName: username, requestId, nowMs },
        parsed.data,
      )
    : rejectForm(issue?.message ?? 'This form is not valid.');
  if (change.kind === 'done')
    throw seeOther('/users', [['Set-Cookie', buildToastCookie(change.toast)]]);
  const status = change.answer.kind === 'passphrase' ? 200 : parsed.success ? FAILURE_STATUS : 400;
  return json<UsersAnswer>(change.answer, { status });
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs): Promise<UsersAnswer> =>
  submitWithOfflineFallback<UsersAnswer>(
    () => serverAction<UsersAnswer>(),
    () => ({
      kind: 'failure',
      title: 'Connection lost',
      message: 'The server did not answer. Look at the page again before you repeat it.',
      isOffline: true,
    }),
  );

export const shouldRevalidate: ShouldRevalidateFunction = shouldRevalidateScreen;

export const meta: MetaFunction = ({ matches }) => [{ title: formatPageTitle(matches, 'Users') }];

export default function UsersPage() {
  return (
    <UsersView
      {...useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>() ?? null}
    />
  );
}
