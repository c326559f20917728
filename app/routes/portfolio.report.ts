// The portfolio report as a file to keep, at /portfolio/report. A page whose script fetches it says
// itself how that went.
import { RequestFault, htmlFile, seeOther } from '../server/http/answer.server';
import { EXPORTED, EXPORT_FAILED } from '../contracts/portfolio';
import { guardHandler } from '../server/http/guard.server';
import { getLog } from '../server/platform/log.server';
import { type ReportFile, portfolioReportFile } from '../models/portfolio/portfolio-report.server';
import { toastCookie } from '../server/http/toast.server';

export const loader = guardHandler('page', async ({ desk, session, nowMs, url, requestId }) => {
  await desk.ensureBook(session.userId);
  const { name, html } = made(() => portfolioReportFile(desk, session, nowMs), requestId);
  const answer = htmlFile(name, html);
  if (url.searchParams.get('by') !== 'script')
    answer.headers.append('Set-Cookie', toastCookie(EXPORTED));
  return answer;
});

/** The file; else back to the portfolio, which says that there is none. */
function made(make: () => ReportFile, requestId: string): ReportFile {
  try {
    return make();
  } catch (error) {
    getLog().error({ requestId, err: error }, 'the portfolio report failed');
    throw seeOther('/portfolio', [['Set-Cookie', toastCookie(EXPORT_FAILED)]]);
  }
}

export const action = guardHandler('page', () => {
  throw new RequestFault(405, 'The report is only read.', [['Allow', 'GET, HEAD']]);
});
