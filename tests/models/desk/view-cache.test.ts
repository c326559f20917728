// Results computed once per view and key.
import { expect, it, vi } from 'vitest';
import { createViewCache } from '../../../app/models/desk/view-cache';

it('computes a result once for the same view and key', () => {
  const cache = createViewCache<readonly number[]>();
  const build = vi.fn(() => [1]);
  const [view, later] = [{}, {}];
  const first = cache(view, 'corn', build);
  expect(cache(view, 'corn', build)).toBe(first);
  expect(build).toHaveBeenCalledTimes(1);
  expect(cache(view, 'wheat', build)).not.toBe(first);
  expect(cache(later, 'corn', build)).not.toBe(first);
  expect(build).toHaveBeenCalledTimes(3);
});

it('keeps the results of two caches apart', () => {
  const view = {};
  const [prices, texts] = [createViewCache<number>(), createViewCache<string>()];
  expect([prices(view, 'corn', () => 4), texts(view, 'corn', () => 'four')]).toEqual([4, 'four']);
});
