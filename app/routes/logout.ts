// Sign-out: a form post, never a link.
import type { ClientActionFunctionArgs } from '@remix-run/react';
import { seeOther, createTextResponse } from '../server/http/responses.server';
import { type OfflineAnswer, submitWithOfflineFallback } from '../components/offline-answer';
import { guardHandler } from '../server/http/guard.server';
import { finishSession } from '../server/auth/session.server';
import { buildToastCookie } from '../server/http/toast.server';

export const loader = guardHandler('open', () => {
  throw createTextResponse('404 Page Not Found', 404);
});

export const action = guardHandler('open', ({ desk, session, nowMs }) => {
  const goodbye = buildToastCookie({
    title: 'Logging out...',
    description: 'You will be redirected to the login page.',
    variant: 'default',
  });
  return seeOther('/login', [
    ['Set-Cookie', finishSession(desk.db, session, nowMs)],
    ['Set-Cookie', goodbye],
    ['Clear-Site-Data', '"storage"'],
  ]);
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs): Promise<OfflineAnswer> =>
  submitWithOfflineFallback<OfflineAnswer>(
    () => serverAction<OfflineAnswer>(),
    () => ({ isOffline: true }),
  );
