// The portfolio report of a book: every figure from the desk's view or from its stored rows, all at
// one sequence number.
import { sinceWords } from '../../contracts/portfolio';
import { listClosedPositions } from '../positions/closed-position.server';
import { sumFills } from '../positions/fill.server';
import { listValues } from '../log/snapshot.server';
import type { CurvePoint } from '../reports/model';
import { portfolioFileName, portfolioReport } from '../reports/portfolio-report';
import { statisticsGroups } from '../reports/statistics';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk';
import { type Book, bookId } from '../../trading/domain/book';
import { valueMills } from '../../trading/domain/instrument';
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
import { serializeOpenPosition, closedList, tradedInstrument } from './serialize-book.server';

/** More closes than a book will see in an epoch; the newest count. */
const TRADES_MAX = 50_000;

export interface ReportFile {
  readonly name: string;
  readonly html: string;
}

/** The report of the user's selected book. Throws before the book is opened. */
export function portfolioReportFile(
  desk: Terminal,
  user: { readonly userId: string; readonly username: string },
  madeMs: EpochMs,
  timeZone: string = desk.timeZone,
): ReportFile {
  const view = desk.view(user.userId);
  const book = view && desk.state().books[bookId(user.userId, view.mode)];
  if (!view || !book) throw new Error('a report is asked of a book that is open');
  const trades = closedTrades(desk, book);
  const curve = buildCurve(desk, book, view);
  const report = buildStatistics(desk, book, view, trades, curve);
  const html = portfolioReport({
    making: { madeMs, codeVersion: desk.codeVersion, timeZone },
    owner: user.username,
    mode: view.mode,
    market: view.market,
    since: sinceWords(view.epoch),
    asOfMs: view.asOfMs,
    asOfSeq: view.asOfSeq,
    initialMills: view.initialMills,
    totalMills: view.totalMills,
    balanceMills: view.balanceMills,
    availableMills: view.availableMills,
    unrealisedMills: view.unrealisedMills,
    open: view.positions.map((row) => serializeOpenPosition(row, view.asOfSeq)),
    closed: closedList(desk, view, user.userId),
    closedCount: view.tradesClosed,
    statistics: statisticsGroups(report, false),
    curve,
    costs: report.profit,
    resultsMills: trades.map(({ realisedMills, feesMills }) =>
      subtractMills(realisedMills, feesMills),
    ),
  });
  return { name: portfolioFileName(madeMs, timeZone), html };
}

/** The capital when the epoch began, each valuation, and the present. */
function buildCurve({ db }: Terminal, book: Book, { asOfMs, totalMills }: DeskView): CurvePoint[] {
  const past = listValues(db, book.userId, book, { fromMs: book.openedMs, toMs: asOfMs - 1 });
  return [
    { atMs: book.openedMs, equityMills: book.capitalMills },
    ...past,
    ...(asOfMs > book.openedMs ? [{ atMs: asOfMs, equityMills: totalMills }] : []),
  ];
}

const closedTrades = ({ db }: Terminal, book: Book): ClosedTrade[] =>
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
  const worth = (id: string, tickLots: number): Mills =>
    valueMills(tradedInstrument(desk, view.market, id), toTicks(tickLots), toLots(1));
  return buildReport({
    // What was held at each point is not stored: the report does not show the exposure.
    curve: curve.map((point) => ({ ...point, notionalMills: NO_MILLS })),
    trades,
    netMills: subtractMills(view.totalMills, view.initialMills),
    feesMills: addMills(...fills.map(({ feesMills }) => feesMills)),
    frictionMills: addMills(...fills.map((row) => worth(row.instrumentId, row.frictionTickLots))),
    tradedMills: addMills(...fills.map((row) => worth(row.instrumentId, row.tradedTickLots))),
  });
}
