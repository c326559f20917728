// Model card: same texts and tables as docs/model-card.md.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { HttpError } from '../server/http/responses.server';
import { CardView } from '../components/model-card/card-view';
import { createScreenLoader } from '../components/shown-data';
import { guardHandler } from '../server/http/guard.server';
import { buildModelCard } from '../models/model-card/model-card.server';
import { formatPageTitle } from '../contracts/pages';

/** Same for all users until the next version: built once. */
let card: ReturnType<typeof buildModelCard> | null = null;

export const loader = guardHandler('page', () => (card ??= buildModelCard()));

export const clientLoader = createScreenLoader('routes/_terminal.model-card');

export const action = guardHandler('page', () => {
  throw new HttpError(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'Model Card') },
];

export default function ModelCardPage() {
  return <CardView card={useLoaderData<typeof loader>()} />;
}
