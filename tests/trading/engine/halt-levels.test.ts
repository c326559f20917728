// Halt levels: what each does, that they only rise, and who climbs down.
import { describe, expect, it } from 'vitest';
import type { HaltLevel } from '../../../app/trading/domain/account-halt';
import type { Command } from '../../../app/trading/domain/command';
import { toTicks } from '../../../app/trading/domain/units';
import { CRUDE } from '../../support/desk-harness';
import { ARM_ACCOUNT, createManualOrder, executeCommand } from '../../support/reference-orders';
import { type VenueDesk, createFill, createVenue, openLiveDesk } from '../../support/venue-desk';

const haltAt = (level: HaltLevel, instrumentId: string | null = null): Command => ({
  type: 'HaltAccounts',
  userId: 'ann',
  level,
  instrumentId,
  reason: 'a test',
});
const RESUME: Command = { type: 'ResumeAccount', bookId: 'ann:live', reason: 'reviewed' };

/** Holds gas and crude oil, and an entry in corn works. */
async function openTraded(): Promise<VenueDesk> {
  const account = await openLiveDesk({ ...createVenue(), isDemo: true });
  account.desk.quote(CRUDE, 7000);
  await account.sendCommands(ARM_ACCOUNT);
  for (const instrumentId of ['NG', 'CL']) {
    const orderId = await account.placeOrder(createManualOrder({ instrumentId, lots: 1 }));
    account.offerReports(createFill(orderId, 1));
  }
  const limit = { orderType: 'LIMIT', price: toTicks(2790), lots: 2 } as const;
  const orderId = await account.placeOrder(createManualOrder(limit));
  account.offerReports({ type: 'Acknowledged', orderId });
  return account;
}

/** Orders as text: purpose, contract, and `cancelled` once their cancellation is requested. */
const listOrders = (account: VenueDesk): readonly string[] =>
  account
    .listOrders()
    .map(
      ({ purpose, instrumentId, cancelRequest }) =>
        `${purpose} ${instrumentId}${cancelRequest ? ' cancelled' : ''}`,
    );

describe('halt levels', () => {
  it.each<readonly [HaltLevel, readonly string[], string]>([
    [1, ['ENTRY NG'], 'ready'],
    [2, ['ENTRY NG cancelled'], 'ready'],
    [3, ['ENTRY NG cancelled', 'EXIT CL'], 'ready'],
    [4, ['ENTRY NG cancelled', 'EXIT NG', 'EXIT CL'], 'ready'],
    [5, ['ENTRY NG cancelled'], 'down'],
  ])('level %i', async (level, orders, link) => {
    const account = await openTraded();
    expect(await executeCommand(account.desk, haltAt(level, level === 3 ? 'CL' : null))).toBe(
      'granted',
    );
    expect(listOrders(account)).toEqual(orders);
    expect(account.book).toMatchObject({ halt: { level }, arming: null });
    expect(account.desk.runner.state().links['ann:live']?.state).toBe(link);
    const entry = createManualOrder({ instrumentId: 'CORN', lots: 1 });
    expect(await executeCommand(account.desk, entry)).toBe('HALTED');
    account.expectAudited();
  });

  it('rise, and never fall without a person', async () => {
    const account = await openTraded();
    await account.sendCommands(haltAt(4), haltAt(1), haltAt(2));
    expect(account.book.halt).toMatchObject({ level: 4 });
    expect(account.records.filter(({ type }) => type === 'AccountHalted')).toHaveLength(1);
    expect(await executeCommand(account.desk, RESUME)).toBe('granted');
    expect(account.book).toMatchObject({ halt: null, arming: null });
    account.expectAudited();
  });

  it('are lifted by the own user or an operator only', async () => {
    const account = await openTraded();
    await account.sendCommands(haltAt(1));
    expect(await executeCommand(account.desk, RESUME, 'bob')).toBe('UNKNOWN_BOOK');
    expect(await executeCommand(account.desk, haltAt(4), 'bob')).toBe('MODE');
    account.loseBroker('the connection was closed');
    expect(await executeCommand(account.desk, RESUME)).toBe('HALTED');
    account.compareBroker();
    expect(await executeCommand(account.desk, RESUME)).toBe('granted');
  });

  it('stay until an operator comes after a disagreement, at the higher level of both', async () => {
    const account = await openTraded();
    await account.sendCommands(haltAt(4));
    account.desk.offer({
      type: 'BrokerDisagreed',
      bookId: account.book.id,
      reason: 'order numbers are used by another program',
      atMs: account.desk.nowMs(),
    });
    expect(account.book.halt).toMatchObject({ level: 4, needsOperator: true });
    expect(await executeCommand(account.desk, RESUME)).toBe('HALTED');
    expect(await executeCommand(account.desk, RESUME, 'system')).toBe('granted');
    account.expectAudited();
  });

  it('of an operator reach all live accounts', async () => {
    const account = await openTraded();
    const command = { ...haltAt(2), userId: null } as Command;
    expect(await executeCommand(account.desk, command, 'system')).toBe('granted');
    expect(account.book.halt).toMatchObject({ level: 2 });
    const unknown = { ...haltAt(2), userId: 'bob' } as Command;
    expect(await executeCommand(account.desk, unknown, 'system')).toBe('UNKNOWN_BOOK');
  });
});
