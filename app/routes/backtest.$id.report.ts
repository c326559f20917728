// The report of a backtest as a file to keep, at /backtest/:id/report.
import { RequestFault, htmlFile } from '../server/http/answer.server';
import { backtestReportFile } from '../models/backtests/backtests.server';
import { guardHandler } from '../server/http/guard.server';

const NONE = 'There is no report of such a backtest.';

export const loader = guardHandler('page', async ({ desk, session, params }) => {
  const file = await backtestReportFile(desk, session.userId, params['id'] ?? '');
  if (!file) throw new RequestFault(404, NONE);
  return htmlFile(file.name, file.html);
});

export const action = guardHandler('page', ({ desk, session, params }) => {
  if (desk.backtests.find(session.userId, params['id'] ?? '') === null)
    throw new RequestFault(404, NONE);
  throw new RequestFault(405, 'The report is only read.', [['Allow', 'GET, HEAD']]);
});
