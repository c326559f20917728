// The emergency stop: a form's post from any screen, then back to it with what was done.
import { jsonAnswer, seeOther, textAnswer } from '../../server/http/answer.server';
import type { StopAnswer } from '../../components/emergency/stop-attempts';
import { guardHandler } from '../../server/http/guard.server';
import { listRecords } from '../../models/log/log.server';
import { placeOrHome } from '../../contracts/pages';
import { toastCookie } from '../../server/http/toast.server';
import { timeOfDay } from '../../trading/domain/format';
import { stopToast } from './words';

export const loader = guardHandler('page', () => {
  throw textAnswer('404 Page Not Found', 404);
});

export const action = guardHandler('page', async ({ desk, session, body, timeZone }) => {
  const { userId } = session;
  // No key on purpose: a page that was kept stops what was started since, and stopping twice harms
  // nothing.
  const { outcome, seq, lastSeq } = await desk.execute({
    userId,
    command: { type: 'EmergencyStop' },
    idempotencyKey: null,
  });
  const books = Object.values(desk.state().books).filter((book) => book.userId === userId);
  const toast = stopToast(
    outcome,
    books,
    outcome.ok ? listRecords(desk.db, userId, seq, lastSeq) : [],
  );
  if (body.form.get('by') === 'script') {
    const answer: StopAnswer = {
      isStopped: outcome.ok,
      at: timeOfDay(Date.now(), timeZone),
      title: toast.title,
      description: toast.description,
    };
    return jsonAnswer(answer, outcome.ok ? 200 : 503);
  }
  return seeOther(placeOrHome(body.form.get('from')), [['Set-Cookie', toastCookie(toast)]]);
});
