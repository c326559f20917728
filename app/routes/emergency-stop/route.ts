// The emergency stop: a form's post from any screen, then back to it with what was done.
import { seeOther, textAnswer } from '../../answer.server';
import { guarded } from '../../guard.server';
import { listRecords } from '../../models/log.server';
import { placeOrHome } from '../../pages';
import { toastCookie } from '../../toast.server';
import { stopToast } from './words';

export const loader = guarded('page', () => {
  throw textAnswer('404 Page Not Found', 404);
});

export const action = guarded('page', async ({ desk, session, body }) => {
  const { userId } = session;
  // No key on purpose: a page that was kept stops what was started since, and stopping twice harms nothing.
  const { outcome, seq, lastSeq } = await desk.execute({ userId, command: { type: 'EmergencyStop' }, idempotencyKey: null });
  const books = Object.values(desk.state().books).filter((book) => book.userId === userId);
  const toast = stopToast(outcome, books, outcome.ok ? listRecords(desk.db, userId, seq, lastSeq) : []);
  return seeOther(placeOrHome(body.form.get('from')), [['Set-Cookie', toastCookie(toast)]]);
});
