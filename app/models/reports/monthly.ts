/** Returns by month and year as a grid that says in colour what it says by sign. */
import { signedPercent } from '../../trading/domain/format';
import { type Markup, html } from './markup';
import type { YearOfReturns } from './model';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Percent from which a shade is deeper. */
const SHADES = [0, 2, 6];

/** The class of a cell: the sign of what is shown, and how much of it. */
export function getShade(value: number | null): string {
  const text = signedPercent(value, 1);
  if (value === null || !/^[+\u2212]/.test(text)) return 'flat';
  return `${value > 0 ? 'u' : 'd'}${SHADES.filter((from) => Math.abs(value) >= from).length}`;
}

const cell = (value: number | null): Markup =>
  html`<td class="${getShade(value)}">${signedPercent(value, 1)}</td>`;

const yearRow = ({ year, months, totalPercent }: YearOfReturns): Markup =>
  html`<tr><th scope="row">${year}</th>${MONTHS.map((_, place) => cell(months[place] ?? null))}${cell(totalPercent)}</tr>\n`;

/** How many months won and lost, and the two ends. */
function monthsSentence(years: readonly YearOfReturns[]): string {
  const months = years.flatMap(({ year, months: row }) =>
    row.flatMap((value, place) =>
      value === null ? [] : [{ value, name: `${MONTHS[place]} ${year}` }],
    ),
  );
  const [first] = months;
  if (!first)
    return 'No month has a return: the run is too short, or its equity was not above zero.';
  const best = months.reduce((a, b) => (b.value > a.value ? b : a), first);
  const worst = months.reduce((a, b) => (b.value < a.value ? b : a), first);
  const [won, lost] = [
    months.filter(({ value }) => value > 0).length,
    months.filter(({ value }) => value < 0).length,
  ];
  return `Of ${months.length} months ${won} won and ${lost} lost. Best: ${best.name} with ${signedPercent(best.value, 1)}; worst: ${worst.name} with ${signedPercent(worst.value, 1)}.`;
}

export function monthlyGrid(years: readonly YearOfReturns[]): Markup {
  const words = html`<p>${monthsSentence(years)}</p>`;
  if (years.length === 0) return words;
  return html`${words}
<div role="group" class="frame months" aria-labelledby="months-caption" tabindex="0">
<table><caption><div class="caption" id="months-caption">Return by month, percent of the equity at the end of the month before</div></caption>
<thead><tr><th scope="col">Year</th>${MONTHS.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col">Year in all</th></tr></thead>
<tbody>
${years.map(yearRow)}</tbody></table>
</div>`;
}
