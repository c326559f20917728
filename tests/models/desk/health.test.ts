// Status strip and alerts: feed outages, rejected quotes, halts and audits.
import { expect, test } from 'vitest';
import { classifyHalt, listAlerts } from '../../../app/models/desk/halts.server';
import {
  buildHealthItems,
  getDataAge,
  listReadinessFaults,
} from '../../../app/models/desk/health.server';
import type { FeedStatus } from '../../../app/trading/engine/market-source';
import type { DeskState } from '../../../app/trading/engine/state';
import type { TerminalStatus } from '../../../app/models/desk/terminal-status';
import { NOON_MS, createGuardedFeed } from '../../support/guarded-feed';

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
    failedParts: [],
  } as unknown as TerminalStatus;
  return buildHealthItems(status, atMs, 'America/New_York')[1];
}

test('a healthy feed shows its last event only', () => {
  const { quote, status } = createGuardedFeed();
  quote(0, 3001);
  expect(feedItem(status(3), NOON_MS + 3000)).toMatchObject({
    word: 'RUNNING',
    tone: 'good',
    detail: expect.stringMatching(
      /^Market public: last event [^.]*, received 3 s ago\.$/,
    ) as string,
  });
});

test('the feed item shows rejected quotes by reason, pending jumps and outages', () => {
  const { quote, status } = createGuardedFeed();
  quote(0, 3001);
  quote(5, 3001, { lastTicks: Number.NaN as never });
  quote(10, 3200);
  expect(feedItem(status(10), NOON_MS + 10_000)?.detail).toContain(
    'Price jumps awaiting confirmation: 1. Rejected quotes since start: not a number 1.',
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
      /Outages since start: 1, last from .* for 2 min\. Rejected quotes since start: not a number 1, unconfirmed 1\.$/,
    ) as string,
  });
});

test('prices are SIM, REPLAY, DELAYED or LIVE, by their market and age', () => {
  const getWord = (market: string, ageMs: number | null) =>
    getDataAge(
      {
        nowMs: NOON_MS,
        markets: {
          [market]: {
            instruments: { NG: { quote: ageMs === null ? null : { atMs: NOON_MS - ageMs } } },
          },
        },
      } as unknown as DeskState,
      market,
    );
  expect([
    getWord('simulated', 0),
    getWord('replay', 0),
    getWord('public', 59_000),
    getWord('public', 600_000),
    getWord('public', null),
  ]).toEqual([
    { word: 'SIM', isLive: false },
    { word: 'REPLAY', isLive: false },
    { word: 'LIVE', isLive: true },
    { word: 'DELAYED 10 MIN', isLive: false },
    { word: 'NO PRICES', isLive: false },
  ]);
});

function deskStatus(change: object): TerminalStatus {
  return {
    feed: null,
    trading: { state: 'ACTIVE', reason: '' },
    storageFault: null,
    isReady: true,
    audit: { phase: 'passed', reason: null, passedMs: NOON_MS },
    clock: { fault: null },
    failedParts: [],
    ...change,
  } as unknown as TerminalStatus;
}
const auditItem = (status: TerminalStatus) =>
  buildHealthItems(status, NOON_MS + 3_600_000, 'America/New_York')[2];

test('a halted server is not ready and shows an alert with the reason', () => {
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
      text: 'the audit of the books found a difference: 1 difference. The first: book x. Entries are blocked; stops, CLOSE and STOP work.',
      ways: ['close-all'],
    },
  ]);
  const full = deskStatus({
    isReady: false,
    storageFault: 'no space left',
    trading: halted.trading,
  });
  expect([listReadinessFaults(full), listAlerts(full)[0]?.text]).toEqual([
    ['storage', 'halted'],
    expect.stringContaining('CLOSE and STOP run first once the disk works.'),
  ]);
});

test('ids are shortened in alerts', () => {
  const [alert] = listAlerts(
    deskStatus({
      trading: {
        state: 'HALTED',
        reason: `stored rows differ from the log: book ${'0123abcd'.repeat(4)}:simulation opened`,
      },
    }),
  );
  expect(alert?.text).toContain('book 0123abcd\u2026:simulation opened. Entries are blocked');
});

test('a long halt reason is truncated', () => {
  const [alert] = listAlerts(
    deskStatus({ trading: { state: 'HALTED', reason: 'x'.repeat(3000) } }),
  );
  expect(alert?.text.length).toBeLessThan(320);
});

test('after a resume the server is ready, whatever the last audit result', () => {
  expect(
    listReadinessFaults(
      deskStatus({ audit: { phase: 'failed', reason: '1 difference', passedMs: null } }),
    ),
  ).toEqual([]);
});

test('an audit that could not run shows its reason and the last pass, without a halt', () => {
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
        text: 'it was ended by SIGKILL. Next attempt after 5 min. Trading continues; accounts are not audited.',
        ways: [],
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
  ['the engine failed: Cannot read properties of undefined', 'engine failure'],
  ['maintenance', 'operator'],
])('the public cause of "%s" is %s', (reason, cause) => {
  expect(classifyHalt(reason)).toBe(cause);
});

test('prices that are not current yet are a reason not to be ready', () => {
  const feed = { phase: 'catching up' } as TerminalStatus['feed'];
  expect(listReadinessFaults(deskStatus({ feed }))).toEqual(['prices']);
  expect(listReadinessFaults(deskStatus({ feed: null }))).toEqual([]);
});

test('failed parts are named in the status strip, and the server stays ready', () => {
  const status = deskStatus({ failedParts: ['risk', 'signals'] });
  expect(listReadinessFaults(status)).toEqual([]);
  expect(buildHealthItems(status, NOON_MS, 'America/New_York').at(-1)).toEqual({
    name: 'Analysis',
    word: 'DEGRADED',
    detail:
      'Risk figures and AI signals failed; the next try follows by itself. Trading continues.',
    tone: 'warn',
  });
});
