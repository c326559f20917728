// Signing out: a form's post, never a link.
import type { ClientActionFunctionArgs } from '@remix-run/react';
import { seeOther, textAnswer } from '../server/http/answer.server';
import { type Unreached, submitWithOfflineFallback } from '../components/unreached';
import { guardHandler } from '../server/http/guard.server';
import { finishSession } from '../server/auth/session.server';
import { toastCookie } from '../server/http/toast.server';

export const loader = guardHandler('open', () => {
  throw textAnswer('404 Page Not Found', 404);
});

export const action = guardHandler('open', ({ desk, session, nowMs }) => {
  const goodbye = toastCookie({
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

export const clientAction = ({ serverAction }: ClientActionFunctionArgs): Promise<Unreached> =>
  submitWithOfflineFallback<Unreached>(
    () => serverAction<Unreached>(),
    () => ({ isUnreached: true }),
  );
