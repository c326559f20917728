// Client side of the live link: authentication, display and retry.
import { describe, expect, it } from 'vitest';
import {
  SESSION_CHECK_MS,
  getFiguresMs,
  getScreenMs,
  getSectionMs,
} from '../../../app/components/live/cadences';
import { pickNewest } from '../../../app/components/live/live-desk';
import { parseMessage } from '../../../app/components/live/live-messages';
import { computeRetryDelayMs } from '../../../app/components/live/live-socket';
import { getRefreshMs } from '../../../app/trading/domain/settings';
import { FakeLiveEnvironment } from '../../support/fake-live-environment';

const getPhase = (world: FakeLiveEnvironment): string | undefined => world.state?.phase;
const getShownSequence = (world: FakeLiveEnvironment): number | undefined =>
  world.state?.desk?.asOfSeq;

describe('signing in', () => {
  it('authenticates and is live after the confirmation', () => {
    const world = new FakeLiveEnvironment();
    world.link.connect();
    expect(world.last.sent).toEqual([]);
    world.last.onOpen();
    expect(world.last.sent).toEqual([{ type: 'authenticate', userId: 'ann' }]);
    world.receive({ type: 'authenticated', userId: 'ann' });
    expect(getPhase(world)).toBe('live');
    world.link.connect();
    expect(world.connections).toHaveLength(1);
  });

  it('authenticates again on request, at most every 3 seconds', () => {
    const world = new FakeLiveEnvironment().signIn();
    for (let i = 0; i < 5; i += 1) world.receive({ type: 'auth_required', message: '' });
    expect(world.last.sent).toHaveLength(1);
    world.advance(3_000);
    expect(world.last.sent).toHaveLength(2);
  });

  it('gives up after an auth_error', () => {
    const world = new FakeLiveEnvironment().signIn();
    world.receive({ type: 'auth_error', message: '' });
    expect([getPhase(world), world.last.isClosed]).toEqual(['polling', true]);
    world.link.connect();
    world.link.onPageShown();
    world.advance(600_000);
    expect(world.connections).toHaveLength(1);
  });
});

describe('figures', () => {
  it('are shown when both messages have the same sequence number', () => {
    const world = new FakeLiveEnvironment().signIn();
    world.receive({
      type: 'PORTFOLIO_UPDATE',
      asOfSeq: 7,
      data: { mode: 'simulation', epoch: 1, portfolio: {}, commodities: [] },
    });
    world.receive({ type: 'POSITION_UPDATE', asOfSeq: 6, data: [] });
    world.advance(10_000);
    expect(world.state?.desk).toBeNull();
    world.receive({ type: 'POSITION_UPDATE', asOfSeq: 7, data: [{ id: 'a' }] });
    world.advance(0);
    expect(world.state?.desk).toMatchObject({
      asOfSeq: 7,
      mode: 'simulation',
      positions: [{ id: 'a' }],
    });
  });

  it('are shown at most every three seconds, latest first', () => {
    const world = new FakeLiveEnvironment().signIn();
    world.receiveDesk(1);
    world.advance(0);
    for (let seq = 2; seq <= 30; seq += 1) {
      world.receiveDesk(seq);
      world.advance(200);
    }
    // At 0 s: 1. At 3 s: 16, received at 2.8 s. Later values wait until 6 s.
    expect(world.states.filter(({ desk }) => desk).map(({ desk }) => desk?.asOfSeq)).toEqual([
      1, 16,
    ]);
    world.advance(200);
    expect(getShownSequence(world)).toBe(30);
  });

  it('never decrease in sequence on one connection', () => {
    const world = new FakeLiveEnvironment().signIn();
    world.receiveDesk(9);
    world.advance(5_000);
    world.receiveDesk(8);
    world.advance(5_000);
    expect(getShownSequence(world)).toBe(9);
  });

  it('may have lower sequence numbers after a server restart', () => {
    const world = new FakeLiveEnvironment().signIn();
    world.receiveDesk(100);
    world.advance(3_000);
    world.last.onClose(1006);
    world.advance(30_000);
    expect(getShownSequence(world)).toBe(100);
    world.signIn();
    world.receiveDesk(90);
    world.receiveDesk(95);
    world.advance(3_000);
    expect(getShownSequence(world)).toBe(95);
  });

  it('of another account reload the loaders', () => {
    const world = new FakeLiveEnvironment().signIn();
    world.receiveDesk(1);
    world.advance(3_000);
    world.receiveDesk(2);
    world.advance(3_000);
    expect(world.state?.reloads).toBe(0);
    world.receiveDesk(3, { epoch: 2 });
    world.advance(3_000);
    expect(world.state).toMatchObject({ reloads: 1, desk: { epoch: 2 } });
  });

  it('with unknown or invalid messages are ignored', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '7',
      '{"type":7}',
      '{"type":"toString"}',
      '{"type":"PORTFOLIO_UPDATE","asOfSeq":1}',
      '{"type":"POSITION_UPDATE","asOfSeq":1,"data":[null]}',
      '{"type":"POSITION_UPDATE","asOfSeq":"1","data":[]}',
      '{"type":"LATENCY_METRICS","data":{}}',
    ]) {
      expect([text, parseMessage(text)]).toEqual([text, null]);
    }
  });
});

