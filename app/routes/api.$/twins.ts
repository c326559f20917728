// What each part of the desk gave in the selected book.
import { RequestFault } from '../../server/http/answer.server';
import { twinsWire } from '../../models/portfolio/twins.server';
import { TwinsSchema } from '../../contracts/api/twins';
import { type ApiCall, type SignedIn, read } from './call';

async function twinAccounts({ desk, session }: SignedIn) {
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  if (!view) throw new RequestFault(404, 'This user has no book yet.');
  return twinsWire(desk, view, session.userId);
}

export const TWIN_CALLS: readonly ApiCall[] = [
  read(
    'twin-accounts',
    { summary: 'Returns daily attribution.', answer: TwinsSchema, faults: ['NO_BOOK'] },
    twinAccounts,
  ),
];
