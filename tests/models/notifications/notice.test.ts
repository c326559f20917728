// Notification log with stored accounts: content, order, visibility and query plan.
import { describe, expect, it } from 'vitest';
import type { NoticeDto, NoticeFilter } from '../../../app/contracts/messages';
import { listNoticeFacts } from '../../../app/models/notifications/notice-facts.server';
import { LATEST_HALT_SQL } from '../../../app/models/desk/account-alerts.server';
import { buildNoticePage } from '../../../app/models/notifications/notices.server';
import { countUnread } from '../../../app/models/notifications/unread.server';
import type { Terminal } from '../../../app/models/desk/terminal';
import type { Command } from '../../../app/trading/domain/command';
import { DEFAULT_SETTINGS } from '../../../app/trading/domain/settings';
import { toLots, toMills, toTicks } from '../../../app/trading/domain/units';
import { createEmptyDatabase, openTestJournal } from '../../support/test-database';
import {
  GAS,
  MARKET,
  createDeskHarness,
  createMemoryJournal,
  createTestConfig,
} from '../../support/desk-harness';

const open: Command = {
  type: 'OpenBook',
  mode: 'simulation',
  market: MARKET,
  capitalMills: toMills(25_000_000),
};
const createBuyCommand = (stopTicks: number | null): Command => ({
  type: 'PlaceOrder',
  instrumentId: 'NG',
  side: 'BUY',
  orderType: 'MARKET',
  lots: toLots(10),
  priceTicks: null,
  stopDistanceTicks: stopTicks === null ? null : toTicks(stopTicks),
  targetDistanceTicks: null,
});

async function storedDesk() {
  const { db } = createEmptyDatabase();
  db.$client.pragma('synchronous = OFF');
  const stored = openTestJournal(db);
  const desk = createDeskHarness(createTestConfig(), {
    ...createMemoryJournal(),
    commit: stored.commit,
    findResult: stored.findResult,
  });
  const terminal = { db, state: () => desk.runner.state() } as unknown as Terminal;
  await desk.send('ann', open);
  await desk.send('bob', open);
  desk.quote(GAS, 2800);
  return {
    db,
    desk,
    page: (userId: string, before: number | null = null, filter: NoticeFilter | null = null) =>
      buildNoticePage(terminal, userId, before, filter),
    unread: (userId: string, seen: number) => countUnread(terminal, userId, seen),
  };
}

const formatNotices = (notices: readonly NoticeDto[]): string[] =>
  notices.map(({ kind, title, description }) => `${kind}: ${title}. ${description}`);

