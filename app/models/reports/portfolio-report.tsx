/**
 * The report of a portfolio: what the book is worth, how it came there, what is open, what was
 * closed last.
 */
import type { ReactNode } from 'react';
import { changeSince } from '../../trading/domain/change';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCommodityPrice,
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
import { CostsFigure } from './costs';
import { EquityFigure } from './equity';
import { Sentence, Signed } from './figure-text';
import type { PortfolioModel } from './model';
import { Moment, renderPage } from './page';
import { ResultsFigure } from './results';
import { type Column, DescriptionList, MetricTable, ReportTable } from './table';
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
    lead: <Lead model={model} />,
    making,
    sections: [
      { id: 'balances', title: 'Balances', body: <BalancesBody model={model} /> },
      { id: 'open', title: 'Open positions', body: <OpenBody model={model} /> },
      {
        id: 'equity',
        title: 'Equity',
        startsSheet: true,
        body: <EquityFigure id="equity-drawing" points={curve} timeZone={making.timeZone} />,
      },
      {
        id: 'closed',
        title: 'Closed positions',
        startsSheet: true,
        body: <ClosedBody model={model} />,
      },
      {
        id: 'statistics',
        title: 'Statistics',
        startsSheet: true,
        body: statistics.map(({ name, rows }, place) => (
          <MetricTable key={place} id={`statistics-${place + 1}`} caption={name} rows={rows} />
        )),
      },
      {
        id: 'costs',
        title: 'Costs',
        startsSheet: true,
        body: <CostsFigure id="costs-drawing" split={costs} />,
      },
      {
        id: 'results',
        title: 'Results of trades',
        body: <ResultsFigure id="results-drawing" results={resultsMills} />,
      },
    ],
  });
}

function Lead({ model }: { model: PortfolioModel }) {
  const { owner, mode, market, asOfMs, asOfSeq, making, totalMills, initialMills } = model;
  const tone = totalMills > initialMills ? ' up' : totalMills < initialMills ? ' down' : '';
  const stake = mode === 'live' ? 'Live money.' : 'No real money.';
  return (
    <>
      <p>
        Account of <bdi>{owner}</bdi>, mode {mode.toUpperCase()}, market {market}. {stake} All
        figures are as of <Moment atMs={asOfMs} timeZone={making.timeZone} />, sequence{' '}
        {formatCount(asOfSeq)}.
      </p>
      <p className={`verdict${tone}`}>
        <Sentence>{formatStanding(model)}</Sentence>
      </p>
    </>
  );
}

function BalancesBody({ model }: { model: PortfolioModel }) {
  const { mills, percent } = changeSince(model.initialMills, model.totalMills);
  return (
    <>
      <DescriptionList
        rows={[
          ['Total value', formatMoney(model.totalMills)],
          [
            'Profit and loss',
            <>
              <Signed>{signedMoney(mills)}</Signed> (<Signed>{signedPercent(percent)}</Signed>)
            </>,
          ],
          ['Account balance', formatMoney(model.balanceMills)],
          ['Available cash', formatMoney(model.availableMills)],
          ['Open profit', <Signed>{signedMoney(model.unrealisedMills)}</Signed>],
          ['Initial capital', formatMoney(model.initialMills)],
          ['Open positions', formatCount(model.open.length)],
          ['Closed positions', formatCount(model.closedCount)],
        ]}
      />
      <p className="muted">
        Total value is the account balance with the open profit at the last price; available cash is
        the balance less what is held for positions and orders. Figures count {model.since}.
      </p>
    </>
  );
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

function buildCells(
  row: PositionDto,
  atMs: EpochMs,
  now: number | null,
  timeZone: string,
): ReactNode[] {
  return [
    <>
      {COMMODITIES[row.commodity].displayName} <span className="muted">{row.contract}</span>
    </>,
    sideText(row.positionType),
    unitsText(row.commodity, row.size),
    dateTime(atMs, timeZone),
    formatCommodityPrice(row.commodity, row.entryPrice),
    formatCommodityPrice(row.commodity, now),
    <Signed>{signedMoney(fromDollars(row.pnl))}</Signed>,
    <Signed>{signedPercent(row.pnlPercent)}</Signed>,
  ];
}

function OpenBody({ model: { open, making } }: { model: PortfolioModel }) {
  if (open.length === 0) return <p>Nothing is open.</p>;
  const rows = open.map((row) =>
    buildCells(row, Date.parse(row.entryDate), row.currentPrice, making.timeZone),
  );
  return (
    <ReportTable
      id="open-table"
      caption="Open positions, P&L at the last price before the fee of leaving"
      columns={OPEN_COLUMNS}
      rows={rows}
    />
  );
}

function ClosedBody({ model }: { model: PortfolioModel }) {
  const { closed, closedCount, since, making } = model;
  if (closed.length === 0) return <p>Nothing has been closed {since}.</p>;
  const shown = closed.slice(0, CLOSED_SHOWN);
  const rows = shown.map((row) => [
    ...buildCells(row, Date.parse(row.closedDate ?? row.timestamp), row.exitPrice, making.timeZone),
    formatDollars(row.fees),
  ]);
  const caption =
    closedCount > shown.length
      ? `The last ${formatCount(shown.length)} of ${formatCount(closedCount)} closed positions, newest first`
      : 'Closed positions, newest first';
  return (
    <ReportTable
      id="closed-table"
      caption={`${caption}; P&L before fees`}
      columns={CLOSED_COLUMNS}
      rows={rows}
    />
  );
}
