// An operator resumes an account with what the broker holds.
import { describe, expect, it } from 'vitest';
import type { CommandResult } from '../../../app/trading/domain/command';
import { toMills } from '../../../app/trading/domain/units';
import { SYSTEM_USER } from '../../../app/trading/engine/config';
import { GAS } from '../../support/desk-harness';
import { createManualOrder } from '../../support/reference-orders';
import { type VenueDesk, createFill, createVenue, openVenueDesk } from '../../support/venue-desk';

async function openHolding(lots: number): Promise<VenueDesk> {
  const account = await openVenueDesk(createVenue());
  const orderId = await account.placeOrder(createManualOrder({ lots }));
  account.offerReports(createFill(orderId, lots));
  return account;
}

async function closeHolding(account: VenueDesk, lots: number): Promise<void> {
  const orderId = await account.placeOrder(createManualOrder({ side: 'SELL', lots }));
  account.offerReports(createFill(orderId, lots));
}

async function resumeAccount(account: VenueDesk, userId = SYSTEM_USER): Promise<CommandResult> {
  const { runner } = account.desk;
  const result = runner.execute({
    userId,
    command: {
      type: 'ResumeAccount',
      bookId: account.book.id,
      reason: 'compared with the statement',
      acceptsBroker: true,
    },
    idempotencyKey: null,
  });
  runner.drain();
  return result;
}

const holdLots = (signedLots: number) => ({ positions: [{ instrumentId: GAS.id, signedLots }] });

describe('resuming with what the broker holds', () => {
  it('books lots that left at the last price', async () => {
    const account = await openHolding(10);
    account.compareBroker(holdLots(7));
    account.desk.quote(GAS, 2900);
    expect((await resumeAccount(account)).outcome.ok).toBe(true);
    expect(Object.values(account.book.positions)).toMatchObject([{ lots: 7 }]);
    // 3 lots of 10 MMBtu, 0.10 dollars above the entry.
    expect(account.book.balances.realised).toBe(-3000);
    expect(account.book.halt).toBeNull();
    account.compareBroker(holdLots(7));
    expect(account.book.halt).toBeNull();
    account.expectAudited();
  });

  it.each([5_000_000, -5_000_000])(
    'starts a period with the cash after a deposit of %i mills',
    async (depositMills) => {
      const account = await openHolding(10);
      await closeHolding(account, 10);
      const cashMills = toMills(account.book.balances.available + depositMills);
      account.compareBroker({ cashMills });
      expect(account.book.halt?.needsOperator).toBe(true);
      expect((await resumeAccount(account)).outcome.ok).toBe(true);
      expect(account.book).toMatchObject({
        epoch: 2,
        capitalMills: cashMills,
        equityMills: cashMills,
        peakMills: cashMills,
        balances: { available: cashMills, realised: 0, fees: 0 },
        halt: null,
      });
      account.compareBroker({ cashMills });
      expect(account.book.halt).toBeNull();
      account.expectAudited();
    },
  );

  it.each([
    ['more lots', 12],
    ['the other side', -2],
  ])('is rejected where the broker holds %s, and books nothing', async (_name, signedLots) => {
    const account = await openHolding(10);
    account.compareBroker(holdLots(signedLots));
    const before = account.book;
    expect((await resumeAccount(account)).outcome).toMatchObject({
      ok: false,
      refusal: {
        code: 'HALTED',
        message:
          'The broker holds 20 MMBtu of NG that this account did not open. Close them at the broker, compare, then resume again.',
      },
    });
    expect(account.book).toEqual(before);
  });

  it('books what an execution lost that the broker corrected to fewer lots', async () => {
    const account = await openHolding(10);
    const [orderId = ''] = Object.keys(account.book.endedOrders);
    const fill = createFill(orderId, 10);
    account.offerReports({
      ...createFill(orderId, 7, { executionId: 'x-corrected' }),
      type: 'Corrected',
      replacesIds: [fill.executionId],
    });
    expect(account.book.halt?.reason).toContain('an execution of 10 lots was corrected to 7');
    account.compareBroker(holdLots(7));
    expect((await resumeAccount(account)).outcome.ok).toBe(true);
    expect(Object.values(account.book.positions)).toMatchObject([{ lots: 7 }]);
    account.compareBroker(holdLots(7));
    expect(account.book.halt).toBeNull();
    account.expectAudited();
  });

  it('is rejected after a fill, until both are compared again', async () => {
    const account = await openHolding(10);
    account.compareBroker(holdLots(7));
    await closeHolding(account, 2);
    const refused = await resumeAccount(account);
    expect(refused.outcome).toMatchObject({ ok: false, refusal: { code: 'HALTED' } });
    account.compareBroker(holdLots(5));
    expect((await resumeAccount(account)).outcome.ok).toBe(true);
    expect(Object.values(account.book.positions)).toMatchObject([{ lots: 5 }]);
  });

  it('is rejected while an order is unanswered, and while the broker is not connected', async () => {
    const account = await openHolding(10);
    await account.placeOrder(createManualOrder({ side: 'SELL', lots: 2 }));
    account.compareBroker(holdLots(7));
    expect((await resumeAccount(account)).outcome).toMatchObject({
      refusal: { message: expect.stringMatching(/^An order in NG is unanswered/) },
    });
    account.loseBroker('the connection was closed');
    expect((await resumeAccount(account)).outcome.ok).toBe(false);
  });

  it('is for operators only', async () => {
    const account = await openHolding(10);
    account.compareBroker(holdLots(10), 1);
    await account.sendCommands({
      type: 'HaltAccounts',
      userId: 'ann',
      level: 1,
      instrumentId: null,
      reason: 'a pause',
    });
    expect((await resumeAccount(account, 'ann')).outcome.ok).toBe(false);
  });
});
