// Account and broker are compared before anything is sent: the broker is right, and differences halt.
import { describe, expect, it } from 'vitest';
import { toMills } from '../../../app/trading/domain/units';
import type { Command } from '../../../app/trading/domain/command';
import { GAS } from '../../support/desk-harness';
import { createManualOrder } from '../../support/reference-orders';
import { type VenueDesk, createFill, createVenue, openVenueDesk } from '../../support/venue-desk';

const RUN_ALL: Command = { type: 'StartTrading', commodity: null };

const openFilled = async (): Promise<VenueDesk> => {
  const account = await openVenueDesk(createVenue());
  const orderId = await account.placeOrder(createManualOrder({ lots: 10 }));
  account.offerReports(createFill(orderId, 10));
  return account;
};

const listKinds = (account: VenueDesk, since: number): readonly string[] =>
  account.records.slice(since).map(({ type }) => type);

describe('an account without a connected broker', () => {
  it('rejects RUN, entries and exits with the reason', async () => {
    const account = await openFilled();
    account.loseBroker('the gateway did not answer within 10 s');
    const [run, entry] = await account.sendCommands(RUN_ALL, createManualOrder({ lots: 5 }));
    const message = 'venue is not connected: the gateway did not answer within 10 s.';
    expect(run?.outcome).toMatchObject({ ok: false, refusal: { code: 'NO_BROKER', message } });
    expect(entry?.outcome).toMatchObject({ ok: false, refusal: { code: 'MODE', message } });
    const [close] = await account.sendCommands({ type: 'CloseTrading', commodity: null });
    expect(close?.outcome).toMatchObject({ ok: true, value: { waiting: [{ reason: message }] } });
  });

  it('closes what was to be closed after the comparison, without a new price', async () => {
    const account = await openFilled();
    account.loseBroker('the connection was closed');
    await account.sendCommands({ type: 'CloseTrading', commodity: null });
    account.desk.quote(GAS, 2801);
    expect(account.listOrders()).toEqual([]);
    account.compareBroker();
    expect(account.listOrders()).toMatchObject([{ purpose: 'EXIT', lots: 10 }]);
    account.expectAudited();
  });

  it('waits for the first comparison after a start', async () => {
    const account = await openFilled();
    const state = account.desk.runner.state();
    const restarted = account.restartDesk(createVenue(), {}, { ...state, links: {} });
    restarted.desk.quote(GAS, 2800);
    const [entry] = await restarted.sendCommands(createManualOrder({ lots: 5 }));
    expect(entry?.outcome).toMatchObject({ ok: false, refusal: { code: 'MODE' } });
    restarted.compareBroker();
    const [again] = await restarted.sendCommands(createManualOrder({ lots: 5 }));
    expect(again?.outcome).toMatchObject({ ok: true });
  });
});

describe('a comparison', () => {
  it('adds no record where account and broker agree', async () => {
    const account = await openFilled();
    const before = account.records.length;
    for (let start = 0; start < 10; start += 1) account.compareBroker();
    expect(listKinds(account, before)).toEqual([]);
  });

  it.each([
    ['more lots', { positions: [{ instrumentId: GAS.id, signedLots: 30 }] }],
    ['fewer lots', { positions: [{ instrumentId: GAS.id, signedLots: 5 }] }],
    ['the other side', { positions: [{ instrumentId: GAS.id, signedLots: -10 }] }],
    ['nothing', { positions: [] }],
  ])('halts the account where the broker holds %s', async (_name, snapshot) => {
    const account = await openFilled();
    account.compareBroker(snapshot);
    expect(account.book.halt?.reason).toMatch(
      /^NG: the broker holds (nothing|(long|short) .+), this account long 100 MMBtu$/,
    );
    const [entry] = await account.sendCommands(createManualOrder({ lots: 5 }));
    expect(entry?.outcome).toMatchObject({ ok: false, refusal: { code: 'HALTED' } });
    account.expectAudited();
  });

  it('starts an unused account with the cash of the broker', async () => {
    const account = await openVenueDesk(createVenue());
    account.compareBroker({ cashMills: toMills(1_000_000_000) });
    expect(account.book).toMatchObject({
      capitalMills: 1_000_000_000,
      epoch: 2,
      halt: null,
      balances: { available: 1_000_000_000 },
    });
    const before = account.records.length;
    account.compareBroker({ cashMills: toMills(1_000_000_000) });
    expect(listKinds(account, before)).toEqual([]);
    account.expectAudited();
  });

  it.each([
    [99_999, null],
    [249_999, null],
    [250_001, expect.objectContaining({ reason: expect.stringContaining('states a balance of') })],
  ])(
    'allows a balance to differ by one percent, not more: %i mills',
    async (differenceMills, halt) => {
      const account = await openFilled();
      const held = Object.values(account.book.positions)[0]?.lots ?? 0;
      const exitId = await account.placeOrder(createManualOrder({ side: 'SELL', lots: held }));
      account.offerReports(createFill(exitId, held));
      account.compareBroker({
        cashMills: toMills(account.book.balances.available + differenceMills),
      });
      expect(account.book.halt).toEqual(halt);
    },
  );
});

describe('order numbers', () => {
  it('ascend, and rise with those that the broker proposes', async () => {
    const account = await openVenueDesk(createVenue());
    const placeLimit = async (price: number): Promise<number | undefined> => {
      const order = createManualOrder({ lots: 3, price, orderType: 'LIMIT' });
      const orderId = await account.placeOrder(order);
      const number = account.book.orders[orderId]?.remote?.number;
      account.offerReports({ type: 'Cancelled', orderId, reason: 'by the broker' });
      return number;
    };
    expect(await placeLimit(2790)).toBe(1);
    account.compareBroker({}, 40);
    expect(await placeLimit(2789)).toBe(40);
    // The gateway forgot its numbers in a restart.
    account.compareBroker({}, 5);
    expect(await placeLimit(2788)).toBe(41);
    account.expectAudited();
  });
});

describe('a fee that is reported later', () => {
  it('replaces the booked one once', async () => {
    const account = await openFilled();
    const [fill] = Object.values(account.book.endedOrders)[0]?.order.remote?.fills ?? [];
    const orderId = Object.keys(account.book.endedOrders)[0] ?? '';
    const report = {
      type: 'Fee',
      orderId,
      executionId: fill?.executionId ?? '',
      feeMills: toMills(25),
    } as const;
    account.offerReports(report, report);
    expect(account.book.balances.fees).toBe(25);
    expect(Object.values(account.book.positions)).toMatchObject([{ feesMills: 25, lots: 10 }]);
    expect(account.records.filter(({ type }) => type === 'FeeReported')).toHaveLength(1);
    account.expectAudited();
  });
});
