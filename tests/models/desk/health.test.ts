// The status strip about the feed: what its guard has held back and since when it is silent, in
// words.
import { expect, test } from 'vitest';
import { findHaltCause, listAlerts } from '../../../app/models/desk/halts.server';
import { healthItems, listReadinessFaults } from '../../../app/models/desk/health.server';
import type { FeedStatus } from '../../../app/trading/engine/market-source';
import type { TerminalStatus } from '../../../app/models/desk/terminal';
import { NOON_MS, guarded } from '../../support/guarded-feed';

function feedItem(guard: FeedStatus['guard'], atMs: number) {
  const feed: FeedStatus = {
    market: 'public',
    phase: 'running',
    events: 1,
    lastEventMs: NOON_MS,
    receivedAgoMs: atMs - NOON_MS,
    fault: null,
    guard,
  };
  const status = {
    feed,
    trading: { state: 'ACTIVE', reason: '' },
    storageFault: null,
    audit: { phase: 'off', reason: null },
    clock: { fault: null },
  } as unknown as TerminalStatus;
  return healthItems(status, atMs, 'America/New_York')[1];
}

test('a feed that runs well says when it was heard last, and no more', () => {
  const { quote, status } = guarded();
  quote(0, 3001);
  expect(feedItem(status(3), NOON_MS + 3000)).toMatchObject({
    word: 'RUNNING',
    tone: 'good',
    detail: expect.stringMatching(
      /^Market public: last event [^.]*, received 3 s ago\.$/,
    ) as string,
  });
});

test('what was not believed is told by reason, a held jump while it waits, a silence while it lasts and after it', () => {
  const { quote, status } = guarded();
  quote(0, 3001);
  quote(5, 3001, { lastTicks: Number.NaN as never });
  quote(10, 3200);
  expect(feedItem(status(10), NOON_MS + 10_000)?.detail).toContain(
    'Jumps that wait for a second quote: 1. Not believed since the start: not a number 1.',
  );
  expect(feedItem(status(60), NOON_MS + 60_000)).toMatchObject({
    word: 'SILENT',
    tone: 'warn',
    detail: expect.stringContaining('No quote of NG since') as string,
  });
  quote(120, 3001);
  expect(feedItem(status(120), NOON_MS + 120_000)).toMatchObject({
    word: 'RUNNING',
    detail: expect.stringMatching(
      /Silences since the start: 1, the last from .* for 2 min\. Not believed since the start: not a number 1, unconfirmed 1\.$/,
    ) as string,
  });
});

function deskStatus(change: object): TerminalStatus {
  return {
    feed: null,
    trading: { state: 'ACTIVE', reason: '' },
    storageFault: null,
    isReady: true,
    audit: { phase: 'passed', reason: null, passedMs: NOON_MS },
    clock: { fault: null },
    ...change,
  } as unknown as TerminalStatus;
}
const auditItem = (status: TerminalStatus) =>
  healthItems(status, NOON_MS + 3_600_000, 'America/New_York')[2];

test('a halted desk is not ready, and every screen says why and what still works', () => {
  const halted = deskStatus({
    isReady: false,
    trading: {
      state: 'HALTED',
      reason: 'the audit of the books found a difference: 1 difference. The first: book x.',
    },
  });
  expect(listReadinessFaults(halted)).toEqual(['halted']);
  expect(listAlerts(halted)).toEqual([
    {
      kind: 'alert',
      title: 'TRADING HALTED:',
      text: 'the audit of the books found a difference: 1 difference. The first: book x. Entries wait; stops, CLOSE and STOP work.',
    },
  ]);
  const full = deskStatus({
    isReady: false,
    storageFault: 'no space left',
    trading: halted.trading,
  });
  expect([listReadinessFaults(full), listAlerts(full)[0]?.text]).toEqual([
    ['storage', 'halted'],
    expect.stringContaining('CLOSE and STOP are carried out first when there is room.'),
  ]);
});

test('ids are shortened on screens', () => {
  const [alert] = listAlerts(
    deskStatus({
      trading: {
        state: 'HALTED',
        reason: `stored rows differ from the log: book ${'0123abcd'.repeat(4)}:simulation opened`,
      },
    }),
  );
  expect(alert?.text).toContain('book 0123abcd\u2026:simulation opened. Entries wait');
});

test('a reason of any length fits its strip', () => {
  const [alert] = listAlerts(
    deskStatus({ trading: { state: 'HALTED', reason: 'x'.repeat(3000) } }),
  );
  expect(alert?.text.length).toBeLessThan(320);
});

test('after a resume a desk is ready, whatever the last audit found', () => {
  expect(
    listReadinessFaults(
      deskStatus({ audit: { phase: 'failed', reason: '1 difference', passedMs: null } }),
    ),
  ).toEqual([]);
});

test('an audit that could not run is no halt, and is shown with its reason and the age of the last pass', () => {
  const status = deskStatus({
    audit: {
      phase: 'could not run',
      reason: 'it was ended by SIGKILL. Next attempt after 5 min',
      passedMs: NOON_MS,
    },
  });
  expect([listReadinessFaults(status), listAlerts(status)]).toEqual([
    [],
    [
      {
        kind: 'status',
        title: 'AUDIT COULD NOT RUN:',
        text: 'it was ended by SIGKILL. Next attempt after 5 min. Trading goes on; the books are not being checked.',
      },
    ],
  ]);
  expect(auditItem(status)).toMatchObject({
    word: 'COULD NOT RUN',
    tone: 'warn',
    detail: expect.stringMatching(/it was ended by SIGKILL.*Last passed .*, 1 h ago\.$/) as string,
  });
});

test.each([
  ['the audit of the books found a difference: 3 differences', 'audit difference'],
  ['stored rows differ from the log: "book x"', 'differing rows at start'],
  ['order 0123abcd in NG: 31 lots were reported filled where 30 were left', 'broker disagreement'],
  [
    'NG of simulated came with another tick or lot while positions are open in it',
    'contract terms',
  ],
  ['maintenance', 'operator'],
])('the public cause of "%s" is %s', (reason, cause) => {
  expect(findHaltCause(reason)).toBe(cause);
});
