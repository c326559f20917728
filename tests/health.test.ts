// The status strip about the feed: what its guard has held back and since when it is silent, in words.
import { expect, test } from 'vitest';
import { healthItems } from '../app/health.server';
import type { FeedStatus } from '../app/pump.server';
import type { TerminalStatus } from '../app/terminal.server';
import { NOON_MS, guarded } from './support/guarded-feed';

function feedItem(guard: FeedStatus['guard'], atMs: number) {
  const feed: FeedStatus = { market: 'public', phase: 'running', events: 1, lastEventMs: NOON_MS, fault: null, guard };
  const status = { feed, trading: { state: 'ACTIVE', reason: '' }, storageFault: null, audit: { phase: 'off', reason: null } } as unknown as TerminalStatus;
  return healthItems(status, atMs, 'America/New_York')[1];
}

test('a feed that runs well says when it was heard last, and no more', () => {
  const { quote, status } = guarded();
  quote(0, 3001);
  expect(feedItem(status(3), NOON_MS + 3000)).toMatchObject({ word: 'RUNNING', tone: 'good', detail: expect.stringMatching(/^Market public: last event [^.]*, 3 s ago\.$/) as string });
});

test('what was not believed is told by reason, a held jump while it waits, a silence while it lasts and after it', () => {
  const { quote, status } = guarded();
  quote(0, 3001);
  quote(5, 3001, { lastTicks: Number.NaN as never });
  quote(10, 3200);
  expect(feedItem(status(10), NOON_MS + 10_000)?.detail).toContain('Jumps that wait for a second quote: 1. Not believed since the start: not a number 1.');
  expect(feedItem(status(60), NOON_MS + 60_000)).toMatchObject({ word: 'SILENT', tone: 'warn', detail: expect.stringContaining('No quote of NG since') as string });
  quote(120, 3001);
  expect(feedItem(status(120), NOON_MS + 120_000)).toMatchObject({ word: 'RUNNING', detail: expect.stringMatching(/Silences since the start: 1, the last from .* for 2 min\. Not believed since the start: not a number 1, unconfirmed 1\.$/) as string });
});
