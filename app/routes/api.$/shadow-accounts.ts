// Attribution by component, from shadow accounts.
import { HttpError } from '../../server/http/responses.server';
import { getAttribution } from '../../models/portfolio/attribution.server';
import { AttributionSchema } from '../../contracts/api/attribution';
import { type ApiCall, type SignedInRequest, defineRead } from './api-call';

async function loadAttribution({ desk, session }: SignedInRequest) {
  await desk.ensureBook(session.userId);
  const view = desk.getView(session.userId);
  if (!view) throw new HttpError(404, 'This user has no account yet.');
  return getAttribution(desk, view, session.userId);
}

export const SHADOW_ACCOUNT_CALLS: readonly ApiCall[] = [
  defineRead(
    'twin-accounts',
    { summary: 'Returns daily attribution.', answer: AttributionSchema, faults: ['NO_BOOK'] },
    loadAttribution,
  ),
];
