// The page's end of the live link: what it says, what it shows, and when it tries again.
import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../app/components/live/live-messages';
import { retryDelayMs } from '../../../app/components/live/live-socket';
import { getRefreshMs } from '../../../app/trading/domain/settings';
import { FakeWorld } from '../../support/live-world';

const phase = (world: FakeWorld): string | undefined => world.state?.phase;
const shown = (world: FakeWorld): number | undefined => world.state?.desk?.asOfSeq;

describe('signing in', () => {
  it('says who it is and is live when the server agrees', () => {
    const world = new FakeWorld();
    world.link.connect();
    expect(world.last.sent).toEqual([]);
    world.last.onOpen();
    expect(world.last.sent).toEqual([{ type: 'authenticate', userId: 'ann' }]);
    world.tell({ type: 'authenticated', userId: 'ann' });
    expect(phase(world)).toBe('live');
    world.link.connect();
    expect(world.connections).toHaveLength(1);
  });

  it('says it again when asked, but not in a circle', () => {
    const world = new FakeWorld().signIn();
    for (let i = 0; i < 5; i += 1) world.tell({ type: 'auth_required', message: '' });
    expect(world.last.sent).toHaveLength(1);
    world.pass(3_000);
    expect(world.last.sent).toHaveLength(2);
  });

  it('gives up when it is taken for somebody else', () => {
    const world = new FakeWorld().signIn();
    world.tell({ type: 'auth_error', message: '' });
    expect([phase(world), world.last.isClosed]).toEqual(['polling', true]);
    world.link.connect();
    world.link.resume();
    world.pass(600_000);
    expect(world.connections).toHaveLength(1);
  });
});

describe('figures', () => {
  it('are shown when both halves are of one moment', () => {
    const world = new FakeWorld().signIn();
    world.tell({
      type: 'PORTFOLIO_UPDATE',
      asOfSeq: 7,
      data: { mode: 'simulation', epoch: 1, portfolio: {}, commodities: [] },
    });
    world.tell({ type: 'POSITION_UPDATE', asOfSeq: 6, data: [] });
    world.pass(10_000);
    expect(world.state?.desk).toBeNull();
    world.tell({ type: 'POSITION_UPDATE', asOfSeq: 7, data: [{ id: 'a' }] });
    world.pass(0);
    expect(world.state?.desk).toMatchObject({
      asOfSeq: 7,
      mode: 'simulation',
      positions: [{ id: 'a' }],
    });
  });

  it('are shown once in three seconds, the last of them', () => {
    const world = new FakeWorld().signIn();
    world.tellDesk(1);
    world.pass(0);
    for (let seq = 2; seq <= 30; seq += 1) {
      world.tellDesk(seq);
      world.pass(200);
    }
    // 0 s: 1; 3 s: the 16th, of 2.8 s; then what came until 5.8 s waits for its turn at 6 s.
    expect(world.states.filter(({ desk }) => desk).map(({ desk }) => desk?.asOfSeq)).toEqual([
      1, 16,
    ]);
    world.pass(200);
    expect(shown(world)).toBe(30);
  });

  it('never go back on one connection', () => {
    const world = new FakeWorld().signIn();
    world.tellDesk(9);
    world.pass(5_000);
    world.tellDesk(8);
    world.pass(5_000);
    expect(shown(world)).toBe(9);
  });

  it('may count from an earlier number after a restart of the server', () => {
    const world = new FakeWorld().signIn();
    world.tellDesk(100);
    world.pass(3_000);
    world.last.onClose(1006);
    world.pass(30_000);
    expect(shown(world)).toBe(100);
    world.signIn();
    world.tellDesk(90);
    world.tellDesk(95);
    world.pass(3_000);
    expect(shown(world)).toBe(95);
  });

  it('of another book make the loaders be asked', () => {
    const world = new FakeWorld().signIn();
    world.tellDesk(1);
    world.pass(3_000);
    world.tellDesk(2);
    world.pass(3_000);
    expect(world.state?.reloads).toBe(0);
    world.tellDesk(3, { epoch: 2 });
    world.pass(3_000);
    expect(world.state).toMatchObject({ reloads: 1, desk: { epoch: 2 } });
  });

  it('that nobody understands are passed over', () => {
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
      expect([text, readMessage(text)]).toEqual([text, null]);
    }
  });
});

