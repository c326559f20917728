// Trades that were not ordered here: by phone, or by the broker. Those that reduce a position are booked.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTicks } from '../../../app/trading/domain/units';
import type { ExternalTrade } from '../../../app/trading/ports';
import { GAS } from '../../support/desk-harness';
import { createManualOrder } from '../../support/reference-orders';
import { type VenueDesk, createFill, createVenue, openVenueDesk } from '../../support/venue-desk';

type Held = readonly { readonly instrumentId: string; readonly signedLots: number }[];

const holdLots = (signedLots: number): Held => [{ instrumentId: GAS.id, signedLots }];

const buildTrade = (signedLots: number, priceTicks = 2750): ExternalTrade => ({
  instrumentId: GAS.id,
  executionId: `phone-${signedLots}-${priceTicks}`,
  signedLots,
  priceTicks: toTicks(priceTicks),
});

/** An account with a position of this many lots, bought or sold at 2800, with a stop. */
async function openHolding(lots: number, side: 'BUY' | 'SELL' = 'BUY'): Promise<VenueDesk> {
  const account = await openVenueDesk(createVenue());
  const orderId = await account.placeOrder(createManualOrder({ side, lots, stop: 100 }));
  account.offerReports(createFill(orderId, lots));
  const [stop] = account.listOrders();
  account.offerReports({ type: 'Acknowledged', orderId: stop?.id ?? '' });
  return account;
}

const countHeldLots = ({ book }: VenueDesk): number =>
  Object.values(book.positions).reduce(
    (sum, { direction, lots }) => sum + (direction === 'LONG' ? lots : -lots),
    0,
  );

describe('a trade that was not ordered here', () => {
  it('reduces the position at its price, and the stop with it', async () => {
    const account = await openHolding(10);
    account.compareBroker({ positions: holdLots(6), externalTrades: [buildTrade(-4)] });
    expect(countHeldLots(account)).toBe(6);
    // 4 lots of 10 MMBtu sold 0.05 dollars below 2.80.
    expect(account.book.balances.realised).toBe(2000);
    expect(account.listOrders()).toMatchObject([
      { purpose: 'STOP', cancelRequest: expect.anything() },
    ]);
    expect(account.book.halt).toMatchObject({
      level: 2,
      needsOperator: false,
      reason: 'the broker reports trades that were not ordered here: SELL 40 MMBtu of NG at 2.750',
    });
    account.expectAudited();
  });

  it('is booked once, and its user resumes the account', async () => {
    const account = await openHolding(10);
    const snapshot = { positions: holdLots(6), externalTrades: [buildTrade(-4)] };
    account.compareBroker(snapshot);
    const before = account.records.length;
    account.compareBroker(snapshot);
    expect(account.records.length).toBe(before);
    const [resumed] = await account.sendCommands({
      type: 'ResumeAccount',
      bookId: account.book.id,
      reason: 'sold by phone',
    });
    expect(resumed?.outcome.ok).toBe(true);
    expect(account.book.halt).toBeNull();
  });

  it('that closes everything also cancels the stop', async () => {
    const account = await openHolding(10, 'SELL');
    account.compareBroker({ positions: [], externalTrades: [buildTrade(10, 2900)] });
    expect(account.book.positions).toEqual({});
    expect(account.listOrders()).toMatchObject([
      { purpose: 'STOP', cancelRequest: { reason: 'position closed' } },
    ]);
    account.expectAudited();
  });

  it('counts from the newest one back', async () => {
    const account = await openHolding(10);
    const externalTrades = [
      buildTrade(-9, 2600),
      buildTrade(5, 2600),
      buildTrade(-3, 2700),
      buildTrade(-2, 2750),
    ];
    account.compareBroker({ positions: holdLots(6), externalTrades });
    const fills = account.records.flatMap((record) =>
      record.type === 'OrderFilled' && record.payload.executionId.startsWith('phone')
        ? [[record.payload.lots, record.payload.priceTicks]]
        : [],
    );
    expect(fills).toEqual([
      [2, 2700],
      [2, 2750],
    ]);
  });

  it('beyond the position is a difference, after the position is closed', async () => {
    const account = await openHolding(10);
    account.compareBroker({ positions: holdLots(-5), externalTrades: [buildTrade(-15)] });
    expect(account.book.positions).toEqual({});
    expect(account.book.halt).toMatchObject({
      needsOperator: true,
      reason: expect.stringContaining('NG: the broker holds short 50 MMBtu, this account nothing'),
    });
    account.expectAudited();
  });

  it.each([
    ['too small', [buildTrade(-3)]],
    ['of the same side', [buildTrade(4)]],
    ['of another contract', [{ ...buildTrade(-4), instrumentId: 'CL' }]],
    ['missing', []],
  ])('explains nothing where it is %s', async (_name, externalTrades) => {
    const account = await openHolding(10);
    account.compareBroker({ positions: holdLots(6), externalTrades });
    expect(countHeldLots(account)).toBe(10);
    expect(account.book.halt).toMatchObject({
      needsOperator: true,
      reason: 'NG: the broker holds long 60 MMBtu, this account long 100 MMBtu',
    });
  });

  it('waits while an order of ours in the contract is unanswered', async () => {
    const account = await openHolding(10);
    const orderId = await account.placeOrder(createManualOrder({ side: 'SELL', lots: 4 }));
    account.compareBroker({ positions: holdLots(6), externalTrades: [buildTrade(-4)] });
    expect(countHeldLots(account)).toBe(10);
    expect(account.book.halt?.needsOperator).toBe(true);
    account.offerReports(createFill(orderId, 4));
    expect(countHeldLots(account)).toBe(6);
  });

  it('leaves account and broker equal whatever was held, bought and sold', async () => {
    const lots = fc.integer({ min: 1, max: 40 });
    await fc.assert(
      fc.asyncProperty(
        lots,
        fc.boolean(),
        fc.array(fc.tuple(lots, fc.boolean())),
        async (held, isLong, parts) => {
          const account = await openHolding(held, isLong ? 'BUY' : 'SELL');
          const sign = isLong ? 1 : -1;
          // Trades by phone on both sides, as far as they do not cross to the other side.
          let left = held;
          const externalTrades: ExternalTrade[] = [];
          for (const [size, isExit] of parts) {
            const change = isExit ? -Math.min(size, left) : Math.min(size, held - left);
            left += change;
            if (change !== 0) externalTrades.push(buildTrade(sign * change));
          }
          account.compareBroker({ positions: holdLots(sign * left), externalTrades });
          expect(Math.abs(countHeldLots(account))).toBe(left);
          expect(account.book.halt === null).toBe(left === held);
          account.expectAudited();
        },
      ),
      { numRuns: 40 },
    );
  });
});
