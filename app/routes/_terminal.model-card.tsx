// What the networks are, how they were judged and what was found: the same words and tables as
// docs/model-card.md.
import type { MetaFunction } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { RequestFault } from '../server/http/answer.server';
import { CardView } from '../components/model-card/card-view';
import { guardHandler } from '../server/http/guard.server';
import { modelCard } from '../models/model-card/model-card.server';
import { screenTitle } from '../contracts/pages';

/** The same for everybody until the next version: made once. */
let card: ReturnType<typeof modelCard> | null = null;

export const loader = guardHandler('page', () => (card ??= modelCard()));

export const action = guardHandler('page', () => {
  throw new RequestFault(405, 'This screen takes no orders.', [['Allow', 'GET, HEAD']]);
});

export const meta: MetaFunction = ({ matches }) => [{ title: screenTitle(matches, 'Model Card') }];

export default function ModelCardPage() {
  return <CardView card={useLoaderData<typeof loader>()} />;
}
