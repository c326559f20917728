// The notification log over real books: what it tells, to whom, in which order, and at what cost.
import { describe, expect, it } from 'vitest';
import type { NoticeDto } from '../../../app/contracts/messages';
import { listNotedFacts } from '../../../app/models/notifications/notice.server';
import { noticePage } from '../../../app/models/notifications/notices.server';
import type { Terminal } from '../../../app/models/desk/terminal';
import type { Command } from '../../../app/trading/domain/command';
import { DEFAULT_SETTINGS } from '../../../app/trading/domain/settings';
import { toLots, toMills, toTicks } from '../../../app/trading/domain/units';
import { emptyBooks, testJournal } from '../../support/books';
import { GAS, MARKET, deskHarness, memoryJournal, testConfig } from '../../support/desk-harness';

const open: Command = {
  type: 'OpenBook',
  mode: 'simulation',
  market: MARKET,
  capitalMills: toMills(25_000_000),
};
const buy = (stopTicks: number | null): Command => ({
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
  const { db } = emptyBooks();
  db.$client.pragma('synchronous = OFF');
  const stored = testJournal(db);
  const desk = deskHarness(testConfig(), {
    ...memoryJournal(),
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
    page: (userId: string, before: number | null = null) => noticePage(terminal, userId, before),
  };
}

const told = (notices: readonly NoticeDto[]): string[] =>
  notices.map(({ kind, title, description }) => `${kind}: ${title}. ${description}`);

describe('the notification log', () => {
  it('tells commands, fills, stops, refusals and resets in words, newest first', async () => {
    const { desk, page } = await storedDesk();
    await desk.send('ann', { type: 'StartTrading', commodity: 'corn' });
    await desk.send('ann', buy(50));
    desk.bar(GAS, [2800, 2801, 2700, 2710]);
    await desk.send('ann', { type: 'ClosePosition', positionId: 'gone' });
    await desk.send('ann', { type: 'ResetBook' });
    expect(told(page('ann').notices)).toEqual([
      'desk: Account Reset. SIMULATION book: epoch 2 begins with $25,000.00. Nothing of the past was deleted.',
      'command: Reset asked for. Everything is closed, then a new epoch begins.',
      'refusal: Refused: CLOSE one position. There is no such open position.',
      // Bought at 2.802, stopped at 2.752 less half a spread and a tick of slippage, 100 MMBtu.
      'protection: Natural Gas Futures: stop hit. Sold 100 MMBtu of NG at 2.750, P&L −$5.20, fee $0.03, SIMULATION book.',
      'fill: Natural Gas Futures: entry. Bought 100 MMBtu of NG at 2.802, fee $0.03, SIMULATION book.',
      'command: Order by hand in NG. BUY at market.',
      'command: RUN Corn Futures. Auto-trading is on.',
      'command: SIMULATION book opened. It begins with $25,000.00 on the test market.',
    ]);
    const seqs = page('ann').notices.map(({ seq }) => seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => b - a));
  });

  it("tells nobody what is another user's, and everybody that the desk halted", async () => {
    const { desk, page } = await storedDesk();
    await desk.send('bob', buy(null));
    await desk.send('system', {
      type: 'HaltTrading',
      reason: `order ${'a'.repeat(32)} in NG: 12 lots were reported filled where 10 were left`,
    });
    expect(told(page('bob').notices)).toHaveLength(4);
    expect(told(page('ann').notices)).toEqual([
      'desk: Trading halted. An order: 12 lots were reported filled where 10 were left.',
      'command: SIMULATION book opened. It begins with $25,000.00 on the test market.',
    ]);
    expect(page('nobody').notices.map(({ title }) => title)).toEqual(['Trading halted']);
  });

  it('leaves out stops and targets that were hit where price alerts are off', async () => {
    const { desk, page } = await storedDesk();
    await desk.send('ann', buy(50));
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

  it('gives a hundred a page, each fact once, a refused command as its refusal alone', async () => {
    const { desk, page } = await storedDesk();
    // Seven rows in four rounds, and one more: the first page ends between a refusal and its
    // command.
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
    expect(seen.filter(({ title }) => title === 'Refused: CLOSE one position')).toHaveLength(120);
    expect(seen).toHaveLength(162);
    expect(new Set(seen.map(({ seq }) => seq)).size).toBe(162);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  });

  it('reads its index and nothing else of the log', async () => {
    const { db } = await storedDesk();
    const asked: string[] = [];
    const prepare = db.$client.prepare.bind(db.$client);
    db.$client.prepare = ((sql: string) => {
      asked.push(sql);
      return prepare(sql);
    }) as typeof db.$client.prepare;
    listNotedFacts(db, 'ann', {
      before: null,
      withProtection: true,
      signalsFor: 'moderate',
      limit: 100,
    });
    db.$client.prepare = prepare;
    const plan = prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${asked[0] ?? ''}`)
      .all({ userId: 'ann', upTo: 1, withProtection: 1, signalsFor: 'moderate', limit: 1 })
      .map(({ detail }) => detail);
    expect(plan.filter((step) => /SCAN e\b|SCAN event/.test(step))).toEqual([]);
    expect(plan.filter((step) => /event_notice \(user_id=\? AND seq<\?\)/.test(step))).toHaveLength(
      2,
    );
  });
});
