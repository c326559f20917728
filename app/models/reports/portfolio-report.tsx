/** The portfolio report: balances, equity, open and closed positions, statistics. */
import type { ReactNode } from 'react';
import { computeMoneyChange } from '../../trading/domain/change';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCommodityPrice,
  formatCount,
  formatDate,
  formatDateTime,
  formatMoney,
  formatSignedMoney,
  formatSignedPercent,
  formatTimeOfDay,
  formatUnits,
  formatDollars,
} from '../../trading/domain/format';
import { type EpochMs, absMills, fromDollars } from '../../trading/domain/units';
import { CostsFigure } from './costs-figure';
import { EquityFigure } from './equity-figure';
import { Sentence, Signed } from './figure-text';
import type { PortfolioModel } from './report-model';
import { Moment, renderPage } from './page';
import { ResultsFigure } from './results-figure';
import { type Column, DescriptionList, MetricTable, ReportTable } from './report-table';
import { formatSide } from './trade-table';
import type { PositionDto } from '../../contracts/api/book';

const CLOSED_SHOWN = 20;

/** File name such as `Portfolio-Report-2026-11-22-14-05-09.html`, valid on all file systems. */
export const formatReportFileName = (atMs: EpochMs, timeZone: string): string =>
  `Portfolio-Report-${formatDate(atMs, timeZone)}-${formatTimeOfDay(atMs, timeZone).replaceAll(':', '-')}.html`;

/** Total value against initial capital: ABOVE, BELOW or AT. */
export function formatTotalAgainstInitial({
  totalMills,
  initialMills,
}: Pick<PortfolioModel, 'totalMills' | 'initialMills'>): string {
  const { mills, percent } = computeMoneyChange(initialMills, totalMills);
  if (mills === 0)
    return `The total value of ${formatMoney(totalMills)} is AT the initial ${formatMoney(initialMills)}.`;
  return `The total value of ${formatMoney(totalMills)} is ${mills > 0 ? 'ABOVE' : 'BELOW'} the initial ${formatMoney(initialMills)} by ${formatMoney(absMills(mills))} (${formatSignedPercent(percent)}).`;
}

/** Renders the report as HTML. */
export function renderPortfolioReport(model: PortfolioModel): string {
  const { origin, curve, costs, resultsMills, statistics } = model;
  return renderPage({
    title: 'Portfolio Report',
    lead: <Lead model={model} />,
    making: origin,
    sections: [
      { id: 'balances', title: 'Balances', body: <BalancesBody model={model} /> },
      { id: 'open', title: 'Open positions', body: <OpenBody model={model} /> },
      {
        id: 'equity',
        title: 'Equity',
        startsSheet: true,
        body: <EquityFigure id="equity-drawing" points={curve} timeZone={origin.timeZone} />,
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
        body: statistics.map(({ name, rows }, index) => (
          <MetricTable key={index} id={`statistics-${index + 1}`} caption={name} rows={rows} />
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
        title: 'Trade results',
        body: <ResultsFigure id="results-drawing" results={resultsMills} />,
      },
    ],
  });
}

function Lead({ model }: { model: PortfolioModel }) {
  const { owner, mode, market, asOfMs, asOfSeq, origin, totalMills, initialMills } = model;
  const tone = totalMills > initialMills ? ' up' : totalMills < initialMills ? ' down' : '';
  const moneyText = mode === 'live' ? 'Live money.' : 'No real money.';
  return (
    <>
      <p>
        Account of <bdi>{owner}</bdi>, mode {mode.toUpperCase()}, market {market}. {moneyText} All
        figures are as of <Moment atMs={asOfMs} timeZone={origin.timeZone} />, sequence{' '}
        {formatCount(asOfSeq)}.
      </p>
      <p className={`verdict${tone}`}>
        <Sentence>{formatTotalAgainstInitial(model)}</Sentence>
      </p>
    </>
  );
}

function BalancesBody({ model }: { model: PortfolioModel }) {
  const { mills, percent } = computeMoneyChange(model.initialMills, model.totalMills);
  return (
    <>
      <DescriptionList
        rows={[
          ['Total value', formatMoney(model.totalMills)],
          [
            'P&L',
            <>
              <Signed>{formatSignedMoney(mills)}</Signed> (
              <Signed>{formatSignedPercent(percent)}</Signed>)
            </>,
          ],
          ['Account balance', formatMoney(model.balanceMills)],
          ['Available cash', formatMoney(model.availableMills)],
          ['Unrealized P&L', <Signed>{formatSignedMoney(model.unrealisedMills)}</Signed>],
          ['Initial capital', formatMoney(model.initialMills)],
          ['Open positions', formatCount(model.open.length)],
          ['Closed positions', formatCount(model.closedCount)],
        ]}
      />
      <p className="muted">
        Total value is the account balance plus unrealized P&L at the last price. Available cash is
        the balance minus cash reserved for positions and orders. Figures {model.since}.
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
    formatSide(row.positionType),
    formatUnits(row.commodity, row.size),
    formatDateTime(atMs, timeZone),
    formatCommodityPrice(row.commodity, row.entryPrice),
    formatCommodityPrice(row.commodity, now),
    <Signed>{formatSignedMoney(fromDollars(row.pnl))}</Signed>,
    <Signed>{formatSignedPercent(row.pnlPercent)}</Signed>,
  ];
}

function OpenBody({ model: { open, origin } }: { model: PortfolioModel }) {
  if (open.length === 0) return <p>No open positions.</p>;
  const rows = open.map((row) =>
    buildCells(row, Date.parse(row.entryDate), row.currentPrice, origin.timeZone),
  );
  return (
    <ReportTable
      id="open-table"
      caption="Open positions, P&L at the last price before exit fees"
      columns={OPEN_COLUMNS}
      rows={rows}
    />
  );
}

function ClosedBody({ model }: { model: PortfolioModel }) {
  const { closed, closedCount, since, origin } = model;
  if (closed.length === 0) return <p>No closed positions {since}.</p>;
  const shown = closed.slice(0, CLOSED_SHOWN);
  const rows = shown.map((row) => [
    ...buildCells(row, Date.parse(row.closedDate ?? row.timestamp), row.exitPrice, origin.timeZone),
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
