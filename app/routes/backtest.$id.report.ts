// Backtest report as a download at /backtest/:id/report.
import { HttpError, createHtmlDownload } from '../server/http/responses.server';
import { loadReportFile } from '../models/backtests/backtests.server';
import { guardHandler } from '../server/http/guard.server';

const NONE = 'Backtest report not found.';

export const loader = guardHandler('page', async ({ desk, session, params }) => {
  const file = await loadReportFile(desk, session.userId, params['id'] ?? '');
  if (!file) throw new HttpError(404, NONE);
  return createHtmlDownload(file.name, file.html);
});

export const action = guardHandler('page', ({ desk, session, params }) => {
  if (desk.backtests.find(session.userId, params['id'] ?? '') === null)
    throw new HttpError(404, NONE);
  throw new HttpError(405, 'The report is read-only.', [['Allow', 'GET, HEAD']]);
});
