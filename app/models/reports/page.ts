/**
 * The page around a report: one file that loads nothing, runs nothing and reads alike on a screen,
 * on a phone and on paper.
 */
import { createHash } from 'node:crypto';
import { dateTime, isoMoment } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import { type Markup, type Part, html, Markup as Made } from './markup';
import type { Making } from './model';
import { PAGE_STYLESHEET } from './page-style';

export interface Section {
  /** A word for its address inside the page. */
  readonly id: string;
  readonly title: string;
  readonly body: Part;
  /** Begins a new sheet of paper. */
  readonly startsSheet?: boolean;
}

interface ReportPage {
  readonly title: string;
  /** What the report is of, below its title. */
  readonly lead: Part;
  readonly sections: readonly Section[];
  readonly making: Making;
}

/** The style is allowed by its digest, so that no other can be slipped in. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(PAGE_STYLESHEET).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** A moment for readers and for programs. */
export const formatMoment = (atMs: EpochMs, timeZone: string): Markup =>
  html`<time datetime="${isoMoment(atMs)}">${dateTime(atMs, timeZone)}</time>`;

const sectionOf = ({ id, title, body, startsSheet }: Section): Markup =>
  html`<section id="${id}" class="part${startsSheet === true ? ' sheet' : ''}" aria-labelledby="${id}-head">
<h2 id="${id}-head">${title}</h2>
${body}
</section>
`;

/** The whole file. */
export function renderPage({ title, lead, sections, making }: ReportPage): string {
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Made(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · Frontmonth</title>
<style>${new Made(PAGE_STYLESHEET)}</style>
</head>
<body>
<header>
<p class="brand">Frontmonth</p>
<h1>${title}</h1>
${lead}
</header>
<nav aria-label="Contents"><ul>${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<main>
${sections.map(sectionOf)}</main>
<footer><p>Made ${formatMoment(making.madeMs, making.timeZone)} by Frontmonth ${making.codeVersion}. This file loads nothing and runs nothing; what it says is as of the moments named in it.</p></footer>
</body>
</html>
`;
  return page.text;
}
