// Futures curve of one commodity or power hub.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { CurveView } from '../components/curve/curve-view';
import { createScreenLoader } from '../components/shown-data';
import { formatPageTitle } from '../contracts/pages';
import { openView } from '../models/desk/open-view.server';
import { findCurveChain } from '../models/market/curve-chain';
import { buildCurvePage } from '../models/market/curve-page.server';
import { guardHandler } from '../server/http/guard.server';
import { HttpError } from '../server/http/responses.server';
import { DEFAULT_COMMODITY } from '../trading/domain/commodity';

export const loader = guardHandler('page', async ({ desk, session, params, timeZone }) => {
  const symbol = params['symbol'] ?? DEFAULT_COMMODITY;
  const chain = findCurveChain(symbol);
  if (!chain)
    throw new HttpError(404, `No commodity ${symbol.slice(0, 40)}. Use NG, ET-PJM or natural-gas.`);
  const { market } = await openView(desk, session.userId);
  return buildCurvePage(desk, market, chain, timeZone);
});

export const clientLoader = createScreenLoader('routes/_terminal.curve.($symbol)');

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: formatPageTitle(matches, 'Curve') }];

export default function CurvePage() {
  return <CurveView {...useLoaderData<typeof loader>()} />;
}
