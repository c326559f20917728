// Portfolio at /portfolio; the timeframe is in the URL.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { HttpError } from '../../server/http/responses.server';
import { listChartFills } from '../../models/portfolio/chart-fills.server';
import { buildEquityChart } from '../../models/charts/equity-chart.server';
import { type PortfolioHistory, formatPeriodStart } from '../../contracts/portfolio';
import { PortfolioView } from '../../components/portfolio/portfolio-view';
import { createScreenLoader } from '../../components/shown-data';
import { openView } from '../../models/desk/open-view.server';
import { guardHandler } from '../../server/http/guard.server';
import { TIMEFRAMES, type Timeframe } from '../../contracts/timeframe';
import { tryOrNull } from '../../models/faults';
import { buildAllocation } from '../../models/portfolio/allocation.server';
import { buildDayCalendar } from '../../models/portfolio/day-calendar.server';
import {
  buildDrawdownChart,
  buildMaxDrawdown,
  getDrawdowns,
} from '../../models/portfolio/drawdown-chart.server';
import { buildProfitTables } from '../../models/portfolio/profit-tables.server';
import { type Book, getBookId } from '../../trading/domain/book';
import { getPerformance } from '../../models/portfolio/performance.server';
import type { StartedDesk } from '../../server/desk/start-up.server';
import { getAttribution } from '../../models/portfolio/attribution.server';
import type { DeskView } from '../../trading/desk-view';
import { listClosedDtos, serializeDesk } from '../../models/portfolio/serialize-book.server';
import { formatClosedRow } from './closed-row';
import type { PerformanceDto } from '../../contracts/api/book';

/** An invalid timeframe shows one day. */
const getTimeframe = (url: URL): Timeframe =>
  TIMEFRAMES.find((timeframe) => timeframe === url.searchParams.get('timeframe')) ?? '1d';

/** Performance figures and chart of one state. */
function buildPast(
  desk: StartedDesk,
  view: DeskView,
  { history, ...figures }: PerformanceDto,
  book: Book,
  timeZone: string,
): PortfolioHistory {
  const { asOfMs, epoch } = view;
  const points = history.map(({ timestamp, value }) => ({ atMs: Date.parse(timestamp), value }));
  const now = { atMs: asOfMs, value: figures.current.totalValue };
  const tone = figures.changes.all.value < 0 ? 'down' : 'up';
  const drawdowns = getDrawdowns(desk, book, view);
  return {
    performance: figures,
    chart: buildEquityChart({
      history: points,
      now,
      fills: listChartFills(desk, view, book.userId, points[0]?.atMs ?? now.atMs),
      timeframe: figures.timeframe,
      timeZone,
      since: formatPeriodStart(epoch),
      tone,
    }),
    drawdown: buildDrawdownChart(drawdowns, points[0]?.atMs ?? now.atMs, timeZone),
    maxDrawdown: buildMaxDrawdown(drawdowns),
  };
}

export const loader = guardHandler('page', async ({ desk, session, url, timeZone }) => {
  const view = await openView(desk, session.userId);
  const book = desk.state().books[getBookId(session.userId, view.mode)];
  if (!book) throw new Error('the account must exist after ensureBook');
  return {
    desk: serializeDesk(desk, view, session.userId),
    past: tryOrNull('portfolio performance', () =>
      buildPast(
        desk,
        view,
        getPerformance(desk, session.userId, getTimeframe(url)),
        book,
        timeZone,
      ),
    ),
    parts: tryOrNull('portfolio parts', () => ({
      ...buildProfitTables(desk, view, book),
      calendar: buildDayCalendar(desk, view, book),
      allocation: buildAllocation(view, book),
    })),
    closed: listClosedDtos(desk, view, session.userId).map((row) => formatClosedRow(row, timeZone)),
    twins: getAttribution(desk, view, session.userId),
    timeZone,
  };
});

export const clientLoader = createScreenLoader('routes/_terminal.portfolio');

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${(data?.desk.mode ?? 'desk').toUpperCase()} \u00b7 Portfolio \u00b7 Frontmonth` },
];

export default function PortfolioPage() {
  return <PortfolioView {...useLoaderData<typeof loader>()} />;
}
