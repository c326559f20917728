import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../../app/trading/domain/time';
import { computeSourceState } from '../../../../app/trading/market/sources/source-status';

const NOW_MS = Date.UTC(2026, 10, 24);
const SOURCE = { terms: null, key: null, staleAfterMs: HOUR_MS };
const FACTS = {
  source: SOURCE,
  terms: null,
  hasKey: false,
  problem: null,
  isBreakerOpen: false,
  isRequestDue: true,
  totals: { answeredMs: NOW_MS - HOUR_MS, publishedMs: null, values: 0, refused: 0 },
};
const FAILED = { atMs: NOW_MS, requestId: 'a', outcome: 'failed', reason: 'status 503' } as const;

describe('the state of a source', () => {
  it.each([
    ['LIVE', 'while it answers', {}],
    ['LATE', 'after a failure', { problem: FAILED }],
    [
      'LIVE',
      'while a document is not published yet',
      { problem: { ...FAILED, outcome: 'absent' } },
    ],
    [
      'STALE',
      'beyond the allowed age',
      { totals: { ...FACTS.totals, answeredMs: NOW_MS - HOUR_MS - 1 } },
    ],
    ['STALE', 'before the first answer', { totals: { ...FACTS.totals, answeredMs: null } }],
    [
      'LIVE',
      'out of season',
      { totals: { ...FACTS.totals, answeredMs: null }, isRequestDue: false },
    ],
    ['BREAKER', 'while the breaker is open', { problem: FAILED, isBreakerOpen: true }],
    ['NO KEY', 'without its key', { source: { ...SOURCE, key: 'EIA_KEY' }, isBreakerOpen: true }],
    ['LIVE', 'with its key', { source: { ...SOURCE, key: 'EIA_KEY' }, hasKey: true }],
    ['OFF', 'without its terms', { source: { ...SOURCE, terms: 'mine only', key: 'EIA_KEY' } }],
    [
      'LIVE',
      'with its terms',
      { source: { ...SOURCE, terms: 'mine only' }, terms: { atMs: 0, by: 'ann' } },
    ],
  ] as const)('is %s %s', (state, _, change) => {
    expect(computeSourceState({ ...FACTS, ...change }, NOW_MS)).toBe(state);
  });
});
