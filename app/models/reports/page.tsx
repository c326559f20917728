/** Self-contained HTML page of a report: no scripts, no external resources. */
import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { formatDateTime, formatIsoTime } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import type { ReportOrigin } from './report-model';
import { PAGE_STYLESHEET } from './page-style';
import { renderMarkup } from './render-markup';

export interface Section {
  /** Anchor id in the page. */
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
  /** Starts a new page in print. */
  readonly startsSheet?: boolean;
}

interface ReportPage {
  readonly title: string;
  /** Introduction below the title. */
  readonly lead: ReactNode;
  readonly sections: readonly Section[];
  readonly making: ReportOrigin;
}

const STYLE_DIGEST = createHash('sha256').update(PAGE_STYLESHEET).digest('base64');
/** The CSP allows only this stylesheet, by digest. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'`;

export const Moment = ({ atMs, timeZone }: { atMs: EpochMs; timeZone: string }) => (
  <time dateTime={formatIsoTime(atMs)}>{formatDateTime(atMs, timeZone)}</time>
);

/** Renders the page as HTML. */
export const renderPage = (page: ReportPage): string =>
  `<!DOCTYPE html>\n${renderMarkup(<Page {...page} />)}\n`;

function Page({ title, lead, sections, making }: ReportPage) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${title} · Frontmonth`}</title>
        <style dangerouslySetInnerHTML={{ __html: PAGE_STYLESHEET }} />
      </head>
      <body>
        <header>
          <p className="brand">Frontmonth</p>
          <h1>{title}</h1>
          {lead}
        </header>
        <Contents sections={sections} />
        <main>
          {sections.map((section) => (
            <SectionPart key={section.id} {...section} />
          ))}
        </main>
        <footer>
          <p>
            Created <Moment atMs={making.createdMs} timeZone={making.timeZone} /> by Frontmonth{' '}
            {making.codeVersion}. Self-contained file without scripts. Figures are as of the stated
            times.
          </p>
        </footer>
      </body>
    </html>
  );
}

const Contents = ({ sections }: { sections: readonly Section[] }) => (
  <nav aria-label="Contents">
    <ul>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  </nav>
);

const SectionPart = ({ id, title, body, startsSheet }: Section) => (
  <section
    id={id}
    className={startsSheet === true ? 'part sheet' : 'part'}
    aria-labelledby={`${id}-head`}
  >
    <h2 id={`${id}-head`}>{title}</h2>
    {body}
  </section>
);
