// The accounts of a user move to another server: the money leaves one log and arrives in the other.
import { describe, expect, it } from 'vitest';
import { type Book, getBookId } from '../../../app/trading/domain/book';
import type { Command, CommandResult } from '../../../app/trading/domain/command';
import type { MovedAccount } from '../../../app/trading/domain/moved-account';
import type { LogRecord } from '../../../app/trading/domain/record';
import { DEFAULT_SETTINGS } from '../../../app/trading/domain/settings';
import { toMills } from '../../../app/trading/domain/units';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { SYSTEM_USER, type EngineConfig } from '../../../app/trading/engine/config';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { listShadowSpecs } from '../../../app/trading/engine/shadow-accounts/shadow-specs';
import { auditRecords } from '../../support/audited-records';
import {
  CORN,
  type DeskHarness,
  GAS,
  OPEN_BOOK,
  createDeskHarness,
  createLevelPlaybook,
  createTestConfig,
  openDesk,
} from '../../support/desk-harness';

const REASON = 'more room';
const OUT: Command = { type: 'MoveUserOut', userId: 'ann', to: 'beta', reason: REASON };
const DISABLE: Command = { type: 'DisableUser', userId: 'ann', close: true, reason: REASON };
const ENABLE: Command = { type: 'EnableUser', userId: 'ann', reason: REASON };

const createConfig = (change: Parameters<typeof createTestConfig>[0] = {}): EngineConfig =>
  createTestConfig({
    hasBreakers: true,
    listPlaybooks: (key) => (key === 'natural-gas' ? [createLevelPlaybook('natural-gas', 3)] : []),
    ...change,
  });

const sendAsOperator = (desk: DeskHarness, command: Command): Promise<CommandResult> =>
  desk.send(SYSTEM_USER, command);

const getAccount = (desk: DeskHarness): Book => {
  const book = desk.runner.state().books[getBookId('ann', 'simulation')];
  if (!book) throw new Error('ann has no account');
  return book;
};

const findRecords = <T extends LogRecord['type']>(
  desk: DeskHarness,
  type: T,
): Extract<LogRecord, { type: T }>[] =>
  desk.journal.records.filter(
    (record): record is Extract<LogRecord, { type: T }> => record.type === type,
  );

const buildIn = (accounts: readonly MovedAccount[], from = 'alpha'): Command => ({
  type: 'MoveUserIn',
  userId: 'ann',
  from,
  mode: 'simulation',
  settings: { ...DEFAULT_SETTINGS, riskLevel: 'aggressive' },
  accounts,
  reason: REASON,
});

/** Ann has lost money in gas, and her selection of a strategy is stored. Nothing is open. */
async function openTraded(config: EngineConfig = createConfig()): Promise<DeskHarness> {
  const desk = await openDesk(config, 'ann', { specs: listShadowSpecs(config), desk: {} });
  await desk.send('ann', { type: 'ChoosePlaybook', commodity: 'natural-gas', playbookId: 'LEVEL' });
  for (const [from, to] of [
    [2500, 2600],
    [2600, 2400],
    [2500, 2450],
  ] as const) {
    desk.bar(GAS, [from, from, from, from]);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    desk.quote(GAS, from);
    desk.bar(GAS, [from, Math.max(from, to), Math.min(from, to), to]);
    await desk.send('ann', { type: 'CloseTrading', commodity: 'natural-gas' });
    desk.quote(GAS, to);
  }
  return desk;
}

async function moveOut(desk: DeskHarness): Promise<readonly MovedAccount[]> {
  await sendAsOperator(desk, DISABLE);
  const { outcome } = await sendAsOperator(desk, OUT);
  expect(outcome.ok).toBe(true);
  return findRecords(desk, 'BookMovedOut').map(({ payload }) => payload.account);
}

const replayRecords = ({ journal }: DeskHarness) =>
  journal.records.reduce((state, record) => applyRecord(state, record), EMPTY_DESK).books;

