// The portfolio, at /portfolio; its timeframe is in the address.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault } from '../../server/http/answer.server';
import { chartFills } from '../../models/portfolio/chart-fills.server';
import { chartGeometry } from '../../models/charts/charts.server';
import { type PortfolioPast, sinceWords } from '../../contracts/portfolio';
import { PortfolioView } from '../../components/portfolio/portfolio-view';
import { guardHandler } from '../../server/http/guard.server';
import { TIMEFRAMES, type Timeframe } from '../../contracts/timeframe';
import { tryOrNull } from '../../models/faults';
import { getPerformance } from '../../models/portfolio/performance.server';
import type { StartedDesk } from '../../server/desk/start-up.server';
import { twinsWire } from '../../models/portfolio/twins.server';
import type { DeskView } from '../../trading/desk';
import { closedList, deskWire } from '../../models/portfolio/serialize-book.server';
import { closedRow } from './figures';
import type { PerformanceDto } from '../../contracts/api/book';

/** An address that was mistyped shows a day, like none. */
const getTimeframe = (url: URL): Timeframe =>
  TIMEFRAMES.find((timeframe) => timeframe === url.searchParams.get('timeframe')) ?? '1d';

/** The figures of the past and their drawing, of one state. */
function buildPast(
  desk: StartedDesk,
  view: DeskView,
  { history, ...figures }: PerformanceDto,
  userId: string,
  timeZone: string,
): PortfolioPast {
  const { asOfMs, epoch } = view;
  const points = history.map(({ timestamp, value }) => ({ atMs: Date.parse(timestamp), value }));
  const now = { atMs: asOfMs, value: figures.current.totalValue };
  const tone = figures.changes.all.value < 0 ? 'down' : 'up';
  return {
    performance: figures,
    chart: chartGeometry({
      history: points,
      now,
      fills: chartFills(desk, view, userId, points[0]?.atMs ?? now.atMs),
      timeframe: figures.timeframe,
      timeZone,
      since: sinceWords(epoch),
      tone,
    }),
  };
}

export const loader = guardHandler('page', async ({ desk, session, url, timeZone }) => {
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  if (!view) throw new Error('the book that was just opened is there');
  return {
    desk: deskWire(desk, view, session.userId),
    past: tryOrNull('portfolio performance', () =>
      buildPast(
        desk,
        view,
        getPerformance(desk, session.userId, getTimeframe(url)),
        session.userId,
        timeZone,
      ),
    ),
    closed: closedList(desk, view, session.userId).map((row) => closedRow(row, timeZone)),
    twins: twinsWire(desk, view, session.userId),
    timeZone,
  };
});

export const action = guardHandler('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${(data?.desk.mode ?? 'desk').toUpperCase()} \u00b7 Portfolio \u00b7 Frontmonth` },
];

export default function PortfolioPage() {
  return <PortfolioView {...useLoaderData<typeof loader>()} />;
}
