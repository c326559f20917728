// The whole of /api: one route over a table of calls.
import { RequestFault } from '../../server/http/answer.server';
import { type Call, guardHandler } from '../../server/http/guard.server';
import { nameRoute } from '../../server/http/metrics.server';
import type { Session } from '../../models/account/session.server';
import { NOT_SIGNED_IN } from './call';
import { callsAt } from './table';

async function serve(call: Call<Session | null>, method: 'GET' | 'POST'): Promise<Response> {
  const path = call.params['*'] ?? '';
  const found = callsAt(path);
  // Signed out, nothing tells what is there from what is not.
  if (!call.session && !found.some(({ call: { isOpen } }) => isOpen))
    throw new RequestFault(401, NOT_SIGNED_IN);
  if (found.length === 0)
    throw new RequestFault(404, `There is no call /api/${path.slice(0, 100)}.`);
  const wanted = found.find((candidate) => candidate.call.method === method);
  if (!wanted) {
    const allowed = found.map((candidate) => candidate.call.method).join(', ');
    throw new RequestFault(405, `/api/${path} takes ${allowed}.`, [['Allow', allowed]]);
  }
  nameRoute(call.request, `/api/${wanted.call.path}`);
  return wanted.call.run(call, wanted.parts);
}

export const loader = guardHandler('api', (call) => serve(call, 'GET'));
export const action = guardHandler('api', (call) => serve(call, 'POST'));