describe('a lost link', () => {
  it('is retried after 30 s, doubled up to two minutes', () => {
    expect([0, 1, 2, 3, 50].map((attempts) => computeRetryDelayMs(attempts, 1))).toEqual([
      30_000, 60_000, 120_000, 120_000, 120_000,
    ]);
    expect([0, 0.5].map((chance) => computeRetryDelayMs(0, chance))).toEqual([15_000, 22_500]);
    const world = new FakeLiveEnvironment();
    world.link.connect();
    for (const waitMs of [30_000, 60_000, 120_000, 120_000]) {
      const before = world.connections.length;
      world.last.onClose(1006);
      expect(getPhase(world)).toBe('polling');
      world.advance(waitMs - 1);
      expect(world.connections).toHaveLength(before);
      world.advance(1);
      expect(world.connections).toHaveLength(before + 1);
    }
  });

  it('resets the back-off after authentication and reloads the loaders', () => {
    const world = new FakeLiveEnvironment().signIn();
    expect(world.state?.reloads).toBe(0);
    for (const waitMs of [30_000, 60_000]) {
      world.last.onClose(1001);
      world.advance(waitMs);
    }
    world.signIn();
    expect(world.state).toMatchObject({ phase: 'live', reloads: 1 });
    world.last.onClose(1001);
    world.advance(30_000);
    expect(world.connections).toHaveLength(4);
  });

  it('reloads the loaders when the session has ended', () => {
    const world = new FakeLiveEnvironment().signIn();
    world.last.onClose(4401);
    expect(world.state).toMatchObject({ phase: 'polling', reloads: 1 });
  });

  it('is assumed after 75 s without a message', () => {
    const world = new FakeLiveEnvironment().signIn();
    world.advance(74_000);
    world.receive({ type: 'LATENCY_METRICS', data: {} });
    world.advance(74_999);
    expect(getPhase(world)).toBe('live');
    world.advance(1);
    expect([getPhase(world), world.last.isClosed]).toEqual(['polling', true]);
    const silent = world.last;
    world.advance(30_000);
    silent.onText(JSON.stringify({ type: 'authenticated', userId: 'ann' }));
    silent.onClose(1000);
    expect([getPhase(world), world.connections.length]).toEqual(['polling', 2]);
  });
});

describe('a page', () => {
  it('disconnects a minute after it is hidden and reconnects when visible', () => {
    const world = new FakeLiveEnvironment().signIn();
    world.link.onPageHidden();
    world.advance(59_000);
    world.link.onPageShown();
    world.advance(2_000);
    expect(world.last.isClosed).toBe(false);
    world.link.onPageHidden();
    world.receive({ type: 'LATENCY_METRICS', data: {} });
    world.advance(60_000);
    expect([world.last.isClosed, getPhase(world)]).toEqual([true, 'polling']);
    world.last.onClose(1000);
    world.advance(600_000);
    expect(world.connections).toHaveLength(1);
    world.link.onPageShown();
    expect(world.connections).toHaveLength(2);
  });

  it('does not reconnect after it was left', () => {
    const world = new FakeLiveEnvironment().signIn();
    world.link.onPageLeft();
    expect(world.last.isClosed).toBe(true);
    world.last.onClose(1000);
    world.advance(600_000);
    expect(world.connections).toHaveLength(1);
  });

  it('ignores all events after it is closed', () => {
    const world = new FakeLiveEnvironment().signIn();
    world.receiveDesk(1);
    world.link.close();
    const stateCount = world.states.length;
    world.receiveDesk(2);
    world.last.onClose(1000);
    world.link.onNetworkChange();
    world.advance(600_000);
    expect([world.states.length, world.connections.length]).toEqual([stateCount, 1]);
  });

  it('waits for the network when offline', () => {
    const world = new FakeLiveEnvironment().signIn();
    world.isNetworkUp = false;
    world.link.onNetworkChange();
    expect(getPhase(world)).toBe('live');
    world.last.onClose(1006);
    expect(getPhase(world)).toBe('offline');
    world.advance(600_000);
    expect(world.connections).toHaveLength(1);
    world.isNetworkUp = true;
    world.link.onNetworkChange();
    expect([getPhase(world), world.connections.length]).toEqual(['polling', 2]);
  });
});