describe('the notification log', () => {
  it('lists commands, fills, stops, rejections and resets, newest first', async () => {
    const { desk, page } = await storedDesk();
    await desk.send('ann', { type: 'StartTrading', commodity: 'corn' });
    await desk.send('ann', createBuyCommand(50));
    desk.bar(GAS, [2800, 2801, 2700, 2710]);
    await desk.send('ann', { type: 'ClosePosition', positionId: 'gone' });
    await desk.send('ann', { type: 'ResetBook' });
    expect(formatNotices(page('ann').notices)).toEqual([
      'desk: Account Reset. SIMULATION account: account period 2 starts with $25,000.00. History is kept.',
      'command: Reset requested. All positions close, then a new account period starts.',
      'refusal: Rejected: CLOSE position. There is no such open position.',
      // Bought at 2.802, stopped at 2.752 minus half a spread and one tick of slippage, 100 MMBtu.
      'protection: Natural Gas Futures: stop hit. Sold 100 MMBtu of NG at 2.750, P&L −$5.20, fee $0.03, SIMULATION account.',
      'fill: Natural Gas Futures: entry. Bought 100 MMBtu of NG at 2.802, fee $0.03, SIMULATION account.',
      'command: Manual order in NG. BUY at market.',
      'command: RUN Corn Futures. Auto-trading is on.',
      'command: SIMULATION account opened. Capital $25,000.00, market test.',
    ]);
    const seqs = page('ann').notices.map(({ seq }) => seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => b - a));
  });

  it("shows only the user's own events, and halts to all users", async () => {
    const { desk, page } = await storedDesk();
    await desk.send('bob', createBuyCommand(null));
    await desk.send('system', {
      type: 'HaltTrading',
      reason: `order ${'a'.repeat(32)} in NG: 12 lots were reported filled where 10 were left`,
    });
    expect(formatNotices(page('bob').notices)).toHaveLength(4);
    expect(formatNotices(page('ann').notices)).toEqual([
      'desk: Trading halted. An order: 12 lots were reported filled where 10 were left.',
      'command: SIMULATION account opened. Capital $25,000.00, market test.',
    ]);
    expect(page('unknown-user').notices.map(({ title }) => title)).toEqual(['Trading halted']);
  });

  it('shows fills, rejections, risk events or the own commands, page by page', async () => {
    const { desk, page } = await storedDesk();
    await desk.send('ann', { type: 'StartTrading', commodity: 'corn' });
    await desk.send('ann', createBuyCommand(50));
    desk.bar(GAS, [2800, 2801, 2700, 2710]);
    await desk.send('ann', { type: 'ClosePosition', positionId: 'gone' });
    await desk.send('system', { type: 'HaltTrading', reason: 'the disk is full' });
    const listTitles = (filter: NoticeFilter | null): string[] =>
      page('ann', null, filter).notices.map(({ title }) => title);
    expect(listTitles('fills')).toEqual([
      'Natural Gas Futures: stop hit',
      'Natural Gas Futures: entry',
    ]);
    expect(listTitles('refusals')).toEqual(['Rejected: CLOSE position']);
    expect(listTitles('risk')).toEqual(['Trading halted']);
    expect(listTitles('weather')).toEqual([]);
    expect(listTitles('mine')).toEqual([
      'Rejected: CLOSE position',
      'Manual order in NG',
      'RUN Corn Futures',
      'SIMULATION account opened',
    ]);
    expect(listTitles(null)).toHaveLength(7);
    for (let round = 0; round < 150; round += 1)
      await desk.send('ann', { type: 'ClosePosition', positionId: 'gone' });
    const first = page('ann', null, 'refusals');
    expect(first.notices.every(({ kind }) => kind === 'refusal')).toBe(true);
    const second = page('ann', first.olderThan, 'refusals');
    expect(first.notices.length + second.notices.length).toBe(151);
    expect(second.olderThan).toBeNull();
  });

  it('counts what is new since the log was open, without the own commands', async () => {
    const { desk, page, unread } = await storedDesk();
    expect(unread('ann', 0)).toBe(0);
    await desk.send('ann', { type: 'StartTrading', commodity: 'corn' });
    await desk.send('ann', createBuyCommand(50));
    desk.bar(GAS, [2800, 2801, 2700, 2710]);
    await desk.send('ann', { type: 'ClosePosition', positionId: 'gone' });
    expect([unread('ann', 0), unread('bob', 0)]).toEqual([3, 0]);
    const seen = page('ann').notices[0]?.seq ?? 0;
    expect(unread('ann', seen)).toBe(0);
    await desk.send('system', { type: 'HaltTrading', reason: 'the disk is full' });
    expect([unread('ann', seen), unread('bob', seen)]).toEqual([1, 1]);
    for (let round = 0; round < 120; round += 1)
      await desk.send('ann', { type: 'ClosePosition', positionId: 'gone' });
    expect(unread('ann', seen)).toBe(100);
  });

  it('hides stop and target fills when price alerts are off', async () => {
    const { desk, page } = await storedDesk();
    await desk.send('ann', createBuyCommand(50));
    desk.bar(GAS, [2800, 2801, 2700, 2710]);
    expect([
      page('ann').hidesProtection,
      page('ann').notices.filter(({ kind }) => kind === 'protection').length,
    ]).toEqual([false, 1]);
    await desk.send('ann', {
      type: 'SaveSettings',
      settings: { ...DEFAULT_SETTINGS, priceAlertsEnabled: false },
    });
    const { hidesProtection, notices } = page('ann');
    expect([hidesProtection, notices.map(({ kind }) => kind)]).toEqual([
      true,
      ['command', 'fill', 'command', 'command'],
    ]);
  });

  it('returns 100 per page, each event once, a rejected command as one entry', async () => {
    const { desk, page } = await storedDesk();
    // Seven rows in four rounds plus one: the first page ends between a rejection and its command.
    for (let round = 0; round <= 160; round += 1)
      await desk.send(
        'ann',
        round % 4 === 0
          ? { type: 'StopTrading', commodity: null }
          : { type: 'ClosePosition', positionId: 'gone' },
      );
    const seen: NoticeDto[] = [];
    const sizes: number[] = [];
    for (let before: number | null = null, more = true; more; more = before !== null) {
      const { notices, olderThan } = page('ann', before);
      seen.push(...notices);
      sizes.push(notices.length);
      before = olderThan;
    }
    expect(seen.filter(({ title }) => title === 'STOP ALL')).toHaveLength(41);
    expect(seen.filter(({ title }) => title === 'Rejected: CLOSE position')).toHaveLength(120);
    expect(seen).toHaveLength(162);
    expect(new Set(seen.map(({ seq }) => seq)).size).toBe(162);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  });

  it('reads the log through its index only', async () => {
    const { db } = await storedDesk();
    const statements: string[] = [];
    const prepare = db.$client.prepare.bind(db.$client);
    db.$client.prepare = ((sql: string) => {
      statements.push(sql);
      return prepare(sql);
    }) as typeof db.$client.prepare;
    listNoticeFacts(db, 'ann', {
      before: null,
      withProtection: true,
      signalsFor: 'moderate',
      limit: 100,
    });
    db.$client.prepare = prepare;
    const plan = prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${statements[0] ?? ''}`)
      .all({ userId: 'ann', upTo: 1, withProtection: 1, signalsFor: 'moderate', limit: 1 })
      .map(({ detail }) => detail);
    expect(plan.filter((step) => /SCAN e\b|SCAN event/.test(step))).toEqual([]);
    expect(plan.filter((step) => /event_notice \(user_id=\? AND seq<\?\)/.test(step))).toHaveLength(
      2,
    );
    const haltPlan = prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${LATEST_HALT_SQL}`)
      .all()
      .map(({ detail }) => detail);
    expect(haltPlan).toEqual(['SEARCH event USING INDEX event_notice (user_id=?)']);
  });
});
