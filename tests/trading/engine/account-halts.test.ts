// A broker that disagrees with an account halts that account alone.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../app/trading/domain/command';
import { getDeskView } from '../../../app/trading/desk-view';
import { CRUDE, GAS, OPEN_BOOK, createLevelPlaybook } from '../../support/desk-harness';
import { createManualOrder, executeCommand } from '../../support/reference-orders';
import {
  type VenueDesk,
  createFill,
  createVenue,
  openVenueDesk,
  compareAccount,
} from '../../support/venue-desk';

const BUY = createManualOrder({ lots: 10 });
const FAULT = /order [0-9a-f]{32} in NG: 11 lots were reported filled where 10 were left/;

/** The account of ann is halted by a fill of 11 lots where 10 were ordered; bob has one beside it. */
async function openHalted(): Promise<VenueDesk> {
  const account = await openVenueDesk(createVenue());
  await account.desk.send('bob', OPEN_BOOK);
  account.desk.quote(CRUDE, 7000);
  const orderId = await account.placeOrder(BUY);
  await account.placeOrder(createManualOrder({ instrumentId: CRUDE.id, lots: 2 }));
  account.offerReports(createFill(orderId, 11));
  return account;
}

const resumeAccount = async (account: VenueDesk, userId: string) => {
  const command: Command = { type: 'ResumeAccount', bookId: account.book.id, reason: 'compared' };
  const { outcome } = await account.desk.send(userId, command);
  return outcome.ok ? null : outcome.refusal.code;
};

describe('a broker that disagrees', () => {
  it('halts the account, cancels its entries, and leaves the others alone', async () => {
    const account = await openHalted();
    expect(account.book.halt?.reason).toMatch(FAULT);
    expect(account.desk.runner.state().trading.state).toBe('ACTIVE');
    expect(account.listOrders()).toMatchObject([
      { state: 'UNKNOWN' },
      { instrumentId: CRUDE.id, cancelRequest: { reason: 'trading halted' } },
    ]);
    expect(await executeCommand(account.desk, createManualOrder({ instrumentId: CRUDE.id }))).toBe(
      'HALTED',
    );
    compareAccount(account.desk, 'bob');
    const bob = await account.desk.send('bob', BUY);
    expect(bob.outcome.ok).toBe(true);
    account.expectAudited();
  });

  it('refuses RUN with the reason', async () => {
    const account = await openHalted();
    const [run] = await account.sendCommands({ type: 'StartTrading', commodity: null });
    expect(run?.outcome).toMatchObject({
      ok: false,
      refusal: { code: 'HALTED', message: expect.stringMatching(FAULT) as string },
    });
  });

  it('is why a running commodity waits', async () => {
    const account = await openVenueDesk(createVenue(), {
      listPlaybooks: (commodity) =>
        commodity === 'corn' ? [createLevelPlaybook(commodity, 400)] : [],
    });
    await account.sendCommands({ type: 'StartTrading', commodity: 'corn' });
    const orderId = await account.placeOrder(BUY);
    account.offerReports(createFill(orderId, 11));
    const view = getDeskView(account.desk.runner.state(), 'ann', 'simulation');
    const corn = view?.commodities.find(({ commodity }) => commodity === 'corn');
    expect(corn?.waitingFor).toBe('this account is halted');
  });

  it('lets exits through', async () => {
    const account = await openVenueDesk(createVenue());
    const entryId = await account.placeOrder(BUY);
    account.offerReports(createFill(entryId, 10));
    const otherId = await account.placeOrder(createManualOrder({ lots: 5 }));
    account.offerReports(createFill(otherId, 6, { executionId: 'too many' }));
    expect(account.book.halt).not.toBeNull();
    await account.sendCommands({ type: 'CloseTrading', commodity: null });
    expect(account.listOrders().map(({ purpose }) => purpose)).toContain('EXIT');
    account.expectAudited();
  });

  it('is halted once, however often it disagrees', async () => {
    const account = await openHalted();
    const [order] = account.listOrders();
    account.offerReports(createFill(order?.id ?? '', 12));
    expect(account.records.filter(({ type }) => type === 'AccountHalted')).toHaveLength(1);
    account.expectAudited();
  });

  it('stays halted over a restart, until an operator resumes the account', async () => {
    const halted = await openHalted();
    const account = halted.restartDesk(createVenue());
    expect(account.book.halt).toEqual(halted.book.halt);
    expect(await resumeAccount(account, 'ann')).toBe('HALTED');
    expect(account.book.halt).not.toBeNull();
    expect(await resumeAccount(account, 'system')).toBeNull();
    expect(account.book.halt).toBeNull();
    expect(await resumeAccount(account, 'system')).toBeNull();
    expect(account.records.filter(({ type }) => type === 'AccountResumed')).toHaveLength(1);
    account.desk.quote(GAS, 2800);
    // The order of the disagreement is unknown until its broker answers.
    expect(await executeCommand(account.desk, BUY)).toBe('DUPLICATE');
    account.expectAudited();
  });
});
