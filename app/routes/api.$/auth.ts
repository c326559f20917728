// Sign-in and sign-out of programs.
import { createJsonResponse } from '../../server/http/responses.server';
import { CredentialsSchema, SESSION_NOT_STORED, signIn } from '../../server/auth/auth.server';
import { buildDeviceCookieHeaders, readDeviceId } from '../../server/auth/device-cookie.server';
import { finishSession, startSession } from '../../server/auth/session.server';
import { SessionCheckSchema, SuccessSchema, SignInResultSchema } from '../../contracts/api/account';
import { type ApiCall, NO_INPUT, definePublicRead, definePublicWrite } from './api-call';

export const AUTH_CALLS: readonly ApiCall[] = [
  definePublicRead(
    'auth/check',
    {
      summary:
        'Returns the signed-in user; 401 `{"authenticated": false}` without a session. Does not extend the session.',
      answer: SessionCheckSchema,
    },
    ({ session }) =>
      session
        ? { authenticated: true as const, user: { id: session.userId, username: session.username } }
        : createJsonResponse({ authenticated: false }, 401),
  ),

  definePublicWrite(
    'auth/login',
    CredentialsSchema,
    {
      summary:
        'Signs in and sets the session cookie; the session that the request carried ends. Only failed sign-ins count against the limits. Also sets a device cookie: sign-ins that send it have a separate failure count.',
      answer: SignInResultSchema,
      faults: ['MALFORMED', 'CREDENTIALS', 'SIGN_IN_RATE', 'SIGN_IN_BUSY', 'SIGN_IN_STORAGE'],
    },
    async ({ request, desk, address, input, session, nowMs }) => {
      const device = readDeviceId(request.headers.get('Cookie'), input.username, nowMs);
      const result = await signIn(desk.db, { address, device }, input);
      if (!result.ok) {
        const retry = result.retryAfterSeconds;
        return createJsonResponse(
          { success: false, error: result.error },
          result.status,
          retry === null ? [] : [['Retry-After', String(retry)]],
        );
      }
      const { id, username } = result.user;
      await desk.ensureBook(id);
      const sessionCookie = startSession(desk.db, id, session, nowMs);
      if (sessionCookie === null) {
        const { error, status } = SESSION_NOT_STORED;
        return createJsonResponse({ success: false, error }, status);
      }
      return createJsonResponse({ success: true, user: { id, username } }, 200, [
        ['Set-Cookie', sessionCookie],
        ...buildDeviceCookieHeaders(username, nowMs),
      ]);
    },
  ),

  definePublicWrite(
    'auth/logout',
    NO_INPUT,
    { summary: 'Ends the session and clears its cookie. Idempotent.', answer: SuccessSchema },
    ({ desk, session, nowMs }) =>
      createJsonResponse({ success: true }, 200, [
        ['Set-Cookie', finishSession(desk.db, session, nowMs)],
      ]),
  ),
];
