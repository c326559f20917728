/**
 * The page around a report: one file that loads nothing, runs nothing and reads alike on a screen,
 * on a phone and on paper.
 */
import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { dateTime, isoMoment } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import type { Making } from './model';
import { PAGE_STYLESHEET } from './page-style';
import { renderMarkup } from './render-markup';

export interface Section {
  /** A word for its address inside the page. */
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
  /** Begins a new sheet of paper. */
  readonly startsSheet?: boolean;
}

interface ReportPage {
  readonly title: string;
  /** What the report is of, below its title. */
  readonly lead: ReactNode;
  readonly sections: readonly Section[];
  readonly making: Making;
}

const STYLE_DIGEST = createHash('sha256').update(PAGE_STYLESHEET).digest('base64');
/** The style is allowed by its digest, so that no other can be slipped in. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'`;

/** A moment for readers and for programs. */
export const Moment = ({ atMs, timeZone }: { atMs: EpochMs; timeZone: string }) => (
  <time dateTime={isoMoment(atMs)}>{dateTime(atMs, timeZone)}</time>
);

/** The whole file. */
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
            Made <Moment atMs={making.madeMs} timeZone={making.timeZone} /> by Frontmonth{' '}
            {making.codeVersion}. This file loads nothing and runs nothing; what it says is as of
            the moments named in it.
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
