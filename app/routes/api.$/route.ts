// All of /api: one route over a table of calls.
import { HttpError } from '../../server/http/responses.server';
import { type Call, guardHandler } from '../../server/http/guard.server';
import { setRoute } from '../../server/http/metrics.server';
import type { Session } from '../../models/account/session.server';
import { NOT_SIGNED_IN } from './api-call';
import { findCalls } from './api-calls';

async function runCall(call: Call<Session | null>, method: 'GET' | 'POST'): Promise<Response> {
  const path = call.params['*'] ?? '';
  const matches = findCalls(path);
  // Signed out, existing and unknown paths get the same response.
  if (!call.session && !matches.some(({ call: { isPublic } }) => isPublic))
    throw new HttpError(401, NOT_SIGNED_IN);
  if (matches.length === 0)
    throw new HttpError(404, `There is no call /api/${path.slice(0, 100)}.`);
  const match = matches.find((candidate) => candidate.call.method === method);
  if (!match) {
    const allowed = matches.map((candidate) => candidate.call.method).join(', ');
    throw new HttpError(405, `/api/${path} takes ${allowed}.`, [['Allow', allowed]]);
  }
  setRoute(call.request, `/api/${match.call.path}`);
  return match.call.run(call, match.parts);
}

export const loader = guardHandler('api', (call) => runCall(call, 'GET'));
export const action = guardHandler('api', (call) => runCall(call, 'POST'));
