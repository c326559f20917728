// Log lines of errors that Remix reports.
import { afterEach, expect, it, vi } from 'vitest';
import { logRequestError } from '../../../app/server/http/request-log.server';
import { getLog } from '../../../app/server/platform/log.server';

afterEach(() => {
  vi.restoreAllMocks();
});

it('logs an answer of Remix below 500 at debug, with method and status', () => {
  const error = vi.spyOn(getLog(), 'error');
  const debug = vi.spyOn(getLog(), 'debug');
  logRequestError(new Error('no route'), 'PROPFIND', 405);
  expect([debug.mock.calls, error.mock.calls]).toEqual([
    [[{ method: 'PROPFIND', status: 405 }, 'request']],
    [],
  ]);
});

it('logs an unexpected error of rendering', () => {
  const error = vi.spyOn(getLog(), 'error').mockReturnValue();
  const err = new Error('broken');
  logRequestError(err, 'GET', 500);
  expect(error.mock.calls.map(([details]) => details)).toEqual([
    { err, method: 'GET', status: 500 },
  ]);
});
