/**
 * The report of a portfolio: what the book is worth, how it came there, what is open, what was
 * closed last.
 */
import { formatCommodityPrice } from '../../trading/domain/format';

import { changeSince } from '../../trading/domain/change';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  formatDate,
  dateTime,
  formatMoney,
  signedMoney,
  signedPercent,
  timeOfDay,
  unitsText,
  formatDollars,
} from '../../trading/domain/format';
import { type EpochMs, absMills, fromDollars } from '../../trading/domain/units';
import { costsFigure } from './costs';
import { equityFigure } from './equity';
import { signed, formatText } from './figure-text';
import { type Markup, type Part, html } from './markup';
import type { PortfolioModel } from './model';
import { formatMoment, renderPage } from './page';
import { resultsFigure } from './results';
import { type Column, renderList, metricTable, renderTable } from './table';
import { sideText } from './trades';
import type { PositionDto } from '../../contracts/api/book';

const CLOSED_SHOWN = 20;

/**
 * `Portfolio-Report-2026-11-22-14-05-09.html`: date and time in a named zone, in characters that
 * every system of files takes.
 */
export const portfolioFileName = (atMs: EpochMs, timeZone: string): string =>
  `Portfolio-Report-${formatDate(atMs, timeZone)}-${timeOfDay(atMs, timeZone).replaceAll(':', '-')}.html`;

/** The total against the capital: ABOVE, BELOW or AT. */
export function formatStanding({
  totalMills,
  initialMills,
}: Pick<PortfolioModel, 'totalMills' | 'initialMills'>): string {
  const { mills, percent } = changeSince(initialMills, totalMills);
  if (mills === 0)
    return `The total value of ${formatMoney(totalMills)} is AT the initial ${formatMoney(initialMills)}.`;
  return `The total value of ${formatMoney(totalMills)} is ${mills > 0 ? 'ABOVE' : 'BELOW'} the initial ${formatMoney(initialMills)} by ${formatMoney(absMills(mills))} (${signedPercent(percent)}).`;
}

/** The whole file as one string. */
export function portfolioReport(model: PortfolioModel): string {
  const { making, curve, costs, resultsMills, statistics } = model;
  return renderPage({
    title: 'Portfolio Report',
    lead: leadOf(model),
    making,
    sections: [
      { id: 'balances', title: 'Balances', body: balancesBody(model) },
      { id: 'open', title: 'Open positions', body: openBody(model) },
      {
        id: 'equity',
        title: 'Equity',
        startsSheet: true,
        body: equityFigure('equity-drawing', curve, making.timeZone),
      },
      { id: 'closed', title: 'Closed positions', startsSheet: true, body: closedBody(model) },
      {
        id: 'statistics',
        title: 'Statistics',
        startsSheet: true,
        body: statistics.map(({ name, rows }, place) =>
          metricTable(`statistics-${place + 1}`, name, rows),
        ),
      },
      { id: 'costs', title: 'Costs', startsSheet: true, body: costsFigure('costs-drawing', costs) },
      {
        id: 'results',
        title: 'Results of trades',
        body: resultsFigure('results-drawing', resultsMills),
      },
    ],
  });
}

function leadOf(model: PortfolioModel): Markup {
  const { owner, mode, market, asOfMs, asOfSeq, making, totalMills, initialMills } = model;
  const tone = totalMills > initialMills ? ' up' : totalMills < initialMills ? ' down' : '';
  const stake = mode === 'live' ? 'Live money.' : 'No real money.';
  return html`<p>Account of <bdi>${owner}</bdi>, mode ${mode.toUpperCase()}, market ${market}. ${stake} All figures are as of ${formatMoment(asOfMs, making.timeZone)}, sequence ${formatCount(asOfSeq)}.</p>
<p class="verdict${tone}">${formatText(formatStanding(model))}</p>`;
}

function balancesBody({
  initialMills,
  totalMills,
  balanceMills,
  availableMills,
  unrealisedMills,
  closedCount,
  open,
  since,
}: PortfolioModel): Markup {
  const { mills, percent } = changeSince(initialMills, totalMills);
  return html`${renderList([
    ['Total value', formatMoney(totalMills)],
    ['Profit and loss', html`${signed(signedMoney(mills))} (${signed(signedPercent(percent))})`],
    ['Account balance', formatMoney(balanceMills)],
    ['Available cash', formatMoney(availableMills)],
    ['Open profit', signed(signedMoney(unrealisedMills))],
    ['Initial capital', formatMoney(initialMills)],
    ['Open positions', formatCount(open.length)],
    ['Closed positions', formatCount(closedCount)],
  ])}
<p class="muted">Total value is the account balance with the open profit at the last price; available cash is the balance less what is held for positions and orders. Figures count ${since}.</p>`;
}

const OPEN_COLUMNS: readonly Column[] = [
  { name: 'Position', isText: true },
  { name: 'Side' },
  { name: 'Size', isNumber: true },
  { name: 'Opened' },
  { name: 'Entry', isNumber: true },
  { name: 'Last', isNumber: true },
  { name: 'P&L', isNumber: true },
  { name: 'Percent', isNumber: true },
];
const CLOSED_COLUMNS: readonly Column[] = [
  { name: 'Position', isText: true },
  { name: 'Side' },
  { name: 'Size', isNumber: true },
  { name: 'Closed' },
  { name: 'Entry', isNumber: true },
  { name: 'Exit', isNumber: true },
  { name: 'P&L', isNumber: true },
  { name: 'Percent', isNumber: true },
  { name: 'Fees', isNumber: true },
];

function cellsOf(row: PositionDto, atMs: EpochMs, now: number | null, timeZone: string): Part[] {
  return [
    html`${COMMODITIES[row.commodity].displayName} <span class="muted">${row.contract}</span>`,
    sideText(row.positionType),
    unitsText(row.commodity, row.size),
    dateTime(atMs, timeZone),
    formatCommodityPrice(row.commodity, row.entryPrice),
    formatCommodityPrice(row.commodity, now),
    signed(signedMoney(fromDollars(row.pnl))),
    signed(signedPercent(row.pnlPercent)),
  ];
}

function openBody({ open, making: { timeZone } }: PortfolioModel): Markup {
  if (open.length === 0) return html`<p>Nothing is open.</p>`;
  const rows = open.map((row) =>
    cellsOf(row, Date.parse(row.entryDate), row.currentPrice, timeZone),
  );
  return renderTable({
    id: 'open-table',
    caption: 'Open positions, P&L at the last price before the fee of leaving',
    columns: OPEN_COLUMNS,
    rows,
  });
}

function closedBody({ closed, closedCount, since, making: { timeZone } }: PortfolioModel): Markup {
  if (closed.length === 0) return html`<p>Nothing has been closed ${since}.</p>`;
  const shown = closed.slice(0, CLOSED_SHOWN);
  const rows = shown.map((row) => [
    ...cellsOf(row, Date.parse(row.closedDate ?? row.timestamp), row.exitPrice, timeZone),
    formatDollars(row.fees),
  ]);
  const caption =
    closedCount > shown.length
      ? `The last ${formatCount(shown.length)} of ${formatCount(closedCount)} closed positions, newest first`
      : 'Closed positions, newest first';
  return html`${renderTable({ id: 'closed-table', caption: `${caption}; P&L before fees`, columns: CLOSED_COLUMNS, rows })}`;
}
