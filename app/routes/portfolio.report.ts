// The portfolio report as a file to keep, at /portfolio/report.
import { RequestFault, htmlFile } from '../answer.server';
import { guarded } from '../guard.server';
import { portfolioReportFile } from '../portfolio-report.server';

export const loader = guarded('page', async ({ desk, session, nowMs }) => {
  await desk.ensureBook(session.userId);
  const { name, html } = portfolioReportFile(desk, session, nowMs);
  return htmlFile(name, html);
});

export const action = guarded('page', () => {
  throw new RequestFault(405, 'The report is only read.', [['Allow', 'GET, HEAD']]);
});
