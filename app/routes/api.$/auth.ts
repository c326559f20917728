// Signing in and out for programs.
import { z } from 'zod';
import { jsonAnswer } from '../../answer.server';
import { CredentialsSchema, signIn } from '../../auth.server';
import { finishSession, startSession } from '../../session.server';
import { type ApiCall, openRead, openWrite } from './call';

const NOTHING = z.looseObject({});

export const AUTH_CALLS: readonly ApiCall[] = [
  openRead('auth/check', ({ session }) =>
    session ? { authenticated: true, user: { id: session.userId, username: session.username } } : jsonAnswer({ authenticated: false }, 401),
  ),

  openWrite('auth/login', CredentialsSchema, async ({ desk, address, input, session, nowMs }) => {
    const result = await signIn(desk.db, address, input);
    if (!result.ok) {
      const retry = result.retryAfterSeconds;
      return jsonAnswer({ success: false, error: result.error }, result.status, retry === null ? [] : [['Retry-After', String(retry)]]);
    }
    const { id, username } = result.user;
    await desk.ensureBook(id);
    return jsonAnswer({ success: true, user: { id, username } }, 200, [['Set-Cookie', startSession(desk.db, id, session, nowMs)]]);
  }),

  openWrite('auth/logout', NOTHING, ({ desk, session, nowMs }) => jsonAnswer({ success: true }, 200, [['Set-Cookie', finishSession(desk.db, session, nowMs)]])),
];
