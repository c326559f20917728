// The sign-in form.
import { json } from '@remix-run/node';
import type {
  ClientActionFunctionArgs,
  MetaFunction,
  ShouldRevalidateFunction,
} from '@remix-run/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import { seeOther } from '../server/http/responses.server';
import { CredentialsSchema, SESSION_NOT_STORED, signIn } from '../server/auth/auth.server';
import { type LoginFailure, LoginView } from '../components/login/login-view';
import { submitWithOfflineFallback, shouldRevalidateScreen } from '../components/offline-answer';
import { buildDeviceCookieHeaders, readDeviceId } from '../server/auth/device-cookie.server';
import { guardHandler } from '../server/http/guard.server';
import { toKnownPage } from '../contracts/pages';
import { readPreference } from '../server/http/preferences.server';
import { startSession } from '../server/auth/session.server';
import { buildToastCookie } from '../server/http/toast.server';

export const loader = guardHandler('open', ({ request, session, url }) => {
  const redirectTo = toKnownPage(url.searchParams.get('redirectTo'));
  if (session) throw seeOther(redirectTo);
  return { redirectTo, theme: readPreference(request.headers.get('Cookie'), 'theme') };
});

export const action = guardHandler(
  'open',
  async ({ request, body, desk, address, session, nowMs }) => {
    const username = (body.form.get('username') ?? '').slice(0, 64);
    const parsed = CredentialsSchema.safeParse(Object.fromEntries(body.form));
    if (!parsed.success) {
      const fields = Object.fromEntries(
        parsed.error.issues.map(({ path, message }) => [String(path[0]), message]),
      );
      return json(
        { error: 'Username and password are required', fields, username },
        { status: 400 },
      );
    }
    const device = readDeviceId(request.headers.get('Cookie'), parsed.data.username, nowMs);
    const result = await signIn(desk.db, { address, device }, parsed.data);
    if (!result.ok) {
      const retry: Record<string, string> =
        result.retryAfterSeconds === null
          ? {}
          : { 'Retry-After': String(result.retryAfterSeconds) };
      return json(
        { error: result.error, fields: {}, username },
        { status: result.status, headers: retry },
      );
    }
    await desk.ensureBook(result.user.id);
    const sessionCookie = startSession(desk.db, result.user.id, session, nowMs);
    if (sessionCookie === null) {
      const { error, status } = SESSION_NOT_STORED;
      return json({ error, fields: {}, username }, { status });
    }
    const welcome = buildToastCookie({
      title: 'Login successful',
      description: `Welcome back, ${result.user.username}!`,
      variant: 'success',
    });
    throw seeOther(toKnownPage(body.form.get('redirectTo')), [
      ['Set-Cookie', sessionCookie],
      ['Set-Cookie', welcome],
      ...buildDeviceCookieHeaders(result.user.username, nowMs),
    ]);
  },
);

export function clientAction({
  request,
  serverAction,
}: ClientActionFunctionArgs): Promise<LoginFailure> {
  const clonedRequest = request.clone();
  return submitWithOfflineFallback<LoginFailure>(
    () => serverAction<LoginFailure>(),
    async () => ({
      title: 'Error',
      error: 'Failed to connect to server',
      fields: {},
      username: String((await clonedRequest.formData()).get('username') ?? ''),
      isOffline: true,
    }),
  );
}

export const shouldRevalidate: ShouldRevalidateFunction = shouldRevalidateScreen;

export const meta: MetaFunction = () => [
  { title: 'Sign in \u00b7 Frontmonth' },
  { name: 'description', content: 'Sign in to Frontmonth.' },
];

export default function LoginPage() {
  const { redirectTo, theme } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>() ?? null;
  return <LoginView redirectTo={redirectTo} theme={theme} failure={failure} />;
}