describe('a lost link', () => {
  it('is tried again after 30 s, then twice as long, two minutes at most', () => {
    expect([0, 1, 2, 3, 50].map((attempts) => retryDelayMs(attempts, 1))).toEqual([
      30_000, 60_000, 120_000, 120_000, 120_000,
    ]);
    expect([0, 0.5].map((chance) => retryDelayMs(0, chance))).toEqual([15_000, 22_500]);
    const world = new FakeWorld();
    world.link.connect();
    for (const waitMs of [30_000, 60_000, 120_000, 120_000]) {
      const before = world.connections.length;
      world.last.onClose(1006);
      expect(phase(world)).toBe('polling');
      world.pass(waitMs - 1);
      expect(world.connections).toHaveLength(before);
      world.pass(1);
      expect(world.connections).toHaveLength(before + 1);
    }
  });

  it('starts to count anew once it was welcomed, and then asks the loaders', () => {
    const world = new FakeWorld().signIn();
    expect(world.state?.reloads).toBe(0);
    for (const waitMs of [30_000, 60_000]) {
      world.last.onClose(1001);
      world.pass(waitMs);
    }
    world.signIn();
    expect(world.state).toMatchObject({ phase: 'live', reloads: 1 });
    world.last.onClose(1001);
    world.pass(30_000);
    expect(world.connections).toHaveLength(4);
  });

  it('by the end of the session makes the loaders be asked, for they lead to the sign-in', () => {
    const world = new FakeWorld().signIn();
    world.last.onClose(4401);
    expect(world.state).toMatchObject({ phase: 'polling', reloads: 1 });
  });

  it('is one that has been silent for too long', () => {
    const world = new FakeWorld().signIn();
    world.pass(74_000);
    world.tell({ type: 'LATENCY_METRICS', data: {} });
    world.pass(74_999);
    expect(phase(world)).toBe('live');
    world.pass(1);
    expect([phase(world), world.last.isClosed]).toEqual(['polling', true]);
    const silent = world.last;
    world.pass(30_000);
    silent.onText(JSON.stringify({ type: 'authenticated', userId: 'ann' }));
    silent.onClose(1000);
    expect([phase(world), world.connections.length]).toEqual(['polling', 2]);
  });
});

describe('a page', () => {
  it('that is hidden lets go after a minute, and connects at once when it is seen', () => {
    const world = new FakeWorld().signIn();
    world.link.hide();
    world.pass(59_000);
    world.link.resume();
    world.pass(2_000);
    expect(world.last.isClosed).toBe(false);
    world.link.hide();
    world.tell({ type: 'LATENCY_METRICS', data: {} });
    world.pass(60_000);
    expect([world.last.isClosed, phase(world)]).toEqual([true, 'polling']);
    world.last.onClose(1000);
    world.pass(600_000);
    expect(world.connections).toHaveLength(1);
    world.link.resume();
    expect(world.connections).toHaveLength(2);
  });

  it('that leaves does not come back by itself', () => {
    const world = new FakeWorld().signIn();
    world.link.pause();
    expect(world.last.isClosed).toBe(true);
    world.last.onClose(1000);
    world.pass(600_000);
    expect(world.connections).toHaveLength(1);
  });

  it('that is gone hears nothing more', () => {
    const world = new FakeWorld().signIn();
    world.tellDesk(1);
    world.link.end();
    const told = world.states.length;
    world.tellDesk(2);
    world.last.onClose(1000);
    world.link.networkChanged();
    world.pass(600_000);
    expect([world.states.length, world.connections.length]).toEqual([told, 1]);
  });

  it('without a network waits for it', () => {
    const world = new FakeWorld().signIn();
    world.isThere = false;
    world.link.networkChanged();
    expect(phase(world)).toBe('live');
    world.last.onClose(1006);
    expect(phase(world)).toBe('offline');
    world.pass(600_000);
    expect(world.connections).toHaveLength(1);
    world.isThere = true;
    world.link.networkChanged();
    expect([phase(world), world.connections.length]).toEqual(['polling', 2]);
  });
});

it('a page asks by itself at most twice a minute', () => {
  expect(([null, '5s', '15s', '30s', '1m'] as const).map(getRefreshMs)).toEqual([
    45_000, 30_000, 30_000, 30_000, 60_000,
  ]);
});
