// The id of a request comes from a trusted proxy, or is a new one.
import { AsyncResource } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { chooseRequestId } from '../../../app/server/http/request-id.server';
import {
  getRequest,
  runInRequest,
  runOutsideRequests,
} from '../../../app/server/platform/request-scope.server';

const PROXY = '10.0.0.7';
const OWN = /^[0-9a-f]{16}$/;
const chooseId = (peer: string | null, proposed: string | null): string =>
  chooseRequestId(peer, proposed, (address) => address === PROXY);

it.each(['12345678', 'a.B_c-9z', 'x'.repeat(64)])('takes %s from a trusted proxy', (proposed) => {
  expect(chooseId(PROXY, proposed)).toBe(proposed);
});

it.each([
  ['is too short', PROXY, '1234567'],
  ['is too long', PROXY, 'x'.repeat(65)],
  ['has a space', PROXY, 'abcdefgh ijkl'],
  ['has a line break', PROXY, 'abcdefgh\n'],
  ['has letters of another script', PROXY, 'абвгдежз'],
  ['is empty', PROXY, ''],
  ['is absent', PROXY, null],
  ['comes from a stranger', '10.0.0.8', 'abcdefgh'],
  ['comes from an unknown address', null, 'abcdefgh'],
])('creates an id where the proposed one %s', (_why, peer, proposed) => {
  expect(chooseId(peer, proposed)).toMatch(OWN);
});

it('creates different ids', () => {
  const ids = new Set(Array.from({ length: 1000 }, () => chooseId(null, null)));
  expect(ids.size).toBe(1000);
});

it('belongs to the work of its request until the answer', async () => {
  let readLater = (): unknown => null;
  const seen = await runInRequest({ requestId: 'request-1' }, async () => {
    readLater = bindScope();
    await Promise.resolve();
    return [getRequest()?.requestId, runOutsideRequests(getRequest)];
  });
  expect(seen).toEqual(['request-1', null]);
  expect(readLater()).toBeNull();
  expect(getRequest()).toBeNull();
});

/** Reads the request later, as a timer that the request started would. */
function bindScope(): () => unknown {
  const resource = new AsyncResource('timer');
  return () => resource.runInAsyncScope(getRequest);
}