describe('a user who moves to another server', () => {
  it('takes all cash along and leaves an empty account', async () => {
    const alpha = await openTraded();
    const before = getAccount(alpha);
    expect([before.closed, before.balances.realised === 0]).toEqual([3, false]);
    const accounts = await moveOut(alpha);
    expect(accounts).toHaveLength(1);
    expect(accounts[0]?.balanceMills).toBe(before.balances.available);
    const emptied = getAccount(alpha);
    expect(Object.values(emptied.balances)).toEqual([0, 0, 0, 0, 0]);
    expect([emptied.movedTo, emptied.capitalMills, emptied.epoch]).toEqual(['beta', 0, 2]);

    const beta = createDeskHarness(createConfig());
    expect((await sendAsOperator(beta, buildIn(accounts))).outcome.ok).toBe(true);
    const arrived = getAccount(beta);
    expect(arrived.balances.available).toBe(before.balances.available);
    expect(arrived.capitalMills).toBe(before.balances.available);
    expect([arrived.closed, arrived.positions, arrived.movedTo]).toEqual([0, {}, undefined]);
    expect(beta.runner.state().users['ann']?.settings.riskLevel).toBe('aggressive');
    for (const desk of [alpha, beta]) {
      expect(auditRecords(desk.journal.records)).toBeNull();
      expect(replayRecords(desk)).toEqual(desk.runner.state().books);
    }
  });

  it('keeps strategy, losing streak, day and drawdown limits, and trades after RUN only', async () => {
    const alpha = await openTraded();
    const before = getAccount(alpha);
    const accounts = await moveOut(alpha);
    const beta = createDeskHarness(createConfig());
    await sendAsOperator(beta, buildIn(accounts));
    const arrived = getAccount(beta);
    const { day, dayStartMills, dayLowMills, peakMills, peakMs, drawdown } = before;
    expect(arrived).toMatchObject({ day, dayStartMills, dayLowMills, peakMills, peakMs, drawdown });
    expect(arrived.commodities['natural-gas']).toEqual({
      ...before.commodities['natural-gas'],
      active: false,
      lastEntryMs: null,
    });
    beta.bar(GAS, [2500, 2500, 2500, 2500]);
    beta.quote(GAS, 2500);
    expect(findRecords(beta, 'OrderPlaced')).toEqual([]);
    await beta.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    beta.quote(GAS, 2500);
    expect(findRecords(beta, 'OrderFilled')).not.toEqual([]);
    expect(auditRecords(beta.journal.records)).toBeNull();
  });

  it('comes back into a new account period', async () => {
    const alpha = await openTraded();
    const beta = createDeskHarness(createConfig());
    await sendAsOperator(beta, buildIn(await moveOut(alpha)));
    await sendAsOperator(beta, DISABLE);
    await sendAsOperator(beta, { ...OUT, to: 'alpha' } as Command);
    const returning = findRecords(beta, 'BookMovedOut').map(({ payload }) => payload.account);
    expect((await sendAsOperator(alpha, buildIn(returning, 'beta'))).outcome.ok).toBe(true);
    await sendAsOperator(alpha, ENABLE);
    const returned = getAccount(alpha);
    expect([returned.epoch, returned.movedTo]).toEqual([3, undefined]);
    expect(returned.balances.available).toBe(returning[0]?.balanceMills);
    alpha.bar(GAS, [2500, 2500, 2500, 2500]);
    await alpha.send('ann', { type: 'StartTrading', commodity: null });
    for (const desk of [alpha, beta]) {
      expect(auditRecords(desk.journal.records)).toBeNull();
      expect(replayRecords(desk)).toEqual(desk.runner.state().books);
    }
  });

  it('changes nothing when it is repeated', async () => {
    const alpha = await openTraded();
    const accounts = await moveOut(alpha);
    expect((await sendAsOperator(alpha, OUT)).outcome.ok).toBe(true);
    expect(findRecords(alpha, 'BookMovedOut')).toHaveLength(1);
    const beta = createDeskHarness(createConfig());
    await sendAsOperator(beta, buildIn(accounts));
    expect((await sendAsOperator(beta, buildIn(accounts))).outcome).toMatchObject({
      refusal: { code: 'BOOK_EXISTS' },
    });
    expect(findRecords(beta, 'BookMovedIn')).toHaveLength(1);
  });
});

