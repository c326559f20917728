// Portfolio report of an account; all figures at one sequence number.
import { formatPeriodStart } from '../../contracts/portfolio';
import { listClosedPositions } from '../positions/position-rows.server';
import { sumFills } from '../positions/fill.server';
import type { CurvePoint } from '../reports/report-model';
import { formatReportFileName, renderPortfolioReport } from '../reports/portfolio-report';
import { buildStatisticsGroups } from '../reports/statistics-groups';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import { type Book, getBookId } from '../../trading/domain/book';
import { computeValueMills } from '../../trading/domain/instrument';
import {
  type EpochMs,
  type Mills,
  NO_MILLS,
  addMills,
  subtractMills,
  toLots,
  toTicks,
} from '../../trading/domain/units';
import { type PortfolioReport, buildReport } from '../../trading/portfolio/report';
import type { ClosedTrade } from '../../trading/portfolio/statistics/input';
import { getEquityCurve } from './equity-curve.server';
import {
  serializeOpenPosition,
  listClosedDtos,
  getTradedInstrument,
} from './serialize-book.server';

/** Safe upper bound; the newest trades count. */
const TRADES_MAX = 50_000;

export interface ReportFile {
  readonly name: string;
  readonly html: string;
}

/** Report of the selected account. Throws before the account is opened. */
export function buildReportFile(
  desk: Terminal,
  user: { readonly userId: string; readonly username: string },
  createdMs: EpochMs,
  timeZone: string = desk.timeZone,
): ReportFile {
  const view = desk.getView(user.userId);
  const book = view && desk.state().books[getBookId(user.userId, view.mode)];
  if (!view || !book) throw new Error('a report requires an open account');
  const trades = listClosedTrades(desk, book);
  const curve = getEquityCurve(desk, book, view);
  const report = buildStatistics(desk, book, view, trades, curve);
  const html = renderPortfolioReport({
    origin: { createdMs, codeVersion: desk.codeVersion, timeZone },
    owner: user.username,
    mode: view.mode,
    market: view.market,
    since: formatPeriodStart(view.epoch),
    asOfMs: view.asOfMs,
    asOfSeq: view.asOfSeq,
    initialMills: view.initialMills,
    totalMills: view.totalMills,
    balanceMills: view.balanceMills,
    availableMills: view.availableMills,
    unrealisedMills: view.unrealisedMills,
    open: view.positions.map((row) => serializeOpenPosition(row, view.asOfSeq)),
    closed: listClosedDtos(desk, view, user.userId),
    closedCount: view.tradesClosed,
    statistics: buildStatisticsGroups(report, false),
    curve,
    costs: report.profit,
    resultsMills: trades.map(({ realisedMills, feesMills }) =>
      subtractMills(realisedMills, feesMills),
    ),
  });
  return { name: formatReportFileName(createdMs, timeZone), html };
}

const listClosedTrades = ({ db }: Terminal, book: Book): ClosedTrade[] =>
  listClosedPositions(db, book.userId, book, 0, TRADES_MAX).map(
    ({ openedMs, closedMs, realisedMills, feesMills }) => ({
      openedMs,
      closedMs: closedMs ?? openedMs,
      realisedMills,
      feesMills,
    }),
  );

function buildStatistics(
  desk: Terminal,
  book: Book,
  view: DeskView,
  trades: readonly ClosedTrade[],
  curve: readonly CurvePoint[],
): PortfolioReport {
  const fills = sumFills(desk.db, book.userId, book);
  const computeValue = (id: string, tickLots: number): Mills =>
    computeValueMills(getTradedInstrument(desk, view.market, id), toTicks(tickLots), toLots(1));
  return buildReport({
    // Notional per valuation is not stored, so the report shows no exposure.
    curve: curve.map((point) => ({ ...point, notionalMills: NO_MILLS })),
    trades,
    netMills: subtractMills(view.totalMills, view.initialMills),
    feesMills: addMills(...fills.map(({ feesMills }) => feesMills)),
    frictionMills: addMills(
      ...fills.map((row) => computeValue(row.instrumentId, row.frictionTickLots)),
    ),
    tradedMills: addMills(
      ...fills.map((row) => computeValue(row.instrumentId, row.tradedTickLots)),
    ),
  });
}
