// Portfolio report as a download at /portfolio/report. A fetching script shows its own message.
import { HttpError, createHtmlDownload, seeOther } from '../server/http/responses.server';
import { EXPORT_SUCCEEDED, EXPORT_FAILED } from '../contracts/portfolio';
import { guardHandler } from '../server/http/guard.server';
import { getLog } from '../server/platform/log.server';
import { type ReportFile, buildReportFile } from '../models/portfolio/portfolio-report.server';
import { buildToastCookie } from '../server/http/toast.server';

export const loader = guardHandler('page', async ({ desk, session, nowMs, url, requestId }) => {
  await desk.ensureBook(session.userId);
  const { name, html } = buildOrRedirect(() => buildReportFile(desk, session, nowMs), requestId);
  const answer = createHtmlDownload(name, html);
  if (url.searchParams.get('by') !== 'script')
    answer.headers.append('Set-Cookie', buildToastCookie(EXPORT_SUCCEEDED));
  return answer;
});

/** Builds the file, or redirects to the portfolio with an error message. */
function buildOrRedirect(build: () => ReportFile, requestId: string): ReportFile {
  try {
    return build();
  } catch (error) {
    getLog().error({ requestId, err: error }, 'the portfolio report failed');
    throw seeOther('/portfolio', [['Set-Cookie', buildToastCookie(EXPORT_FAILED)]]);
  }
}

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'The report is read-only.', [['Allow', 'GET, HEAD']]);
});
