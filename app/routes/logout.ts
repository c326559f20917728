// Signing out: a form's post, never a link.
import { seeOther, textAnswer } from '../answer.server';
import { guarded } from '../guard.server';
import { finishSession } from '../session.server';
import { toastCookie } from '../toast.server';

export const loader = guarded('open', () => {
  throw textAnswer('404 Page Not Found', 404);
});

export const action = guarded('open', ({ desk, session, nowMs }) => {
  const goodbye = toastCookie({ title: 'Logging out...', description: 'You will be redirected to the login page.', variant: 'default' });
  return seeOther('/login', [
    ['Set-Cookie', finishSession(desk.db, session, nowMs)],
    ['Set-Cookie', goodbye],
    ['Clear-Site-Data', '"storage"'],
  ]);
});
