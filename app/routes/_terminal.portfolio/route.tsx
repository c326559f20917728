// The portfolio, at /portfolio; its timeframe is in the address.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault } from '../../answer.server';
import { chartFills } from '../../chart-fills.server';
import { chartGeometry } from '../../charts.server';
import { sinceWords } from '../../components/portfolio/portfolio-figures';
import { PortfolioView } from '../../components/portfolio/portfolio-view';
import { guarded } from '../../guard.server';
import { TIMEFRAMES, type Timeframe } from '../../messages';
import { performance } from '../../performance.server';
import { closedList, deskWire } from '../../wire.server';
import { closedRow } from './figures';

/** An address that was mistyped shows a day, like none. */
const timeframeOf = (url: URL): Timeframe => TIMEFRAMES.find((timeframe) => timeframe === url.searchParams.get('timeframe')) ?? '1d';

export const loader = guarded('page', async ({ desk, session, url, timeZone }) => {
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  if (!view) throw new Error('the book that was just opened is there');
  const { history, ...figures } = performance(desk, session.userId, timeframeOf(url));
  const points = history.map(({ timestamp, value }) => ({ atMs: Date.parse(timestamp), value }));
  const now = { atMs: view.asOfMs, value: figures.current.totalValue };
  const tone = figures.changes.all.value < 0 ? 'down' : 'up';
  const since = sinceWords(view.epoch);
  return {
    desk: deskWire(desk, view, session.userId),
    performance: figures,
    chart: chartGeometry({ history: points, now, fills: chartFills(desk, view, session.userId, points[0]?.atMs ?? now.atMs), timeframe: figures.timeframe, timeZone, since, tone }),
    closed: closedList(desk, view, session.userId).map((row) => closedRow(row, timeZone)),
    timeZone,
  };
});

export const action = guarded('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${(data?.desk.mode ?? 'desk').toUpperCase()} \u00b7 Portfolio \u00b7 Frontmonth` }];

export default function PortfolioPage() {
  return <PortfolioView {...useLoaderData<typeof loader>()} />;
}
