/**
 * Every table of a report: captioned, its heads scoped, scrolled inside itself on a narrow screen,
 * never cut inside a row on paper.
 */
import { figureCell } from './figure-text';
import { type Markup, type Part, html } from './markup';
import type { MetricRow } from './model';

export interface Column {
  readonly name: string;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
  /** Words that may break over lines. */
  readonly isText?: boolean;
}

interface ReportTable {
  /** A word that nothing else on the page is called by. */
  readonly id: string;
  readonly caption: Part;
  readonly columns: readonly Column[];
  /** The first cell of each row names it. */
  readonly rows: readonly (readonly Part[])[];
}

const classOf = ({ isNumber, isText }: Column): string =>
  isNumber === true ? 'number' : isText === true ? 'words' : 'plain';

/** More are set smaller on paper. */
const ROOMY_COLUMNS = 10;

/** A table in a frame that takes the focus, so that keys can scroll it. */
export function renderTable({ id, caption, columns, rows }: ReportTable): Markup {
  const heads = columns.map(
    (column) => html`<th scope="col" class="${classOf(column)}">${column.name}</th>`,
  );
  const cell = (part: Part, place: number): Markup => {
    const kind = classOf(columns[place] ?? { name: '' });
    return place === 0
      ? html`<th scope="row" class="${kind}">${part}</th>`
      : html`<td class="${kind}">${part}</td>`;
  };
  return html`<div role="group" class="frame${columns.length > ROOMY_COLUMNS ? ' dense' : ''}" aria-labelledby="${id}" tabindex="0">
<table><caption><div class="caption" id="${id}">${caption}</div></caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map(cell)}</tr>\n`)}</tbody></table>
</div>`;
}

/** Figures with how each is computed. */
export const metricTable = (id: string, caption: string, rows: readonly MetricRow[]): Markup =>
  renderTable({
    id,
    caption,
    columns: [
      { name: 'Figure', isText: true },
      { name: 'Value', isNumber: true },
      { name: 'How it is computed', isText: true },
    ],
    rows: rows.map(({ name, kind, figure, how }) => [name, figureCell(kind, figure), how]),
  });

/** Names and what belongs to them. */
export const renderList = (rows: readonly (readonly [name: string, text: Part])[]): Markup =>
  html`<dl>${rows.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>`;