it('refreshes a page at most twice a minute', () => {
  expect(([null, '5s', '15s', '30s', '1m'] as const).map(getRefreshMs)).toEqual([
    45_000, 30_000, 30_000, 30_000, 60_000,
  ]);
});

describe('a lost channel', () => {
  it('is logged once until it is back', () => {
    const world = new FakeLiveEnvironment().signIn();
    world.last.onClose(1006);
    world.advance(120_000);
    world.last.onClose(1006);
    expect([getPhase(world), world.loggedCodes]).toEqual(['polling', [1006]]);
    world.advance(240_000);
    world.last.onOpen();
    world.receive({ type: 'authenticated', userId: 'ann' });
    world.last.onClose(1001);
    expect(world.loggedCodes).toEqual([1006, 1001]);
  });
});

it('the newest figures of the same account are shown, also those requested without a socket', () => {
  const loaded = { asOfSeq: 5, mode: 'paper', epoch: 1, asOf: 'loaded' } as const;
  const requested = { ...loaded, asOfSeq: 9, asOf: 'requested' };
  const pushed = { ...loaded, asOfSeq: 7, asOf: 'pushed' };
  expect([
    pickNewest(loaded, null, null).asOf,
    pickNewest(loaded, pushed, requested).asOf,
    pickNewest(loaded, { ...pushed, epoch: 2 }, { ...requested, mode: 'live' }).asOf,
  ]).toEqual(['loaded', 'requested', 'loaded']);
});

describe('the cadences', () => {
  it('follow the specification, and the setting where it decides', () => {
    expect(
      (
        [
          'desk',
          'ticker',
          'signals',
          'feed',
          'map',
          'strategies',
          'shell',
          'chart',
          'events',
        ] as const
      ).map((name) => getSectionMs(name, 45_000)),
    ).toEqual([60_000, 60_000, 120_000, 300_000, 120_000, 30_000, 90_000, 60_000, 300_000]);
    expect([getSectionMs('quotes', 45_000), getSectionMs('quotes', 60_000)]).toEqual([
      45_000, 60_000,
    ]);
    const getIntervals = (path: string) => [getScreenMs(path, 45_000), getFiguresMs(path, 45_000)];
    expect(['/', '/portfolio', '/radar', '/position/p1', '/backtest'].map(getIntervals)).toEqual([
      [null, 60_000],
      [90_000, 90_000],
      [30_000, 30_000],
      [60_000, 60_000],
      [null, null],
    ]);
    expect(
      ['/chart/NGZ26', '/curve', '/curve/NG', '/calendar', '/live', '/curves'].map((path) =>
        getScreenMs(path, 45_000),
      ),
    ).toEqual([60_000, 60_000, 60_000, 300_000, 10_000, null]);
    expect(SESSION_CHECK_MS).toBe(60_000);
  });
});

describe('a page that is older than its server', () => {
  const openPage = (pageVersion: string | null): FakeLiveEnvironment => {
    const world = new FakeLiveEnvironment();
    world.pageVersion = pageVersion;
    world.link.connect();
    world.last.onOpen();
    return world;
  };

  it('says so, keeps its figures and connects no more', () => {
    const world = openPage('1.0.0+old');
    world.receive({ type: 'authenticated', userId: 'ann', version: '1.0.0+new' });
    expect(world.state).toMatchObject({ phase: 'static', isOutdated: true, reloads: 0 });
    expect(world.last.isClosed).toBe(true);
    world.advance(10 * 60_000);
    world.link.onNetworkChange();
    expect(world.connections).toHaveLength(1);
  });

  it.each([
    ['1.0.0+same', '1.0.0+same'],
    ['1.0.0+same', undefined],
    [null, '1.0.0+new'],
  ])('is no page of version %s at a server of version %s', (pageVersion, version) => {
    const world = openPage(pageVersion);
    world.receive({ type: 'authenticated', userId: 'ann', version });
    expect(world.state).toMatchObject({ phase: 'live', isOutdated: false });
  });
});
