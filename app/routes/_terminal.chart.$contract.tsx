// Chart of one contract at /chart/:contract, by code or root symbol. `?range=` selects the range.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { ContractPage } from '../components/contract-chart/contract-page';
import { createScreenLoader } from '../components/shown-data';
import { formatPageTitle } from '../contracts/pages';
import { buildContractPage } from '../models/market/contract-page.server';
import { openView } from '../models/desk/open-view.server';
import { guardHandler } from '../server/http/guard.server';
import { HttpError } from '../server/http/responses.server';

export const loader = guardHandler('page', async ({ desk, session, params, url, timeZone }) => {
  const view = await openView(desk, session.userId);
  const page = await buildContractPage({
    desk,
    userId: session.userId,
    view,
    name: params['contract'] ?? '',
    range: url.searchParams.get('range'),
    timeZone,
  });
  if (!page) throw new HttpError(404, `The market ${view.market} has no such contract.`);
  return page;
});

export const clientLoader = createScreenLoader('routes/_terminal.chart.$contract');

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  { title: formatPageTitle(matches, data ? `${data.chart.contract} chart` : 'Chart') },
];

export default function ChartPage() {
  return <ContractPage {...useLoaderData<typeof loader>()} />;
}
