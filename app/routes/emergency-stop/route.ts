// Emergency stop: form post from any screen, then back with the result.
import {
  createJsonResponse,
  seeOther,
  createTextResponse,
} from '../../server/http/responses.server';
import type { StopAnswer } from '../../components/emergency/stop-attempts';
import { guardHandler } from '../../server/http/guard.server';
import { listRecords } from '../../models/log/log.server';
import { toSafeReturnPath } from '../../contracts/pages';
import { buildToastCookie } from '../../server/http/toast.server';
import { formatTimeOfDay } from '../../trading/domain/format';
import { buildStopToast } from './stop-toast';

export const loader = guardHandler('page', () => {
  throw createTextResponse('404 Page Not Found', 404);
});

export const action = guardHandler('page', async ({ desk, session, body, timeZone }) => {
  const { userId } = session;
  // No idempotency key: an old page also stops what started since, and stopping twice is harmless.
  const { outcome, seq, lastSeq } = await desk.execute({
    userId,
    command: { type: 'EmergencyStop' },
    idempotencyKey: null,
  });
  const books = Object.values(desk.state().books).filter((book) => book.userId === userId);
  const toast = buildStopToast(
    outcome,
    books,
    outcome.ok ? listRecords(desk.db, userId, seq, lastSeq) : [],
  );
  if (body.form.get('by') === 'script') {
    const answer: StopAnswer = {
      isStopped: outcome.ok,
      at: formatTimeOfDay(Date.now(), timeZone),
      title: toast.title,
      description: toast.description,
    };
    return createJsonResponse(answer, outcome.ok ? 200 : 503);
  }
  return seeOther(toSafeReturnPath(body.form.get('from')), [
    ['Set-Cookie', buildToastCookie(toast)],
  ]);
});
