// Signing in and out for programs.
import { jsonAnswer } from '../../server/http/answer.server';
import { CredentialsSchema, signIn } from '../../server/auth/auth.server';
import { deviceCookieHeaders, readDevice } from '../../server/auth/device-cookie.server';
import { finishSession, startSession } from '../../server/auth/session.server';
import { CheckSchema, DoneSchema, SignedInSchema } from '../../contracts/api/account';
import { type ApiCall, NOTHING, openRead, openWrite } from './call';

export const AUTH_CALLS: readonly ApiCall[] = [
  openRead(
    'auth/check',
    {
      summary:
        'Returns the signed-in user; 401 `{"authenticated": false}` without a session. Does not extend the session.',
      answer: CheckSchema,
    },
    ({ session }) =>
      session
        ? { authenticated: true as const, user: { id: session.userId, username: session.username } }
        : jsonAnswer({ authenticated: false }, 401),
  ),

  openWrite(
    'auth/login',
    CredentialsSchema,
    {
      summary:
        'Signs in and sets the session cookie; the session that the request carried ends. Only failed sign-ins count against the limits. Also sets a device cookie: sign-ins that send it have a separate failure count.',
      answer: SignedInSchema,
      faults: ['MALFORMED', 'CREDENTIALS', 'SIGN_IN_RATE', 'SIGN_IN_BUSY'],
    },
    async ({ request, desk, address, input, session, nowMs }) => {
      const device = readDevice(request.headers.get('Cookie'), input.username, nowMs);
      const result = await signIn(desk.db, { address, device }, input);
      if (!result.ok) {
        const retry = result.retryAfterSeconds;
        return jsonAnswer(
          { success: false, error: result.error },
          result.status,
          retry === null ? [] : [['Retry-After', String(retry)]],
        );
      }
      const { id, username } = result.user;
      await desk.ensureBook(id);
      return jsonAnswer({ success: true, user: { id, username } }, 200, [
        ['Set-Cookie', startSession(desk.db, id, session, nowMs)],
        ...deviceCookieHeaders(username, nowMs),
      ]);
    },
  ),

  openWrite(
    'auth/logout',
    NOTHING,
    { summary: 'Ends the session and clears its cookie. Idempotent.', answer: DoneSchema },
    ({ desk, session, nowMs }) =>
      jsonAnswer({ success: true }, 200, [['Set-Cookie', finishSession(desk.db, session, nowMs)]]),
  ),
];
