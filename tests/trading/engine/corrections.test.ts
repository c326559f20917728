// Executions that a venue corrects: the difference is booked, and nothing is counted twice.
import { describe, expect, it } from 'vitest';
import { computeValueMills } from '../../../app/trading/domain/instrument';
import { toLots, toMills, toTicks } from '../../../app/trading/domain/units';
import type { CorrectedReport } from '../../../app/trading/ports';
import { GAS } from '../../support/desk-harness';
import { createManualOrder } from '../../support/reference-orders';
import { type VenueDesk, createFill, createVenue, openVenueDesk } from '../../support/venue-desk';

const createCorrection = (
  orderId: string,
  overrides: Partial<CorrectedReport> = {},
): CorrectedReport => ({
  type: 'Corrected',
  orderId,
  executionId: 'x.02',
  replacesIds: ['x.01'],
  lots: toLots(10),
  priceTicks: toTicks(2810),
  feeMills: toMills(10),
  midTicks: toTicks(2800),
  atMs: 0,
  ...overrides,
});

const FIRST = { executionId: 'x.01', priceTicks: toTicks(2800), feeMills: toMills(10) };

/** An account with a filled order for 10 lots of gas at 2800. */
async function openFilled(): Promise<{ account: VenueDesk; orderId: string }> {
  const account = await openVenueDesk(createVenue());
  const orderId = await account.placeOrder(createManualOrder({ lots: 10 }));
  account.offerReports(createFill(orderId, 10, FIRST));
  return { account, orderId };
}

/** Sells what is held at this price. */
async function closeAt(account: VenueDesk, ticks: number): Promise<string> {
  const held = Object.values(account.book.positions)[0]?.lots ?? 0;
  const exitId = await account.placeOrder(createManualOrder({ side: 'SELL', lots: held }));
  const fill = { executionId: 'y.01', priceTicks: toTicks(ticks), feeMills: toMills(0) };
  account.offerReports(createFill(exitId, held, fill));
  return exitId;
}

const getProfit = ({ book }: VenueDesk): number => -book.balances.realised;
const computeMove = (ticks: number, lots: number): number =>
  computeValueMills(GAS, toTicks(ticks), toLots(lots));

describe('a corrected execution', () => {
  it('counts once, at its new price and fee, while the position is open', async () => {
    const { account, orderId } = await openFilled();
    account.offerReports(createCorrection(orderId, { feeMills: toMills(13) }));
    const [position] = Object.values(account.book.positions);
    expect(position).toMatchObject({ lots: 10, feesMills: 13 });
    expect(position?.realisedMills).toBe(-computeMove(10, 10));
    expect(account.book.balances.fees).toBe(13);
    await closeAt(account, 2850);
    expect(getProfit(account)).toBe(computeMove(40, 10));
    account.expectAudited();
  });

  it('is booked after the position was closed', async () => {
    const { account, orderId } = await openFilled();
    await closeAt(account, 2850);
    account.offerReports(createCorrection(orderId));
    expect(getProfit(account)).toBe(computeMove(40, 10));
    expect(account.book.positions).toEqual({});
    account.expectAudited();
  });

  it('of a sale gains with a higher price', async () => {
    const { account } = await openFilled();
    const exitId = await closeAt(account, 2850);
    const corrected = { executionId: 'y.02', replacesIds: ['y.01'], priceTicks: toTicks(2860) };
    account.offerReports(createCorrection(exitId, { ...corrected, feeMills: toMills(0) }));
    expect(getProfit(account)).toBe(computeMove(60, 10));
    account.expectAudited();
  });

  it('is booked once, however often it is reported, and can be corrected again', async () => {
    const { account, orderId } = await openFilled();
    const first = createCorrection(orderId);
    account.offerReports(first, first, createFill(orderId, 10, FIRST));
    const second = { executionId: 'x.03', replacesIds: ['x.02'], priceTicks: toTicks(2805) };
    account.offerReports(createCorrection(orderId, second), first);
    await closeAt(account, 2850);
    expect(getProfit(account)).toBe(computeMove(45, 10));
    account.expectAudited();
  });

  it('that was not reported before is that execution', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(createManualOrder({ lots: 10 }));
    account.offerReports(createCorrection(orderId));
    expect(Object.values(account.book.positions)).toMatchObject([{ lots: 10 }]);
    expect(account.listOrders()).toEqual([]);
    account.expectAudited();
  });

  it('with more lots adds those that are missing, with the rest of the fee', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(createManualOrder({ lots: 10 }));
    account.offerReports(createFill(orderId, 6, { ...FIRST, feeMills: toMills(6) }));
    account.offerReports(createCorrection(orderId, { lots: toLots(8), feeMills: toMills(9) }));
    expect(Object.values(account.book.positions)).toMatchObject([{ lots: 8 }]);
    expect(account.book.balances.fees).toBe(9);
    const again = { executionId: 'x.03', replacesIds: ['x.02'], lots: toLots(8) };
    account.offerReports(createCorrection(orderId, { ...again, priceTicks: toTicks(2800) }));
    expect(Object.values(account.book.positions)).toMatchObject([{ lots: 8 }]);
    await closeAt(account, 2850);
    expect(getProfit(account)).toBe(computeMove(50, 8));
    account.expectAudited();
  });

  it('with fewer lots halts the account and changes nothing', async () => {
    const { account, orderId } = await openFilled();
    const before = account.book.balances;
    account.offerReports(createCorrection(orderId, { lots: toLots(8) }));
    expect(account.book.balances).toEqual(before);
    expect(account.book.halt?.reason).toContain('10 lots was corrected to 8');
    account.expectAudited();
  });

  it('survives a restart', async () => {
    const { account, orderId } = await openFilled();
    const next = account.restartDesk(createVenue());
    next.offerReports(createCorrection(orderId));
    expect(Object.values(next.book.positions)).toMatchObject([
      { lots: 10, realisedMills: -computeMove(10, 10) },
    ]);
    next.expectAudited();
  });

  it('of both parts of an exit beyond the lots held corrects both', async () => {
    const account = await openVenueDesk(createVenue());
    const orderId = await account.placeOrder(createManualOrder({ lots: 10, stop: 50 }));
    account.offerReports(createFill(orderId, 10, { ...FIRST, executionId: 'e' }));
    const stopId = account.listOrders()[0]?.id ?? '';
    const exitId = await account.placeOrder(createManualOrder({ side: 'SELL', lots: 10 }));
    account.offerReports(createFill(stopId, 4, { executionId: 's', feeMills: toMills(0) }));
    account.offerReports(createFill(exitId, 10, { ...FIRST, executionId: 'y.01' }));
    expect(Object.values(account.book.positions)).toMatchObject([{ direction: 'SHORT', lots: 4 }]);
    const fees = account.book.balances.fees;
    const corrected = { executionId: 'y.02', replacesIds: ['y.01'], feeMills: toMills(17) };
    account.offerReports(createCorrection(exitId, corrected));
    expect(account.book.balances.fees).toBe(fees + 7);
    expect(getProfit(account)).toBe(computeMove(10, 10));
    account.expectAudited();
  });
});
