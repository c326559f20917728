// Signing in and out for programs.
import { jsonAnswer } from '../../answer.server';
import { CredentialsSchema, signIn } from '../../auth.server';
import { finishSession, startSession } from '../../session.server';
import { CheckSchema, DoneSchema, SignedInSchema } from '../../schemas/account';
import { type ApiCall, NOTHING, openRead, openWrite } from './call';

export const AUTH_CALLS: readonly ApiCall[] = [
  openRead('auth/check', { tells: 'Who is signed in. Signed out it answers 401 `{"authenticated": false}`. Asking keeps no session alive.', answer: CheckSchema }, ({ session }) =>
    session ? { authenticated: true as const, user: { id: session.userId, username: session.username } } : jsonAnswer({ authenticated: false }, 401),
  ),

  openWrite('auth/login', CredentialsSchema, {
    tells: 'Signs in and sets the session cookie; the session that the request carried ends. Only failed sign-ins count against the limits.',
    answer: SignedInSchema, faults: ['MALFORMED', 'CREDENTIALS', 'SIGN_IN_RATE', 'SIGN_IN_BUSY'],
  }, async ({ desk, address, input, session, nowMs }) => {
    const result = await signIn(desk.db, address, input);
    if (!result.ok) {
      const retry = result.retryAfterSeconds;
      return jsonAnswer({ success: false, error: result.error }, result.status, retry === null ? [] : [['Retry-After', String(retry)]]);
    }
    const { id, username } = result.user;
    await desk.ensureBook(id);
    return jsonAnswer({ success: true, user: { id, username } }, 200, [['Set-Cookie', startSession(desk.db, id, session, nowMs)]]);
  }),

  openWrite('auth/logout', NOTHING, { tells: 'Ends the session and clears its cookie; without one it does nothing, and says the same.', answer: DoneSchema }, ({ desk, session, nowMs }) => jsonAnswer({ success: true }, 200, [['Set-Cookie', finishSession(desk.db, session, nowMs)]])),
];