describe('a move is rejected, and nothing is changed', () => {
  const listMoves = (desk: DeskHarness) => [
    ...findRecords(desk, 'BookMovedOut'),
    ...findRecords(desk, 'BookMovedIn'),
  ];

  it('for a user who is not disabled, and for another sender', async () => {
    const alpha = await openTraded();
    expect((await sendAsOperator(alpha, OUT)).outcome).toMatchObject({ refusal: { code: 'MODE' } });
    await sendAsOperator(alpha, DISABLE);
    expect((await alpha.send('bob', OUT)).outcome).toMatchObject({ refusal: { code: 'MODE' } });
    expect(listMoves(alpha)).toEqual([]);
  });

  it('while a position or an order is open in any account', async () => {
    const alpha = await openTraded();
    alpha.quote(CORN, 1800);
    const order: Command = {
      type: 'PlaceOrder',
      instrumentId: CORN.id,
      side: 'BUY',
      orderType: 'MARKET',
      lots: 10 as never,
      priceTicks: null,
      stopDistanceTicks: null,
      targetDistanceTicks: null,
    };
    await alpha.send('ann', { type: 'SelectMode', mode: 'paper' });
    expect((await alpha.send('ann', order)).outcome.ok).toBe(true);
    await sendAsOperator(alpha, { ...DISABLE, close: false } as Command);
    const { outcome } = await sendAsOperator(alpha, OUT);
    expect(outcome).toMatchObject({ refusal: { code: 'INVALID' } });
    expect(outcome.ok ? '' : outcome.refusal.message).toMatch(/paper account .* positions/);
    expect(listMoves(alpha)).toEqual([]);
  });

  it('to a server with another market', async () => {
    const accounts = await moveOut(await openTraded());
    const beta = createDeskHarness(createConfig({ getMarket: () => 'other' }));
    const { outcome } = await sendAsOperator(beta, buildIn(accounts));
    expect(outcome.ok ? '' : outcome.refusal.message).toMatch(/market test; this server has other/);
    expect(listMoves(beta)).toEqual([]);
  });
});

describe('the audit finds a move', () => {
  /** Changes the payload of the last record of a type. */
  function alterRecords<T extends LogRecord['type']>(
    desk: DeskHarness,
    type: T,
    change: (payload: Extract<LogRecord, { type: T }>['payload']) => object,
  ): LogRecord[] {
    return desk.journal.records.map((record) =>
      record.type === type
        ? ({ ...record, payload: change(record.payload as never) } as LogRecord)
        : record,
    );
  }

  it.each([
    ['more cash than there was', { balanceMills: toMills(99_000_000) }],
    ['a lower peak', { peakMills: toMills(1) }],
    ['a better day', { dayStartMills: toMills(1) }],
    ['a losing streak that is gone', { commodities: {} }],
  ])('that carries %s', async (_name, change) => {
    const alpha = await openTraded();
    await moveOut(alpha);
    const records = alterRecords(alpha, 'BookMovedOut', (payload) => ({
      ...payload,
      account: { ...payload.account, ...change },
    }));
    expect(auditRecords(records)).toMatch(/^payload\.(account|natural-gas)/);
  });

  it('whose money was not posted back, or arrives twice', async () => {
    const alpha = await openTraded();
    const accounts = await moveOut(alpha);
    expect(
      auditRecords(alterRecords(alpha, 'BookMovedOut', (payload) => ({ ...payload, closing: [] }))),
    ).toBe('payload.closing');
    const beta = createDeskHarness(createConfig());
    await sendAsOperator(beta, buildIn(accounts));
    expect(
      auditRecords(
        alterRecords(beta, 'BookMovedIn', (payload) => ({
          ...payload,
          entry: [...payload.entry, ...payload.entry],
        })),
      ),
    ).toBe('payload.entry');
  });

  it('of an account that is open there', async () => {
    const alpha = await openTraded();
    const accounts = await moveOut(alpha);
    const beta = createDeskHarness(createConfig());
    await sendAsOperator(beta, buildIn(accounts));
    const arrival = findRecords(beta, 'BookMovedIn')[0];
    const gamma = createDeskHarness(createConfig());
    await gamma.send('ann', OPEN_BOOK);
    const seq = gamma.journal.records.length + 1;
    expect(
      auditRecords([
        ...gamma.journal.records,
        { ...arrival, seq, atMs: gamma.nowMs(), causeSeq: null } as LogRecord,
      ]),
    ).toBe('book_id');
  });
});
